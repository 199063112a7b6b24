import ListLayout

/// How a row shows a text: the room beside it, the room above and below it, and the type.
struct RowStyle: Sendable {
  enum TextWidth: Sendable {
    /// Two thirds of the list: a chat bubble.
    case twoThirds
    /// The list without this much.
    case inset(LayoutUnit)
  }

  let typesetter: Typesetter
  let textWidth: TextWidth
  /// The height of a row without its lines.
  let padding: LayoutUnit

  /// A message in a bubble two thirds as wide as the list, so that 390 pt leave 260 pt for the text:
  /// Body (17 pt on 22 pt), 8 pt inside the bubble at each side, 4 pt between bubbles.
  static let chatBubble = RowStyle(
    typesetter: .body, textWidth: .twoThirds, padding: LayoutUnit(points: 20))

  /// A text in a plain list: Body, margins of 16 pt, and 44 pt for a row of one line.
  static let listRow = RowStyle(
    typesetter: .body, textWidth: .inset(LayoutUnit(points: 32)), padding: LayoutUnit(points: 22))

  /// The cell of the post that `on-demand` comes from: a title of 18 pt and three gaps of 5 pt, then text of 13 pt (on 16 pt) that
  /// is 10 pt narrower than the cell.
  static let onDemandCell = RowStyle(
    typesetter: Typesetter(fontSize: LayoutUnit(points: 13), lineHeight: LayoutUnit(points: 16)),
    textWidth: .inset(LayoutUnit(points: 10)), padding: LayoutUnit(points: 33))

  /// The height of the row that shows the text at `index` of `corpus`, in a list `width` wide.
  func height(of index: Int, in corpus: Corpus, width: LayoutUnit) -> Int32 {
    let lines = corpus.lines(of: index, typesetter: typesetter, width: textWidth(in: width))
    return (padding + typesetter.lineHeight * lines).asHeight
  }

  /// The heights of the rows that show the first `count` texts of `corpus`.
  func heights(of corpus: Corpus, count: Int, width: LayoutUnit) -> [Int32] {
    (0..<count).map { height(of: $0, in: corpus, width: width) }
  }

  private func textWidth(in width: LayoutUnit) -> LayoutUnit {
    switch textWidth {
    case .twoThirds: LayoutUnit(rawValue: width.rawValue * 2 / 3)
    case .inset(let inset): max(.zero, width - inset)
    }
  }
}

extension Typesetter {
  /// The text style Body of iOS at its default size: 17 pt on 22 pt.
  static let body = Typesetter(
    fontSize: LayoutUnit(points: 17), lineHeight: LayoutUnit(points: 22))
}
