import ListLayout
import Measuring
import Runs
import Text

/// A finished or interrupted run as reports show it: plain values, from whatever measured them.
package struct RunReport: Sendable {
  /// How the run was made and how it ended.
  package var record: RunRecord
  /// What was measured, in the order of the tables.
  package var groups: [GroupReport]

  /// The report of a run.
  package init(record: RunRecord, groups: [GroupReport]) {
    self.record = record
    self.groups = groups
  }

  /// The heights of the run's rows, in order.
  var heights: [String] { groups.map(\.heights).unique }

  /// The numbers of rows measured with these heights, from few to many.
  func rows(of heights: String) -> [Int] {
    Set(groups.filter { $0.heights == heights }.map(\.rows)).sorted()
  }

  /// The groups with these heights and as many rows as there are at most.
  func largest(_ heights: String) -> [GroupReport] {
    let most = rows(of: heights).last
    return groups.filter { $0.heights == heights && $0.rows == most }
  }
}

/// What strategies that were measured against each other came to.
package struct GroupReport: Sendable {
  /// The question.
  package var scenario: ScenarioFacts
  /// The heights of the rows, as the command line names them.
  package var heights: String
  /// The number of rows.
  package var rows: Int
  /// The state of the caches.
  package var caches = CacheState.warm
  /// A result for each strategy and mode, in the order of the roster.
  package var results: [StrategyResult]
  /// The figures of the null control; nil where there was none.
  package var control: SummaryRow?

  /// The results of one group.
  package init(
    scenario: ScenarioFacts, heights: String, rows: Int, caches: CacheState = .warm,
    results: [StrategyResult], control: SummaryRow? = nil
  ) {
    self.scenario = scenario
    self.heights = heights
    self.rows = rows
    self.caches = caches
    self.results = results
    self.control = control
  }
}

/// A scenario as reports need to know it.
package struct ScenarioFacts: Hashable, Sendable {
  /// The name on the command line and in files.
  package var id: String
  /// What one operation is: `frame`, `question`.
  package var unit: String
  /// What the scenario is for and how to read its figures: plain text, a sentence or two.
  package var why: String
  /// The word of the command line that names it among others; nil for none.
  package var group: String?
  /// Whether each step waits for the answer of the one before, so that a time is a latency.
  package var isDependent: Bool

  /// A scenario's facts.
  package init(
    id: String, unit: String, why: String, group: String? = nil, isDependent: Bool = false
  ) {
    self.id = id
    self.unit = unit
    self.why = why
    self.group = group
    self.isDependent = isDependent
  }
}

/// A strategy's figures in a group, with what its card says.
package struct StrategyResult: Sendable {
  /// The figures.
  package var row: SummaryRow
  /// The technique in a few words.
  package var title: String
  /// Whether it is the strategy that does nothing, the harness's own cost.
  package var isFloor: Bool
  /// How its cost grows here, as its card claims; nil where no claim fits.
  package var claim: Growth?
  /// What the technique knows of its list.
  package var family = StrategyFamily.exact
  /// What the technique cannot do however well it is written, in a sentence; nil for nothing.
  package var limit: String?
  /// Whether the technique is only for rows that stay of one height.
  package var needsEqualRows = false
  /// What stands ready for an app, of techniques of its kind; nil where that is unknown.
  var inAnApp: InAnApp?

  /// A strategy's result.
  package init(
    row: SummaryRow, title: String, isFloor: Bool = false, claim: Growth? = nil,
    family: StrategyFamily = .exact
  ) {
    self.row = row
    self.title = title
    self.isFloor = isFloor
    self.claim = claim
    self.family = family
  }

  /// The result of a strategy whose card is known.
  ///
  /// - Parameter claim: how the card says that the scenario's cost grows; it is of the corrected form.
  package init(row: SummaryRow, card: StrategyCard, claim: Growth?) {
    let isCorrected = row.cell.mode == StrategyMode.corrected.rawValue
    self.init(
      row: row, title: card.title, isFloor: card.isFloor, claim: isCorrected ? claim : nil,
      family: StrategyFamily(card))
    limit = card.inherentDeviation
    needsEqualRows = card.requirement != .anyHeights
    inAnApp =
      switch (card.requirement, card.topology, card.contentSpace) {
      case (.equalHeights, _, _), (.pages, _, _):
        InAnApp(product: "a multiplication", need: "equal rows")
      case (_, .circular, _): InAnApp(product: "RowHeights (RowOffsets)", need: "no ends")
      case (_, _, .window): InAnApp(product: "RowWindow (ListLayout)", need: "a window")
      case (_, _, .estimated): InAnApp(product: "RowHeights (RowOffsets)", need: "dear heights")
      case (_, _, .wholeList): InAnApp(product: "RowHeights (RowOffsets)", need: "exact offsets")
      }
  }
}

extension StrategyResult {
  /// The strategy's name; published code is marked, what it meant is not.
  var name: String {
    let mode = row.cell.mode
    return (mode == "corrected" ? row.cell.strategy : "\(row.cell.strategy) (\(mode))").printable
  }

  /// Whether it showed something else than it should have in any step.
  var deviates: Bool { !isFloor && (row.deviation.wrongSteps ?? 0) > 0 }

  /// The name, with a star when it deviates.
  var markedName: String { deviates ? name + "*" : name }

  /// Whether it is of a post's code as it stands.
  var isPublished: Bool { row.cell.mode == StrategyMode.published.rawValue }

  /// Whether an answer was wrong, so that it has no figure, whatever a file says.
  var isWrong: Bool { row.status.isWrong }

  /// Whether it has no figure because it failed in a process of its own.
  var isFailed: Bool { row.status.isFailed }

  /// What the rounds show of its ratio to the fastest; nil in a run without verdicts.
  var verdict: Verdict? { row.verdict.verdict }

  /// The median, in nanoseconds per operation; nil where it has no figure.
  var median: Double? { row.status.hasFigure ? row.time.medianNs : nil }

  /// The interval of the median, in nanoseconds.
  var interval: Interval? {
    median.flatMap { _ in Interval(row.time.lowNs, row.time.highNs) }
  }

  /// The median with its interval: `412 ns [405, 420]`; nil where nothing was measured.
  var figure: String? { median.map { Quantity.time(nanoseconds: $0, interval: interval) } }
}

extension Interval {
  /// The interval between two ends; nil when one is missing.
  init?(_ low: Double?, _ high: Double?) {
    guard let low, let high else { return nil }
    self.init(low, high)
  }
}

/// What an app takes for a kind of list.
struct InAnApp: Hashable {
  let product: String
  let need: String
}

/// What a technique knows of its list: what it can answer and what it must measure follow from that.
package enum StrategyFamily: String, CaseIterable, Sendable {
  /// Rows near the viewport, or estimates of the others.
  case window
  /// The offset of every row.
  case exact
  /// Rows modulo their count.
  case circular

  /// How a table begins the strategies of a family.
  var heading: String {
    switch self {
    case .window: "Window or estimate: heights of the rows near the screen are asked for"
    case .exact: "Exact offsets: all heights are asked for, on opening and on rotation"
    case .circular: "Circular: no first or last row"
    }
  }
}

extension StrategyFamily {
  /// The family of a technique.
  package init(_ card: StrategyCard) {
    switch (card.topology, card.contentSpace) {
    case (.circular, _): self = .circular
    case (.linear, .wholeList): self = .exact
    case (.linear, .window), (.linear, .estimated): self = .window
    }
  }
}
