import Recording

/// A run's README.md: the command, what to know before believing the figures, all tables.
public struct RunReadme {
  let report: RunReport

  /// The README of a run.
  public init(_ report: RunReport) { self.report = report }

  /// The text, ending in a line break. Its first line is the command that made the run.
  public var text: String {
    let sections = report.heights.map { RankingSection(groups: report.largest($0)) }
    let head = [["    " + ShellCommand.text(of: report.record.command)], title, facts, warnings]
    let tables = [
      summary(of: sections), control, StrategyCosts(report).markdown, contradictions, deviations,
      strategies,
    ]
    let parts = head + tables + report.heights.map(figures)
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var title: [String] {
    let names = report.heights.map(Markdown.escaped)
    let lists = names.isEmpty ? "Nothing measured" : names.joined(separator: ", ")
    return ["# \(lists): run of \(report.record.started.day)"]
  }

  private var warnings: [String] {
    let warnings = report.record.warnings.map { "- " + Markdown.prose($0.text) }
    return warnings.isEmpty ? [] : ["## Warnings", ""] + warnings
  }

  /// What each list comes to, and its fastest strategies.
  private func summary(of sections: [RankingSection]) -> [String] {
    var lines: [String] = []
    for section in sections where !section.conclusion.isEmpty {
      lines += ["", "**\(Markdown.escaped(section.title))**", ""]
      lines += section.conclusion.map { "- " + Markdown.escaped($0) }
      lines += [""] + fastest(in: section)
    }
    return lines.isEmpty ? ["Nothing was measured."] : ["## Summary"] + lines
  }

  private func fastest(in section: RankingSection) -> [String] {
    let rows = section.rankings.compactMap { ranking in
      ranking.fastest.map { cells(of: ranking, fastest: $0) }
    }
    let titles = ["scenario", "fastest", "median time", "not separated from it", "next", "slowest"]
    return Markdown.table(titles, words: titles.count, rows)
  }

  private func cells(of ranking: Ranking, fastest: StrategyResult) -> [String] {
    let alike = ranking.alike.map { Markdown.escaped($0.result.markedName) }
    let ends = [ranking.slower.first, ranking.slower.dropFirst().last].map { place in
      place.map { "\(Markdown.escaped($0.result.markedName)) \($0.figure)" } ?? ""
    }
    return [
      Markdown.escaped(ranking.group.scenario.id), Markdown.escaped(fastest.markedName),
      fastest.figure ?? "", alike.joined(separator: ", "),
    ] + ends
  }

  private var control: [String] {
    ControlSummary(report).map { ["## Null control", "", Markdown.prose($0.text)] } ?? []
  }

  private var contradictions: [String] {
    let lines = ContradictedClaims(report).lines.map { "- " + Markdown.prose($0) }
    return lines.isEmpty ? [] : ["## Contradicted claims", ""] + lines
  }

  private var deviations: [String] {
    let rows = report.groups.flatMap { group in
      group.results.filter(\.deviates).map { result in
        [
          result.name, group.scenario.id, group.heights, Quantity.rows(group.rows),
          Quantity.count(result.row.deviation.wrongSteps ?? 0),
          result.checked.map(Quantity.count) ?? "-",
        ].map(Markdown.escaped)
      }
    }
    guard !rows.isEmpty else { return [] }
    let titles = ["strategy", "scenario", "heights", "rows", "wrong", "checked"]
    return ["## Steps with wrong rows on screen", ""] + Markdown.table(titles, words: 3, rows)
  }

  private var strategies: [String] {
    let results = report.groups.flatMap(\.results)
    let lines = results.map(\.row.cell.strategy).unique.map { id in
      let title = results.first { $0.row.cell.strategy == id }?.title ?? ""
      return "- \(Markdown.escaped(id)): \(Markdown.escaped(title))"
    }
    return lines.isEmpty ? [] : ["## Strategies", ""] + lines
  }

  /// All figures of one list.
  private func figures(_ heights: String) -> [String] {
    let groups = report.groups.filter { $0.heights == heights }
    let scenarios = groups.map(\.scenario).unique
    return ["## \(Markdown.escaped(heights))"]
      + scenarios.compactMap { scenario in
        FigureTables(groups.filter { $0.scenario == scenario })
      }.flatMap { [""] + $0.markdown }
  }
}
