import ListLayout
import Replaying

/// How long it takes to read all heights anew, next to a plain copy of the same bytes.
///
/// `scripts/fan-out` compiles this into a copy of the module Indexes, whose types are internal.
public enum RelayoutStudy {
  /// Prints a line of CSV for each structure: the medians over rounds in which all take turns.
  public static func run(_ heights: [Int32], rounds: Int) {
    let store = RowStore(heights: heights)
    let source = UnsafeMutablePointer<Int32>.allocate(capacity: heights.count)
    let copy = UnsafeMutablePointer<Int32>.allocate(capacity: heights.count)
    source.initialize(from: heights, count: heights.count)
    copy.initialize(from: heights, count: heights.count)
    var fenwick = FenwickIndex<PlainRows>(rows: store.rows)
    var short = BlockedSumsIndex<PlainRows, TunedBlocks>(rows: store.rows)
    var long = LongSumsIndex<PlainRows, TunedBlocks>(rows: store.rows)
    var times = [[Double]](repeating: [], count: 7)
    var sum: Int64 = 0
    let repeats = max(1, 200_000 / max(1, heights.count))
    for _ in 0..<rounds {
      times[0].append(time(repeats) { copy.update(from: source, count: heights.count) })
      times[1].append(time(repeats) { sum &+= relayout(&fenwick) })
      times[2].append(time(repeats) { sum &+= relayout(&short) })
      times[3].append(time(repeats) { sum &+= relayout(&long) })
      times[4].append(time(repeats) { sum &+= build(FenwickIndex<PlainRows>.self, store) })
      times[5].append(
        time(repeats) { sum &+= build(BlockedSumsIndex<PlainRows, TunedBlocks>.self, store) })
      times[6].append(
        time(repeats) { sum &+= build(LongSumsIndex<PlainRows, TunedBlocks>.self, store) })
    }
    let total = heights.reduce(Int64(0)) { $0 + Int64($1) }
    precondition(sum == total &* Int64(6 * rounds * repeats), "wrong totals")
    let names = ["fenwick", "blocked-sums", "blocked-sums-32"]
    let perCopy = times[0].map { $0 / Double(heights.count) }
    print("memcpy,\(heights.count),\(median(perCopy)),,1.00")
    for (index, name) in names.enumerated() {
      let relayout = times[1 + index].map { $0 / Double(heights.count) }
      let build = times[4 + index].map { $0 / Double(heights.count) }
      let ratio = zip(perCopy, relayout).map { $0 / $1 }
      print("\(name),\(heights.count),\(median(relayout)),\(median(build)),\(median(ratio))")
    }
    withExtendedLifetime(store) {}
    source.deallocate()
    copy.deallocate()
  }

  /// What a rotation costs: all heights are read again and summed up.
  @inline(never)
  private static func relayout<Index: OffsetIndex & ~Copyable>(_ index: inout Index) -> Int64 {
    index.heightsChanged()
    return index.total().rawValue
  }

  /// The same from nothing, with the memory that it takes.
  @inline(never)
  private static func build<Index: OffsetIndex & ~Copyable>(
    _: Index.Type, _ store: RowStore
  ) -> Int64 where Index.Rows == PlainRows {
    var index = Index(rows: store.rows)
    return index.total().rawValue
  }

  private static func time(_ repeats: Int, _ body: () -> Void) -> Double {
    let start = ContinuousClock.now
    for _ in 0..<repeats { body() }
    let elapsed = start.duration(to: .now).components
    let nanoseconds = Double(elapsed.seconds) * 1e9 + Double(elapsed.attoseconds) / 1e9
    return nanoseconds / Double(repeats)
  }

  private static func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted[sorted.count / 2]
    return (middle * 1000).rounded() / 1000
  }
}
