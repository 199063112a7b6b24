import HostSystem
import ListLayout
import Replaying
import Reporting
import Running
import Runs
import Workloads

extension Verb {
  /// Put the parts of a run together.
  package static let merge = Verb(
    "merge", "Put runs of all parts of a plan together to one run",
    discussion: """
      Takes the folders of runs that were made with --shard 1/N to N/N and otherwise the same \
      options, by the same program, and writes the folder that one run of the whole plan would have \
      written. The machines may differ; then the merged run says that its times cannot be compared \
      across scenarios and lists. Counters, and ratios within a scenario and a list, always can.
      """,
    options: [Options.shards, Options.mergedOutput, Options.json],
    examples: [
      Example("merge part-1 part-2 part-3 --output whole", "After a matrix of three CI machines.")
    ],
    exitStatuses: [
      .fine("the merged run is written"),
      .incomparable("the runs are not parts of one: options, program or rows differ"),
      .differentCells("a part is missing, unfinished or there twice"),
      .usage, .badInput, .missingInput, .internalError, .cannotCreate, .inputOutput,
    ],
    isQuick: true
  ) { tool, arguments, words in
    try MergeVerb(tool: tool, arguments: arguments, words: words).perform()
  }
}

/// The options that `merge` alone has.
extension Options {
  /// The folder of a merged run.
  package static let mergedOutput = Option(
    "output", letter: "o", .folder, default: nil, "New folder for the merged run")

  /// Runs of the parts of a plan.
  package static let shards = Option(
    operand: "shard", .folders, "What to merge, all parts in any order")
}

/// `bench merge`: one run from the runs of its parts.
struct MergeVerb {
  let tool: Tool
  let arguments: Arguments
  let words: [String]

  func perform() throws -> ExitCode {
    let folders = try arguments[Options.shards].map { try RunFolder.open($0) }
    let whole = try ShardMerge(folders, command: [tool.program] + words)
    let report = RunReport(whole.record, whole.summary, tool: tool)
    let folder = try RunFolder.create(at: arguments[Options.mergedOutput]) {
      (draft) throws(RunFault) in
      try draft.write(whole.samples)
      try draft.write(whole.summary)
      try draft.write(report)
      try draft.write(whole.record)
    }
    try Terminal.print(
      try RunOutput(report: report, folder: folder).text(isJSON: arguments[Options.json]))
    return .success
  }
}

extension RunReport {
  /// The report of a run that has ended.
  init(of folder: RunFolder, tool: Tool) throws(RunFault) {
    let run = try Run(folder)
    self.init(run.record, run.summary, tool: tool)
  }

  /// The report of a run that is on disk.
  ///
  /// What `summary.csv` does not hold comes from the strategies and scenarios that this program knows;
  /// of others there are the figures only.
  init(_ record: RunRecord, _ summary: [SummaryRow], tool: Tool) {
    let cards = tool.cards(with: record.plan.handicap)
    var groups: [GroupReport] = []
    var last: CellGroup?
    for row in summary {
      let key = row.cell.group
      let scenario = Scenario.all.first { $0.id == key.scenario }
      if last != key {
        last = key
        let facts =
          scenario.map { ScenarioFacts($0, key.caches) }
          ?? ScenarioFacts(id: key.scenario, unit: "operation", why: "Unknown to this program.")
        groups.append(
          GroupReport(
            scenario: facts, heights: key.heights, rows: key.rows, caches: key.caches, results: []))
      }
      if row.isControl {
        groups[groups.count - 1].control = row
      } else {
        let card = cards[row.cell.strategy] ?? tool.strategies.named(row.cell.strategy)?.card
        let known = card.map { card in
          StrategyResult(
            row: row, card: card, claim: scenario?.claim?(card.complexity))
        }
        groups[groups.count - 1].results.append(
          known
            ?? StrategyResult(
              row: row, title: "unknown to this program", isFloor: row.cell.role == .floor))
      }
    }
    self.init(record: record, groups: groups)
  }
}

extension Tool {
  /// The cards of all strategies by their ids, with those of the slower copies that a run has had.
  fileprivate func cards(with handicap: Double?) -> [String: StrategyCard] {
    let slowed = handicap.map { share in strategies.map { $0.slowed(by: share) } } ?? []
    return Dictionary(
      (strategies + slowed).map { ($0.card.id, $0.card) }, uniquingKeysWith: { card, _ in card })
  }
}

extension SummaryRow {
  /// Whether it is of a null control.
  var isControl: Bool { cell.role.isControl }
}
