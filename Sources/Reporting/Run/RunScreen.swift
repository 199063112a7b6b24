import Recording

/// A run on one screen: which technique for my list, how sure is that, and where is the rest?
public struct RunScreen {
  private let report: RunReport
  private let rowCost: RowCost?
  private let folder: String?
  private let width: Int
  private let style: Style
  /// The lists with their figures as they are shown, and as they were measured.
  private let sections: [RankingSection]
  private let measuredSections: [RankingSection]
  /// Published forms beside their corrected ones; what is the same is in no list here.
  private let forms: PublishedForms

  /// Lines of a screen; what a cost of rows has to say may come on top.
  private var limit: Int { rowCost == nil ? 60 : 66 }

  /// A screen of a run.
  ///
  /// - Parameters:
  ///   - rows: the length to show; the longest of each list unless told, and where a list has no such.
  ///   - heights: the list to begin with; the run's first unless told.
  ///   - rowCost: added to the times for each height that was asked for; nil for nothing.
  ///   - folder: where the run's files are; nil when nothing was kept.
  ///   - width: columns of the terminal; below 40 it is taken as 40.
  public init(
    _ report: RunReport, rows: Int? = nil, heights: String? = nil, rowCost: RowCost? = nil,
    folder: String?, width: Int, style: Style
  ) {
    let lists = report.heights.filter { $0 == heights } + report.heights.filter { $0 != heights }
    forms = PublishedForms(lists.flatMap { report.groups(of: $0, rows: rows) })
    let report = report.without(forms.same)
    self.report = report
    self.rowCost = rowCost
    self.folder = folder
    self.width = max(40, width)
    self.style = style
    measuredSections = lists.map { RankingSection(groups: report.groups(of: $0, rows: rows)) }
    let shown = rowCost?.added(to: report) ?? report
    sections = lists.map { RankingSection(groups: shown.groups(of: $0, rows: rows)) }
  }

  /// The text, ending in a line break.
  public var text: String {
    let whole = text(hiding: [])
    // Each published form takes a line; those that tell least give way.
    let excess = whole.count { $0 == "\n" } - limit
    return excess > 0 && !forms.differing.isEmpty
      ? text(hiding: forms.differing.suffix(excess)) : whole
  }

  /// The text, with a matrix that has no lines of these names.
  private func text(hiding crowded: [String]) -> String {
    let measured = sections.filter { $0.rankings.contains { !$0.order.isEmpty } }
    guard let main = measured.first else { return nothing }
    let matrix = RunMatrix(
      main: main, others: Array(measured.dropFirst()), hiding: crowded,
      marked: wrongAsPublished(measured, crowded), width: width, style: style)
    let parts = [
      matrix.lines(title: main.title) + legend(of: measured, hidden: matrix.hidden, crowded),
      takeAway(measured), trust(main), more,
    ]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  /// The strategies whose published forms show wrong rows and have no line to say so.
  private func wrongAsPublished(
    _ measured: [RankingSection], _ crowded: [String]
  ) -> Set<String> {
    let results = measured.flatMap(\.rankings).flatMap { $0.group.results }
    return Set(
      results.filter { $0.isPublished && $0.deviates && crowded.contains($0.name) }
        .map(\.row.cell.strategy))
  }

  /// A run of which no strategy has a figure: the reasons are all there is.
  private var nothing: String {
    let reasons = sections.flatMap { section in
      section.absences.clauses.flatMap { Flow(width: width, hanging: 2).lines(of: $0 + ".") }
    }
    return ([style("Nothing was measured.", .warning)] + reasons + warnings)
      .joined(separator: "\n") + "\n"
  }

  // MARK: How to read the matrix

  private func legend(
    of measured: [RankingSection], hidden: [String], _ crowded: [String]
  ) -> [String] {
    let rankings = measured.flatMap(\.rankings)
    let states = rankings.map(\.group.caches).unique.map { "\($0.rawValue) caches" }
    let repetitions = rankings.flatMap { $0.order.map(\.row.rounds) }
    let ends = [repetitions.min() ?? 0, repetitions.max() ?? 0].unique.map(Quantity.count)
    var words =
      "Median time of an operation, \(states.joined(separator: " and ")), "
      + "\(ends.joined(separator: " to ")) repetitions. <: fastest, or not separated from it."
    let results = rankings.flatMap { $0.group.results }.filter { !$0.isFloor }
    if results.contains(where: { $0.median == nil }) { words += " .: cannot do it." }
    if results.contains(where: \.deviates) { words += " *: shows wrong rows." }
    if results.contains(where: { $0.isPublished && !crowded.contains($0.name) }) {
      words += " (p): as published."
    }
    let marked = wrongAsPublished(measured, crowded)
    if !marked.isEmpty { words += " \(RunMatrix.mark): wrong as published." }
    let unshown = [
      (forms.same.count, "the same as corrected"),
      (crowded.count - marked.count, "without room (show -s)"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    if !unshown.isEmpty { words += " No line as published: \(unshown.joined(separator: ", "))." }
    if !hidden.isEmpty { words += " No room for \(hidden.joined(separator: ", "))." }
    let note = rowCost.map { Flow(width: width).lines(of: $0.note) } ?? []
    return Flow(width: width).lines(of: words).map { style($0, .aside) } + note
  }

  // MARK: What it comes to

  private func takeAway(_ measured: [RankingSection]) -> [String] {
    let hanging = 17
    let advice = measured.map { section in
      (heights: section.heights, advice: Advice(section.rankings, rowCost: rowCost))
    }
    let statements = (advice.first?.advice.statements ?? []) + turns(measured.first)
    let first = statements.map { ($0.label, $0.text) }
    // Of further lists only what to begin with: all of it is in the README.
    let others = advice.dropFirst().compactMap { list in
      list.advice.choice.map { (list.heights, $0) }
    }
    let lines = (first + others).flatMap { label, text in
      Flow(width: width, hanging: hanging).lines("  " + label, of: text)
    }
    let isWhole = report.record.status == .complete
    let heading =
      isWhole
      ? style("What to take away", .heading)
      : style("What to take away from an unfinished run", .warning)
    return lines.isEmpty ? [] : [heading] + lines
  }

  /// At which cost of a row something else is to be taken away.
  private func turns(_ main: RankingSection?) -> [Advice.Statement] {
    guard let rowCost, let measured = measuredSections.first(where: { $0.title == main?.title })
    else { return [] }
    return RowCostTurns(
      measured.rankings.map(\.group), rowCost, margin: report.record.plan.margin
    ).statements
  }

  // MARK: How sure it is

  private func trust(_ shown: RankingSection) -> [String] {
    // What is doubtful about a measurement does not get better by what is added to it.
    let main = measuredSections.first { $0.title == shown.title } ?? shown
    let paragraphs =
      [ControlSummary(report)?.text, floor(main), doubts].compactMap { $0 }
      + ContradictedClaims(report).lines.map { "Contradicted: \($0)" }
    let lines = paragraphs.flatMap { indented($0) }
    let all = lines + warnings
    return all.isEmpty ? [] : [style("Can I trust it?", .heading)] + all
  }

  /// Where more than a tenth of the fastest time is the harness's own.
  private func floor(_ main: RankingSection) -> String? {
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

  private var warnings: [String] {
    report.record.warnings.flatMap { warning in
      Flow(width: width, hanging: 11)
        .lines("  " + style("warning:", .warning), of: warning.text.printable)
    }
  }

  // MARK: Where the rest is

  private var more: [String] {
    guard let folder else { return [] }
    let names = "\(folder.printable): README.md (all tables), summary.csv, samples.csv, run.json"
    return [style("More", .heading)] + indented(names)
  }

  private func indented(_ text: String) -> [String] {
    Flow(width: width - 2, hanging: 2).lines(of: text).map { "  " + $0 }
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
