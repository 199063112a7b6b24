/// The rankings of one list at its greatest number of rows.
struct RankingSection {
  typealias Detail = RankingText.Detail

  let heights: String
  let rows: Int
  let rankings: [Ranking]
  private let absences: Absences

  init(groups: [GroupReport]) {
    heights = groups.first?.heights.printable ?? ""
    rows = groups.first?.rows ?? 0
    rankings = groups.map(Ranking.init)
    absences = Absences(in: groups)
  }

  /// Stands where a scenario's name would.
  static let gapLabel = "no figure"

  /// `chat, 1M rows`.
  var title: String { "\(heights), \(Quantity.rows(rows)) \(rows == 1 ? "row" : "rows")" }

  /// What the section comes to, a sentence each.
  var conclusion: [String] { Conclusion(rankings).sentences }

  /// The rankings, and why some strategies are in none.
  func lines(_ detail: Detail, layout: RankingText.Layout, style: Style) -> [String] {
    let clauses = absences.clauses.joined(separator: "; ")
    let gaps =
      clauses.isEmpty
      ? []
      : Flow(width: layout.width, hanging: layout.scenario)
        .lines(Self.gapLabel, of: clauses)
    return [style(title, .heading)]
      + rankings.flatMap {
        RankingText(ranking: $0, layout: layout, style: style).lines(detail)
      } + gaps.map { style($0, .aside) }
  }
}

extension RankingText.Layout {
  /// The layout of all rankings of a run.
  init(_ sections: [RankingSection], width: Int) {
    let rankings = sections.flatMap(\.rankings)
    let labels = rankings.map(\.group.scenario.id) + [RankingSection.gapLabel]
    self.width = width
    scenario = min(labels.map(\.columns).max() ?? 0, width / 3) + 2
    fastest = rankings.compactMap { $0.fastest?.markedName.columns }.max() ?? 0
    time = rankings.compactMap { $0.fastest?.figure?.columns }.max() ?? 0
  }
}
