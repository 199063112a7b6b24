import BenchBasics
import Conformance
import ListLayout

extension [Verification] {
  package var areHeld: Bool { allSatisfy(\.isHeld) }

  package func text(width: Int, style: Style) -> String {
    let table = Table(
      ["strategy", "mode", "frames", "on screen"], wordColumns: 2,
      rows: map { entry in
        [
          .init(entry.descriptor.id), .init(entry.mode.rawValue),
          .init(Quantity.count(entry.deviation.frames + entry.stress.frames)),
          .init(entry.sentence, entry.paint),
        ]
      }, endsInSentences: true)
    let total = Flow(width: width).lines(of: counts).map { style($0, areHeld ? .heading : .bad) }
    return [table.lines(width: width, style: style), total].paragraphs
  }

  private var counts: String {
    guard !isEmpty else { return "Nothing was checked." }
    let (exact, broken) = (count(where: \.isExact), count { !$0.isHeld })
    return "\(count) checked: \(exact) exact, \(count - exact) deviate, "
      + (broken > 0 ? "\(broken) BROKEN." : "none broken.")
  }

  package func json() throws -> String {
    let document: JSONObject = ["entries": map(\.json), "kept": areHeld]
    return try document.json()
  }
}

extension Verification {
  fileprivate var isExact: Bool {
    fault == nil && failures.isEmpty && deviation.isZero && stress.isZero
  }

  fileprivate var summary: String {
    if !deviation.isZero { return [deviation].kinds() ?? "deviates" }
    guard stress.isZero else {
      return "exact in normal use; in stress scenarios: \([stress].kinds() ?? "deviates")"
    }
    return failures.isEmpty ? "exact" : "deviates"
  }

  /// Whether all deviations stay within the scenarios' bounds, or nil if no scenario sets a bound.
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

  private var breaches: String {
    if let fault { return fault }
    let bounds = scenarios(DeviationBound.allCases) { !$0.isHeld }
      .map { "in \($0.names) (promised: \($0.bound))" }
    let names = failures.map(\.invariant.rawValue).joined(separator: ", ")
    return (bounds + (names.isEmpty ? [] : ["invariants: \(names)"])).joined(separator: "; ")
  }

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

  fileprivate var paint: Style.Paint { isBoundHeld == false ? .bad : isExact ? .good : .warning }

  fileprivate var json: JSONObject {
    // Encode lengths as strings so that no precision is lost.
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

// MARK: The document about published and corrected code

extension [[Verification]] {
  /// Compares published and corrected code. Each element of the array contains the results of one strategy in
  /// one mode, one result per seed.
  package func markdown(command: [String], seeds: [UInt64]) -> String {
    let headlines =
      ["<!-- begin headline -->"]
      + Markdown.table(["technique, form"] + [Deviation].titles, map(\.headline))
      + ["<!-- end headline -->"]
    let parts = [
      ["    " + ShellCommand.text(of: command)], ["# What each technique shows on screen"],
      [Markdown.prose(introduction(seeds))], headlines, [Markdown.prose(legend)],
    ]
    return (parts + grouped(by: \.[0].descriptor.id).map { Self.section(of: $0.elements) })
      .paragraphs
  }

  private static func section(of forms: Self) -> [String] {
    let first = forms[0][0]
    let descriptor = first.descriptor
    let faults = [
      descriptor.publishedDefect.map { "- As published: \(Markdown.prose($0))" },
      descriptor.inherentDeviation.map { "- Inherent deviation: \(Markdown.prose($0))" },
    ].compactMap { $0 }
    let titles =
      ["scenario"]
      + forms.map { runs in
        let frames = runs.reduce(0) { $0 + $1.deviation.frames }
        return "\(runs[0].mode.rawValue), \(Quantity.count(frames)) frames"
      }
    let rows = first.results.map(\.scenario).map { scenario in
      ["`\(scenario.rawValue)`" + (scenario.isStress ? " (stress)" : "")]
        + forms.map { Markdown.escaped($0.summary(in: scenario)) }
    }
    return ["## \(descriptor.id)", "", "From: \(Markdown.escaped(descriptor.origin)).", ""] + faults
      + (faults.isEmpty ? [] : [""]) + Markdown.table(titles, words: titles.count, rows)
  }
}

extension [Verification] {
  fileprivate var headline: [String] {
    let cells =
      allSatisfy { $0.fault == nil } ? map(\.deviation).cells : [Deviation].titles.map { _ in "-" }
    return ["`\(self[0].descriptor.id)`, \(self[0].mode.rawValue)"] + cells.map(Markdown.escaped)
  }

  fileprivate func summary(in scenario: GestureScenario) -> String {
    let results = compactMap { run in run.results.first { $0.scenario == scenario } }
    guard results.count == count else { return "-" }
    let deviations = results.map(\.deviation)
    if deviations.allSatisfy(\.isZero), results.allSatisfy({ $0.bound == .none }) { return "exact" }
    return deviations.kinds(above: 0.001) ?? "exact in over 99.9 % of frames"
  }
}

private func introduction(_ seeds: [UInt64]) -> String {
  """
  The reference, which knows the position of every row, and each technique perform the same gestures. After \
  each gesture, their screens are compared row by row, to 1/64 pt. `published` is the code from the blog \
  post; `corrected` is the same code with its defects fixed, so its remaining deviations are inherent in the \
  technique. All numbers are counts, so the command above prints the same numbers on every machine. Ranges \
  are over \(seeds.count) sets of random gestures, with the seeds \(seeds.first ?? 0) to \
  \(seeds.last ?? 0).
  """
}

private let legend = """
  Percentages are fractions of all frames in normal use, in which a frame moves at most 200 pt. Stress \
  scenarios appear only in the tables further down and don't count towards any total. Frames repositioned: \
  the scrolling frames, across all sets, in which the technique itself steps in. `reload-window` reloads its \
  table, `recycled-subview` moves rows from one end to the other, `on-demand` loads rows, `section-shift` \
  shifts its sections, `three-view-pager` turns a page, and `triple-copy` and `ellipse` reset the offset; \
  `fixed-list` and `all-heights` never do anything of this kind. Jumps: the content moves by a point or more \
  although no finger does. No motion: a finger moves but the content doesn't. Points lost: how much less the \
  content moves than the finger. Partly blank: part of the screen shows no rows. Over two passes: a frame \
  takes more than two layout passes. The tables below omit deviations that occur in fewer than 0.1 % of a \
  scenario's frames.
  """

extension [Deviation] {
  fileprivate static let titles = [
    "frames repositioned", "jumps", "no motion", "points lost", "partly blank", "over two passes",
  ]

  fileprivate var cells: [String] {
    [
      Quantity.count(reduce(0) { $0 + $1.repositionedFrames }), share(\.jumpFrames),
      share(\.stallFrames),
      points(\.lost.rawValue), share(\.blankFrames), share(\.framesOverTwoPasses),
    ]
  }

  /// Describes the deviations, as in `jumps in 28 % of frames, 182,000 pt of motion lost`, or returns nil if
  /// there are none. Deviations that occur in less than the fraction `least` of all frames are omitted.
  func kinds(above least: Double = 0) -> String? {
    let frames = reduce(0) { $0 + $1.frames }
    func isListed(_ count: KeyPath<Deviation, Int>) -> Bool {
      let count = reduce(0) { $0 + $1[keyPath: count] }
      return count > 0 && Double(count) >= least * Double(frames)
    }
    func share(_ count: KeyPath<Deviation, Int>, _ text: String) -> String? {
      isListed(count) ? "\(text) \(self.share(count)) of frames" : nil
    }
    func length(
      _ units: KeyPath<Deviation, Int64>, in count: KeyPath<Deviation, Int>, _ text: String
    ) -> String? {
      isListed(count) && contains { $0[keyPath: units] > 0 } ? "\(points(units)) \(text)" : nil
    }
    let parts = [
      share(\.jumpFrames, "jumps in"), share(\.stallFrames, "no motion in"),
      length(\.lost.rawValue, in: \.lossFrames, "pt of motion lost"),
      share(\.blankFrames, "partly blank in"),
      length(\.sideways, in: \.differingFrames, "pt x frames of sideways error"),
      share(\.framesOverTwoPasses, "over two layout passes in"),
    ].compactMap { $0 }
    guard parts.isEmpty else { return parts.joined(separator: ", ") }
    return length(\.displacement, in: \.differingFrames, "pt x frames of displacement")
  }

  private func share(_ count: KeyPath<Deviation, Int>) -> String {
    range({ Double($0[keyPath: count]) / Double(Swift.max(1, $0.frames)) * 100 }, Quantity.percent)
  }

  private func points(_ units: KeyPath<Deviation, Int64>) -> String {
    range({ Double($0[keyPath: units]) / Double(LayoutUnit.perPoint) }) { points in
      Quantity.amount(points >= 10 ? points.rounded().rounded(toDigits: 3) : points)
    }
  }

  private func range<Number: Comparable>(
    _ number: (Deviation) -> Number, _ text: (Number) -> String
  ) -> String {
    let numbers = map(number)
    guard let low = numbers.min().map(text), let high = numbers.max().map(text) else { return "-" }
    return low == high ? low : "\(low.replacing(" %", with: "")) to \(high)"
  }
}
