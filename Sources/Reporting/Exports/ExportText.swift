/// Text that is made piece by piece, one for each cell, so that no more than one is held at a time.
public struct ExportText: Sendable {
  private let head: String
  private let separator: String
  private let tail: String
  private let cells: [ExportedCell]
  private let piece: @Sendable (ExportedCell) -> String

  /// A head, a piece for each cell with the separator between two, a tail.
  init(
    head: String, cells: [ExportedCell], separator: String = "", tail: String = "",
    piece: @escaping @Sendable (ExportedCell) -> String
  ) {
    self.head = head
    self.cells = cells
    self.separator = separator
    self.tail = tail
    self.piece = piece
  }

  /// Text that is there already.
  init(_ text: String) { self.init(head: text, cells: []) { _ in "" } }

  /// Gives the text in its order. Complexity: O(samples); a call for each cell.
  public func write<Fault>(to sink: (String) throws(Fault) -> Void) throws(Fault) {
    try sink(head)
    for (index, cell) in cells.enumerated() {
      try sink((index == 0 ? "" : separator) + piece(cell))
    }
    try sink(tail)
  }
}
