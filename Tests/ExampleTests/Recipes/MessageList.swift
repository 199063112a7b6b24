import RowOffsets

/// A list of messages that can be edited.
struct MessageList {
  private(set) var messages: [(id: Int, text: String)] = []
  private(set) var rows = RowLayout()

  /// Shows other messages. Returns the distance to add to the content offset.
  mutating func show(
    _ new: [(id: Int, text: String)], visible: Range<Double>, height: (String) -> Double
  ) -> Double {
    let difference = new.map(\.id).difference(from: messages.map(\.id)).inferringMoves()
    let old = Dictionary(uniqueKeysWithValues: messages.map { ($0.id, $0.text) })
    messages = new
    return rows.update(visible: visible) { rows in
      // Inserted rows are unmeasured until they are shown.
      rows.apply(difference) { _ in nil }
      for (row, message) in new.enumerated() where rows.isMeasured(row) {
        if old[message.id] != message.text { rows[row] = height(message.text) }
      }
    }
  }

  mutating func setHeight(of row: Int, to height: Double) { rows[row] = height }
}
