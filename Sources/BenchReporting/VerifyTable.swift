import BenchBasics
import Conformance
import ListLayout

// The results of `bench verify`: whether each strategy showed the right rows and, if not, how far it
// deviated.

extension [Verification] {
  package var areHeld: Bool { allSatisfy(\.isHeld) }

  package func text(width: Int, style: Style) -> String {
    var table = Table(
      ["strategy", "mode", "frames", "on screen"], wordColumns: 2,
      rows: map { entry in
        [
          .init(entry.descriptor.id), .init(entry.mode.rawValue),
          .init(Quantity.count(entry.deviation.frames + entry.stress.frames)),
          .init(entry.sentence, entry.paint),
        ]
      })
    table.endsInSentences = true
    let total = Flow(width: width).lines(of: counts).map { style($0, areHeld ? .heading : .bad) }
    return [table.lines(width: width, style: style), total].paragraphs
  }

  /// A sentence with the totals, such as `17 checked: 12 exact, 5 deviate (4 within bounds), 1 BROKEN.`
  private var counts: String {
    guard !isEmpty else { return "Nothing was checked." }
    let deviating = filter { !$0.isExact }
    let parts = [(true, "within bounds"), (nil, "without a bound")].compactMap { held, text in
      let count = deviating.count { $0.isBoundHeld == held }
      return count > 0 ? "\(count) \(text)" : nil
    }
    let broken = count { !$0.isHeld }
    return "\(count) checked: \(count - deviating.count) exact, \(deviating.count) deviate"
      + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
      + (broken > 0 ? ", \(broken) BROKEN." : ", none broken.")
  }

  package func json() throws -> String {
    let document: JSONObject = ["entries": map(\.json), "kept": areHeld]
    return try document.json()
  }

  /// A reproducible Markdown document that compares the published and the corrected code of each technique.
  package func markdown(command: [String]) -> String {
    let rows = map { entry in
      ["`\(entry.descriptor.id)`", entry.mode.rawValue]
        + (entry.fault == nil ? entry.deviation.cells : Deviation.titles.map { _ in "-" })
        .map(Markdown.escaped)
    }
    let headlines =
      ["<!-- begin headline -->"]
      + Markdown.table(["technique", "form"] + Deviation.titles, words: 2, rows)
      + ["<!-- end headline -->"]
    let parts = [
      ["    " + ShellCommand.text(of: command)], ["# What each technique shows on screen"],
      [Markdown.prose(introduction)], headlines, [Markdown.prose(legend)],
    ]
    return (parts + map(\.descriptor.id).unique.map(section)).paragraphs
  }

  private func section(_ strategy: String) -> [String] {
    let forms = filter { $0.descriptor.id == strategy }
    guard let descriptor = forms.first?.descriptor else { return [] }
    let faults = [
      descriptor.publishedDefect.map { "- As published: \(Markdown.prose($0))" },
      descriptor.inherentDeviation.map { "- Inherent deviation: \(Markdown.prose($0))" },
    ].compactMap { $0 }
    let titles =
      ["scenario"]
      + forms.map { "\($0.mode.rawValue), \(Quantity.count($0.deviation.frames)) frames" }
    let rows = forms[0].results.map(\.scenario).map { scenario in
      ["`\(scenario.rawValue)`" + (scenario.isStress ? " (stress)" : "")]
        + forms.map { form in
          let result = form.results.first { $0.scenario == scenario }
          return Markdown.escaped(result?.deviation.summary ?? "-")
        }
    }
    return ["## \(strategy)", "", "From: \(Markdown.escaped(descriptor.origin)).", ""] + faults
      + (faults.isEmpty ? [] : [""]) + Markdown.table(titles, words: titles.count, rows)
  }
}

private let introduction = """
  Each technique and the reference, which knows the position of every row, perform the same gestures. \
  After each gesture, the screens of both are compared row by row, to 1/64 pt. The form `published` is the \
  code of the blog post; the form `corrected` is the same code with its defects fixed. Deviations of \
  corrected code are inherent in the technique. All numbers are counts, so the command above prints the \
  same numbers on every machine.
  """

private let legend = """
  Percentages are shares of all frames in normal use, in which a frame moves at most 200 pt. Stress \
  scenarios are listed in the tables below and are not included in any sum. Jumps: the content moves by a \
  point or more although no finger moves it. No motion: a finger moves but the content does not. Points \
  lost: the distance by which the content moves less than the finger. Partly blank: rows are missing from \
  a part of the screen. Over two passes: a frame needs more than two layout passes. Sideways: the largest \
  horizontal error of a row, averaged over frames.
  """

extension Deviation {
  private func share(_ count: Int) -> String {
    Quantity.percent(Double(count) / Double(max(1, frames)) * 100)
  }

  /// The mean length per frame, in points.
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

  /// The word `exact`, or the deviations, such as `jumps in 28 % of frames, 182,000 pt of motion lost`.
  fileprivate var summary: String {
    if isZero { return "exact" }
    func share(_ count: Int, _ text: String) -> String? {
      count > 0 ? "\(text) \(self.share(count)) of frames" : nil
    }
    func length(_ units: Int64, _ text: String) -> String? {
      units > 0 ? "\(Self.points(units)) \(text)" : nil
    }
    let parts = [
      share(jumpFrames, "jumps in"), share(stallFrames, "no motion in"),
      length(lost.rawValue, "pt of motion lost"), share(blankFrames, "partly blank in"),
      length(sideways, "pt x frames of sideways error"),
      share(framesOverTwoPasses, "over two layout passes in"),
    ].compactMap { $0 }
    guard parts.isEmpty else { return parts.joined(separator: ", ") }
    return length(displacement, "pt x frames of displacement") ?? "deviates"
  }
}

extension Verification {
  fileprivate var isExact: Bool {
    fault == nil && failures.isEmpty && deviation.isZero && stress.isZero
  }

  fileprivate var summary: String {
    if !deviation.isZero { return deviation.summary }
    if !stress.isZero { return "exact in normal use; in stress scenarios: \(stress.summary)" }
    return failures.isEmpty ? "exact" : "deviates"
  }

  /// Whether the strategy stays within the bounds on its deviation; nil if no scenario has a bound.
  fileprivate var isBoundHeld: Bool? {
    !isHeld || results.contains { $0.bound != .reported } ? isHeld : nil
  }

  private func scenarios(
    _ bounds: [DeviationBound], where isIncluded: (Result) -> Bool = { _ in true }
  ) -> [(names: String, bound: String)] {
    bounds.compactMap { bound in
      let names = results.filter { $0.bound == bound && isIncluded($0) }.map(\.scenario.rawValue)
      return names.isEmpty ? nil : (names.joined(separator: ", "), bound.rawValue)
    }
  }

  /// The broken bounds and invariants, such as
  /// `in fling, mixed (promised: nothing deviates); invariants: pool`.
  private var breaches: String {
    if let fault { return fault }
    let bounds = scenarios(DeviationBound.allCases) { !$0.isHeld }
      .map { "in \($0.names) (promised: \($0.bound))" }
    let invariants = failures.map(\.invariant.rawValue).joined(separator: ", ")
    return (bounds + (invariants.isEmpty ? [] : ["invariants: \(invariants)"])).joined(
      separator: "; ")
  }

  /// The bounds on the deviation in each scenario, or only the broken bounds and invariants, if any.
  fileprivate var bound: String {
    if !isHeld { return breaches }
    let parts = scenarios([.none, .work, .content, .motion]).map { "\($0.names): \($0.bound)" }
    return parts.isEmpty ? DeviationBound.reported.rawValue : parts.joined(separator: "; ")
  }

  fileprivate var sentence: String {
    if isExact, isBoundHeld != false { return "exact" }
    if let fault { return "BROKEN \(fault)" }
    if !isHeld { return "\(summary); BROKEN \(breaches)" }
    return "\(summary); \(isBoundHeld == nil ? "bound" : "held"): \(bound)"
  }

  fileprivate var paint: Style.Paint {
    isBoundHeld == false ? .bad : isExact ? .good : .warning
  }

  fileprivate var json: JSONObject {
    // In the JSON, lengths are strings with exact decimal numbers.
    func length(_ units: Int64) -> String { "\(LayoutUnit(rawValue: units))" }
    return [
      "strategy": descriptor.id, "mode": mode.rawValue, "frames": deviation.frames,
      "verdict": fault == nil ? isExact ? "exact" : "deviates" : "failed",
      "wrong_row_frames": deviation.wrongRowFrames,
      "deviation_pt_frames": length(deviation.displacement),
      "sideways_pt_frames": length(deviation.sideways), "stall_frames": deviation.stallFrames,
      "lost_pt": length(deviation.lost.rawValue), "blank_pt_frames": length(deviation.blank),
      "passes_over_2": deviation.framesOverTwoPasses, "bound": bound, "held": isBoundHeld,
      "origin": descriptor.origin, "published_defect": descriptor.publishedDefect,
      "inherent_deviation": descriptor.inherentDeviation,
    ]
  }
}
