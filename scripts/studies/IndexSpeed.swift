import BenchReplaying
import BenchStrategies
// The program of scripts/index-speed. The program runs the same operations alternately with the product
// RowOffsets and with the registered strategy that has the same data structure.
import ListLayout
import RowOffsets

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A random number generator: xorshift64* by G. Marsaglia and S. Vigna.
struct Xorshift {
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

/// The processor time of this thread, in nanoseconds; it does not include the time of other programs.
func processorNanoseconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// A pair of equal lists for one kind of operation, which is measured with the product and with the strategy.
final class Pair {
  let loop: Loop
  // Exclusivity checks are disabled, because they would add to the measured time of RowOffsets.
  @exclusivity(unchecked) var rows: RowHeights
  private let trial: Trial
  private var checksum = Checksum()
  private let asked: ContiguousArray<Int>
  private let points: ContiguousArray<Double>
  private let heights: ContiguousArray<Double>
  let count: Int
  private var answers: UInt64 = 0

  init(_ contender: StrategyEntry, _ loop: Loop, rows count: Int, steps: Int) {
    self.loop = loop
    self.count = steps
    var random = Xorshift(seed: 7)
    // The heights resemble those of chat messages: they are whole points, for one to six lines of text.
    let first = (0..<count).map { _ in Int32(64 * (36 + 20 * random.below(6))) }
    let total = first.reduce(0) { $0 + Int($1) }
    let asked = (0..<steps).map { _ in random.below(count) }
    let points = (0..<steps).map { _ in Int64(random.below(total)) }
    // The second half of the changes restores the heights that the first half changed.
    var changes = (0..<steps / 2).map { _ in Int32(64 * (36 + 20 * random.below(6))) }
    changes += asked[..<(steps / 2)].map { first[$0] }
    let changed = asked[..<(steps / 2)] + asked[..<(steps / 2)]
    let isChange = loop == .change
    self.asked = ContiguousArray(isChange ? Array(changed) : asked)
    self.points = ContiguousArray(points.map { Double($0) / 64 })
    heights = ContiguousArray(changes.map { Double($0) / 64 })
    rows = RowHeights(first.map { Double($0) / 64 })
    let script = Script(
      loop: loop, count: steps, rows: self.asked.map { Int32($0) }, heights: changes,
      distances: points)
    trial = contender.trial(
      on: RowStore(heights: first), options: LayoutOptions(viewport: LayoutUnit(points: 844)),
      script: script)
    trial.layout()
  }

  /// Inserts and deletes a row, which makes the product store its rows in a tree.
  func edit() {
    rows.insert(1, at: 1)
    rows.remove(at: 1)
  }

  func runStrategy() { checksum = trial.run(0..<count, from: checksum) }

  @inline(never)
  func runProduct() {
    // The sum is an integer, because a floating-point sum would add its latency to each call.
    var sum: UInt64 = 0
    switch loop {
    case .offset:
      let rows = rows
      for row in asked { sum &+= rows.offset(of: row).bitPattern }
    case .hitTest:
      let rows = rows
      for point in points { sum &+= UInt64(bitPattern: Int64(rows.row(at: point) ?? 0)) }
    default:
      for (row, height) in zip(asked, heights) { rows[row] = height }
    }
    answers &+= sum
  }

  /// Checks that the product and the strategy return the same offsets.
  func check() {
    for row in stride(from: 0, through: rows.count, by: max(1, rows.count / 999)) {
      let (product, strategy) = (rows.offset(of: row), trial.offset(of: row).points)
      precondition(
        product == strategy, "offset(of: \(row)): \(product), the strategy's \(strategy)")
    }
  }
}

/// The processor time that `run` uses for each of `steps`, in nanoseconds.
func nanoseconds(_ run: () -> Void, steps: Int) -> Double {
  let start = processorNanoseconds()
  run()
  return (processorNanoseconds() - start) / Double(steps)
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

/// Returns the offset of each row and of the end of the list.
@inline(never)
func sums(_ heights: [Double]) -> [Double] {
  var sums: [Double] = []
  sums.reserveCapacity(heights.count + 1)
  var sum = 0.0
  for height in heights {
    sums.append(sum)
    sum += height
  }
  sums.append(sum)
  return sums
}

@inline(never)
func product(_ heights: [Double]) -> RowHeights { RowHeights(heights) }

/// Prints the median times of an operation. The first two rounds are a warm-up and are omitted.
func report(_ names: String, _ base: [Double], _ product: [Double]) {
  let ratios = zip(product, base).dropFirst(2).map { $0 / $1 }
  let figures = [median(base.dropFirst(2) + []), median(product.dropFirst(2) + []), median(ratios)]
  print("\(names)," + figures.map { "\(($0 * 1000).rounded() / 1000)" }.joined(separator: ","))
}

/// Measures how long it takes to build the product's structure and, alternately, an array of prefix sums.
/// Short lists are built several times per round.
func open(rows count: Int, rounds: Int) {
  var random = Xorshift(seed: 7)
  let heights = (0..<count).map { _ in Double(36 + 20 * random.below(6)) }
  let times = max(1, 100_000 / count)
  let steps = times * count
  var end = 0.0
  var (base, own): ([Double], [Double]) = ([], [])
  for _ in 0..<rounds + 2 {
    own.append(
      nanoseconds({ for _ in 0..<times { end += product(heights).totalHeight } }, steps: steps))
    base.append(
      nanoseconds({ for _ in 0..<times { end -= sums(heights)[count] } }, steps: steps))
  }
  precondition(end == 0, "the sums differ")
  report("\(count),array of sums,open", base, own)
}

let rounds = Int(CommandLine.arguments[1])!
print("rows,structure,operation,strategy_ns,product_ns,ratio")
for count in CommandLine.arguments[2].split(separator: ",").map({ Int($0)! }) {
  for id in ["blocked-sums", "sum-tree"] {
    for loop in [Loop.offset, .hitTest, .change] {
      let pair = Pair(StrategyRegistry.all.named(id)!, loop, rows: count, steps: 1 << 17)
      if id == "sum-tree" { pair.edit() }
      var (registry, product): ([Double], [Double]) = ([], [])
      for round in 0..<rounds + 2 {
        // The product runs first in every second round; in the other rounds, the strategy runs first.
        let isFirst = round % 2 == 0
        if isFirst { product.append(nanoseconds(pair.runProduct, steps: pair.count)) }
        registry.append(nanoseconds(pair.runStrategy, steps: pair.count))
        if !isFirst { product.append(nanoseconds(pair.runProduct, steps: pair.count)) }
      }
      pair.check()
      report("\(count),\(id),\(loop.rawValue)", registry, product)
    }
  }
  open(rows: count, rounds: rounds)
}
