import Recording

extension ExportText {
  /// For people, in a comment: for each list a table of medians, a line for each strategy and a column
  /// for each scenario; the least of a column is bold.
  static func markdown(_ run: ExportedRun) -> ExportText {
    let tables = run.cells.map(ListKey.init).unique.flatMap { list in
      table(run.cells.filter { ListKey($0) == list }, of: list)
    }
    return ExportText((facts(of: run) + tables).joined(separator: "\n") + "\n")
  }

  private static func facts(of run: ExportedRun) -> [String] {
    let record = run.record
    let facts = [
      record.started.day, record.machine.cpuModel, "\(record.compiler) \(record.optimisation)",
      "revision \(record.revision.prefix(12))",
    ]
    let partial = "**The run was \(record.status.rawValue): this is a part of its plan.**"
    return ["Median time per operation; \(facts.map(Markdown.escaped).joined(separator: ", "))."]
      + (run.isPartial ? ["", partial] : [])
  }

  private static func table(_ cells: [ExportedCell], of list: ListKey) -> [String] {
    let scenarios = cells.map(\.row.cell.group.scenario).unique
    let floorless = cells.filter { $0.row.ratio.toFastest != nil }
    let least = Dictionary(
      floorless.map { ($0.row.cell.group.scenario, $0.median) }, uniquingKeysWith: min)
    let lines = cells.map(StrategyKey.init).unique.map { strategy in
      let own = cells.filter { StrategyKey($0) == strategy }
      return [Markdown.escaped(strategy.name)]
        + scenarios.map { scenario in
          guard let cell = own.first(where: { $0.row.cell.group.scenario == scenario })
          else { return "-" }
          let time = Quantity.time(nanoseconds: cell.median)
          return cell.median == least[scenario] ? "**\(time)**" : time
        }
    }
    let rows = "\(Quantity.rows(list.rows)) \(list.rows == 1 ? "row" : "rows")"
    let state = list.caches == .cold ? ", cold caches" : ""
    return ["", "### \(Markdown.escaped(list.heights)), \(rows)\(state)", ""]
      + Markdown.table(["strategy"] + scenarios.map(Markdown.escaped), lines)
  }
}

/// The list that a cell is about.
private struct ListKey: Hashable {
  let heights: String
  let rows: Int
  let caches: CacheState

  init(_ cell: ExportedCell) {
    heights = cell.row.cell.group.heights
    rows = cell.row.cell.group.rows
    caches = cell.row.cell.group.caches
  }
}

/// The strategy that a cell is about.
private struct StrategyKey: Hashable {
  let strategy: String
  let mode: String

  init(_ cell: ExportedCell) { (strategy, mode) = (cell.row.cell.strategy, cell.row.cell.mode) }

  /// Published code is marked, what it meant is not.
  var name: String { mode == "corrected" ? strategy : "\(strategy) (\(mode))" }
}
