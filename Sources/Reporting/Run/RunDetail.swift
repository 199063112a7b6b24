import Runs
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
  private let heightNs: Double?
  private let section: RankingSection
  private let width: Int
  private let style: Style

  /// A part of a run.
  ///
  /// - Parameters:
  ///   - rows: the length to show; the longest unless told, and where the list has no such.
  ///   - heights: the list to show; the run's first unless told.
  ///   - heightNs: what a height costs, for a column of it; nil for none.
  package init(
    _ report: RunReport, _ subject: Subject, rows: Int? = nil, heights: String? = nil,
    heightNs: Double? = nil, width: Int, style: Style
  ) {
    (self.subject, self.heightNs, self.style) = (subject, heightNs, style)
    self.width = max(40, width)
    let list = heights ?? report.heights.first ?? ""
    section = RankingSection(groups: report.groups(of: list, rows: rows))
  }

  /// The text, ending in a line break; nil when the run has no such figures.
  package var text: String? {
    let lines: [Line]
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
    let cost = heightNs.map { "heights at \(Quantity.time(nanoseconds: $0))" } ?? ""
    // The last that have no room are left out; what stands after the times is never broken.
    var columns: [(title: String, text: (Ranking, StrategyResult) -> String)] = [
      ("time", { $1.figure ?? "-" }),
      ("of the fastest", { $0.figure(of: $1) }),
      (cost, { [heightNs] in $1.cost(ofHeights: heightNs) ?? "-" }),
      ("heights asked", { $1.row.counters[.heightsAsked].map(Quantity.amount) ?? "-" }),
      ("undisturbed", { $1.undisturbed }),
      ("rows looked at", { $1.row.counters[.rowsScanned].map(Quantity.amount) ?? "-" }),
      ("allocations", { $1.row.counters[.allocations].map(Quantity.amount) ?? "-" }),
    ]
    // What is nothing for all tells nothing.
    columns.removeAll { column in
      column.title.isEmpty
        || lines.allSatisfy { ["0", "-"].contains(column.text($0.ranking, $0.result)) }
    }
    var hidden: [String] = []
    var table = table(of: lines, columns)
    while columns.count > 2, !table.fits(width) {
      hidden.insert(columns.removeLast().title, at: 0)
      table = self.table(of: lines, columns)
    }
    let notes = notes(on: lines, hidden: hidden).flatMap { Flow(width: width).lines(of: $0) }
    return
      ([style(title, .heading)] + table.lines(width: width, style: style)
      + notes.map { style($0, .aside) }).joined(separator: "\n") + "\n"
  }

  private typealias Line = (label: String, ranking: Ranking, result: StrategyResult)

  private func table(
    of lines: [Line], _ columns: [(title: String, text: (Ranking, StrategyResult) -> String)]
  ) -> TextTable {
    TextTable(
      columns: [.words("")] + columns.map { .numbers($0.title) },
      rows: lines.map { line in
        [.init(line.label)] + columns.map { .init($0.text(line.ranking, line.result)) }
      })
  }

  private func notes(on lines: [Line], hidden: [String]) -> [String] {
    var notes: [String] = []
    if lines.contains(where: \.result.deviates) {
      notes.append("*: shows wrong rows, and is not called the fastest.")
    }
    let isFaster = lines.contains { line in
      line.result.isPublished
        && line.result.median ?? 0 < line.ranking.fastest?.median ?? 0
    }
    if isFaster {
      notes.append("Published code beside its corrected form is not called the fastest.")
    }
    // Cells of a scenario that have no time say why.
    if case .scenario = subject {
      let groups = section.rankings.map(\.group).filter { group in
        lines.contains { $0.ranking.group.scenario.id == group.scenario.id }
      }
      notes += groups.absences.map { "No figure: \($0)." }
    }
    if heightNs != nil { notes.append("Heights: how many were asked, counted, times their cost.") }
    if !hidden.isEmpty { notes.append("No room for \(hidden.joined(separator: ", ")).") }
    return notes
  }
}

extension StrategyResult {
  /// What the heights that an operation asks for cost.
  fileprivate func cost(ofHeights heightNs: Double?) -> String? {
    guard let heightNs, let asked = row.counters[.heightsAsked] else { return nil }
    return Quantity.time(nanoseconds: asked * heightNs)
  }

  /// `21 of 23` repetitions.
  fileprivate var undisturbed: String {
    "\(Quantity.count(row.rounds - (row.time.disturbed ?? 0))) of \(Quantity.count(row.rounds))"
  }
}
