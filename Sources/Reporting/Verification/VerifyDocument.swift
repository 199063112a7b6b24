import Foundation

/// What `bench verify --format markdown` writes: each technique's two forms side by side, with what
/// is wrong in words and in numbers.
public struct VerifyDocument {
  private let entries: [VerifiedEntry]
  private let command: [String]

  /// A document of these findings, made by a command.
  public init(_ entries: [VerifiedEntry], command: [String]) {
    self.entries = entries
    self.command = command
  }

  /// The document, ending in a line break. It depends on the command alone: no machine, no date.
  public var markdown: String {
    let parts = [introduction, table] + strategies.map(section)
    return parts.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private var introduction: [String] {
    [
      "    " + ShellCommand.text(of: command), "",
      "# What each technique shows on screen", "",
      Markdown.prose(
        """
        The same gestures go to a technique and to the reference, which knows every row's place; \
        after each gesture the two screens are compared, row by row and to 1/64 pt. `published` is the \
        post's code as it stands, `corrected` the same code with its defects mended. What is left \
        then is what the technique itself cannot do. All numbers are counts: the command above \
        prints the same on every machine.
        """),
    ]
  }

  /// The strategies in their order.
  private var strategies: [String] {
    entries.map(\.strategy).reduce(into: []) { names, name in
      if !names.contains(name) { names.append(name) }
    }
  }

  private func entry(_ strategy: String, _ mode: String) -> VerifiedEntry? {
    entries.first { $0.strategy == strategy && $0.mode == mode }
  }

  private var table: [String] {
    let rows = strategies.map { strategy in
      ["`\(strategy)`"]
        + ["published", "corrected"].map { mode in
          Markdown.escaped(entry(strategy, mode)?.summary ?? "-")
        }
    }
    return ["<!-- begin headline -->"]
      + Markdown.table(["technique", "as published", "corrected"], words: 3, rows)
      + ["<!-- end headline -->"]
  }

  private func section(_ strategy: String) -> [String] {
    let both = entries.filter { $0.strategy == strategy }
    var lines = ["## \(strategy)", ""]
    if let origin = both.first?.origin { lines += ["From: \(Markdown.escaped(origin)).", ""] }
    if let defect = both.compactMap(\.publishedDefect).first {
      lines.append("- As published: \(Markdown.prose(defect))")
    }
    if let deviation = both.compactMap(\.inherentDeviation).first {
      lines.append("- What the technique cannot do: \(Markdown.prose(deviation))")
    }
    if lines.last?.hasPrefix("-") == true { lines.append("") }
    let titles = ["use"] + both.map { "\($0.mode), \(Quantity.count($0.frames)) frames" }
    let uses = both.first?.scenarios.map(\.strategy) ?? []
    let rows = uses.map { use in
      ["`\(use)`"]
        + both.map { entry in
          let found = entry.scenarios.first { $0.strategy == use }
          return Markdown.escaped(found?.summary ?? "-")
        }
    }
    return lines + Markdown.table(titles, words: titles.count, rows)
  }
}

extension VerifiedEntry {
  /// `exact`, or what was seen: `wrong rows in 28 % of frames, 182,000 pt of motion lost`.
  public var summary: String {
    guard verdict == .deviates else { return "exact" }
    func share(_ count: Int, _ text: String) -> String? {
      guard count > 0 else { return nil }
      return "\(text) \(Quantity.percent(Double(count) / Double(frames) * 100)) of frames"
    }
    func length(_ decimal: String, _ text: String) -> String? {
      guard let points = Double(decimal), points > 0 else { return nil }
      return "\(Quantity.amount(points >= 10 ? points.rounded().threeDigits : points)) \(text)"
    }
    let seen = [
      share(wrongRowFrames, "wrong rows in"), share(stallFrames, "no motion in"),
      length(lostPt, "pt of motion lost"), length(blankPtFrames, "pt x frames blank"),
      length(sidewaysPtFrames, "pt x frames sideways"),
      share(passesOver2, "over two layout passes in"),
    ].compactMap { $0 }
    guard seen.isEmpty else { return seen.joined(separator: ", ") }
    return length(deviationPtFrames, "pt x frames out of place") ?? "deviates"
  }
}

extension Double {
  /// A number of 1 or more to three significant digits.
  fileprivate var threeDigits: Double {
    let unit = pow(10, max(0, log10(self).rounded(.down) - 2))
    return (self / unit).rounded() * unit
  }
}
