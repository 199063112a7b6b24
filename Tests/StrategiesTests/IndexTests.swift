import ListLayout
import Replaying
import Testing

@testable import Indexes
@testable import Posts

/// A structure by name, and what is wrong with it or its answers after random changes.
private struct Structure: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let fault: @Sendable () -> String?

  init<Index: OffsetIndex<PlainRows> & ~Copyable>(
    _ index: Index.Type, isTiny: Bool = false,
    _ violations: @escaping @Sendable (inout Index) -> [String] = { _ in [] }
  ) {
    testDescription = "\(index)"
    fault = { IndexWalk.fault(in: Index.self, isTiny: isTiny, violations: violations) }
  }
}

/// What all indexes promise, and what each of them costs.
@Suite struct IndexTests {
  private typealias Rows = PlainRows

  private static let structures = [
    Structure(PrefixArrayIndex<Rows>.self), Structure(FenwickIndex<Rows>.self),
    Structure(RunLengthIndex<Rows>.self), Structure(SegmentDeltasIndex<Rows>.self),
    Structure(BlockedSumsIndex<Rows, DeepBlocks>.self, isTiny: true) { $0.checkInvariants() },
    Structure(BlockedSumsIndex<Rows, TunedBlocks>.self) { $0.checkInvariants() },
    Structure(LongSumsIndex<Rows, TinyBlocks>.self, isTiny: true) { $0.checkInvariants() },
    Structure(LongSumsIndex<Rows, DeepBlocks>.self, isTiny: true) { $0.checkInvariants() },
    Structure(LongSumsIndex<Rows, FlatBlocks>.self, isTiny: true) { $0.checkInvariants() },
    Structure(LongSumsIndex<Rows, TunedBlocks>.self) { $0.checkInvariants() },
    Structure(CodedSumsIndex<Rows, DeepBlocks>.self, isTiny: true) { $0.checkInvariants() },
    Structure(CodedSumsIndex<Rows, CodedBlocks>.self) { $0.checkInvariants() },
    Structure(AdaptiveIndex<Rows, FramePace>.self) { $0.checkInvariants() },
    Structure(AdaptiveIndex<Rows, SevenRows>.self, isTiny: true) { $0.checkInvariants() },
    Structure(SumTreeIndex<Rows, Singles>.self, isTiny: true) { $0.checkInvariants() },
    Structure(SumTreeIndex<Rows, Pairs>.self, isTiny: true) { $0.checkInvariants() },
    Structure(SumTreeIndex<Rows, Fours>.self, isTiny: true) { $0.checkInvariants() },
    Structure(SumTreeIndex<Rows, WideNodes>.self) { $0.checkInvariants() },
  ]

  @Test("Answers are those of adding up, whatever changes", arguments: structures)
  fileprivate func model(_ structure: Structure) { #expect(structure.fault() == nil) }

  @Test(
    "Lists on other indexes than the roster's break no law",
    arguments: [
      StrategyEntry(IndexedList<AdaptiveIndex<Rows, SevenRows>>.self),
      StrategyEntry(IndexedList<LongSumsIndex<Rows, TinyBlocks>>.self),
      StrategyEntry(CyclicList<AllHeightsIndex<Rows>>.self),
      StrategyEntry(CyclicList<FenwickIndex<Rows>>.self),
      StrategyEntry(CyclicList<CodedSumsIndex<Rows, CodedBlocks>>.self),
    ])
  func laws(of contender: StrategyEntry) { #expect(RandomWalk.brokenLaw(contender) == nil) }

  @Test("Fenwick, by hand: the point between two rows belongs to the lower one, never to a gap")
  func fenwickGaps() {
    let store = RowStore(heights: [0, 5, 0, 0, 7, 0])
    defer { withExtendedLifetime(store) {} }
    var index = FenwickIndex(rows: store.rows)
    let found = [0, 4, 5, 11, 12].map { index.row(at: LayoutUnit(rawValue: Int64($0))) }
    #expect(found == [1, 1, 4, 4, 5])
    #expect((0...6).map { index.offset(of: $0).rawValue } == [0, 0, 5, 5, 5, 12, 12])
  }

  @Test("A change asks for one height; edits of one frame are taken in together")
  func work() {
    expectWork(FenwickIndex<Rows>.self)
    expectWork(BlockedSumsIndex<Rows, TunedBlocks>.self)
  }

  private func expectWork<Index: OffsetIndex<PlainRows> & ~Copyable>(_: Index.Type) {
    let store = RowStore.counting([Int32](repeating: 64, count: 100))
    var index = Index(rows: store.rows)
    #expect(store.counters[.heightsAsked] == 100)
    store.setHeight(of: 3, to: 128)
    index.heightChanged(of: 3)
    #expect(store.counters[.heightsAsked] == 101)
    for _ in 0..<3 {
      store.insert(64, at: 0)
      index.inserted(0..<1)
    }
    #expect(index.total() == LayoutUnit(points: 104))
    #expect(store.counters[.heightsAsked] == 101 + 103)
  }

  @Test("Prefix array: a change costs the rows from there to the row asked about, once")
  func watermark() {
    let store = RowStore.counting([Int32](repeating: 64, count: 1000))
    var index = PrefixArrayIndex(rows: store.rows)
    #expect(index.total() == LayoutUnit(points: 1000))
    #expect(store.counters[.heightsAsked] == 1000)
    #expect(store.counters[.rowsScanned] == 1000)
    store.setHeight(of: 600, to: 128)
    index.heightChanged(of: 600)
    store.setHeight(of: 900, to: 128)
    index.heightChanged(of: 900)
    #expect(store.counters[.heightsAsked] == 1002)
    #expect(store.counters[.rowsScanned] == 1000)
    #expect(index.offset(of: 600) == LayoutUnit(points: 600))
    #expect(store.counters[.rowsScanned] == 1000)
    #expect(index.offset(of: 700) == LayoutUnit(points: 701))
    #expect(store.counters[.rowsScanned] == 1100)
    #expect(index.total() == LayoutUnit(points: 1002))
    #expect(store.counters[.rowsScanned] == 1400)
    #expect(index.offset(of: 650) == LayoutUnit(points: 651))
    #expect(store.counters[.rowsScanned] == 1400)
  }

  @Test("Run length: runs split at a change and join again")
  func runs() {
    let store = RowStore(heights: [Int32](repeating: 64, count: 1000))
    var index = RunLengthIndex(rows: store.rows)
    #expect(index.runs == 1)
    for (row, height, expected) in [
      (600, 128, 3), (601, 128, 3), (602, 0, 4), (604, 0, 6), (603, 0, 4), (602, 128, 4),
      (999, 128, 5), (999, 64, 4), (0, 1, 5), (0, 64, 4),
    ] as [(Int, Int32, Int)] {
      store.setHeight(of: row, to: height)
      index.heightChanged(of: row)
      #expect(index.runs == expected, "row \(row) became \(height)")
    }
    store.delete(600..<605)
    index.deleted(600..<605)
    #expect(index.runs == 1)
    #expect(index.total() == LayoutUnit(points: 995))
  }

  @Test("A list of equal rows stays one run, however many come and go")
  func inserts() {
    let store = RowStore(heights: [Int32](repeating: 64, count: 10))
    var index = RunLengthIndex(rows: store.rows)
    for step in 0..<100 {
      let row = step * 7 % (index.count + 1)
      store.insert(64, at: row)
      index.inserted(row..<row + 1)
      #expect(index.runs == 1)
    }
    #expect(index.total() == LayoutUnit(points: 110))
    #expect(index.row(at: LayoutUnit(points: 77)) == 77)
    store.delete(0..<110)
    index.deleted(0..<110)
    #expect(index.count == 0)
    #expect(index.runs == 0)
    #expect(index.total() == .zero)
  }

  @Test("Segment deltas: a change scans nothing; edits are taken in together, when asked")
  func segmentWork() {
    let store = RowStore.counting([Int32](repeating: 64, count: 1000))
    var index = SegmentDeltasIndex(rows: store.rows)
    #expect(index.total() == LayoutUnit(points: 1000))
    #expect(store.counters[.rowsScanned] == 1000)
    store.setHeight(of: 600, to: 128)
    index.heightChanged(of: 600)
    #expect(index.offset(of: 600) == LayoutUnit(points: 600))
    #expect(index.offset(of: 601) == LayoutUnit(points: 602))
    #expect(index.row(at: LayoutUnit(points: 601)) == 600)
    #expect(store.counters[.rowsScanned] == 1000)
    for _ in 0..<3 {
      store.insert(64, at: 1000)
      index.inserted(1000..<1001)
    }
    // The rows that move up, 0, 1 and 2, and one build.
    #expect(index.total() == LayoutUnit(points: 1004))
    #expect(store.counters[.rowsScanned] == 1000 + 3 + 1003)
    #expect(store.counters[.heightsAsked] == 1000 + 1 + 3)
  }
}
