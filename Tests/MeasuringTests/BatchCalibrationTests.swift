import Measuring
import Testing

@Suite("Calibration of a batch")
struct BatchCalibrationTests {
  private struct BudgetSpent: Error {}

  /// Records the counts asked for; each operation takes `cost` nanoseconds, and the slices whose
  /// numbers are keys of `delays` take so much longer.
  private final class FakeWork {
    let cost: Double
    let delays: [Int: UInt64]
    private(set) var asked: [Int] = []

    init(cost: Double, delays: [Int: UInt64] = [:]) {
      self.cost = cost
      self.delays = delays
    }

    func run(_ operations: Int) -> UInt64 {
      asked.append(operations)
      return UInt64(cost * Double(operations)) + (delays[asked.count - 1] ?? 0)
    }
  }

  @Test("grows by at most 10 and accepts a count that reaches the target twice")
  func steadyWork() {
    let work = FakeWork(cost: 30)
    let outcome = BatchCalibration(target: 1_000_000).search { work.run($0) }
    // 1,000,000 / 30,000 allows more than 10 up to 10,000; then 1,000,000 / 300,000 = 3.33.
    #expect(work.asked == [1, 10, 100, 1_000, 10_000, 33_334, 33_334])
    #expect(outcome == .reached(operations: 33_334, elapsed: 1_000_020))
  }

  @Test("one preempted reading does not end the search")
  func preemptedReading() {
    let work = FakeWork(cost: 30, delays: [1: 5_000_000])
    let outcome = BatchCalibration(target: 1_000_000).search { work.run($0) }
    #expect(work.asked == [1, 10, 10, 100, 1_000, 10_000, 33_334, 33_334])
    #expect(outcome == .reached(operations: 33_334, elapsed: 1_000_020))
  }

  @Test("the shorter of the two deciding slices is reported", arguments: [2, 3])
  func shorterSlice(delayed: Int) {
    let work = FakeWork(cost: 1_000, delays: [delayed: 700_000])
    let outcome = BatchCalibration(target: 100_000).search { work.run($0) }
    #expect(work.asked == [1, 10, 100, 100])
    #expect(outcome == .reached(operations: 100, elapsed: 100_000))
  }

  @Test("grows by at least 1.5, so that it never creeps")
  func smallestGrowth() {
    // 10 operations take 990 of 1,000, which asks for 1.01 times as many; 15 are tried.
    var asked: [Int] = []
    _ = BatchCalibration(target: 1_000).search { operations in
      asked.append(operations)
      return operations == 1 ? 10 : UInt64(operations * 99)
    }
    #expect(asked == [1, 10, 15, 15])
  }

  @Test("an operation longer than the target is told apart")
  func longOperation() {
    let work = FakeWork(cost: 3_000_000)
    let outcome = BatchCalibration(target: 1_000_000).search { work.run($0) }
    #expect(work.asked == [1, 1])
    #expect(outcome == .oneOperationReaches(elapsed: 3_000_000))
  }

  @Test(
    "work that takes no time ends at the maximum, without overflow", arguments: [1, 7, Int.max])
  func weightlessWork(maximum: Int) {
    let calibration = BatchCalibration(target: .max, maximumOperations: maximum)
    var most = 0
    let outcome = calibration.search { operations in
      most = max(most, operations)
      return 0
    }
    #expect(outcome == .maximumTooShort(operations: maximum, elapsed: 0))
    #expect(most == maximum)
  }

  @Test("readings that contradict each other end after the attempts allowed")
  func contradictions() {
    var slices = 0
    let outcome = BatchCalibration(target: 100, attempts: 9).search { operations in
      slices += 1
      return slices.isMultiple(of: 2) ? 100 : 99
    }
    #expect(slices == 9)
    // 1 fails, 2 reaches and fails, 3 reaches and fails, 5, 8: the ninth slice is the second of 8.
    #expect(outcome == .unsettled(operations: 8, elapsed: 99))
  }

  @Test("what the work throws ends the search")
  func throwing() {
    let calibration = BatchCalibration(target: 1_000)
    #expect(throws: BudgetSpent.self) {
      try calibration.search { (operations: Int) throws(BudgetSpent) -> UInt64 in
        if operations > 10 { throw BudgetSpent() }
        return 1
      }
    }
  }

  @Test("limits below 1 are taken as 1, and a target of 0 is reached at once")
  func degenerateLimits() {
    let calibration = BatchCalibration(target: 0, maximumOperations: -5, attempts: 0)
    #expect(calibration.maximumOperations == 1)
    #expect(calibration.search { _ in 0 } == .unsettled(operations: 1, elapsed: 0))
    #expect(BatchCalibration(target: 0).search { _ in 0 } == .oneOperationReaches(elapsed: 0))
  }

  @Test("the pace of steady work is its cost, by three more slices")
  func steadyPace() {
    let work = FakeWork(cost: 30)
    let pace = BatchCalibration(target: 1_000_000).pace { work.run($0) }
    #expect(work.asked == [1, 10, 100, 1_000, 10_000, 33_334, 33_334, 33_333, 33_333, 33_333])
    #expect(pace.operations == 33_333 && abs(pace.nanoseconds - 30) < 0.001)
  }

  @Test("a search that was disturbed twice in a row is mended")
  func disturbedPace() {
    let work = FakeWork(cost: 30, delays: [2: 4_000_000, 3: 4_000_000])
    let calibration = BatchCalibration(target: 1_000_000)
    let pace = calibration.pace { work.run($0) }
    #expect(calibration.search { _ in 4_003_000 } == .oneOperationReaches(elapsed: 4_003_000))
    #expect(pace.operations == 33_333 && abs(pace.nanoseconds - 30) < 0.001)
  }

  @Test("work on lists that caches do not know yet is mended")
  func coldPace() {
    // The first 2,000 operations take 2,000 ns each, as with a page fault.
    var done = 0
    let pace = BatchCalibration(target: 1_000_000).pace { operations in
      let cold = max(0, min(operations, 2_000 - done))
      done += operations
      return UInt64(cold * 2_000 + (operations - cold) * 10)
    }
    #expect(pace.operations == 100_000 && pace.nanoseconds == 10)
  }

  @Test("one long operation is asked no oftener than the search does")
  func longPace() {
    let work = FakeWork(cost: 6e6)
    let pace = BatchCalibration(target: 1_000_000).pace { work.run($0) }
    #expect(work.asked == [1, 1])
    #expect(pace.operations == 1 && pace.nanoseconds == 6e6)
  }

  @Test("work that takes no time ends at the greatest count")
  func noTime() {
    let pace = BatchCalibration(target: 1_000_000, maximumOperations: 5_000).pace { _ in 0 }
    #expect(pace.operations == 5_000)
  }
}
