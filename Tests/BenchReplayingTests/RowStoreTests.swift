import BenchMeasuring
import BenchReplaying
import ListLayout
import Testing

@Suite("The store that holds a strategy's rows")
struct RowStoreTests {
  private func check(_ store: RowStore, _ model: [Int32], _ note: String = "") {
    #expect(store.count == model.count && store.heights() == model, "\(note)")
    let rows = store.rows
    #expect((0..<rows.count).map { Int32(rows.height(of: $0).rawValue) } == model, "\(note)")
  }

  /// Row i has height i + 1, or 10 * (i + 1) after `flip()`.
  private final class Ruler: RowMeasurer {
    let count: Int
    private var factor: Int32 = 1
    private(set) var measured = 0
    init(count: Int) { self.count = count }
    func height(of id: Int) -> Int32 {
      measured += 1
      return Int32(id + 1) * factor
    }
    func flip() { factor = 11 - factor }
  }

  @Test("With counting enabled, a store counts every request and returns the same heights")
  func counting() {
    let store = RowStore(heights: [3, 4, 5])
    let rows = store.rows
    #expect(rows.height(of: 1).rawValue == 4)
    #expect(store.counters == WorkCounters())
    store.isCounting = true
    #expect(rows.height(of: 1).rawValue == 4 && rows.height(of: 1).rawValue == 4)
    #expect(rows.heights(of: 1..<3) == [4, 5] && store.counters[.heightsAsked] == 4)
    store.insert(9, at: 1)
    #expect(rows.height(of: 1).rawValue == 9 && rows.height(of: 2).rawValue == 4)
    store.setHeight(of: 2, to: 6)
    #expect(rows.height(of: 2).rawValue == 6)
    store.isCounting = false
    #expect(rows.height(of: 0).rawValue == 3 && store.counters[.heightsAsked] == 7)
  }

  /// For every third seed, edits rows anywhere in the list instead of only at its ends. The last
  /// four seeds use long lists and batches.
  @Test(
    "With and without free space at its ends, a store has the same rows as a plain array",
    arguments: 0..<16)
  func edits(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let isLong = seed >= 12
    let original = (0..<random.below(isLong ? 5000 : 60)).map { Int32($0 + 1) }
    let store = RowStore(heights: original, room: [0, 1, 7, 40][seed % 4])
    var model = original
    for step in 0..<300 {
      let places = [0, model.count, random.below(model.count + 1)]
      let row = places[random.below(seed % 3 == 0 ? 3 : 2)]
      switch random.below(7) {
      case 0...2:
        let longest = isLong && random.below(9) == 0 ? 3000 : 12
        let batch = (0..<1 + random.below(longest)).map { _ in Int32(random.below(9000)) }
        batch.withUnsafeBufferPointer { store.insert($0, at: row) }
        model.insert(contentsOf: batch, at: row)
      case 3, 4:
        let count = random.below(isLong && random.below(9) == 0 ? 2500 : 20)
        let old =
          row == model.count ? max(0, row - count)..<row : row..<min(model.count, row + count)
        store.delete(old)
        model.removeSubrange(old)
      case 5 where row < model.count:
        #expect(store.rows.height(of: row).rawValue == Int64(model[row]))
        store.setHeight(of: row, to: 5)
        model[row] = 5
      case 6 where random.below(10) == 0:
        store.reset(heights: original)
        model = original
      default: break
      }
      if !isLong || step % 50 == 49 { check(store, model, "seed \(seed), step \(step)") }
    }
  }

  @Test("Resetting undoes a rotation")
  func reset() {
    let original: [Int32] = [10, 20, 30, 40]
    let store = RowStore(heights: original, alternate: [1, 2, 3, 4], slack: 2)
    for shift in [0, 1] {
      store.flip(by: shift)
      check(store, shift == 0 ? [1, 2, 3, 4] : [2, 3, 4, 1])
      store.reset(heights: original)
      check(store, original)
    }
  }

  @Test("Rows are measured on every request, but explicitly set heights are kept until a reset")
  func measured() {
    let ruler = Ruler(count: 5)
    let store = RowStore(measurer: ruler, count: 7, room: 2)
    let original: [Int32] = [1, 2, 3, 4, 5, 1, 2]
    check(store, original, "new")
    #expect(ruler.measured == 14)
    store.setHeight(of: 3, to: 77)
    store.insert(5, at: 0)
    store.insert(6, at: 8)
    check(store, [5, 1, 2, 3, 77, 5, 1, 2, 6], "changed")
    store.flip()
    check(store, [5, 10, 20, 30, 77, 50, 10, 20, 6], "rotated")
    store.reset(heights: [])
    check(store, original, "reset")
  }
}
