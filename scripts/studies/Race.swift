// The program that scripts/race builds. It alternates between `RowHeights` and a Fenwick tree for each operation.
import RowOffsets

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A textbook Fenwick tree of heights in points, which also stores the heights themselves.
struct FenwickTree {
  private(set) var heights: [Double] = []
  private var sums = [0.0]

  init() {}

  init(_ heights: [Double]) {
    self.heights = heights
    sums += heights
    for index in 1..<sums.count {
      let parent = index + index & -index
      if parent < sums.count { sums[parent] += sums[index] }
    }
  }

  func offset(of row: Int) -> Double {
    var (index, sum) = (row, 0.0)
    while index > 0 {
      sum += sums[index]
      index &= index - 1
    }
    return sum
  }

  mutating func append(_ height: Double) {
    heights.append(height)
    let index = sums.count
    var (child, sum) = (index - 1, height)
    while child > index & (index - 1) {
      sum += sums[child]
      child &= child - 1
    }
    sums.append(sum)
  }

  mutating func setHeight(of row: Int, to height: Double) {
    let difference = height - heights[row]
    heights[row] = height
    var index = row + 1
    while index < sums.count {
      sums[index] += difference
      index += index & -index
    }
  }
}

/// A random number generator: xorshift64* by G. Marsaglia and S. Vigna.
struct Xorshift {
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  mutating func below(_ bound: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    return Int((state &* 2_685_821_657_736_338_717).multipliedFullWidth(by: UInt64(bound)).high)
  }
}

/// The processor time of this thread in nanoseconds, which does not include the time of other programs.
func processorNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

func processorNanoseconds(_ run: () -> Void) -> Double {
  let start = processorNanoseconds()
  run()
  return processorNanoseconds() - start
}

/// Receives the results of all operations, so that the compiler can't remove them.
nonisolated(unsafe) var result = 0.0

/// The minimum times of both contenders over all rounds, in nanoseconds per step.
@inline(never)
func race(_ operation: String, rows: Int, steps: Int, _ own: () -> Double, _ other: () -> Double) {
  var times = (own: Double.infinity, other: Double.infinity)
  for _ in 0..<15 {
    times.own = min(times.own, processorNanoseconds { result += own() } / Double(steps))
    times.other = min(times.other, processorNanoseconds { result += other() } / Double(steps))
  }
  print("\(rows),\(operation),\(times.own),\(times.other)")
}

@inline(never)
func sum(_ rows: RowHeights, _ times: Int) -> Double {
  (0..<times).reduce(0) { sum, _ in rows.reduce(sum, +) }
}

@inline(never)
func sum(_ rows: [Double], _ times: Int) -> Double {
  (0..<times).reduce(0) { sum, _ in rows.reduce(sum, +) }
}

func race(rows count: Int) {
  var random = Xorshift()
  // Like those of chat messages, heights are whole points for one to six lines of text.
  let heights = (0..<count).map { _ in Double(36 + 20 * random.below(6)) }
  let asked = (0..<1 << 17).map { _ in random.below(count) }
  let times = max(1, 100_000 / count)
  let tree = FenwickTree(heights)
  var edited = RowHeights(heights)
  edited.insert(44, at: 1)
  edited.remove(at: 1)
  var estimated = RowHeights(unmeasured: count, estimatedHeight: 90)
  for row in 0..<count where row % 3 > 0 { estimated[row] = heights[row] }
  let lists = [("sums", RowHeights(heights)), ("tree", edited), ("estimates", estimated)]

  for (name, rows) in lists {
    race("offset \(name)", rows: count, steps: asked.count) {
      asked.reduce(0) { $0 + rows.offset(of: $1) }
    } _: {
      asked.reduce(0) { $0 + tree.offset(of: $1) }
    }
    var (changed, changedTree) = (rows, tree)
    race("change \(name)", rows: count, steps: asked.count) {
      for row in asked { changed[row] = Double(36 + row % 64) }
      return changed.contentHeight
    } _: {
      for row in asked { changedTree.setHeight(of: row, to: Double(36 + row % 64)) }
      return changedTree.offset(of: count)
    }
    race("iterate \(name)", rows: count, steps: count * times) {
      sum(rows, times)
    } _: {
      sum(tree.heights, times)
    }
    // Delete every second row. The other contender filters an array and builds a new list.
    race("filter \(name)", rows: count, steps: count) {
      var kept = rows
      kept.remove(atOffsets: Array(stride(from: 0, to: count, by: 2)))
      return kept.contentHeight
    } _: {
      RowHeights(heights.indices.filter { $0 % 2 == 1 }.map { heights[$0] }).contentHeight
    }
  }
  race("append", rows: count, steps: count) {
    var rows = RowHeights()
    for height in heights { rows.append(height) }
    return rows.contentHeight
  } _: {
    var tree = FenwickTree()
    for height in heights { tree.append(height) }
    return tree.offset(of: count)
  }
  // The other contender builds the list without inserting a row.
  race("build and insert", rows: count, steps: count) {
    var rows = RowHeights(heights)
    rows.insert(44, at: 0)
    return rows.contentHeight
  } _: {
    FenwickTree(heights).offset(of: count)
  }
}

print("rows,operation,own,other")
for rows in CommandLine.arguments.dropFirst().compactMap({ Int($0) }) { race(rows: rows) }
