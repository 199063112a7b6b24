import Runs
import Text

/// What a run comes to, before it is laid out on a screen, in a README or on a page.
struct RunView {
  let report: RunReport
  /// The lists with their figures.
  let sections: [RankingSection]
  /// The lists of which anything was measured.
  let measured: [RankingSection]
  /// What to take away of each of them, the first in full; none where nothing was measured.
  let advice: [(section: RankingSection, advice: Advice)]
  /// How far the run can be believed, a paragraph each; the warnings stand by themselves.
  private(set) var trust: [(text: String, short: String?)] = []

  /// - Parameters:
  ///   - rows: the length to show; the longest of each list unless told, and where a list has no such.
  ///   - heights: the list to begin with; the run's first unless told.
  ///   - heightNs: what a height costs where heights are dear; as a label's unless told.
  init(_ report: RunReport, rows: Int? = nil, heights: String? = nil, heightNs: Double? = nil) {
    self.report = report
    let lists = report.heights.filter { $0 == heights } + report.heights.filter { $0 != heights }
    sections = lists.map { RankingSection(groups: report.groups(of: $0, rows: rows)) }
    measured = sections.filter { $0.rankings.contains { !$0.order.isEmpty } }
    advice = measured.map { section in
      (section, Advice(section.rankings, heightNs: heightNs ?? Advice.usualHeightNs))
    }
    trust =
      [ControlSummary(report).map { ($0.text, $0.short) }, floor, doubts].compactMap { $0 }
      + ContradictedClaims(report).lines.map { ("Contradicted: \($0)", nil) }
  }

  // MARK: The matrix

  /// The matrix of the first list, with the other lists' strategies that it does not suit; nil where
  /// nothing was measured.
  ///
  /// - Parameter showsForms: whether published forms have lines of their own.
  func matrix(showsForms: Bool = true, width: Int, style: Style) -> RunMatrix? {
    guard let main = measured.first else { return nil }
    return RunMatrix(
      main: main, others: Array(measured.dropFirst()), showsForms: showsForms, width: width,
      style: style)
  }

  /// How to read the matrix.
  ///
  /// - Parameter matrix: the matrix that it stands under.
  func legend(of matrix: RunMatrix) -> String {
    let rankings = measured.flatMap(\.rankings)
    let states = rankings.map(\.group.caches).unique.map { "\($0.rawValue) caches" }
    let repetitions = rankings.flatMap { $0.order.map(\.row.rounds) }
    let ends = [repetitions.min() ?? 0, repetitions.max() ?? 0].unique.map(Quantity.count)
    var words =
      "Time of an operation, \(states.joined(separator: " and ")), "
      + "\(ends.joined(separator: " to ")) repetitions. <: fastest, or not separated from it."
    let shown = matrix.blocks.flatMap(\.rows).flatMap(\.results.values)
    if shown.contains(where: { $0.median == nil }) { words += " .: cannot do it." }
    if shown.contains(where: \.deviates) { words += " *: shows wrong rows." }
    if shown.contains(where: \.isPublished) {
      words += " (p): as published, never called the fastest beside the corrected form."
    }
    if !matrix.marked.isEmpty {
      words += " \(RunMatrix.mark): wrong rows as published (show -s has its times)."
    }
    if !matrix.hidden.isEmpty { words += " No room for \(matrix.hidden.joined(separator: ", "))." }
    return words
  }

  // MARK: What it comes to

  /// What to take away of the first list.
  var statements: [Advice.Statement] { advice.first?.advice.statements ?? [] }

  /// What to begin with on each of the other lists.
  var choices: [Advice.Statement] {
    advice.dropFirst().compactMap { section, advice in
      advice.choice(on: section.heights)
    }
  }

  /// What heads the statements: an unfinished run says so.
  var heading: (text: String, isWhole: Bool) {
    report.record.status == .complete
      ? ("What to take away", true) : ("What to take away from an unfinished run", false)
  }

  // MARK: How sure it is

  /// Where more than a tenth of the fastest time is the harness's own.
  private var floor: (text: String, short: String?)? {
    guard let main = measured.first else { return nil }
    // Of many only which: floor_ns in summary.csv has the figures.
    let floors = main.rankings.filter { $0.largeFloor != nil }
    let large = floors.count > 2 ? floors.map(\.group.scenario.id) : floors.compactMap(\.largeFloor)
    guard let name = main.rankings.lazy.compactMap(\.floor).first?.name, !large.isEmpty else {
      return nil
    }
    let lead = "The harness's own share (\(name)) is above a tenth of the fastest in "
    return (
      lead + large.joined(separator: ", ") + ".",
      large.count > 2 ? lead + "\(large.count) questions." : nil
    )
  }

  /// How many figures the program itself finds hard to believe.
  private var doubts: (text: String, short: String?)? {
    let doubted = report.groups.flatMap(\.results).filter { !$0.row.doubts.isEmpty }
    guard let first = doubted.first else { return nil }
    let place = "\(first.name) in \(first.row.cell.group.scenario): \(first.row.doubts.text ?? "")"
    if doubted.count == 1 { return ("One figure is hard to believe: \(place).", nil) }
    let lead = "\(Quantity.count(doubted.count)) figures are hard to believe"
    return (
      "\(lead), \(place) (column doubts of summary.csv has all).",
      "\(lead) (column doubts of summary.csv)."
    )
  }
}

extension RunReport {
  /// The groups with these heights and so many rows; with as many as there are at most, where that is nil
  /// or no group has so many.
  func groups(of heights: String, rows: Int?) -> [GroupReport] {
    let wanted = groups.filter { $0.heights == heights && $0.rows == rows }
    return wanted.isEmpty ? largest(heights) : wanted
  }
}

extension Ranking {
  /// `scroll (6.16 ns of 20.8 ns)`, where more than a tenth of the fastest time is the harness's own.
  fileprivate var largeFloor: String? {
    guard let floor = floor?.median, let fastest = fastest?.median, floor > fastest / 10 else {
      return nil
    }
    let parts = [floor, fastest].map(Quantity.time(nanoseconds:))
    return "\(group.scenario.id) (\(parts[0]) of \(parts[1]))"
  }
}
