// Loops for scripts/plain-loops, compiled in the module Indexes. They share only the rows with the harness; random
// numbers, operations, clock, warm-up and repetitions are separate, so that their errors are independent.
import ListLayout
import Replaying

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A scenario, with the name that bench has for it.
private enum Task: String {
  /// Computes the offset of a random row.
  case offset
  /// As `offset`, but the row depends on the previous result.
  case offsetChain = "offset-chain"
  /// Finds the row at a random offset.
  case hitTest = "hit-test"
  /// As `hitTest`, but the offset depends on the previous result.
  case hitTestChain = "hit-test-chain"
  /// Gives a random row the height of another row.
  case change
  /// Changes a height, then computes an offset and finds a row.
  case mixed
}

/// A random number generator: xorshift64* by G. Marsaglia and S. Vigna.
private struct Xorshift {
  private var state: UInt64

  init(seed: UInt64) { state = (seed &+ 1) &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func below(_ bound: Int) -> Int {
    state ^= state >> 12
    state ^= state << 25
    state ^= state >> 27
    let number = state &* 2_685_821_657_736_338_717
    return Int(number.multipliedFullWidth(by: UInt64(bound)).high)
  }
}

/// The arguments of all operations on a list. Their memory is never freed.
private struct Operations {
  /// The number of operations, which is too large for a branch predictor to learn them.
  let count = 1 << 20
  let asked: UnsafeMutablePointer<Int32>
  let points: UnsafeMutablePointer<Int64>
  let changed: UnsafeMutablePointer<Int32>
  /// The new heights of the changed rows: `new` for every other pass, and `old` for the passes between, which
  /// restore all heights.
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
      // The height must differ, because some structures do nothing if a height stays the same.
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

  /// The number of rows and of operations, the heights and all arguments, one after the other, as fenwick.cpp
  /// reads them.
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

/// The result of a repetition: its time, its number of operations and a checksum.
private struct Repetition {
  let nanosecondsPerStep: Double
  let stepsPerSegment: Int
  /// The sum of the first 1,024 results and the total height. It must be equal for all structures.
  let checksum: Int
}

/// A new list and the loop that runs the operations on it.
private struct PlainLoop<List: LayoutStrategy<PlainRows> & ~Copyable>: ~Copyable {
  private let task: Task
  private let operations: Operations
  /// The value 0, which the compiler does not know. Multiplied by a result, it makes an operation depend on
  /// that result.
  private let nothing: Int
  private let store: RowStore
  private var list: List
  private var position = 0
  /// The sum of all results. It is needed so that the compiler cannot remove the operations.
  private var sum = 0

  init(_ task: Task, _ operations: Operations, heights: [Int32]) {
    self.task = task
    self.operations = operations
    nothing = CommandLine.argc > 0 ? 0 : 1
    store = RowStore(heights: heights)
    let viewport = LayoutUnit(points: 844)
    list = List(rows: store.rows, options: LayoutOptions(viewport: viewport))
    list.layout()
  }

  mutating func measure() -> Repetition {
    go(1024)
    let checksum = sum &+ Int(list.offset(of: store.count).rawValue)
    let segment = warmUp()
    let times = (0..<5).map { _ in time(segment) }.sorted()
    precondition(sum != 1, "keeps the results")
    return Repetition(
      nanosecondsPerStep: times[2] / Double(segment), stepsPerSegment: segment, checksum: checksum)
  }

  /// Runs operations until all have run once and they no longer become faster, for at most a third of a
  /// second.
  ///
  /// - Returns: The number of operations in a segment. A segment consists of whole passes and lasts at least
  ///   20 ms. If a single pass lasts longer than 150 ms, a segment lasts 150 ms.
  private mutating func warmUp() -> Int {
    let (second, start) = (1e9, now())
    var (burst, best, last) = (64, Double.infinity, 0.0)
    var burstsWithoutGain = 0
    repeat {
      let elapsed = time(burst)
      last = elapsed / Double(burst)
      burstsWithoutGain = last < 0.98 * best ? 0 : burstsWithoutGain + 1
      best = min(best, last)
      if elapsed < second / 100 { burst *= 2 }
    } while (position < operations.count || burstsWithoutGain < 4)
      && now() - start < second / 3
    let pass = last * Double(operations.count)
    guard pass <= 0.15 * second else { return max(1, Int(0.15 * second / last)) }
    return operations.count * max(1, Int((0.02 * second / pass).rounded(.up)))
  }

  private mutating func time(_ steps: Int) -> Double {
    let start = now()
    go(steps)
    return now() - start
  }

  /// The processor time of this thread, in nanoseconds. It excludes the time in which other programs run.
  private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Runs the next `steps` operations, in pass after pass over all arguments.
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
    switch task {
    case .offset:
      for index in range {
        sum &+= Int(list.offset(of: Int(asked[index])).rawValue)
      }
    case .offsetChain:
      for index in range {
        last = Int(list.offset(of: Int(asked[index]) &+ last & nothing).rawValue)
        sum &+= last
      }
    case .hitTest:
      for index in range {
        sum &+= list.row(at: LayoutUnit(rawValue: points[index]))
      }
    case .hitTestChain:
      for index in range {
        last = list.row(at: LayoutUnit(rawValue: points[index] &+ Int64(last & nothing)))
        sum &+= last
      }
    case .change:
      for index in range {
        let row = Int(changed[index])
        store.setHeight(of: row, to: heights[index])
        list.heightChanged(of: row)
      }
    case .mixed:
      for index in range {
        let row = Int(changed[index])
        store.setHeight(of: row, to: heights[index])
        list.heightChanged(of: row)
        sum &+= Int(list.offset(of: Int(asked[index])).rawValue)
        sum &+= list.row(at: LayoutUnit(rawValue: points[index]))
      }
    }
    self.sum &+= sum
  }
}

/// A structure and the function that measures a repetition on it.
private struct Structure {
  let id: String
  let measure: (Task, Operations, [Int32]) -> Repetition

  /// Creates the list here, so that its generic code is specialised in the module of the structures.
  init<List: LayoutStrategy<PlainRows> & ~Copyable>(_: List.Type) {
    id = List.descriptor.id
    measure = { task, operations, heights in
      var loop = PlainLoop<List>(task, operations, heights: heights)
      return loop.measure()
    }
  }

  static var all: [Structure] {
    [
      Structure(FloorLayout.self), Structure(Fenwick.self), Structure(PrefixArray.self),
      Structure(BlockedSums.self), Structure(AllHeights.self), Structure(SumTree.self),
      Structure(Adaptive.self),
    ]
  }
}

/// A run of the plain loops: one list, some scenarios and some structures.
public struct PlainRun {
  private let heights: [Int32]
  private let operations: Operations
  private let structures: [Structure]
  private let tasks: [Task]

  /// Creates a run; nil if a name is unknown. `scenarios` and `strategies` are names separated by commas.
  public init?(heights: [Int32], seed: UInt64, scenarios: String, strategies: String) {
    let names = strategies.split(separator: ",")
    structures = names.compactMap { name in Structure.all.first { $0.id == name } }
    let tasks = scenarios.split(separator: ",").map { Task(rawValue: String($0)) }
    self.tasks = tasks.compactMap { $0 }
    guard structures.count == names.count, self.tasks.count == tasks.count else { return nil }
    self.heights = heights
    operations = Operations(heights: heights, seed: seed)
  }

  /// The heights and operations in the format that the C++ program reads.
  public var bytes: [UInt8] { operations.bytes(heights: heights) }

  /// Measures and prints the results as CSV. The structures alternate, and each repetition begins with
  /// another structure.
  public func measure(repetitions: Int) {
    for task in tasks {
      for repetition in 1...repetitions {
        for place in structures.indices {
          measure(structures[(place + repetition) % structures.count], task, repetition)
        }
      }
    }
  }

  private func measure(_ structure: Structure, _ task: Task, _ repetition: Int) {
    let found = structure.measure(task, operations, heights)
    print(
      structure.id, task.rawValue, repetition, found.nanosecondsPerStep, found.stepsPerSegment,
      found.checksum, separator: ",")
  }
}
