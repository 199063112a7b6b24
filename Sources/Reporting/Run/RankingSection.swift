/// The rankings of one list at its greatest number of rows.
struct RankingSection {
  let heights: String
  let rows: Int
  let rankings: [Ranking]
  /// Why some strategies have no figure.
  let absences: Absences

  init(groups: [GroupReport]) {
    heights = groups.first?.heights.printable ?? ""
    rows = groups.first?.rows ?? 0
    rankings = groups.map(Ranking.init)
    absences = Absences(in: groups)
  }

  /// `chat, 1M rows`.
  var title: String { "\(heights), \(Quantity.rows(rows)) \(rows == 1 ? "row" : "rows")" }
}
