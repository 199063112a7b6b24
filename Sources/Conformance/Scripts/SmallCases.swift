import ListLayout

/// Every small script: all lists of up to three rows with no height, a small one or one above the
/// viewport's, from every start row, with every sequence of a few gestures.
public struct SmallCases: RandomAccessCollection, Sendable {
  private let lists: [GestureScript]
  private let alphabet: [Gesture]
  private let length: Int
  private let requirement: StrategyCard.Requirement

  /// The cases that suit a card.
  ///
  /// - Parameters:
  ///   - card: the card of the strategy that is checked.
  ///   - mode: which version of it.
  ///   - length: gestures in each script, at least 1.
  ///   - rows: rows in the longest list.
  public init(for card: StrategyCard, mode: StrategyMode = .corrected, length: Int, rows: Int = 3) {
    self.length = length
    requirement = card.requirement
    alphabet = Self.alphabet(for: card)
    lists = Self.heights(for: card.requirement, rows: rows).flatMap { heights in
      (0..<Swift.max(1, heights.count)).map { start in
        GestureScript(
          heights: heights,
          options: LayoutOptions(viewport: Self.viewport, start: start, mode: mode, loadLatency: 1),
          topology: card.topology)
      }
    }
  }

  public var startIndex: Int { 0 }

  public var endIndex: Int { lists.count * sequences }

  private var sequences: Int { (0..<length).reduce(1) { product, _ in product * alphabet.count } }

  public subscript(index: Int) -> GestureScript {
    var script = lists[index / sequences]
    var code = index % sequences
    for _ in 0..<length {
      script.gestures.append(alphabet[code % alphabet.count])
      code /= alphabet.count
    }
    return script.repaired(for: requirement)
  }

  private static let viewport = LayoutUnit(points: 100)
  private static let small = LayoutUnit(points: 30)
  private static let tall = LayoutUnit(points: 130)

  private static func heights(
    for requirement: StrategyCard.Requirement, rows: Int
  ) -> [[Int32]] {
    let choices: [LayoutUnit] = requirement == .pages ? [viewport] : [.zero, small, tall]
    let heights = choices.map { Int32($0.rawValue) }
    if requirement == .equalHeights {
      return heights.flatMap { height in
        (0...rows).map { Array(repeating: height, count: $0) }
      }
    }
    var lists: [[Int32]] = [[]]
    var longest: [[Int32]] = [[]]
    for _ in 0..<rows {
      longest = longest.flatMap { list in heights.map { list + [$0] } }
      lists += longest
    }
    return lists
  }

  /// Motion that stays, crosses a row and leaves the list; every change at the first row, the
  /// second and the last (an index past the end means the last).
  private static func alphabet(for card: StrategyCard) -> [Gesture] {
    var gestures: [Gesture] = [
      .scroll(LayoutUnit(points: 17)), .scroll(LayoutUnit(points: -17)),
      .scroll(LayoutUnit(points: 1000)), .scroll(LayoutUnit(points: -1000)), .settle,
      .jump(row: .max),
    ]
    if card.abilities.contains(.resize), card.requirement == .anyHeights {
      gestures += [
        .resize(row: 0, height: .zero), .resize(row: 0, height: tall),
        .resize(row: 1, height: small), .resize(row: .max, height: .zero),
      ]
    }
    if card.abilities.contains(.edit) {
      gestures += [
        .insert(row: 0, height: small), .insert(row: 1, height: tall),
        .insert(row: .max, height: small), .delete(row: 0), .delete(row: .max),
      ]
    }
    if card.abilities.contains(.viewport), card.requirement != .pages {
      gestures += [.viewport(LayoutUnit(points: 20)), .viewport(LayoutUnit(points: 250))]
    }
    return gestures
  }
}
