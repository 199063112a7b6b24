import ListLayout
import Measuring
import Replaying
import Testing

@testable import Strategies

@Suite("Overlay")
struct OverlayArrayTests {
  @Test("Its answers are those of adding up, whatever changes")
  func model() {
    #expect(differenceFromModel(OverlayIndex<PlainRows>.self, seed: 0x07E) == nil)
  }

  @Test("20,000 random frames are those of the reference")
  func reference() {
    #expect(differenceFromReference(OverlayArray<PlainRows>.self, seed: 0x07F) == nil)
  }

  @Test(
    "Every change costs a stretch, whichever row changes, and few changes wait",
    arguments: ChangedRows.allCases)
  func merging(changed: ChangedRows) {
    let count = 20_000
    var heights = [Int32](repeating: 64, count: count)
    let ledger = WorkLedger()
    let store = RowStore(heights: heights)
    var index = OverlayIndex(rows: CountedRows(store.rows, ledger: ledger))
    _ = index.total()
    let chunk = index.chunk
    #expect(chunk == 256)
    var random = SplitMix64(seed: 0x080)
    for step in 0..<4000 {
      let row = changed.row(step, of: count, &random)
      heights[row] = Int32(random.below(1000))
      store.setHeight(of: row, to: heights[row])
      let before = ledger.counters[.rowsScanned]
      index.heightChanged(of: row)
      let scanned = ledger.counters[.rowsScanned] - before
      #expect(scanned <= (step < OverlayIndex<CountedRows>.rest ? 0 : chunk))
      #expect(index.waiting <= 65 + 4 * count / chunk)
      guard step % 97 == 0 else { continue }
      let asked = ledger.counters[.rowsScanned]
      let plain = PlainOffsets(heights)
      for row in [0, row, row + 1, count / 2, count] {
        #expect(index.offset(of: row).rawValue == plain.offsets[row])
      }
      #expect(
        index.row(at: LayoutUnit(rawValue: plain.offsets[row])) == plain.row(at: plain.offsets[row])
      )
      #expect(ledger.counters[.rowsScanned] == asked)
    }
  }

  /// Which rows change.
  enum ChangedRows: CaseIterable {
    case any, first, last, upwards, downwards, oneAndBack

    func row(_ step: Int, of count: Int, _ random: inout SplitMix64) -> Int {
      switch self {
      case .any: random.below(count)
      case .first: random.below(200)
      case .last: count - 1 - random.below(200)
      case .upwards: count - 1 - step * 37 % count
      case .downwards: step * 37 % count
      case .oneAndBack: step % 2 * (count - 1)
      }
    }
  }

  @Test("Nothing is merged for a few changes, and a change taken back leaves nothing")
  func takenBack() {
    let store = RowStore(heights: [Int32](repeating: 64, count: 1000))
    var index = OverlayIndex(rows: store.rows)
    _ = index.total()
    for round in 1...2 {
      for row in 0..<60 {
        store.setHeight(of: row * 10, to: Int32(64 * round % 128 + 64))
        index.heightChanged(of: row * 10)
      }
      #expect(index.waiting == (round == 1 ? 60 : 0))
    }
    #expect(index.total() == LayoutUnit(points: 1000))
  }
}
