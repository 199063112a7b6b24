// Strategies for .ci/broken-strategies that trap, exhaust memory, exit or show incorrect rows. Each uses the
// index from Benchmarks/own-strategy and adds a fault to the hundredth search or to the insertion of rows.
import BenchTool
import Foundation

/// A fault that makes an index trap, exhaust memory, exit or return wrong answers.
protocol Fault {
  static var id: String { get }
  /// Called before the hundredth search.
  static func strike()
}

enum Trap: Fault {
  static var id: String { "traps" }
  static func strike() { fatalError("a strategy of others") }
}

enum Growth: Fault {
  static var id: String { "grows" }
  static func strike() {
    var kept: [[UInt8]] = []
    while kept.count >= 0 { kept.append([UInt8](repeating: 1, count: 1 << 20)) }
  }
}

enum Exit: Fault {
  static var id: String { "exits" }
  static func strike() { exit(0) }
}

enum Lie: Fault {
  static var id: String { "lies" }
  static func strike() {}
}

/// Adds an inserted row's height twice to the offsets of the rows below it.
enum Misplacement: Fault {
  static var id: String { "misplaces" }
  static func strike() {}
}

struct BrokenIndex<Rows: RowSource, Kind: Fault>: OffsetIndex {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: Kind.id, title: "an index that \(Kind.id)", origin: "a test", modes: [.corrected],
      complexity: Milestones<Rows>.descriptor.complexity)
  }

  private var index: Milestones<Rows>
  private var searches = 0
  private var excess = LayoutUnit.zero

  init(rows: Rows) { index = Milestones(rows: rows) }

  mutating func row(at offset: LayoutUnit) -> Int {
    searches += 1
    if searches == 100 { Kind.strike() }
    let row = index.row(at: offset)
    return Kind.id == Lie.id && searches >= 100 ? min(count - 1, row + 1) : row
  }

  var count: Int { index.count }
  func height(of row: Int) -> LayoutUnit { index.height(of: row) }
  func total() -> LayoutUnit { index.total() }
  func offset(of row: Int) -> LayoutUnit { index.offset(of: row) + (row > 0 ? excess : .zero) }
  mutating func heightChanged(of row: Int) { index.heightChanged(of: row) }
  mutating func heightsChanged() { index.heightsChanged() }
  mutating func inserted(_ new: Range<Int>) {
    index.inserted(new)
    if Kind.id == Misplacement.id { excess += height(of: new.lowerBound) }
  }
  mutating func deleted(_ old: Range<Int>) { index.deleted(old) }
}

typealias BrokenList<Rows: RowSource, Kind: Fault> = IndexedList<BrokenIndex<Rows, Kind>>

func broken<Kind: Fault>(_: Kind.Type) -> StrategyEntry {
  StrategyEntry(BrokenList<PlainRows, Kind>.self)
}

Tool(
  strategies: StrategyRegistry.all + [
    StrategyEntry(MilestoneList.self), broken(Trap.self),
    broken(Growth.self), broken(Exit.self), broken(Lie.self), broken(Misplacement.self),
  ]
).main()
