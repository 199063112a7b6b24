// A program with strategies that trap, never end, take memory without end and show the wrong rows, for
// .ci/broken-strategies: the list of Benchmarks/own-strategy with a fault in its hundredth frame.
import BenchTool
import Foundation

/// What a list does wrong.
protocol Fault {
  /// Its strategy's id.
  static var id: String { get }
  /// Happens instead of a frame.
  static func strike()
}

enum Trap: Fault {
  static var id: String { "traps" }
  static func strike() { fatalError("a strategy of others") }
}

enum Loop: Fault {
  static var id: String { "loops" }
  static func strike() {
    while getpid() > 0 {}
  }
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

struct BrokenList<Rows: RowSource, Kind: Fault>: LayoutStrategy {
  static var card: StrategyCard {
    StrategyCard(
      id: Kind.id, title: "a list that \(Kind.id)", origin: "a test", contentSpace: .window,
      modes: [.corrected], complexity: .constant)
  }

  private var list: AnchorList<Rows>
  private var frames = 0

  init(rows: Rows, options: LayoutOptions) { list = AnchorList(rows: rows, options: options) }

  mutating func layout() {
    frames += 1
    if frames == 100 { Kind.strike() }
    list.layout()
  }

  func visitViews(_ body: (RowView) -> Void) {
    guard Kind.id == Lie.id, frames >= 100 else { return list.visitViews(body) }
  }

  var contentOffset: LayoutUnit { list.contentOffset }
  var contentHeight: LayoutUnit { list.contentHeight }
  var viewport: LayoutUnit { list.viewport }
  func origin(of row: Int) -> Int { list.origin(of: row) }
  func offset(of row: Int) -> LayoutUnit { list.offset(of: row) }
  func row(at offset: LayoutUnit) -> Int { list.row(at: offset) }
  func heightChanged(of row: Int) { list.heightChanged(of: row) }
  func heightsChanged() { list.heightsChanged() }
  func settle() { list.settle() }
  mutating func inserted(_ new: Range<Int>) { list.inserted(new) }
  mutating func deleted(_ old: Range<Int>) { list.deleted(old) }
  mutating func scroll(by distance: LayoutUnit) { list.scroll(by: distance) }
  mutating func jump(to target: Int) { list.jump(to: target) }
  mutating func resizeViewport(to height: LayoutUnit) { list.resizeViewport(to: height) }
}

func broken<Kind: Fault>(_: Kind.Type) -> Contender {
  Contender(BrokenList<PlainRows, Kind>.self, BrokenList<CountedRows, Kind>.self)
}

Tool(
  strategies: Roster.all + [
    Contender(AnchorList.self, AnchorList.self), broken(Trap.self), broken(Loop.self),
    broken(Growth.self), broken(Exit.self), broken(Lie.self),
  ]
).main()
