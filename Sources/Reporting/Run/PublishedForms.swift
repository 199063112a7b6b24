import Measuring

/// Techniques of which a run has both forms, as published and corrected: where are these two different?
///
/// A screen has no room for lines that say the same twice. Two forms differ where their rows do, where
/// only one of them has a figure, or where their intervals do not meet and their medians are further
/// apart than where the code of one strategy comes to lie in memory can make them.
struct PublishedForms {
  /// Medians that are nearer to each other tell nothing of two forms of a technique.
  private static let leastRatio = 1.05

  /// The names of published forms that do as their corrected ones everywhere.
  let same: [String]
  /// The names of those that do not, the most telling first: wrong rows, then other times.
  let differing: [String]

  init(_ groups: [GroupReport]) {
    var forms: [(name: String, difference: Difference)] = []
    for group in groups {
      for published in group.results where published.isPublished && !published.isFloor {
        let id = published.row.cell.strategy
        guard
          let corrected = group.results.first(where: {
            $0.row.cell.strategy == id && !$0.isPublished
          })
        else { continue }
        let difference = Difference(published, corrected)
        if let place = forms.firstIndex(where: { $0.name == published.name }) {
          forms[place].difference.add(difference)
        } else {
          forms.append((published.name, difference))
        }
      }
    }
    same = forms.filter(\.difference.isNone).map(\.name)
    // Places break ties, so that equal differences stand in the order of the roster.
    differing = forms.enumerated().filter { !$0.element.difference.isNone }
      .sorted { one, other in
        let (weight, least) = (one.element.difference.weight, other.element.difference.weight)
        return weight == least ? one.offset < other.offset : weight > least
      }
      .map(\.element.name)
  }

  /// How far two forms of a technique are apart.
  private struct Difference {
    /// The cells with other rows on screen, or a figure for one form only.
    var cells = 0
    /// The greatest ratio of two times that are apart, the longer to the shorter.
    var ratio = 1.0

    init(_ published: StrategyResult, _ corrected: StrategyResult) {
      let wrong = [published, corrected].map { $0.row.deviation.wrongSteps ?? 0 }
      if wrong[0] != wrong[1] || (published.median == nil) != (corrected.median == nil) {
        cells = 1
      }
      guard let one = published.median, let other = corrected.median,
        let first = published.interval, let second = corrected.interval,
        first.low > second.high || second.low > first.high
      else { return }
      let apart = max(one / other, other / one)
      if apart > PublishedForms.leastRatio { ratio = apart }
    }

    var isNone: Bool { cells == 0 && ratio == 1 }
    var weight: (Int, Double) { (cells, ratio) }

    mutating func add(_ other: Difference) {
      cells += other.cells
      ratio = max(ratio, other.ratio)
    }
  }
}

extension StrategyResult {
  /// Whether it is of a post's code as it stands.
  var isPublished: Bool { row.cell.mode == "published" }
}

extension RunReport {
  /// The run without the results of these names.
  func without(_ names: [String]) -> RunReport {
    guard !names.isEmpty else { return self }
    var report = self
    for group in groups.indices {
      report.groups[group].results.removeAll { names.contains($0.name) }
    }
    return report
  }
}
