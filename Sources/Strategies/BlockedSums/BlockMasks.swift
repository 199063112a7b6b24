/// The masks of `BlockNode.add`: a window that slides over zeros followed by ones.
///
///     lanes     … 0  0  0  0 -1 -1 -1 -1 …
///     from(2)         0  0 -1 -1               lanes 2 and 3 of a node of four
///     after(2)     0  0  0 -1                  lane 3
struct BlockMasks<Shape: BlockShape> {
  /// The first -1.
  private let ones: UnsafeRawPointer

  private static var lanes: Int { max(Shape.leaf, Shape.narrow, 2 * Shape.wide) }
  static var byteCount: Int { lanes * 2 * 4 }

  /// The table at `memory`.
  init(at memory: UnsafeMutableRawPointer) {
    ones = UnsafeRawPointer(memory + Self.lanes * 4)
  }

  /// Writes the table to `memory`.
  static func write(to memory: UnsafeMutableRawPointer) {
    let table = memory.bindMemory(to: Int32.self, capacity: 2 * lanes)
    table.initialize(repeating: 0, count: lanes)
    (table + lanes).initialize(repeating: -1, count: lanes)
  }

  /// Masks for a lane and those after it.
  func from(_ lane: Int) -> UnsafeRawPointer { ones - lane &* 4 }
  /// Masks for the lanes after one.
  func after(_ lane: Int) -> UnsafeRawPointer { ones - (lane &+ 1) &* 4 }
  /// Masks for the bytes after one.
  func afterByte(_ lane: Int) -> UnsafeRawPointer { ones - (lane &+ 1) }
  /// Masks for a 16-bit lane and those after it.
  func fromShort(_ lane: Int) -> UnsafeRawPointer { ones - lane &* 2 }
  /// Masks for the 64-bit lanes after one.
  func afterWide(_ lane: Int) -> UnsafeRawPointer { ones - (lane &+ 1) &* 8 }
}
