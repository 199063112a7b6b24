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
