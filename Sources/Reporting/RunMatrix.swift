import Basics
import Measuring
import Runs

/// A table of a run's times at one list length, with a row for each strategy and a column for each scenario.
/// Strategies that cannot show the first list of the run are at the end, with their times on a list that they
/// can show.
struct RunMatrix {
  /// The order of the columns: first the operations that the project is about, then the most common ones.
  private static let order = [
    "offset", "expand", "recalc", "scroll", "open", "rotate", "prepend", "jump", "edit", "append",
    "hit-test", "recalc-100", "endless",
  ]
  /// Explanations of columns whose names are not clear by themselves.
  private static let explanations = [
    ("offset", "y of a random row."), ("expand", "a visible row changes, then a frame."),
    ("recalc", "a row changes, then an offset, a hit-test and a frame."),
  ]
  private static let sizeTitle = "B/row"
  /// The mark of a strategy whose published form shows wrong rows and has no row in the table.
  private static let publishedMark = "°"
  static let maxTitleWidth = 24

  let title: String
  let table: Table
  /// The scenarios whose columns do not fit.
  private let hidden: [String]
  private let lists: [ListReport]

  /// The matrix of the first list and of the other lists; nil if there is nothing to show.
  ///
  /// - Parameters:
  ///   - showsPublished: Whether the table shows published forms next to their corrected forms.
  ///   - width: The width of the terminal, or nil to show all columns.
  init?(_ lists: [ListReport], showsPublished: Bool = true, width: Int? = nil) {
    guard let first = lists.first else { return nil }
    (self.lists, title) = (lists, first.title)
    let measured = lists.flatMap(\.measured).map(\.id).unique
    let scenarios =
      Self.order.filter(measured.contains) + measured.filter { !Self.order.contains($0) }
    let results = lists.flatMap(\.results)
    let hasSizes = results.contains { $0.row.counters[.bytesPerRow] != nil }
    let marked = Set(
      results.filter { !showsPublished && $0.isSuperseded && $0.deviates }.map(\.id))

    func cells(of strategy: [StrategyResult]) -> [Table.Cell] {
      let result = strategy[0]
      var name = Table.Cell(
        result.shortName + (marked.contains(result.shortName) ? Self.publishedMark : ""))
      name.tip = result.descriptor?.title ?? "not part of this program"
      let times = scenarios.map { scenario in
        strategy.first { $0.row.cell.group.id == scenario }.map(Table.Cell.init) ?? ""
      }
      guard hasSizes else { return [name] + times }
      let size = strategy.compactMap { $0.row.counters[.bytesPerRow] }.max()
      return [name] + times + [.init(size.map(Quantity.amount) ?? "")]
    }

    var blocks: [Table.Block] = []
    var others: (heading: [String], rows: [[Table.Cell]]) = ([], [])
    var shown: Set<String> = []
    for list in lists {
      let strategies = Dictionary(grouping: list.results, by: \.name)
      let rows = list.names.filter { !shown.contains($0) }.compactMap { strategies[$0] }
        .filter { showsPublished || !$0.contains(where: \.isSuperseded) }
      if list.heights == first.heights {
        blocks = StrategyFamily.allCases.map { family in
          .init(
            heading: family.heading, rows: rows.filter { $0[0].family == family }.map(cells))
        }
      } else {
        let names = rows.map { $0[0].shortName }.joined(separator: ", ")
        let title = list.rows == first.rows ? list.heights.printable : list.title
        if !rows.isEmpty { others.heading.append("on \(title): \(names)") }
        others.rows += rows.map(cells)
      }
      shown.formUnion(list.names)
    }
    blocks.append(
      .init(
        heading: "Other lists, " + others.heading.joined(separator: "; "), rows: others.rows))
    blocks.removeAll(where: \.rows.isEmpty)
    if blocks.isEmpty { return nil }

    var table = Table(
      [title] + scenarios + (hasSizes ? [Self.sizeTitle] : []), rows: [])
    table.blocks = blocks
    for (place, scenario) in scenarios.enumerated() {
      let group = lists.flatMap(\.groups).first { $0.id == scenario }
      table.titles[place + 1].tip = group?.key.known?.why
    }
    guard let width else {
      (self.table, hidden) = (table, [])
      return
    }
    let names = table.rows.map { $0[0].columns } + [Self.maxTitleWidth]
    table.titles[0] = .init(
      first.heights.printable.cut(to: names.max() ?? 0, before: first.length), .heading)
    (self.table, hidden) = table.fitted(
      to: width, minColumns: hasSizes ? 3 : 2, keepsLast: hasSizes)
  }

  /// A legend that explains every kind of time, mark and word in the table.
  var legend: String {
    let cells = table.rows.flatMap { $0.dropFirst() }
    let (texts, marks) = (Set(cells.map(\.text)), Set(cells.map(\.mark).joined()))
    let titles = Set(table.titles.map(\.text))
    let names = table.rows.map(\.[0].text)
    let groups = lists.flatMap(\.measured)
    let caches = groups.map { "\($0.key.caches.rawValue) caches" }.unique.joined(separator: " and ")
    let repetitions = groups.flatMap { $0.ranking.map(\.row.rounds) }
    let range = [repetitions.min() ?? 0, repetitions.max() ?? 0].unique.map(Quantity.count)
    let notes: [(isShown: Bool, text: String)] = [
      (
        true,
        "Times: \(JudgingRules.time), of \(range.joined(separator: " to ")); \(caches)."
      ),
      (marks.contains("<"), "<: fastest or statistically tied."),
      (texts.contains("."), ".: cannot do it."), (texts.contains("slow"), "slow: timed out."),
      (texts.contains("wrong"), "wrong: failed verification."),
      (texts.contains("failed"), "failed: its process ended early."),
      (marks.contains("*"), "*: shows wrong rows."),
      (marks.contains("?"), "?: implausible."),
      (
        marks.contains("†"),
        "†: lays out the rows around row i only, not ranked."
      ),
      (names.contains { $0.hasSuffix(" (p)") }, "(p): as published, never marked <."),
      (
        names.contains { $0.hasSuffix(Self.publishedMark) },
        "\(Self.publishedMark): wrong rows as published."
      ),
      (
        titles.contains(Self.sizeTitle), "\(Self.sizeTitle): bytes kept per row."
      ),
    ]
    return
      (notes.filter(\.isShown).map(\.text)
      + Self.explanations.filter { titles.contains($0.0) }.map { "\($0.0): \($0.1)" }
      + (hidden.isEmpty ? [] : ["Not shown: \(hidden.joined(separator: ", "))."]))
      .joined(separator: " ")
  }
}

extension Table.Cell {
  /// The time of a result with its marks. A result without a time has a word for the reason instead.
  fileprivate init(_ result: StrategyResult) {
    guard let timeNs = result.timeNs else {
      switch result.row.status {
      case .timedOut: self.init("slow", .bad)
      case .wrong: self.init("wrong", .bad)
      case .failed: self.init("failed", .bad)
      case .ok, .unsupported, .empty, .notReached: self.init(".", .aside)
      }
      tip = result.reasonForAbsence
      if paint == .bad { shade = 4 }
      return
    }
    let share = timeNs / Recommendation.frameNs
    let paint: Style.Paint? =
      result.deviates
      ? .aside : result.isLeading ? .good : share > 1 ? .bad : share > 0.1 ? .warning : nil
    self.init(Quantity.brief(nanoseconds: timeNs, digits: 2), paint)
    mark =
      (result.row.doubts == nil ? "" : "?")
      + (result.deviates ? "*" : result.isLeading ? "<" : result.isRanked ? "" : "†")
    if !result.deviates { shade = share >= 1 ? 4 : share >= 0.1 ? 3 : share >= 0.01 ? 2 : 1 }
  }
}
