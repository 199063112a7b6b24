import BenchReplaying
import Testing

@testable import IndexStrategies

private struct Structure: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let firstFault: @Sendable () -> String?

  init<Index: CheckedIndex<PlainRows> & ~Copyable>(_ index: Index.Type, isTiny: Bool = false) {
    testDescription = "\(index)"
    firstFault = { IndexChanges.firstFault(in: Index.self, isTiny: isTiny) }
  }
}

@Suite struct IndexTests {
  private typealias Rows = PlainRows

  private static let structures = [
    Structure(PrefixArrayIndex<Rows>.self), Structure(FenwickIndex<Rows>.self),
    Structure(RunLengthIndex<Rows>.self), Structure(BalancedTreeIndex<Rows>.self),
    Structure(BlockedSumsIndex<Rows, DeepBlocks>.self, isTiny: true),
    Structure(BlockedSumsIndex<Rows, TunedBlocks>.self),
    Structure(LongSumsIndex<Rows, TinyBlocks>.self, isTiny: true),
    Structure(LongSumsIndex<Rows, DeepBlocks>.self, isTiny: true),
    Structure(LongSumsIndex<Rows, TunedBlocks>.self),
    Structure(DictionarySumsIndex<Rows, DeepDictionary>.self),
    Structure(DictionarySumsIndex<Rows, DictionaryBlocks>.self),
    Structure(AdaptiveIndex<Rows, FrameCopyRate>.self),
    Structure(AdaptiveIndex<Rows, SevenRows>.self, isTiny: true),
    Structure(SumTreeIndex<Rows, Singles>.self, isTiny: true),
    Structure(SumTreeIndex<Rows, Pairs>.self, isTiny: true),
    Structure(SumTreeIndex<Rows, Fours>.self, isTiny: true),
    Structure(SumTreeIndex<Rows, WideNodes>.self),
  ]

  @Test("After random changes, all answers equal sums over a plain array", arguments: structures)
  fileprivate func model(_ structure: Structure) { #expect(structure.firstFault() == nil) }

  @Test("Changing a row requests one height, and all edits within a frame share a single rebuild")
  func work() {
    let rows = IndexedRows<BlockedSumsIndex<Rows, TunedBlocks>>([Int32](repeating: 64, count: 100))
    #expect(rows.store.counters[.heightsAsked] == 100)
    rows.set(3, to: 128)
    #expect(rows.store.counters[.heightsAsked] == 101)
    for _ in 0..<3 { rows.insert([64], at: 0) }
    #expect(rows.index.total() == points(104))
    #expect(rows.store.counters[.heightsAsked] == 101 + 103)
  }

  @Test("In a prefix array, a lookup adds up only the rows after the prefix that is still valid")
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

  @Test("In a run-length index, changes split runs, and adjacent runs of equal height are merged")
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
    rows.insert([64, 64], at: 7)
    #expect(rows.index.runs == 1)
    rows.delete(0..<997)
    #expect(rows.index.count == 0 && rows.index.runs == 0 && rows.index.total() == .zero)
  }
}
