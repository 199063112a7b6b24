import ListLayout
import Synchronization

// '.ci/own-strategy' also compiles this file, in a release build.
let listsMade = Atomic(0)
let listsFreed = Atomic(0)

/// An index that resembles a C library wrapper. Its stored properties are all trivial, and its `deinit` frees
/// memory.
struct Wrapper<Rows: RowSource>: OffsetIndex, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "wrapper", title: "owns memory", origin: "a test", modes: [.corrected],
      complexity: Complexity(offset: .linear, hitTest: .linear, frame: .linear))
  }

  let rows: Rows
  let memory: UnsafeMutableRawPointer

  init(rows: Rows) {
    self.rows = rows
    memory = .allocate(byteCount: 1, alignment: 1)
    listsMade.add(1, ordering: .relaxed)
  }

  deinit {
    memory.deallocate()
    listsFreed.add(1, ordering: .relaxed)
  }

  var count: Int { rows.count }
  func offset(of row: Int) -> LayoutUnit { (0..<row).reduce(.zero) { $0 + rows.height(of: $1) } }
  func row(at offset: LayoutUnit) -> Int {
    var (row, bottom) = (0, rows.count > 0 ? rows.height(of: 0) : .zero)
    while row + 1 < count, bottom <= offset {
      row += 1
      bottom = bottom + rows.height(of: row)
    }
    return row
  }
  func height(of row: Int) -> LayoutUnit { rows.height(of: row) }
  func total() -> LayoutUnit { offset(of: count) }
  func heightChanged(of row: Int) {}
  func heightsChanged() {}
  func inserted(_ rows: Range<Int>) {}
  func deleted(_ rows: Range<Int>) {}
}
