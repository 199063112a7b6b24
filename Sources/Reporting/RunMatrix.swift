import Basics
import Measuring
import Runs

/// The times of a run's strategies at one length: a line for each strategy, a column for each scenario.
/// Strategies that cannot show the run's first list stand at the end with their times on one that they can.
struct RunMatrix {
  /// First the two questions that an index is asked, then what happens to most lists, as many as fit.
  private static let order = [
    "offset", "recalc", "scroll", "open", "rotate", "prepend", "jump", "edit", "append", "hit-test",
    "recalc-100", "expand", "endless",
  ]
  /// Room for two digits with a unit, two marks and a space before them.
  private static let columnWidth = 8
  static let sizeTitle = "B/row"
  private static let sizeWidth = 7
  /// What follows a name whose published form has no line of its own and shows wrong rows.
  static let mark = "°"
  private static let longestTitle = 24

  struct Block {
    let heading: String
    let rows: [Row]
  }

  struct Row {
    let name: String
    /// One of its results: what the strategy is.
    let result: StrategyResult
    let cells: [String: Cell]

    /// What it keeps for a row, in bytes; nil where that is unknown.
    var size: String? {
      cells.values.compactMap(\.result.row.counters[.bytesPerRow]).max().map(Quantity.amount)
    }
  }

  struct Cell {
    let result: StrategyResult
    /// Whether nothing is known to be faster.
    let leads: Bool

    /// In place of a time.
    var word: String {
      switch result.row.status {
      case .timedOut: "slow"
      case .wrong: "wrong"
      case .failed: "failed"
      case .ok, .unsupported, .empty, .notReached: "."
      }
    }
    var isImplausible: Bool { result.row.doubts != nil }
    var marks: String { (isImplausible ? "?" : "") + (result.deviates ? "*" : leads ? "<" : "") }
  }

  let title: String
  private let first: RankingSection
  let blocks: [Block]
  let scenarios: [String]
  /// The scenarios for which there is no room.
  let hidden: [String]
  /// The strategies whose published forms show wrong rows and have no line to say so.
  let marked: Set<String>
  let hasSizes: Bool
  private let nameWidth: Int
  private let width: Int
  private let style: Style

  /// The matrix of the run's first list and of its others, with lines for published forms beside their
  /// corrected ones or without; nil where nothing should have been measured.
  init?(
    _ sections: [RankingSection], showsForms: Bool = true, width: Int = .max / 2,
    style: Style = .plain
  ) {
    guard let first = sections.first else { return nil }
    (self.width, self.style, self.first, title) = (width, style, first, first.title)
    let results = sections.flatMap(\.results)
    let corrected = results.corrected
    func isHidden(_ result: StrategyResult) -> Bool {
      !showsForms && result.isFixed(by: corrected)
    }
    marked = Set(results.filter { isHidden($0) && $0.deviates }.map(\.id))
    let main = Self.rows(of: first).filter { !isHidden($0.result) }
    var blocks = StrategyFamily.allCases.map { family in
      Block(heading: family.heading, rows: main.filter { $0.result.family == family })
    }
    var shown = Set(first.names)
    for section in sections.dropFirst() {
      let rows = Self.rows(of: section).filter {
        !shown.contains($0.result.name) && !isHidden($0.result)
      }
      blocks.append(Block(heading: "On \(section.title)", rows: rows))
      shown.formUnion(section.names)
    }
    blocks.removeAll(where: \.rows.isEmpty)
    if blocks.isEmpty { return nil }
    self.blocks = blocks
    // Of all names, also those that get no line: what was found does not move the columns.
    let names = results.map(\.shortName.columns).max() ?? 0
    nameWidth = min(
      max(names, min(title.columns + 1, Self.longestTitle)), max(Self.longestTitle, width / 3))
    let all = sections.flatMap(\.rankings).filter { !$0.order.isEmpty }.map(\.group.id).unique
    let order = Self.order.filter(all.contains) + all.filter { !Self.order.contains($0) }
    hasSizes = blocks.contains { $0.rows.contains { $0.size != nil } }
    var room = width - nameWidth - (hasSizes ? Self.sizeWidth : 0)
    scenarios = Array(
      order.prefix { id in
        room -= Self.width(of: id)
        return room >= 0
      })
    hidden = Array(order.dropFirst(scenarios.count))
  }

  /// The strategies of a list that have a figure or should have one.
  private static func rows(of section: RankingSection) -> [Row] {
    var cells: [String: [String: Cell]] = [:]
    for ranking in section.rankings {
      for result in ranking.group.results where !result.isFloor {
        cells[result.name, default: [:]][ranking.group.id] = Cell(
          result: result, leads: ranking.leads(result))
      }
    }
    return section.names.compactMap { name in
      guard let own = cells[name], let first = own.values.first?.result else { return nil }
      return Row(name: first.shortName, result: first, cells: own)
    }
  }

  var cells: [Cell] { blocks.flatMap(\.rows).flatMap(\.cells.values) }

  // MARK: As text

  private static func width(of scenario: String) -> Int { max(scenario.columns + 1, columnWidth) }

  var lines: [String] {
    // Figures end one column further left, for what marks them.
    let heads = scenarios.map { ($0 + " ").padded(to: Self.width(of: $0), alignment: .right) }
    // A column stays free before the first head, which fills its own.
    let list = first.heights.cut(to: nameWidth - 1, before: first.length)
    let head = list.padded(to: nameWidth) + heads.joined()
    var lines = [style((head + size(hasSizes ? Self.sizeTitle : nil)).trimmedAtEnd, .heading)]
    for block in blocks {
      lines += Flow(width: width, hanging: 2).lines(of: block.heading).map { style($0, .aside) }
      lines += block.rows.map { row in
        let name = (marked.contains(row.name) ? row.name + Self.mark : row.name).cut(to: nameWidth)
        let cells = scenarios.map { text(row.cells[$0], columns: Self.width(of: $0) - 1) }
        return (name.padded(to: nameWidth) + cells.joined() + size(row.size)).trimmedAtEnd
      }
    }
    return lines
  }

  private func size(_ text: String?) -> String {
    hasSizes ? (text ?? "").padded(to: Self.sizeWidth, alignment: .right) : ""
  }

  private func text(_ cell: Cell?, columns: Int) -> String {
    let text = cell?.text(columns: columns) ?? " "
    return " " + style(text.padded(to: columns, alignment: .right), cell?.paint)
  }
}

extension RunMatrix.Cell {
  /// The time in two significant digits, or in one where there is no room, with its marks.
  fileprivate func text(columns: Int) -> String {
    guard let time = result.timeNs else { return word + " " }
    let texts = [2, 1].map { digits in
      Quantity.brief(nanoseconds: time, digits: digits) + (marks.isEmpty ? " " : marks)
    }
    return texts.first { $0.columns <= columns } ?? texts[1]
  }

  fileprivate var paint: Style.Paint? {
    guard let time = result.timeNs else { return word == "." ? .aside : .bad }
    if result.deviates { return .aside }
    if leads { return .good }
    return time > Recommendation.frameNs
      ? .bad : time > Recommendation.frameNs / 10 ? .warning : nil
  }
}
