import Recording
import Text

/// A part of a run in full: one question over all strategies, or one strategy over all questions.
package struct RunDetail {
  /// What is shown.
  package enum Subject: Sendable {
    /// All strategies that answer a question, from fast to slow.
    case scenario(String)
    /// All questions that a strategy answers.
    case strategy(String)
  }

  private let subject: Subject
  private let rowCost: RowCost?
  private let measured: RankingSection
  private let margin: Double
  private let section: RankingSection
  private let width: Int
  private let style: Style

  /// A part of a run.
  ///
  /// - Parameters:
  ///   - rows: the length to show; the longest unless told, and where the list has no such.
  ///   - heights: the list to show; the run's first unless told.
  ///   - rowCost: added to the times for each height that was asked for; nil for nothing.
  package init(
    _ report: RunReport, _ subject: Subject, rows: Int? = nil, heights: String? = nil,
    rowCost: RowCost? = nil, width: Int, style: Style
  ) {
    self.subject = subject
    self.rowCost = rowCost
    margin = report.record.plan.margin
    self.width = max(40, width)
    self.style = style
    let list = heights ?? report.heights.first ?? ""
    let groups = report.groups(of: list, rows: rows)
    measured = RankingSection(groups: groups)
    section =
      rowCost.map { [margin] cost in
        RankingSection(groups: groups.map { cost.added(to: $0, margin: margin) })
      } ?? measured
  }

  /// The text, ending in a line break; nil when the run has no such figures.
  package var text: String? {
    let lines: [(label: String, ranking: Ranking, result: StrategyResult)]
    let title: String
    switch subject {
    case .scenario(let id):
      // Its groups with cold caches are named so, and belong to it.
      let rankings = section.rankings.filter { ranking in
        ranking.group.results.first?.row.cell.group.scenario == id
      }
      lines = rankings.flatMap { ranking in
        let isWarm = ranking.group.scenario.id == id
        return ranking.order.map { ($0.markedName + (isWarm ? "" : ", cold"), ranking, $0) }
      }
      title = "\(id), \(section.title)"
    case .strategy(let id):
      lines = section.rankings.flatMap { ranking in
        ranking.order.filter { $0.row.cell.strategy == id }
          .map { ("\(ranking.group.scenario.id)\($0.deviates ? "*" : "")", ranking, $0) }
      }
      title = "\(id), \(section.title)"
    }
    guard !lines.isEmpty else { return nil }
    let columns: [(title: String, text: (Ranking, StrategyResult) -> String)] = [
      ("time", { $1.figure ?? "-" }),
      ("of the fastest", { $0.figure(of: $1) }),
      ("undisturbed", { $1.undisturbed }),
      ("heights asked", { $1.row.work.heightsAsked.map(Quantity.amount) ?? "-" }),
      ("rows looked at", { $1.row.work.rowsScanned.map(Quantity.amount) ?? "-" }),
      ("allocations", { $1.row.work.allocations.map(Quantity.amount) ?? "-" }),
    ]
    let cells = columns.map { column in lines.map { column.text($0.ranking, $0.result) } }
    // What is nothing for all tells nothing.
    let shown = columns.indices.filter { cells[$0].contains { $0 != "0" && $0 != "-" } }
    let table = TextTable(
      columns: [.words("")]
        + shown.map { .init(title: columns[$0].title, alignment: .right, wraps: true) },
      rows: lines.indices.map { line in
        [.init(lines[line].label)] + shown.map { .init(cells[$0][line]) }
      })
    let stars = lines.map(\.result).contains(where: \.deviates) ? ["*: shows wrong rows."] : []
    let notes = (stars + costNotes).flatMap { Flow(width: width).lines(of: $0) }
    return
      ([style(title, .heading)] + table.lines(width: width, style: style)
      + notes.map { style($0, .aside) }).joined(separator: "\n") + "\n"
  }

  /// What was added for heights, and where that makes another strategy the fastest.
  private var costNotes: [String] {
    guard let rowCost else { return [] }
    guard case .scenario(let id) = subject else { return [rowCost.note] }
    let groups = measured.rankings.map(\.group).filter { group in
      group.results.first?.row.cell.group.scenario == id
    }
    let turns = RowCostTurns(groups, rowCost, margin: margin).fastest
    return [rowCost.note] + turns.map { "Fastest in \($0.scenario): \($0.turn.text)." }
  }
}

extension StrategyResult {
  /// `21 of 23` repetitions.
  fileprivate var undisturbed: String {
    "\(Quantity.count(row.rounds - (row.time.disturbed ?? 0))) of \(Quantity.count(row.rounds))"
  }
}

extension Ranking {
  /// How many times as long as the fastest a strategy takes, with the interval; `fastest` for that one.
  fileprivate func figure(of result: StrategyResult) -> String {
    if fastest?.name == result.name { return "fastest" }
    return (alike + slower).first { $0.result.name == result.name }?.figure ?? "-"
  }
}
