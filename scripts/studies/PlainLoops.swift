// The measuring loops of scripts/plain-loops, which are compiled as part of the module Indexes. The rows are
// the only thing that the loops share with the harness. Random numbers, operations, clock, warm-up and
// repetitions are implemented separately, so that errors in the loops and in the harness are independent.
import ListLayout
import Replaying
import Workloads

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The arguments of all operations on a list. The arrays of arguments are never freed.
private struct Operations {
  /// The number of operations, large enough that a branch predictor cannot learn their outcomes.
  let count = 1 << 20
  let asked: UnsafeMutablePointer<Int32>
  let points: UnsafeMutablePointer<Int64>
  let changed: UnsafeMutablePointer<Int32>
  /// The heights that the changed rows get. Passes over the arguments alternate between `new` and `old`; a
  /// pass with `old` restores all heights.
  let new: UnsafeMutablePointer<Int32>
  let old: UnsafeMutablePointer<Int32>

  init(heights: [Int32], seed: UInt64) {
    var random = Xorshift(seed: seed)
    let rows = heights.count
    let total = heights.reduce(0) { $0 + Int($1) }
    asked = .allocate(capacity: count)
    points = .allocate(capacity: count)
    changed = .allocate(capacity: count)
    new = .allocate(capacity: count)
    old = .allocate(capacity: count)
    var current = heights
    var last = [Int32](repeating: -1, count: rows)
    for index in 0..<count {
      let row = random.below(rows)
      var other = heights[random.below(rows)]
      // The new height must differ from the current one, because some structures do nothing if a height stays
      // the same.
      if other == current[row] { other += 64 }
      (asked + index).initialize(to: Int32(random.below(rows)))
      (points + index).initialize(to: Int64(random.below(total)))
      (changed + index).initialize(to: Int32(row))
      (new + index).initialize(to: other)
      (old + index).initialize(to: other)
      current[row] = other
      last[row] = Int32(index)
    }
    // The second pass sets the same heights again, except that the last change of each row restores its
    // original height.
    for row in 0..<rows where last[row] >= 0 { old[Int(last[row])] = heights[row] }
  }

  /// The bytes of the file that fenwick.cpp reads: the numbers of rows and of operations, the heights and all
  /// arguments, one after the other.
  func bytes(heights: [Int32]) -> [UInt8] {
    func raw<Value>(_ base: UnsafeMutablePointer<Value>) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(UnsafeBufferPointer(start: base, count: count))
    }
    var bytes: [UInt8] = []
    [Int64(heights.count), Int64(count)].withUnsafeBytes { bytes += $0 }
    heights.withUnsafeBytes { bytes += $0 }
    bytes += raw(asked)
    bytes += raw(points)
    bytes += raw(changed)
    bytes += raw(new)
    bytes += raw(old)
    return bytes
  }
}

/// A new list and the loop that runs the operations on it.
private struct PlainLoop<List: LayoutStrategy<PlainRows> & ~Copyable>: ~Copyable {
  private let scenario: String
  private let operations: Operations
  /// A variable that is always 0, although the compiler cannot know this. A bitwise AND of this variable and
  /// the result of an operation is added to the next argument, so that the next operation depends on that
  /// result.
  private let nothing: Int
  private let store: RowStore
  private var list: List
  private var position = 0
  /// The sum of all results, which prevents the compiler from removing the operations.
  private var sum = 0

  init(_ scenario: String, _ operations: Operations, heights: [Int32]) {
    (self.scenario, self.operations) = (scenario, operations)
    nothing = CommandLine.argc > 0 ? 0 : 1
    store = RowStore(heights: heights)
    list = List(rows: store.rows, options: LayoutOptions(viewport: LayoutUnit(points: 844)))
    list.layout()
  }

  /// Returns the time of an operation in nanoseconds, the number of operations in a timed segment, and a
  /// checksum. The checksum is the sum of the first 1,024 results and the total height, and must be equal for
  /// all structures.
  mutating func measure() -> String {
    go(1024)
    let checksum = sum &+ Int(list.offset(of: store.count).rawValue)
    let segment = warmUp()
    let times = (0..<5).map { _ in time(segment) }.sorted()
    precondition(sum != 1, "keeps the results")
    return "\(times[2] / Double(segment)),\(segment),\(checksum)"
  }

  /// Runs operations until all have run once and they no longer become faster, for at most a third of a
  /// second.
  ///
  /// - Returns: The number of operations in a segment that is timed. A segment consists of whole passes over
  ///   the arguments and lasts at least 20 ms. If a single pass would last longer than 150 ms, a segment
  ///   lasts 150 ms.
  private mutating func warmUp() -> Int {
    let (second, start) = (1e9, processorNanoseconds())
    var (burst, best, last) = (64, Double.infinity, 0.0)
    var burstsWithoutGain = 0
    repeat {
      let elapsed = time(burst)
      last = elapsed / Double(burst)
      burstsWithoutGain = last < 0.98 * best ? 0 : burstsWithoutGain + 1
      best = min(best, last)
      if elapsed < second / 100 { burst *= 2 }
    } while (position < operations.count || burstsWithoutGain < 4)
      && processorNanoseconds() - start < second / 3
    let pass = last * Double(operations.count)
    guard pass <= 0.15 * second else { return max(1, Int(0.15 * second / last)) }
    return operations.count * max(1, Int((0.02 * second / pass).rounded(.up)))
  }

  private mutating func time(_ steps: Int) -> Double { processorNanoseconds { go(steps) } }

  /// Runs the next `steps` operations; after the operation with the last argument, continues with the first
  /// argument.
  private mutating func go(_ steps: Int) {
    var left = steps
    while left > 0 {
      let (pass, first) = position.quotientAndRemainder(dividingBy: operations.count)
      let end = min(first + left, operations.count)
      step(through: first..<end, heights: pass % 2 == 0 ? operations.new : operations.old)
      position += end - first
      left -= end - first
    }
  }

  @inline(never)
  private mutating func step(through range: Range<Int>, heights: UnsafeMutablePointer<Int32>) {
    let (asked, points, changed) = (operations.asked, operations.points, operations.changed)
    let (nothing, store) = (nothing, store)
    var (sum, last) = (0, 0)
    switch scenario {
    case "offset":
      for index in range { sum &+= Int(list.offset(of: Int(asked[index])).rawValue) }
    case "offset-chain":
      for index in range {
        last = Int(list.offset(of: Int(asked[index]) &+ last & nothing).rawValue)
        sum &+= last
      }
    case "hit-test":
      for index in range { sum &+= list.row(at: LayoutUnit(rawValue: points[index])) }
    case "hit-test-chain":
      for index in range {
        last = list.row(at: LayoutUnit(rawValue: points[index] &+ Int64(last & nothing)))
        sum &+= last
      }
    case "change":
      for index in range {
        let row = Int(changed[index])
        store.setHeight(of: row, to: heights[index])
        list.heightChanged(of: row)
      }
    case "mixed":
      for index in range {
        let row = Int(changed[index])
        store.setHeight(of: row, to: heights[index])
        list.heightChanged(of: row)
        sum &+= Int(list.offset(of: Int(asked[index])).rawValue)
        sum &+= list.row(at: LayoutUnit(rawValue: points[index]))
      }
    default: preconditionFailure("unknown scenario \(scenario)")
    }
    self.sum &+= sum
  }
}

/// Returns the ID of a list and a function that measures a repetition on this list. The list is created in
/// this function, so that its generic code is specialised in the module that contains the structures.
private func structure<List: LayoutStrategy<PlainRows> & ~Copyable>(
  _: List.Type
) -> (id: String, measure: (String, Operations, [Int32]) -> String) {
  (
    List.descriptor.id,
    { scenario, operations, heights in
      var loop = PlainLoop<List>(scenario, operations, heights: heights)
      return loop.measure()
    }
  )
}

/// Measures scenarios on a list, prints the results as CSV and writes the heights and operations to a file.
/// In each repetition, the structures run one after the other; each repetition begins with a different
/// structure.
///
/// The arguments of the command line are the number of rows, the seed, the number of repetitions, the
/// scenarios and the strategies (separated by commas), and the path of the file.
public func runPlainLoops() throws {
  let arguments = CommandLine.arguments
  let seed = UInt64(arguments[2])!
  let screen = Screen(width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 844))
  let heights = try Population(HeightsSpec("chat"), seed: seed)
    .heights(rows: Int(arguments[1])!, screen: screen).raw
  let operations = Operations(heights: heights, seed: seed)
  let known = [
    structure(FloorLayout.self), structure(Fenwick.self), structure(PrefixArray.self),
    structure(BlockedSums.self), structure(AllHeights.self), structure(SumTree.self),
  ]
  let structures = arguments[5].split(separator: ",").map { id in known.first { $0.id == id }! }
  let bytes = operations.bytes(heights: heights)
  let file = fopen(arguments[6], "wb")
  precondition(fwrite(bytes, 1, bytes.count, file) == bytes.count && fclose(file) == 0)
  for scenario in arguments[4].split(separator: ",").map(String.init) {
    for repetition in 1...Int(arguments[3])! {
      for place in structures.indices {
        let structure = structures[(place + repetition) % structures.count]
        let found = structure.measure(scenario, operations, heights)
        print("\(structure.id),\(scenario),\(repetition),\(found)")
      }
    }
  }
}
