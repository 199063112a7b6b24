import BenchBasics
import BenchMeasuring
import BenchRuns
import BenchWorkloads

/// A table of times by strategy and scenario. Strategies that can't lay out the first list are listed last,
/// with their times on another list.
struct RunMatrix {
  private static let sizeTitle = "B/row"
  private static let publishedSuffix = "(p)"
  /// Marks strategies whose published code shows incorrect rows and isn't in the table.
  private static let publishedMark = "°"

  private(set) var table: Table
  private(set) var legend: String

  /// Returns nil if there is nothing to show. Pass `width` to drop columns that don't fit, or `only` to
  /// select strategies.
  init?(
    _ lists: [ListReport], showsPublished: Bool = true, only: Set<String>? = nil, width: Int? = nil
  ) {
    guard let first = lists.first else { return nil }
    let measured = lists.flatMap(\.measured).map(\.scenario).unique
    let known = Scenario.all.map(\.id)
    let scenarios = known.filter(measured.contains) + measured.filter { !known.contains($0) }
    let results = lists.flatMap(\.results)
    let hasSizes = results.contains { $0.row.counters[.bytesPerRow] != nil }
    let marked = Set(results.filter { !showsPublished && $0.isSuperseded && $0.deviates }.map(\.id))

    var suffixes: Set<String> = []
    func cells(of strategy: [StrategyResult]) -> [Table.Cell] {
      let result = strategy[0]
      let mark = marked.contains(result.shortName) ? Self.publishedMark : ""
      suffixes.insert(result.isPublished ? Self.publishedSuffix : mark)
      var name = Table.Cell(result.shortName + mark)
      name.tip = result.descriptor?.title ?? "not part of this program"
      let times = scenarios.map { scenario in
        strategy.first { $0.scenario == scenario }.map(Table.Cell.init) ?? ""
      }
      guard hasSizes else { return [name] + times }
      let size = strategy.compactMap { $0.row.counters[.bytesPerRow] }.max()
      return [name] + times + [.init(size.map(Quantity.amount) ?? "")]
    }

    var blocks: [Table.Block] = []
    var others: (headings: [String], rows: [[Table.Cell]]) = ([], [])
    var shown: Set<String> = []
    for list in lists {
      let strategies = Dictionary(grouping: list.results, by: \.name)
      let names = list.results.filter { $0.row.status.hasFigure || $0.row.status.isWrong }
        .map(\.name).unique
      let rows = names.filter { !shown.contains($0) }.compactMap { strategies[$0] }
        .filter { showsPublished || !$0.contains(where: \.isSuperseded) }
        .filter { only?.contains($0[0].name) ?? true }
      shown.formUnion(names)
      if list.heights == first.heights {
        blocks = StrategyFamily.allCases.map { family in
          .init(heading: family.heading, rows: rows.filter { $0[0].family == family }.map(cells))
        }
      } else if !rows.isEmpty {
        let names = rows.map { $0[0].shortName }.joined(separator: ", ")
        let title = list.rows == first.rows ? list.heights.printable : list.title
        others.headings.append("on \(title): \(names)")
        others.rows += rows.map(cells)
      }
    }
    blocks.append(
      .init(heading: "Other lists, " + others.headings.joined(separator: "; "), rows: others.rows))
    blocks.removeAll(where: \.rows.isEmpty)
    if only != nil { blocks = [.init(rows: blocks.flatMap(\.rows))] }
    if blocks.isEmpty { return nil }

    table = Table([first.title] + scenarios + (hasSizes ? [Self.sizeTitle] : []), rows: [])
    table.blocks = blocks
    for (place, scenario) in scenarios.enumerated() {
      table.titles[place + 1].tip = Scenario.named(scenario)?.why
    }
    var hidden: [String] = []
    if let width {
      table.titles[0] = first.title(above: table.rows.map(\.[0]))
      (table, hidden) = table.fitted(to: width, minColumns: hasSizes ? 3 : 2, keepsLast: hasSizes)
    }
    legend = ""
    legend = explanation(lists.flatMap(\.measured), suffixes, hidden: hidden, isBrief: only != nil)
  }

  private func explanation(
    _ groups: [GroupReport], _ suffixes: Set<String>, hidden: [String], isBrief: Bool
  ) -> String {
    let cells = table.rows.flatMap { $0.dropFirst() }
    let shown = Set(
      cells.map(\.text) + cells.flatMap { $0.mark.map(String.init) } + suffixes
        + (isBrief ? [] : table.titles.dropFirst().map(\.text)))
    let repetitions = groups.flatMap { $0.byTime.map(\.row.rounds) }
    let range = [repetitions.min() ?? 0, repetitions.max() ?? 0].unique.map(Quantity.count)
    let meanings = [
      ("<", "fastest, or tied with it"), ("~", "undecided: perhaps as fast"),
      (".", "not supported"), ("slow", "timed out"), ("wrong", "failed verification"),
      ("*", "shows wrong rows"), ("?", "cannot be true"), ("=", "mostly harness overhead"),
      ("†", "knows only the offsets in a window, so it is not ranked"),
      (Self.publishedSuffix, "published code, not ranked beside its corrected form"),
      (Self.publishedMark, "the published code shows wrong rows"),
      (Self.sizeTitle, "bytes of memory kept per row"),
    ]
    let terms =
      meanings + Scenario.all.compactMap { scenario in scenario.brief.map { (scenario.id, $0) } }
    return
      (["Times: \(Repetitions.timeRule) of \(range.joined(separator: " to "))."]
      + terms.filter { shown.contains($0.0) }.map { "\($0.0): \($0.1)." }
      + (hidden.isEmpty ? [] : ["Not shown: \(hidden.joined(separator: ", "))."])
      + (isBrief ? ["README.md has the other strategies."] : [])).joined(separator: " ")
  }
}

extension Table.Cell {
  fileprivate init(_ result: StrategyResult) {
    guard let timeNs = result.timeNs, !result.isAlwaysWrong else {
      switch result.row.status {
      case .timedOut: self.init("slow", .bad)
      case .wrong: self.init("wrong", .bad)
      case .ok where result.isAlwaysWrong: self.init("wrong", .bad)
      case .ok, .unsupported, .empty, .notReached: self.init(".", .aside)
      }
      tip = result.reasonForAbsence
      if paint == .bad { shade = 4 }
      return
    }
    let share = timeNs / Recommendation.frameNs
    self.init(Quantity.brief(nanoseconds: timeNs))
    let word: String
    switch result.row.standing {
    case .fastest, .tied: word = "<"
    case .undecided: word = "~"
    case .slower, nil: word = ""
    case .unranked:
      switch result.row.standingReason {
      case .wrongRows: word = "*"
      case .implausible: word = "?"
      case .window: word = "†"
      case .superseded, .timedOut, nil: word = ""
      }
    }
    mark = (result.row.isAtHarnessLimit ? "=" : "") + word
    if result.deviates {
      paint = .aside
    } else {
      let isBest = [.fastest, .tied].contains(result.row.standing)
      paint = isBest ? .good : share > 1 ? .bad : share > 0.1 ? .warning : nil
      shade = share >= 1 ? 4 : share >= 0.1 ? 3 : share >= 0.01 ? 2 : 1
    }
  }
}
