// What scripts/plain-loops adds to the module Indexes: times of its structures, taken without
// the harness. Nothing here comes from it but the rows under a list: random numbers, questions,
// clock, warm-up and repetitions are its own, so that it errs in ways of its own.
import ListLayout
import Replaying

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What one step does.
private enum Task: String {
  /// Asks the offset of a random row.
  case offset
  /// The same, but for its row a question waits for the last answer.
  case offsetChain = "offset-chain"
  /// Asks the row at a random offset.
  case hitTest = "hit-test"
  /// The same, but for its offset a question waits for the last answer.
  case hitTestChain = "hit-test-chain"
  /// Gives a random row the height of another one, and tells the list.
  case change
  /// The same, then asks an offset and a row.
  case mixed
}

/// Random numbers: xorshift64*, by G. Marsaglia and S. Vigna.
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

/// All that is asked about a list, made before it is asked. Kept until the program ends.
private struct Questions {
  /// So many that no processor remembers how they went.
  let count = 1 << 20
  /// Rows whose offsets are asked.
  let asked: UnsafeMutablePointer<Int32>
  /// Offsets at which rows are asked.
  let points: UnsafeMutablePointer<Int64>
  /// Rows that change.
  let changed: UnsafeMutablePointer<Int32>
  /// The heights that they get in one pass, and in the next, after which all are as in the beginning.
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
      // No height is set that is there already: some structures would do nothing then.
      if other == current[row] { other += 64 }
      (asked + index).initialize(to: Int32(random.below(rows)))
      (points + index).initialize(to: Int64(random.below(total)))
      (changed + index).initialize(to: Int32(row))
      (new + index).initialize(to: other)
      (old + index).initialize(to: other)
      current[row] = other
      last[row] = Int32(index)
    }
    // The second pass sets the same heights again, but the last change of each row takes it back.
    for row in 0..<rows where last[row] >= 0 { old[Int(last[row])] = heights[row] }
  }

  /// Two counts, the heights, then all questions, one array after the other: for plain_trees.cpp.
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

/// What one repetition found.
private struct Repetition {
  let nanosecondsPerStep: Double
  let stepsPerSegment: Int
  /// The sum of the first answers: the same for all structures.
  let answers: Int
}

/// One list, built anew, and the way round its questions.
private struct PlainLoop<List: LayoutStrategy<PlainRows> & ~Copyable>: ~Copyable {
  private let task: Task
  private let questions: Questions
  /// 0, but the compiler cannot know: what makes a question wait for an answer.
  private let nothing: Int
  private let store: RowStore
  private var list: List
  /// Steps done.
  private var position = 0
  /// Keeps the answers alive.
  private var sum = 0

  init(_ task: Task, _ questions: Questions, heights: [Int32]) {
    self.task = task
    self.questions = questions
    nothing = CommandLine.argc > 0 ? 0 : 1
    store = RowStore(heights: heights)
    let viewport = LayoutUnit(points: 844)
    list = List(rows: store.rows, options: LayoutOptions(viewport: viewport))
    list.layout()
  }

  mutating func measure() -> Repetition {
    go(1024)
    let answers = sum &+ Int(list.offset(of: store.count).rawValue)
    let segment = warmUp()
    let times = (0..<5).map { _ in time(segment) }.sorted()
    precondition(sum != 1, "keeps the answers alive")
    return Repetition(
      nanosecondsPerStep: times[2] / Double(segment), stepsPerSegment: segment, answers: answers)
  }

  /// Goes on until every question was asked and steps no longer become faster; for a third of a
  /// second where that would take longer.
  ///
  /// - Returns: the steps of a segment: whole passes of 20 ms or more in all; 150 ms of steps where
  ///   one pass takes longer than that.
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
    } while (position < questions.count || burstsWithoutGain < 4)
      && now() - start < second / 3
    let pass = last * Double(questions.count)
    guard pass <= 0.15 * second else { return max(1, Int(0.15 * second / last)) }
    return questions.count * max(1, Int((0.02 * second / pass).rounded(.up)))
  }

  private mutating func time(_ steps: Int) -> Double {
    let start = now()
    go(steps)
    return now() - start
  }

  /// The processor time of this thread in nanoseconds: when others want the processor too, what
  /// they get of it is not counted.
  private func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }

  /// Does steps, round and round.
  private mutating func go(_ steps: Int) {
    var left = steps
    while left > 0 {
      let (pass, first) = position.quotientAndRemainder(dividingBy: questions.count)
      let end = min(first + left, questions.count)
      step(through: first..<end, heights: pass % 2 == 0 ? questions.new : questions.old)
      position += end - first
      left -= end - first
    }
  }

  @inline(never)
  private mutating func step(through range: Range<Int>, heights: UnsafeMutablePointer<Int32>) {
    let (asked, points, changed) = (questions.asked, questions.points, questions.changed)
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

/// A structure: its name, and what does a repetition with it.
private struct Structure {
  let id: String
  let measure: (Task, Questions, [Int32]) -> Repetition

  /// Generic code is specialised here, in the structures' own module.
  init<List: LayoutStrategy<PlainRows> & ~Copyable>(_: List.Type) {
    id = List.descriptor.id
    measure = { task, questions, heights in
      var loop = PlainLoop<List>(task, questions, heights: heights)
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

/// How a run of the plain loops goes, as scripts/plain-loops says.
public struct PlainRun {
  private let heights: [Int32]
  private let questions: Questions
  private let structures: [Structure]
  private let tasks: [Task]

  /// Nil when a name is not known here.
  ///
  /// - Parameters:
  ///   - scenarios: their names, a comma between them.
  ///   - strategies: the same.
  public init?(heights: [Int32], seed: UInt64, scenarios: String, strategies: String) {
    let names = strategies.split(separator: ",")
    structures = names.compactMap { name in Structure.all.first { $0.id == name } }
    let tasks = scenarios.split(separator: ",").map { Task(rawValue: String($0)) }
    self.tasks = tasks.compactMap { $0 }
    guard structures.count == names.count, self.tasks.count == tasks.count else { return nil }
    self.heights = heights
    questions = Questions(heights: heights, seed: seed)
  }

  /// The heights and questions, for another program to ask the same.
  public var bytes: [UInt8] { questions.bytes(heights: heights) }

  /// Prints what is found as CSV. The structures take turns by repetition, and each time another
  /// one begins.
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
    let found = structure.measure(task, questions, heights)
    print(
      structure.id, task.rawValue, repetition, found.nanosecondsPerStep, found.stepsPerSegment,
      found.answers, separator: ",")
  }
}
