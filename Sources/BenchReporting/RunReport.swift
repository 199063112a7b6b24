import BenchBasics
import BenchMeasuring
import BenchRuns
import BenchWorkloads
import ListLayout

package struct RunReport: Sendable {
  package var record: RunRecord
  package var groups: [GroupReport]
  package let resolution: RunResolution
  /// The list length to show; nil for the longest. A list that was not measured at this length is shown at
  /// its longest measured length.
  package var rows: Int?
  /// The list to show first; nil for the run's first list.
  package var heights: ExactText?
  /// The cost of measuring one height, in nanoseconds; nil for the cost assumed by the run. If this value
  /// is nil, `detail` doesn't show the cost.
  package var heightNs: Double?
  /// The work done in each frame, from which the page recomputes smoothness at other costs. Empty if the run
  /// has no `frames.csv`.
  package var frames: [FrameRow] = []

  /// - Parameter descriptor: Returns nil for strategies that this program doesn't include.
  package init(
    _ record: RunRecord, _ summary: [CellResult], descriptor: (String) -> StrategyDescriptor?
  ) {
    self.record = record
    resolution = RunResolution(summary)
    groups = summary.groups.map { group in
      GroupReport(group.key, group.cells.map { StrategyResult($0, descriptor($0.cell.strategy)) })
    }
  }

  var allHeights: [ExactText] {
    let all = groups.map(\.heights).unique
    return all.filter { $0 == heights } + all.filter { $0 != heights }
  }

  func groups(on heights: ExactText) -> [GroupReport] { groups.filter { $0.heights == heights } }

  func lengths(of heights: ExactText) -> [Int] { Set(groups(on: heights).map(\.rows)).sorted() }

  /// Returns the longest list if `rows` is nil or was not measured.
  func list(_ heights: ExactText, rows: Int? = nil) -> ListReport {
    let groups = groups(on: heights)
    let hasLength = groups.contains { $0.rows == rows }
    let length = (hasLength ? rows : groups.map(\.rows).max()) ?? 0
    return ListReport(heights: heights, rows: length, groups: groups.filter { $0.rows == length })
  }

  var lists: [ListReport] { allHeights.map { list($0, rows: rows) } }
  var measured: [ListReport] { lists.filter { !$0.measured.isEmpty } }
  var recommendations: [(list: ListReport, rows: [Recommendation])] {
    measured.map { ($0, Recommendation.all(for: $0, heightNs: assumedHeightNs)) }
  }
  var costs: FrameCosts { record.plan.costs }
  var assumedHeightNs: Double { heightNs ?? Double(costs.rowNs) }
  func smoothness(isScreen: Bool = false) -> SmoothTable? {
    let lists = allHeights.map { list($0, rows: rows ?? SmoothTable.rows) }
    return SmoothTable(lists, costs, isScreen: isScreen)
  }
  var findings: [String] { measured.first?.findings ?? [] }
  var warnings: [String] { record.warnings.map(\.text) }
  var command: String { ShellCommand.text(of: record.command) }
  var program: String { ShellCommand.text(of: [record.command.first ?? "bench"]) }

  var heading: String {
    record.status == .complete ? "Recommendation" : "Recommendation from an unfinished run"
  }

  /// All recommendations for the first list, and the top one for each other list.
  var recommended: Table {
    let all = recommendations
    let first = all.prefix(1).flatMap { $0.rows.map { $0.cells() } }
    let others = all.dropFirst().flatMap { list, rows in
      rows.prefix(1).map { $0.cells(on: list.heights.string) }
    }
    return Recommendation.table(first + others, heightNs: assumedHeightNs)
  }

  var title: String {
    let lists = allHeights.map(\.printable).joined(separator: ", ")
    return "\(lists.isEmpty ? "Nothing measured" : lists): run of \(record.started.day)"
  }

  var facts: [(name: String, text: String)] {
    let (plan, machine, clock) = (record.plan, record.machine, record.clock)
    func points(_ length: Double) -> String { Quantity.amount(length) + " pt" }
    let status =
      switch record.status {
      case .complete: "complete"
      case .interrupted: "interrupted, with partial results"
      case .incomplete: "incomplete, because it is still running or was killed"
      }
    let changes = record.isDirty.map { $0 ? ", with uncommitted changes" : "" }
    let duration = record.finished.map { finished in
      ", took " + Quantity.duration(seconds: finished.timeIntervalSince(record.started))
    }
    let computer = [
      machine.cpuModel, "\(machine.cores) cores", Quantity.bytes(Double(machine.memoryBytes)),
      machine.architecture, machine.os, machine.kernel, "governor \(machine.governor)",
      "load \(Quantity.amount(machine.loadAverage))",
    ]
    let (resolution, reading) = (
      Quantity.time(nanoseconds: clock.resolutionNs), Quantity.time(nanoseconds: clock.readCostNs)
    )
    return [
      ("status", status), ("machine", computer.joined(separator: ", ")),
      ("compiler", "\(record.compiler), \(record.optimisation)"),
      ("revision", record.revision + (changes ?? ", changes unknown")),
      ("seed", String(record.plan.seed)), ("started", record.started.iso8601 + (duration ?? "")),
      ("viewport", "\(points(plan.viewport)) high, text \(points(plan.width)) wide"),
      ("time", Repetitions.timeRule), ("range", Repetitions.rangeRule),
      ("clock", "resolution \(resolution), \(reading) per reading"),
    ]
  }
}

extension RunReport {
  var reliability: [String] { [noise, implausible, overhead].compactMap { $0 } }

  /// Whether the results are so noisy that the report should open with a warning.
  var isUnreliable: Bool { resolution.assumed > RunResolution.limit }

  private var noise: String? {
    guard let difference = resolution.difference else {
      return "The run has no A/A control, so its resolution is unknown."
    }
    let controls = Quantity.count(resolution.controls)
    let percent = Quantity.percent(difference * 100)
    let lead =
      resolution.controls < 10
      ? "The same code measured twice differed by up to \(percent) (\(controls) A/A controls)"
      : "The same code measured twice differed by at most \(percent) in 9 of 10 cases "
        + "(\(controls) A/A controls)"
    guard isUnreliable else { return "\(lead)." }
    return "\(lead): ignore smaller differences. \(cause)"
  }

  private var cause: String {
    let again = "Repeat the run later or elsewhere, or choose fewer strategies or scenarios."
    guard let own = record.disturbance?.otherCores else { return again }
    return own > 0.1
      ? "Other programs used \(Quantity.amount(own)) of \(record.machine.cores) cores: close them."
      : "No other program on this system was busy, so other virtual machines, heat or power saving are likely causes. \(again)"
  }

  private var overhead: String? {
    let limited = (measured.first?.groups ?? []).filter {
      $0.fastest?.row.isAtHarnessLimit ?? false
    }
    return limited.isEmpty
      ? nil
      : "The fastest times in \(limited.map(\.key.scenario).joined(separator: ", ")) are mostly harness "
        + "overhead."
  }

  private var implausible: String? {
    let flagged = groups.flatMap(\.results).filter { $0.row.doubts != nil }
    guard let first = flagged.first else { return nil }
    let more = flagged.count > 1 ? " and \(Quantity.count(flagged.count - 1)) more" : ""
    return "The time of \(first.name) in \(first.row.cell.group.text)\(more) cannot be true: "
      + "\((first.row.doubts ?? "").printable)."
  }
}

struct ListReport {
  let heights: ExactText
  let rows: Int
  let groups: [GroupReport]

  var title: String { heights.printable + length }
  private var length: String { ", \(Quantity.rows(rows)) \(rows == 1 ? "row" : "rows")" }

  /// Returns the title of a table's first column. The title is truncated to 24 characters or to the width of
  /// the longest name in the column, whichever is longer.
  func title(above names: [Table.Cell]) -> Table.Cell {
    let width = (names.map(\.columns) + [24]).max() ?? 0
    return .init(heights.printable.cut(to: width, before: length), .heading)
  }

  var results: [StrategyResult] { groups.flatMap(\.results) }
  var measured: [GroupReport] { groups.filter { !$0.byTime.isEmpty } }
}

package struct GroupReport: Sendable {
  package let key: CellGroup
  /// Results in registry order, excluding the empty strategy.
  let results: [StrategyResult]
  let overhead: StrategyResult?
  let fastest: StrategyResult?
  let byTime: [StrategyResult]

  package init(_ key: CellGroup, _ all: [StrategyResult]) {
    self.key = key
    overhead = all.first(where: \.isFloor)
    let own = all.filter { !$0.isFloor }
    let corrected = own.map(\.row).correctedStrategies
    results = own.map { result in
      var result = result
      result.isSuperseded = result.isPublished && corrected.contains(result.id)
      return result
    }
    fastest = results.first { $0.row.standing == .fastest }
    // Sorting is stable, so results with equal times stay in registry order.
    byTime = results.filter { $0.timeNs != nil }.sorted { $0.timeNs ?? 0 < $1.timeNs ?? 0 }
  }

  package var heights: ExactText { key.heights }
  package var rows: Int { key.rows }
  var scenario: String { key.scenario }
  var all: [StrategyResult] { [overhead].compactMap { $0 } + results }
}

extension CellGroup {
  var text: String { "\(scenario), \(heights), \(Quantity.rows(rows)) rows".printable }
  var known: Scenario? { Scenario.named(scenario) }
}

package struct StrategyResult: Sendable {
  package var row: CellResult
  /// Nil if this program doesn't include the strategy.
  var descriptor: StrategyDescriptor?

  /// Whether the result is for published code and the group also includes the corrected form of that code.
  fileprivate(set) var isSuperseded = false

  let name: String

  init(_ row: CellResult, _ descriptor: StrategyDescriptor?) {
    (self.row, self.descriptor) = (row, descriptor)
    name = row.cell.label.printable
  }

  /// The slowdown relative to the fastest strategy, or `fastest`; nil if the result is not ranked.
  var slowdown: String? {
    switch row.standing {
    case nil, .unranked: nil
    case .fastest: "fastest"
    case .tied, .undecided, .slower:
      row.ratio.value.map { Quantity.ratio($0, interval: Interval(row.ratio.low, row.ratio.high)) }
        ?? "unknown"
    }
  }

  var shortName: String { isPublished ? id.printable + " (p)" : name }
  var id: String { row.cell.strategy }
  var scenario: String { row.cell.group.scenario }
  var rows: Int { row.cell.group.rows }

  var isFloor: Bool { row.cell.role == .floor || descriptor?.isFloor ?? false }
  var isCorrected: Bool { row.cell.mode == .corrected }
  var isPublished: Bool { row.cell.mode == .published }
  var isWindow: Bool { descriptor?.contentSpace == .window }
  /// Whether at least one checked operation showed wrong rows.
  var deviates: Bool { !isFloor && row.showsWrongRows }
  /// Whether every checked operation showed wrong rows, which makes the time meaningless.
  var isAlwaysWrong: Bool {
    deviates && row.deviation.wrongSteps ?? 0 >= row.deviation.checkedSteps ?? .max
  }
  var timeNs: Double? { row.status.hasFigure ? row.time.timeNs : nil }
  var interval: Interval? { timeNs.flatMap { _ in Interval(row.time.lowNs, row.time.highNs) } }

  var reasonForAbsence: String? {
    guard timeNs == nil else { return nil }
    return switch row.status {
    case .ok, .notReached: "not reached before the run ended"
    case .unsupported(let reason): reason.printable
    default: row.status.text.printable
    }
  }

  /// The cost of measuring all heights that an operation requests, in nanoseconds; nil if the number of
  /// heights or `heightNs` is unknown.
  func heightsNs(at heightNs: Double?) -> Double? {
    heightNs.flatMap { ns in row.counters[.heightsAsked].map { $0 * ns } }
  }

  var family: StrategyFamily {
    switch (descriptor?.topology, descriptor?.contentSpace) {
    case (.circular, _): .circular
    case (_, .window), (_, .estimated): .window
    default: .exact
    }
  }
}

extension Interval {
  package init?(_ low: Double?, _ high: Double?) {
    guard let low, let high else { return nil }
    self.init(low, high)
  }
}

enum StrategyFamily: String, CaseIterable {
  case window, exact, circular

  var heading: String {
    switch self {
    case .window: "Window or estimate: needs only the heights of rows near the screen"
    case .exact: "Exact offsets: needs all heights when the list opens and when it rotates"
    case .circular: "Circular: no first or last row"
    }
  }
}

extension [GroupReport] {
  /// Explains missing results, as in `is circular (prepend, edit): cyclic, triple-copy`. Scenarios are
  /// omitted if the reason applies to all of them.
  var absences: [String] {
    let missing = flatMap { group in
      group.results.compactMap { result in
        result.reasonForAbsence.map { (reason: $0, name: result.name, scenario: group.scenario) }
      }
    }
    return missing.grouped(by: \.reason).flatMap { reason, own in
      namesByDetails(own.map { ($0.name, $0.scenario) }).map { names, scenarios in
        let list = scenarios.count < count ? " (\(scenarios.joined(separator: ", ")))" : ""
        return "\(reason)\(list): \(names)"
      }
    }
  }
}

/// Groups names that share the same details: `(a, x)` and `(b, x)` become `a, b` with the details `[x]`.
func namesByDetails(
  _ pairs: [(name: String, detail: String)]
) -> [(names: String, details: [String])] {
  let details = pairs.grouped(by: \.name).map { name, own in (name, own.map(\.detail).unique) }
  return details.grouped(by: \.1).map { details, own in
    (own.map(\.0).joined(separator: ", "), details)
  }
}
