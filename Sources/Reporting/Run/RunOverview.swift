import Recording

/// What a run comes to, before it is laid out on a screen, in a README or on a page.
struct RunOverview {
  let report: RunReport
  let rowCost: RowCost?
  /// The lists with their figures as they are shown, and as they were measured.
  let sections: [RankingSection]
  private let measuredSections: [RankingSection]
  /// Published forms beside their corrected ones; what is the same is in no list here.
  let forms: PublishedForms
  /// The lists of which anything was measured.
  let measured: [RankingSection]
  /// What to take away of each of them, the first in full; none where nothing was measured.
  let advice: [(section: RankingSection, advice: Advice)]
  /// How far the run can be believed, a paragraph each; the warnings stand by themselves.
  private(set) var trust: [String] = []

  /// - Parameters:
  ///   - rows: the length to show; the longest of each list unless told, and where a list has no such.
  ///   - heights: the list to begin with; the run's first unless told.
  ///   - rowCost: added to the times for each height that was asked for; nil for nothing.
  init(_ report: RunReport, rows: Int? = nil, heights: String? = nil, rowCost: RowCost? = nil) {
    let lists = report.heights.filter { $0 == heights } + report.heights.filter { $0 != heights }
    forms = PublishedForms(lists.flatMap { report.groups(of: $0, rows: rows) })
    let report = report.without(forms.same)
    self.report = report
    self.rowCost = rowCost
    measuredSections = lists.map { RankingSection(groups: report.groups(of: $0, rows: rows)) }
    let shown = rowCost?.added(to: report) ?? report
    sections = lists.map { RankingSection(groups: shown.groups(of: $0, rows: rows)) }
    measured = sections.filter { $0.rankings.contains { !$0.order.isEmpty } }
    advice = measured.map { ($0, Advice($0.rankings, rowCost: rowCost)) }
    trust =
      [ControlSummary(report)?.text, floor, doubts].compactMap { $0 }
      + ContradictedClaims(report).lines.map { "Contradicted: \($0)" }
  }

  // MARK: The matrix

  /// The matrix of the first list, with the other lists' strategies that it does not suit; nil where
  /// nothing was measured.
  ///
  /// - Parameter crowded: the names of published forms that get no line.
  func matrix(hiding crowded: [String] = [], width: Int, style: Style) -> RunMatrix? {
    guard let main = measured.first else { return nil }
    return RunMatrix(
      main: main, others: Array(measured.dropFirst()), hiding: crowded,
      marked: wrongAsPublished(crowded), width: width, style: style)
  }

  /// The strategies whose published forms show wrong rows and have no line to say so.
  private func wrongAsPublished(_ crowded: [String]) -> Set<String> {
    Set(
      results.filter { $0.isPublished && $0.deviates && crowded.contains($0.name) }
        .map(\.row.cell.strategy))
  }

  private var results: [StrategyResult] {
    measured.flatMap(\.rankings).flatMap { $0.group.results }
  }

  /// How to read the matrix.
  ///
  /// - Parameters:
  ///   - hidden: the scenarios that it has no column for.
  ///   - crowded: the published forms that it has no line for.
  func legend(hidden: [String] = [], _ crowded: [String] = []) -> String {
    let rankings = measured.flatMap(\.rankings)
    let states = rankings.map(\.group.caches).unique.map { "\($0.rawValue) caches" }
    let repetitions = rankings.flatMap { $0.order.map(\.row.rounds) }
    let ends = [repetitions.min() ?? 0, repetitions.max() ?? 0].unique.map(Quantity.count)
    var words =
      "Median time of an operation, \(states.joined(separator: " and ")), "
      + "\(ends.joined(separator: " to ")) repetitions. <: fastest, or not separated from it."
    let results = results.filter { !$0.isFloor }
    if results.contains(where: { $0.median == nil }) { words += " .: cannot do it." }
    if results.contains(where: \.deviates) { words += " *: shows wrong rows." }
    if results.contains(where: { $0.isPublished && !crowded.contains($0.name) }) {
      words += " (p): as published."
    }
    let marked = wrongAsPublished(crowded)
    if !marked.isEmpty { words += " \(RunMatrix.mark): wrong as published." }
    let unshown = [
      (forms.same.count, "the same as corrected"),
      (crowded.count - marked.count, "without room (show -s)"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !unshown.isEmpty { words += " No line as published: \(unshown.joined(separator: ", "))." }
    if !hidden.isEmpty { words += " No room for \(hidden.joined(separator: ", "))." }
    return words
  }

  // MARK: What it comes to

  /// What to take away of the first list; with a cost of rows, where that changes it.
  var statements: [Advice.Statement] { (advice.first?.advice.statements ?? []) + turns }

  /// What to begin with on each of the other lists.
  var choices: [Advice.Statement] {
    advice.dropFirst().compactMap { section, advice in
      advice.choice.map { Advice.Statement(label: section.heights, text: $0) }
    }
  }

  /// At which cost of a row something else is to be taken away.
  private var turns: [Advice.Statement] {
    guard let rowCost, let main = measured.first,
      let section = measuredSections.first(where: { $0.title == main.title })
    else { return [] }
    return RowCostTurns(
      section.rankings.map(\.group), rowCost, margin: report.record.plan.margin
    ).statements
  }

  /// What heads the statements: an unfinished run says so.
  var heading: (text: String, isWhole: Bool) {
    report.record.status == .complete
      ? ("What to take away", true) : ("What to take away from an unfinished run", false)
  }

  // MARK: How sure it is

  /// Where more than a tenth of the fastest time is the harness's own.
  ///
  /// What is doubtful about a measurement does not get better by what is added to it.
  private var floor: String? {
    guard let shown = measured.first else { return nil }
    let main = measuredSections.first { $0.title == shown.title } ?? shown
    // Of many only which: floor_ns in summary.csv has the figures.
    let floors = main.rankings.filter { $0.largeFloor != nil }
    let large = floors.count > 2 ? floors.map(\.group.scenario.id) : floors.compactMap(\.largeFloor)
    guard let name = main.rankings.lazy.compactMap(\.floor).first?.name, !large.isEmpty else {
      return nil
    }
    return "The harness's own share (\(name)) is above a tenth of the fastest in "
      + large.joined(separator: ", ") + "."
  }

  /// How many figures the program itself finds hard to believe.
  private var doubts: String? {
    let doubted = report.groups.flatMap(\.results).filter { $0.row.doubts != nil }
    guard let first = doubted.first else { return nil }
    let place = "\(first.name) in \(first.row.cell.group.scenario): \(first.row.doubts ?? "")"
    return doubted.count == 1
      ? "One figure is hard to believe: \(place)."
      : "\(Quantity.count(doubted.count)) figures are hard to believe, \(place) "
        + "(column doubts of summary.csv has all)."
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
