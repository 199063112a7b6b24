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
    Structure(RunLengthIndex<Rows>.self),
    Structure(BalancedTreeIndex<Rows>.self) { $0.tree.checkInvariants() },
    Structure(BlockedSumsIndex<Rows, DeepBlocks>.self, isTiny: true) { $0.checkInvariants() },
    Structure(BlockedSumsIndex<Rows, TunedBlocks>.self) { $0.checkInvariants() },
    Structure(LongSumsIndex<Rows, TinyBlocks>.self, isTiny: true) { $0.checkInvariants() },
    Structure(LongSumsIndex<Rows, DeepBlocks>.self, isTiny: true) { $0.checkInvariants() },
    Structure(LongSumsIndex<Rows, FlatBlocks>.self, isTiny: true) { $0.checkInvariants() },
    Structure(LongSumsIndex<Rows, TunedBlocks>.self) { $0.checkInvariants() },
    Structure(DictionarySumsIndex<Rows, DeepDictionary>.self) { $0.checkInvariants() },
    Structure(DictionarySumsIndex<Rows, DictionaryBlocks>.self) { $0.checkInvariants() },
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
    "Lists on other indexes than the registry's break no invariant",
    arguments: [
      StrategyEntry(IndexedList<AdaptiveIndex<Rows, SevenRows>>.self),
      StrategyEntry(IndexedList<LongSumsIndex<Rows, TinyBlocks>>.self),
      StrategyEntry(IndexedList<DictionarySumsIndex<Rows, DeepDictionary>>.self),
      StrategyEntry(CyclicList<AllHeightsIndex<Rows>>.self),
      StrategyEntry(CyclicList<FenwickIndex<Rows>>.self),
    ])
  func invariants(of contender: StrategyEntry) { #expect(brokenLaw(of: contender) == nil) }

  @Test("Fenwick, by hand: the point between two rows belongs to the lower one, never to a gap")
  func fenwickGaps() {
    let rows = IndexedRows<FenwickIndex<Rows>>([0, 5, 0, 0, 7, 0])
    let found = [0, 4, 5, 11, 12].map { rows.index.row(at: LayoutUnit(rawValue: Int64($0))) }
    #expect(found == [1, 1, 4, 4, 5])
    #expect((0...6).map { rows.index.offset(of: $0).rawValue } == [0, 0, 5, 5, 5, 12, 12])
  }

  @Test("A change asks for one height; edits of one frame are taken in together")
  func work() {
    expectWork(FenwickIndex<Rows>.self)
    expectWork(BlockedSumsIndex<Rows, TunedBlocks>.self)
  }

  private func expectWork<Index: OffsetIndex<PlainRows> & ~Copyable>(_: Index.Type) {
    let rows = IndexedRows<Index>([Int32](repeating: 64, count: 100))
    #expect(rows.store.counters[.heightsAsked] == 100)
    rows.set(3, to: 128)
    #expect(rows.store.counters[.heightsAsked] == 101)
    for _ in 0..<3 { rows.insert([64], at: 0) }
    #expect(rows.index.total() == points(104))
    #expect(rows.store.counters[.heightsAsked] == 101 + 103)
  }

  @Test("Prefix array: a change costs the rows from there to the row asked about, once")
  func watermark() {
    let rows = IndexedRows<PrefixArrayIndex<Rows>>([Int32](repeating: 64, count: 1000))
    #expect(rows.index.total() == points(1000))
    #expect(rows.store.counters[.heightsAsked] == 1000)
    rows.set(600, to: 128)
    rows.set(900, to: 128)
    #expect(rows.store.counters[.heightsAsked] == 1002)
    for (row, top, scanned) in [
      (600, 600, 1000), (700, 701, 1100), (1000, 1002, 1400), (650, 651, 1400),
    ] {
      #expect(rows.index.offset(of: row) == points(top))
      #expect(rows.store.counters[.rowsScanned] == scanned)
    }
  }

  @Test("Run length: runs split at a change and join again")
  func runs() {
    let rows = IndexedRows<RunLengthIndex<Rows>>([Int32](repeating: 64, count: 1000))
    #expect(rows.index.runs == 1)
    for (row, height, expected) in [
      (600, 128, 3), (601, 128, 3), (602, 0, 4), (604, 0, 6), (603, 0, 4), (602, 128, 4),
      (999, 128, 5), (999, 64, 4), (0, 1, 5), (0, 64, 4),
    ] as [(Int, Int32, Int)] {
      rows.set(row, to: height)
      #expect(rows.index.runs == expected, "row \(row) became \(height)")
    }
    rows.delete(600..<605)
    #expect(rows.index.runs == 1)
    // However many come and go.
    for step in 0..<100 {
      rows.insert([64], at: step * 7 % (rows.index.count + 1))
      #expect(rows.index.runs == 1)
    }
    #expect(rows.index.total() == points(1095) && rows.index.row(at: points(77)) == 77)
    rows.delete(0..<1095)
    #expect(rows.index.count == 0 && rows.index.runs == 0 && rows.index.total() == .zero)
  }
}
