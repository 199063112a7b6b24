import Measuring
import Recording
import Text

/// The times of a run's strategies at one length: a line for each strategy, a column for each scenario.
///
/// Strategies that cannot show the run's first list stand at the end with their times on a list that they
/// can show, so that none is missing.
struct RunMatrix {
  /// What happens to most lists, most telling first: the columns that a narrow terminal shows.
  private static let telling = [
    "scroll", "recalc", "open", "rotate", "prepend", "edit", "jump", "append", "offset",
    "hit-test", "recalc-100", "expand", "endless",
  ]
  static let sizeTitle = "B/row"
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
  /// The columns shown, in the order of the run.
  let scenarios: [String]
  /// The scenarios for which there is no room.
  let hidden: [String]
  private let widths: [String: Int]
  private let nameWidth: Int
  /// What each strategy keeps for a row, in bytes, by name; empty where nothing is known.
  let sizes: [String: String]
  private let marked: Set<String>
  private let width: Int
  private let style: Style

  /// The matrix of rankings of the run's first list, and of its other lists.
  ///
  /// - Parameters:
  ///   - hiding: the names of strategies that get no line.
  ///   - marked: the names that `mark` follows.
  init(
    main: RankingSection, others: [RankingSection], hiding: [String] = [],
    marked: Set<String> = [], width: Int, style: Style
  ) {
    (self.width, self.style, self.marked) = (width, style, marked)
    title = main.title
    var shown = Set(main.names)
    var blocks = StrategyFamily.allCases.map { family in
      Block(main, heading: family.heading) { $0.family == family && !hiding.contains($0.name) }
    }
    for other in others {
      blocks.append(
        Block(other, heading: "On \(other.title)") {
          !shown.contains($0.name) && !hiding.contains($0.name)
        })
      shown.formUnion(other.names)
    }
    let filled = blocks.filter { !$0.rows.isEmpty }
    let names = filled.flatMap { $0.rows.map { Self.title(of: $0.name, marked) } }
    let nameWidth = max(
      names.map(\.columns).max() ?? 0, min(title.columns, Self.longestTitle))
    let sizes = Self.sizes(filled)
    let all = (main.rankings + others.flatMap(\.rankings)).filter { !$0.order.isEmpty }
      .map(\.group.scenario.id).unique
    let widths = Dictionary(
      uniqueKeysWithValues: all.map { id in
        let cells = filled.flatMap { block in
          block.rows.map { Self.text(block.cell($0.results[id], id)).columns }
        }
        return (id, max(id.columns + 1, (cells.max() ?? 0) + 1))
      })
    let order =
      Self.telling.filter(all.contains) + all.filter { !Self.telling.contains($0) }
    var room = width - nameWidth - (sizes.isEmpty ? 0 : Self.sizeTitle.count + 1)
    let chosen = Set(
      order.filter { id in
        guard room >= widths[id] ?? 0 else { return false }
        room -= widths[id] ?? 0
        return true
      })
    scenarios = all.filter(chosen.contains)
    hidden = all.filter { !chosen.contains($0) }
    self.blocks = filled
    (self.widths, self.nameWidth, self.sizes) = (widths, nameWidth, sizes)
  }

  /// The lines, each at most as wide as was asked for; none without figures.
  var lines: [String] {
    guard !blocks.isEmpty else { return [] }
    let heads = scenarios.map { ($0.padded(to: widths[$0] ?? 0, alignment: .right)) }
    let size = sizes.isEmpty ? "" : " " + Self.sizeTitle
    let head = title.cut(to: nameWidth).padded(to: nameWidth)
    var lines = [style(head + heads.joined() + size, .heading)]
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
        .padded(to: widths[id] ?? 0, alignment: .right)
      return style(padded, Self.paint(cell))
    }
    let size = (sizes[name] ?? "").padded(to: Self.sizeTitle.count + 1, alignment: .right)
    return
      (Self.title(of: name, marked).padded(to: nameWidth) + cells.joined()
      + (sizes.isEmpty ? "" : size))
      .trimmedAtEnd
  }

  /// A name as it begins a line.
  private static func title(of name: String, _ marked: Set<String>) -> String {
    marked.contains(name) ? name + mark : name
  }

  private static func text(_ cell: Cell) -> String {
    switch cell {
    case .empty: ""
    case .unable: "."
    case .cut: "cut"
    case .wrong: "wrong"
    case .failed: "failed"
    case .time(let time, let deviates, let leads):
      Quantity.time(nanoseconds: time).filter { $0 != " " } + (deviates ? "*" : leads ? "<" : "")
    }
  }

  private static func paint(_ cell: Cell) -> Style.Paint? {
    switch cell {
    case .empty: nil
    case .unable, .time(_, deviates: true, _): .aside
    case .cut, .wrong, .failed: .bad
    case .time(_, _, leads: true): .good
    case .time(let time, _, _):
      time > Advice.frameNs ? .bad : time > Advice.frameNs / 10 ? .warning : nil
    }
  }

  /// What each strategy keeps for a row, by name; empty where nothing is known.
  private static func sizes(_ blocks: [Block]) -> [String: String] {
    var sizes: [String: String] = [:]
    for row in blocks.flatMap(\.rows) {
      sizes[row.name] = row.results.values.compactMap(\.row.bytesPerRow).max()
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
      case .noFigure(let reason):
        return reason.isWrong ? .wrong : reason.isFailure ? .failed : .unable
      case .ok: return .unable
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
      switch result.row.status {
      case .ok, .cut: true
      case .noFigure(let reason): reason.isWrong || reason.isFailure
      }
    }.map(\.name).unique
  }
}

extension String {
  /// Whether this is why there is no figure because an answer was wrong.
  fileprivate var isWrong: Bool { hasPrefix("wrong") }

  /// Whether this is why there is no figure because the strategy failed in a process of its own.
  fileprivate var isFailure: Bool { hasPrefix("failed") }
}

extension StrategyResult {
  /// The name where there is little room: `reload-window (p)` is published code.
  fileprivate var shortName: String {
    isPublished ? row.cell.strategy.printable + " (p)" : name
  }
}

extension Ranking {
  /// Whether a strategy is the fastest, or not separated from it.
  fileprivate func leads(_ result: StrategyResult) -> Bool {
    fastest?.name == result.name || alike.contains { $0.result.name == result.name }
  }
}
