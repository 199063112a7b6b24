import Measuring
import Recording

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
  private static let sizeTitle = "B/row"
  /// What follows a name whose published form has no line of its own and shows wrong rows.
  static let mark = "°"
  /// Columns that the list's title may claim.
  private static let longestTitle = 20

  /// Lines under one heading.
  fileprivate struct Block {
    let heading: String
    /// Names, each with its results by scenario.
    let rows: [(name: String, results: [String: StrategyResult])]
    let rankings: [String: Ranking]
  }

  private let blocks: [Block]
  /// The columns shown, in the order of the run.
  private let scenarios: [String]
  /// The scenarios for which there is no room.
  let hidden: [String]
  private let widths: [String: Int]
  private let nameWidth: Int
  private let sizes: [String: String]
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
      names.map(\.columns).max() ?? 0, min(main.title.columns, Self.longestTitle))
    let sizes = Self.sizes(filled)
    let all = (main.rankings + others.flatMap(\.rankings)).filter { !$0.order.isEmpty }
      .map(\.group.scenario.id).unique
    let widths = Dictionary(
      uniqueKeysWithValues: all.map { id in
        let cells = filled.flatMap { block in
          block.rows.map { Self.cell(block, $0.results[id], id).text.columns }
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
  func lines(title: String) -> [String] {
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
      let (text, paint) = Self.cell(block, results[id], id)
      // What marks a figure stands to its right, so that digits stand below digits.
      let isMarked = text.last.map { "*<".contains($0) } ?? false
      let padded = (text + (isMarked ? "" : " "))
        .padded(to: widths[id] ?? 0, alignment: .right)
      return style(padded, paint)
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

  /// What a cell says, and how it is painted.
  private static func cell(
    _ block: Block, _ result: StrategyResult?, _ scenario: String
  ) -> (text: String, paint: Style.Paint?) {
    guard let result else { return ("", nil) }
    guard let median = result.median else {
      switch result.row.status {
      case .cut: return ("cut", .bad)
      case .noFigure: return result.row.status.isWrong ? ("wrong", .bad) : (".", .aside)
      case .ok: return (".", .aside)
      }
    }
    let time = Quantity.time(nanoseconds: median).filter { $0 != " " }
    if result.deviates { return (time + "*", .aside) }
    if block.rankings[scenario]?.leads(result) ?? false { return (time + "<", .good) }
    return (time, median > Advice.frameNs ? .bad : median > Advice.frameNs / 10 ? .warning : nil)
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
  /// The strategies that have a figure in the section, or would have one had they not been cut or wrong.
  fileprivate var names: [String] {
    let results = rankings.flatMap { $0.group.results }.filter { !$0.isFloor }
    return results.filter { result in
      switch result.row.status {
      case .ok, .cut: true
      case .noFigure: result.row.status.isWrong
      }
    }.map(\.name).unique
  }
}

extension CellStatus {
  /// Whether there is no figure because an answer was wrong.
  fileprivate var isWrong: Bool {
    if case .noFigure(let reason) = self { reason.hasPrefix("wrong") } else { false }
  }
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
