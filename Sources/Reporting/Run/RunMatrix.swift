import Measuring
import Runs
import Text

/// The times of a run's strategies at one length: a line for each strategy, a column for each scenario.
///
/// Strategies that cannot show the run's first list stand at the end with their times on a list that they
/// can show, so that none is missing.
struct RunMatrix {
  /// The columns in their order, whatever was found: first the two questions that an index is asked, then
  /// what happens to most lists. A narrow terminal shows as many as fit.
  private static let order = [
    "offset", "recalc", "scroll", "open", "rotate", "prepend", "jump", "edit", "append", "hit-test",
    "recalc-100", "expand", "endless",
  ]
  /// Room for three digits with a unit, a mark and a space before them.
  private static let columnWidth = 8
  static let sizeTitle = "B/row"
  private static let sizeWidth = 7
  /// What follows a name whose published form has no line of its own and shows wrong rows.
  static let mark = "°"
  /// Columns that the list's title may claim.
  private static let longestTitle = 20

  /// Lines under one heading.
  struct Block {
    let heading: String
    /// Names, each with its results by scenario.
    let rows: [(name: String, results: [String: StrategyResult])]
    fileprivate let rankings: [String: Ranking]
  }

  /// What a strategy's cell has to say.
  enum Cell {
    /// Nothing was asked.
    case empty
    /// The strategy cannot do it.
    case unable
    /// It was cut off, far too slow.
    case cut
    /// Its answers were wrong, so that it has no time.
    case wrong
    /// It failed in a process of its own, so that it has no time.
    case failed
    /// Nanoseconds; whether it shows wrong rows; whether nothing is known to be faster.
    case time(Double, deviates: Bool, leads: Bool)
  }

  /// The first list: `chat, 1M rows`.
  let title: String
  let blocks: [Block]
  /// The columns shown, in their order.
  let scenarios: [String]
  /// The scenarios for which there is no room.
  let hidden: [String]
  private let nameWidth: Int
  /// What each strategy keeps for a row, in bytes, by name; empty where nothing is known.
  let sizes: [String: String]
  /// The strategies whose published forms show wrong rows and have no line to say so.
  let marked: Set<String>
  private let width: Int
  private let style: Style

  /// The matrix of rankings of the run's first list, and of its other lists.
  ///
  /// - Parameter showsForms: whether published forms have lines beside their corrected ones.
  init(
    main: RankingSection, others: [RankingSection], showsForms: Bool = true, width: Int,
    style: Style
  ) {
    (self.width, self.style) = (width, style)
    title = main.title
    let results = ([main] + others).flatMap(\.rankings).flatMap { $0.group.results }
    let corrected = Set(results.filter { !$0.isPublished }.map(\.row.cell.strategy))
    func isHidden(_ result: StrategyResult) -> Bool {
      !showsForms && result.isPublished && corrected.contains(result.row.cell.strategy)
    }
    marked = Set(results.filter { isHidden($0) && $0.deviates }.map(\.row.cell.strategy))
    var shown = Set(main.names)
    var blocks = StrategyFamily.allCases.map { family in
      Block(main, heading: family.heading) { $0.family == family && !isHidden($0) }
    }
    for other in others {
      blocks.append(
        Block(other, heading: "On \(other.title)") { !shown.contains($0.name) && !isHidden($0) })
      shown.formUnion(other.names)
    }
    self.blocks = blocks.filter { !$0.rows.isEmpty }
    // Of all names, also those that get no line: what was found does not move the columns.
    let names = results.filter { !$0.isFloor }.map(\.shortName.columns).max() ?? 0
    nameWidth = min(
      max(names, min(title.columns, Self.longestTitle)), max(Self.longestTitle, width / 3))
    sizes = Self.sizes(self.blocks)
    let all = (main.rankings + others.flatMap(\.rankings)).filter { !$0.order.isEmpty }
      .map(\.group.scenario.id).unique
    let order = Self.order.filter(all.contains) + all.filter { !Self.order.contains($0) }
    var room = width - nameWidth - (sizes.isEmpty ? 0 : Self.sizeWidth)
    scenarios = Array(
      order.prefix { id in
        room -= Self.width(of: id)
        return room >= 0
      })
    hidden = Array(order.dropFirst(scenarios.count))
  }

  private static func width(of scenario: String) -> Int {
    max(scenario.columns + 1, columnWidth)
  }

  /// The lines, each at most as wide as was asked for; none without figures.
  var lines: [String] {
    guard !blocks.isEmpty else { return [] }
    // Figures end one column further left, for what marks them.
    let heads = scenarios.map {
      ($0 + " ").padded(to: Self.width(of: $0), alignment: .right)
    }
    let size = sizes.isEmpty ? "" : Self.sizeTitle.padded(to: Self.sizeWidth, alignment: .right)
    let head = title.cut(to: nameWidth).padded(to: nameWidth)
    var lines = [style((head + heads.joined() + size).trimmedAtEnd, .heading)]
    for block in blocks {
      lines += Flow(width: width, hanging: 2).lines(of: block.heading).map { style($0, .aside) }
      lines += block.rows.map { line(of: $0.name, $0.results, in: block) }
    }
    return lines
  }

  private func line(
    of name: String, _ results: [String: StrategyResult], in block: Block
  ) -> String {
    let cells = scenarios.map { id in
      let cell = block.cell(results[id], id)
      let text = Self.text(cell)
      // What marks a figure stands to its right, so that digits stand below digits.
      let isMarked = text.last.map { "*<".contains($0) } ?? false
      let padded = (text + (isMarked ? "" : " "))
        .padded(to: Self.width(of: id) - 1, alignment: .right)
      return " " + style(padded, Self.paint(cell))
    }
    let size = (sizes[name] ?? "").padded(to: Self.sizeWidth, alignment: .right)
    let title = (marked.contains(name) ? name + Self.mark : name).cut(to: nameWidth)
    return
      (title.padded(to: nameWidth) + cells.joined() + (sizes.isEmpty ? "" : size)).trimmedAtEnd
  }

  private static func text(_ cell: Cell) -> String {
    switch cell {
    case .empty: ""
    case .unable: "."
    case .cut: "cut"
    case .wrong: "wrong"
    case .failed: "failed"
    case .time(let time, let deviates, let leads):
      Quantity.brief(nanoseconds: time) + (deviates ? "*" : leads ? "<" : "")
    }
  }

  private static func paint(_ cell: Cell) -> Style.Paint? {
    switch cell {
    case .empty: nil
    case .unable, .time(_, deviates: true, _): .aside
    case .cut, .wrong, .failed: .bad
    case .time(_, _, leads: true): .good
    case .time(let time, _, _):
      time > Standing.frameNs ? .bad : time > Standing.frameNs / 10 ? .warning : nil
    }
  }

  /// What each strategy keeps for a row, by name; empty where nothing is known.
  private static func sizes(_ blocks: [Block]) -> [String: String] {
    var sizes: [String: String] = [:]
    for row in blocks.flatMap(\.rows) {
      sizes[row.name] = row.results.values.compactMap(\.row.counters[.bytesPerRow]).max()
        .map(Quantity.amount)
    }
    return sizes
  }
}

extension RunMatrix.Block {
  /// What there is to say of a result in a column.
  func cell(_ result: StrategyResult?, _ scenario: String) -> RunMatrix.Cell {
    guard let result else { return .empty }
    guard let median = result.median else {
      switch result.row.status {
      case .cut: return .cut
      case .wrong: return .wrong
      case .failed: return .failed
      case .ok, .unsupported, .empty, .notReached: return .unable
      }
    }
    return .time(
      median, deviates: result.deviates,
      leads: rankings[scenario]?.leads(result) ?? false)
  }

  /// The strategies of a list that are wanted and have a figure or should have one.
  fileprivate init(
    _ section: RankingSection, heading: String, of wanted: (StrategyResult) -> Bool
  ) {
    self.heading = heading
    rankings = Dictionary(
      section.rankings.map { ($0.group.scenario.id, $0) }, uniquingKeysWith: { first, _ in first })
    let results = section.rankings.flatMap { $0.group.results }.filter { !$0.isFloor }
    rows = section.names.compactMap { name in
      guard let first = results.first(where: { $0.name == name }), wanted(first) else { return nil }
      let pairs = section.rankings.compactMap { ranking in
        ranking.group.results.first { $0.name == name && !$0.isFloor }
          .map { (ranking.group.scenario.id, $0) }
      }
      return (first.shortName, Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
    }
  }
}

extension RankingSection {
  /// The strategies that have a figure in the section, or would have one had they not been cut, wrong or
  /// failed.
  var names: [String] {
    let results = rankings.flatMap { $0.group.results }.filter { !$0.isFloor }
    return results.filter { result in
      result.row.status.hasFigure || result.isWrong || result.isFailed
    }.map(\.name).unique
  }
}

extension StrategyResult {
  /// The name where there is little room: `reload-window (p)` is published code.
  fileprivate var shortName: String {
    isPublished ? row.cell.strategy.printable + " (p)" : name
  }
}
