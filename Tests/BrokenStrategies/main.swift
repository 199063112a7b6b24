// Strategies for .ci/broken-strategies that trap, exhaust memory, exit or show incorrect rows. Each uses the
// index from Benchmarks/own-strategy and adds a fault to the hundredth search or to the insertion of rows.
import BenchTool
import Foundation

enum Fault: Int, CaseIterable {
  case traps, grows, exits, lies
  /// Adds an inserted row's height twice to the offsets of the rows below it.
  case misplaces

  static let parameter = StrategyParameter(0, "fault", usual: 0, in: 0...4, "the fault")

  /// Called in the hundredth search.
  func strike() {
    switch self {
    case .traps: fatalError("a strategy of others")
    case .grows:
      var kept: [[UInt8]] = []
      while kept.count >= 0 { kept.append([UInt8](repeating: 1, count: 1 << 20)) }
    case .exits: exit(0)
    case .lies, .misplaces: break
    }
  }
}

struct BrokenIndex<Rows: RowSource>: OffsetIndex {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "broken", title: "an index with a fault", origin: "a test", modes: [.corrected],
      complexity: Milestones<Rows>.descriptor.complexity, parameters: [Fault.parameter])
  }

  private var index: Milestones<Rows>
  private let fault: Fault?
  private var searches = 0
  private var excess = LayoutUnit.zero

  init(rows: Rows) { self.init(rows: rows, options: LayoutOptions(viewport: .zero)) }

  init(rows: Rows, options: LayoutOptions) {
    index = Milestones(rows: rows)
    fault = Fault(rawValue: options.parameters[Fault.parameter])
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    searches += 1
    if searches == 100 { fault?.strike() }
    let row = index.row(at: offset)
    return fault == .lies && searches >= 100 ? min(count - 1, row + 1) : row
  }

  var count: Int { index.count }
  func height(of row: Int) -> LayoutUnit { index.height(of: row) }
  func total() -> LayoutUnit { index.total() }
  func offset(of row: Int) -> LayoutUnit { index.offset(of: row) + (row > 0 ? excess : .zero) }
  mutating func heightChanged(of row: Int) { index.heightChanged(of: row) }
  mutating func heightsChanged() { index.heightsChanged() }
  mutating func inserted(_ new: Range<Int>) {
    index.inserted(new)
    if fault == .misplaces { excess += height(of: new.lowerBound) }
  }
  mutating func deleted(_ old: Range<Int>) { index.deleted(old) }
}

let broken = try Fault.allCases.map { fault in
  let list = StrategyEntry(IndexedList<BrokenIndex<PlainRows>>.self)
  var entry = try list.named("broken:fault=\(fault.rawValue)") ?? list
  entry.descriptor.id = "\(fault)"
  return entry
}

Tool(strategies: StrategyRegistry.all + [StrategyEntry(MilestoneList.self)] + broken).main()
