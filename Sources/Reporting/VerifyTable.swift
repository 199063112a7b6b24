import Basics
import Conformance
import ListLayout

extension Deviation {
  private func share(_ count: Int) -> String {
    Quantity.percent(Double(count) / Double(max(1, frames)) * 100)
  }

  /// A length in points, of so many 1/64 pt.
  private static func points(_ units: Int64, per frames: Int = 1) -> String {
    let points = Double(units) / Double(LayoutUnit.perPoint) / Double(max(1, frames))
    return Quantity.amount(points >= 10 ? points.rounded().rounded(toDigits: 3) : points)
  }

  fileprivate static let titles = [
    "jumps", "no motion", "points lost", "partly blank", "over two passes", "sideways, pt",
  ]
  fileprivate var cells: [String] {
    [
      share(jumpFrames), share(stallFrames), Self.points(lost.rawValue), share(blankFrames),
      share(framesOverTwoPasses), Self.points(sideways, per: frames),
    ]
  }

  /// `exact`, or what was seen: `jumps in 28 % of frames, 182,000 pt of motion lost`.
  fileprivate var summary: String {
    if isZero { return "exact" }
    func share(_ count: Int, _ text: String) -> String? {
      count > 0 ? "\(text) \(self.share(count)) of frames" : nil
    }
    func length(_ units: Int64, _ text: String) -> String? {
      units > 0 ? "\(Self.points(units)) \(text)" : nil
    }
    let seen = [
      share(jumpFrames, "jumps in"), share(stallFrames, "no motion in"),
      length(lost.rawValue, "pt of motion lost"), share(blankFrames, "partly blank in"),
      length(sideways, "pt x frames sideways"),
      share(framesOverTwoPasses, "over two layout passes in"),
    ].compactMap { $0 }
    guard seen.isEmpty else { return seen.joined(separator: ", ") }
    return length(displacement, "pt x frames out of place") ?? "deviates"
  }
}

extension Verification {
  /// Whether what was on screen was what should have been, in every frame and by every invariant.
  fileprivate var isExact: Bool { failures.isEmpty && deviation.isZero && stress.isZero }
  fileprivate var summary: String {
    if !deviation.isZero { return deviation.summary }
    if !stress.isZero { return "exact in use; under stress: \(stress.summary)" }
    return failures.isEmpty ? "exact" : "deviates"
  }

  /// Whether it stayed within its bound; nil when it has none to keep.
  fileprivate var isBoundHeld: Bool? {
    !isHeld || results.contains { $0.bound != .reported } ? isHeld : nil
  }

  /// The promises that are broken: `in fling, mixed (promised: nothing deviates); invariants: pool`.
  private var breaches: String {
    let bounds = DeviationBound.allCases.compactMap { bound -> String? in
      let broken = results.filter { $0.bound == bound && !$0.isHeld }.map(\.scenario.rawValue)
      return broken.isEmpty
        ? nil : "in \(broken.joined(separator: ", ")) (promised: \(bound.rawValue))"
    }
    let invariants = failures.map(\.invariant.rawValue).joined(separator: ", ")
    return (bounds + (invariants.isEmpty ? [] : ["invariants: \(invariants)"])).joined(
      separator: "; ")
  }

  /// How far it may deviate in its scenarios, or where that is broken.
  fileprivate var bound: String {
    if !isHeld { return breaches }
    let parts = [DeviationBound.none, .work, .content, .motion].compactMap { bound in
      let scenarios = results.filter { $0.bound == bound }.map(\.scenario.rawValue)
      return scenarios.isEmpty ? nil : "\(scenarios.joined(separator: ", ")): \(bound.rawValue)"
    }
    return parts.isEmpty ? DeviationBound.reported.rawValue : parts.joined(separator: "; ")
  }

  /// `exact`, or what was seen and whether that is within the bound.
  fileprivate var sentence: String {
    // What an exact strategy would have been allowed is of no interest.
    if isExact, isBoundHeld != false { return "exact" }
    if !isHeld { return "\(summary); BROKEN \(breaches)" }
    return "\(summary); \(isBoundHeld == nil ? "bound" : "held"): \(bound)"
  }

  fileprivate var paint: Style.Paint {
    isBoundHeld == false ? .bad : isExact ? .good : .warning
  }

  /// Lengths are exact decimals.
  fileprivate var json: JSONObject {
    let deviation = deviation
    func length(_ units: Int64) -> String { "\(LayoutUnit(rawValue: units))" }
    return [
      "strategy": descriptor.id, "mode": mode.rawValue, "frames": deviation.frames,
      "verdict": isExact ? "exact" : "deviates", "wrong_row_frames": deviation.wrongRowFrames,
      "deviation_pt_frames": length(deviation.displacement),
      "sideways_pt_frames": length(deviation.sideways), "stall_frames": deviation.stallFrames,
      "lost_pt": length(deviation.lost.rawValue), "blank_pt_frames": length(deviation.blank),
      "passes_over_2": deviation.framesOverTwoPasses, "bound": bound, "held": isBoundHeld,
      "origin": descriptor.origin, "published_defect": descriptor.publishedDefect,
      "inherent_deviation": descriptor.inherentDeviation,
    ]
  }
}

/// What `bench verify` found: which strategies show what they should, and how far the others are off.
package struct VerifyTable {
  private let entries: [Verification]

  package init(_ entries: [Verification]) { self.entries = entries }

  package var isKept: Bool { !entries.contains { !$0.isHeld } }

  /// The table in lines of at most `width` columns, below 40 taken as 40; ends in a line break.
  package func text(width: Int, style: Style) -> String {
    let table = TextTable(
      titles: ["strategy", "mode", "frames", "on screen"], words: 2, endsInSentences: true,
      rows: entries.map { entry in
        [
          .init(entry.descriptor.id), .init(entry.mode.rawValue),
          .init(Quantity.count(entry.deviation.frames + entry.stress.frames)),
          .init(entry.sentence, entry.paint),
        ]
      })
    let lines = table.lines(width: max(40, width), style: style)
    let closing = Flow(width: max(40, width)).lines(of: counts)
      .map { style($0, isKept ? .heading : .bad) }
    return (lines + (lines.isEmpty ? [] : [""]) + closing).joined(separator: "\n") + "\n"
  }

  /// `17 checked: 12 exact, 5 deviate (4 within bounds), 1 BROKEN.`
  private var counts: String {
    guard !entries.isEmpty else { return "Nothing was checked." }
    let deviating = entries.filter { !$0.isExact }
    let held = deviating.count { $0.isBoundHeld == true }
    let unbound = deviating.count { $0.isBoundHeld == nil }
    let broken = entries.count { !$0.isHeld }
    let parts = [(held, "within bounds"), (unbound, "without a bound")].filter { $0.0 > 0 }
      .map { "\($0) \($1)" }
    return "\(entries.count) checked: \(entries.count - deviating.count) exact, "
      + "\(deviating.count) deviate"
      + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
      + (broken > 0 ? ", \(broken) BROKEN." : ", none broken.")
  }

  package func json() throws -> String {
    let document: JSONObject = ["entries": entries.map(\.json), "kept": isKept]
    return try document.json()
  }

  /// What `bench verify --format markdown` writes: each technique's two forms side by side, with what
  /// is wrong in words and in numbers. It depends on the command alone: no machine, no date.
  package func markdown(command: [String]) -> String {
    let introduction = """
      The same gestures go to a technique and to the reference, which knows every row's place; \
      after each gesture the two screens are compared, row by row and to 1/64 pt. `published` is the \
      post's code as it stands, `corrected` the same code with its defects fixed. What is left \
      then is what the technique itself cannot do. All numbers are counts: the command above \
      prints the same on every machine.
      """
    let rows = entries.map { entry in
      ["`\(entry.descriptor.id)`", entry.mode.rawValue]
        + entry.deviation.cells.map(Markdown.escaped)
    }
    let headlines =
      ["<!-- begin headline -->"]
      + Markdown.table(["technique", "form"] + Deviation.titles, words: 2, rows)
      + ["<!-- end headline -->"]
    let legend = """
      Shares are of all frames in use, where a frame moves at most 200 pt; the uses marked as stress are \
      in the tables below and in no sum. A jump: the content moves a point or more where no finger has moved \
      it. No motion: a finger moves and the content stands still. Points lost: it moves less than \
      the finger. Sideways: how far the row that is furthest beside its place is, on average.
      """
    let parts = [
      ["    " + ShellCommand.text(of: command)], ["# What each technique shows on screen"],
      [Markdown.prose(introduction)], headlines, [Markdown.prose(legend)],
    ]
    return (parts + entries.map(\.descriptor.id).unique.map(section)).paragraphs
  }

  private func section(_ strategy: String) -> [String] {
    let both = entries.filter { $0.descriptor.id == strategy }
    guard let descriptor = both.first?.descriptor else { return [] }
    let faults = [
      descriptor.publishedDefect.map { "- As published: \(Markdown.prose($0))" },
      descriptor.inherentDeviation.map { "- What the technique cannot do: \(Markdown.prose($0))" },
    ].compactMap { $0 }
    let titles =
      ["use"] + both.map { "\($0.mode.rawValue), \(Quantity.count($0.deviation.frames)) frames" }
    let rows = both[0].results.map(\.scenario).map { use in
      ["`\(use.rawValue)`" + (use.isStress ? " (stress)" : "")]
        + both.map { one in
          let found = one.results.first { $0.scenario == use }
          return Markdown.escaped(found?.deviation.summary ?? "-")
        }
    }
    return ["## \(strategy)", "", "From: \(Markdown.escaped(descriptor.origin)).", ""] + faults
      + (faults.isEmpty ? [] : [""]) + Markdown.table(titles, words: titles.count, rows)
  }
}
