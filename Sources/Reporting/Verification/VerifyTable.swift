import Foundation
import Text

/// What `bench verify` found: who shows what they should, and how far the others are off.
package struct VerifyTable {
  private let entries: [VerifiedEntry]

  /// A table of these findings, in their order.
  package init(_ entries: [VerifiedEntry]) { self.entries = entries }

  /// Whether every strategy is exact or within its bound.
  package var isKept: Bool { !entries.contains { $0.held == false } }

  /// The table in lines of at most `width` columns, below 40 taken as 40; ends in a line break.
  package func text(width: Int, style: Style) -> String {
    var table = TextTable(columns: [
      .words("strategy"), .words("mode"), .numbers("frames"), .words("on screen", wraps: true),
    ])
    table.rows = entries.map { entry in
      [
        .init(entry.strategy), .init(entry.mode), .init(Quantity.count(entry.frames)),
        .init(entry.sentence, entry.paint),
      ]
    }
    let lines = table.lines(width: max(40, width), style: style)
    let closing = Flow(width: max(40, width)).lines(of: counts)
      .map { style($0, isKept ? .heading : .bad) }
    return (lines + (lines.isEmpty ? [] : [""]) + closing).joined(separator: "\n") + "\n"
  }

  /// `17 checked: 12 exact, 5 deviate (4 within bounds), 1 BROKEN.`
  private var counts: String {
    guard !entries.isEmpty else { return "Nothing was checked." }
    let exact = entries.count { $0.verdict == .exact }
    let deviating = entries.filter { $0.verdict == .deviates }
    let held = deviating.count { $0.held == true }
    let unbound = deviating.count { $0.held == nil }
    let broken = entries.count { $0.held == false }
    let parts = [
      held > 0 ? "\(held) within bounds" : nil,
      unbound > 0 ? "\(unbound) without a bound" : nil,
    ].compactMap { $0 }
    let within = parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
    return "\(entries.count) checked: \(exact) exact, \(deviating.count) deviate\(within), "
      + (broken > 0 ? "\(broken) BROKEN." : "none broken.")
  }

  /// The findings as `bench verify --json` writes them: `entries`, and whether all is `kept`.
  package var json: String {
    JSON.object([("entries", .list(entries.map(\.json))), ("kept", .flag(isKept))]).document
  }
}

extension VerifiedEntry {
  /// `exact`, or what was seen and whether that is within the bound.
  fileprivate var sentence: String {
    // What an exact strategy would have been allowed is of no interest.
    if verdict == .exact, held != false { return "exact" }
    let seen = verdict == .exact ? "exact" : summary
    let outcome = held.map { $0 ? "held" : "BROKEN" }
    let limit = bound.map { "\(outcome ?? "bound"): \($0)" } ?? outcome
    return [seen, limit].compactMap { $0 }.joined(separator: "; ")
  }

  fileprivate var paint: Style.Paint? {
    if held == false { return .bad }
    return verdict == .exact ? .good : .warning
  }
}

/// What verification found about one strategy in one mode: plain values, to show.
package struct VerifiedEntry: Equatable, Sendable {
  /// Whether what was on screen was what should have been.
  package enum Verdict: String, Sendable {
    /// The same rows at the same places in every frame.
    case exact
    /// Something else in at least one frame.
    case deviates
  }

  /// The strategy's id.
  package var strategy: String
  /// `corrected` or `published`.
  package var mode: String
  /// Frames compared with the reference.
  package var frames: Int
  /// Whether all of them were right.
  package var verdict: Verdict
  /// Frames that showed other rows than they should.
  package var wrongRowFrames = 0
  /// How far rows were from their places, in points times frames: an exact decimal.
  package var deviationPtFrames = "0"
  /// How far rows were beside their places, in points times frames: an exact decimal.
  package var sidewaysPtFrames = "0"
  /// Frames that did not move although the finger did.
  package var stallFrames = 0
  /// Movement that never arrived on screen, in points: an exact decimal.
  package var lostPt = "0"
  /// Height without a row on it, in points times frames: an exact decimal.
  package var blankPtFrames = "0"
  /// Frames that needed more than two layout passes.
  package var passesOver2 = 0
  /// How far the strategy may deviate, in a sentence; nil for one that may not.
  package var bound: String?
  /// Whether it stayed within its bound; nil when it has none to keep.
  package var held: Bool?

  /// The same for each kind of use alone, under its name; not part of the JSON.
  package var scenarios: [VerifiedEntry] = []
  /// Where the technique comes from; nil where nobody said so.
  package var origin: String?
  /// What is wrong with the published code, in a sentence; nil for nothing.
  package var publishedDefect: String?
  /// What the technique cannot do even when corrected, in a sentence; nil for nothing.
  package var inherentDeviation: String?

  /// An entry without deviations.
  package init(strategy: String, mode: String, frames: Int, verdict: Verdict) {
    (self.strategy, self.mode, self.frames, self.verdict) = (strategy, mode, frames, verdict)
  }

  fileprivate var json: JSON {
    .object([
      ("strategy", .text(strategy)), ("mode", .text(mode)), ("frames", .whole(frames)),
      ("verdict", .text(verdict.rawValue)), ("wrong_row_frames", .whole(wrongRowFrames)),
      ("deviation_pt_frames", .text(deviationPtFrames)),
      ("sideways_pt_frames", .text(sidewaysPtFrames)), ("stall_frames", .whole(stallFrames)),
      ("lost_pt", .text(lostPt)), ("blank_pt_frames", .text(blankPtFrames)),
      ("passes_over_2", .whole(passesOver2)), ("bound", JSON(bound)), ("held", JSON(held)),
      ("origin", JSON(origin)), ("published_defect", JSON(publishedDefect)),
      ("inherent_deviation", JSON(inherentDeviation)),
    ])
  }
}

/// What `bench verify --format markdown` writes: each technique's two forms side by side, with what
/// is wrong in words and in numbers.
package struct VerifyDocument {
  private let entries: [VerifiedEntry]
  private let command: [String]

  /// A document of these findings, made by a command.
  package init(_ entries: [VerifiedEntry], command: [String]) {
    self.entries = entries
    self.command = command
  }

  /// The document, ending in a line break. It depends on the command alone: no machine, no date.
  package var markdown: String {
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
  private var strategies: [String] { entries.map(\.strategy).unique }

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
  package var summary: String {
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
