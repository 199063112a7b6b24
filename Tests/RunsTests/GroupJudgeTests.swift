import Measuring
import Testing

@testable import Runs

/// The strategies of a group, with their measured repetitions and the verdicts on them.
private struct JudgedGroup {
  private(set) var cells: [CellResult] = []
  private var repetitions: [Repetitions] = []

  mutating func add(
    _ repetitions: Repetitions, role: CellRole = .strategy, of base: Int? = nil,
    isWrong: Bool = false, mode: String = "corrected", status: CellStatus = .ok
  ) {
    let strategy = role == .floor ? "floor" : "s\(base ?? cells.count)"
    var key = CellKey.example(rows: 1, strategy: strategy)
    (key.role, key.mode) = (role, mode)
    var cell = CellResult(cell: key, status: status)
    cell.time = CellTime(repetitions) ?? CellTime()
    cell.deviation.wrongSteps = isWrong ? 1 : 0
    cells.append(cell)
    self.repetitions.append(repetitions)
  }

  mutating func judge(margin: Double = 0.01) { cells.judge(by: repetitions, margin: margin) }

  var fastest: Int? { cells.firstIndex(where: \.isFastest) }
  var verdicts: [Verdict?] { cells.map(\.verdict) }
}

@Suite("The judge of a group")
struct GroupJudgeTests {
  /// Judges a group of strategies with the given times, in nanoseconds.
  private func judged(_ times: [[Double]], margin: Double = 0.01) -> JudgedGroup {
    var group = JudgedGroup()
    for times in times { group.add(Repetitions(times)) }
    group.judge(margin: margin)
    return group
  }

  private func times(_ nanoseconds: Double, _ count: Int = 9) -> [Double] {
    (0..<count).map { nanoseconds + Double($0 % 3) * nanoseconds / 1000 }
  }

  private func repetitions(_ nanoseconds: Double) -> Repetitions { Repetitions(times(nanoseconds)) }

  @Test(
    "the empty strategy and the A/A control do not compete; a strategy that shows wrong rows is not the fastest"
  )
  func competitors() {
    var group = JudgedGroup()
    group.add(repetitions(1), role: .floor)
    group.add(repetitions(500), isWrong: true)
    group.add(repetitions(1000))
    group.add(repetitions(1001), role: .control, of: 2)
    group.judge()
    #expect(group.fastest == 2)
    #expect(group.verdicts == [nil, .faster, nil, .equivalent])
    #expect(group.cells[2].time.floorNs == group.cells[0].time.timeNs)
    // If all strategies of a group show wrong rows, one of them is still marked as the fastest.
    var wrong = JudgedGroup()
    wrong.add(repetitions(500), isWrong: true)
    wrong.add(repetitions(400), isWrong: true)
    wrong.judge()
    #expect(wrong.fastest == 1)
    // A strategy's published code is never marked as the fastest if its corrected code is in the same group.
    var published = JudgedGroup()
    published.add(repetitions(1000))
    published.add(repetitions(500), of: 0, mode: "published")
    published.judge()
    #expect(published.fastest == 0)
  }

  @Test("the fastest has the shortest time, and every ratio is the quotient of two times")
  func fastest() throws {
    // The times of both strategies increase with each repetition, as on a machine that becomes slower.
    let group = judged([(1...9).map { Double($0) * 100 }, (1...9).map { Double($0) * 95 }])
    #expect(group.fastest == 1)
    #expect(group.cells[1].ratio.value == 1)
    #expect(abs(try #require(group.cells[0].ratio.value) - 200 / 190) < 1e-9)
  }

  @Test(
    "an A/A control that differs suppresses verdicts on differences up to its own; one that failed suppresses all"
  )
  func control() {
    func group(_ controlStatus: CellStatus) -> JudgedGroup {
      var group = JudgedGroup()
      for time in [1000.0, 1030, 2000] { group.add(repetitions(time)) }
      group.add(repetitions(1050), role: .control, of: 0, status: controlStatus)
      group.judge()
      return group
    }
    #expect(group(.ok).verdicts == [nil, .suppressed, .slower, .slower])
    #expect(group(.wrong(step: nil)).verdicts == [nil, .suppressed, .suppressed, nil])
  }

  @Test(
    "an overhead above a tenth of the fastest time is subtracted, unless it exceeds the time of a strategy",
    arguments: [(90.0, false), (110, true), (500, true), (1001, false), (2000, false)])
  func overhead(share: Double, isNet: Bool) throws {
    var group = JudgedGroup()
    group.add(repetitions(1000))
    group.add(repetitions(3000))
    group.add(repetitions(1000), role: .control, of: 0)
    group.add(repetitions(share), role: .floor)
    group.judge()
    #expect(group.cells.prefix(3).allSatisfy { $0.isRatioNet == isNet })
    let overhead = isNet ? share : 0
    let ratio = try #require(group.cells[1].ratio.value)
    #expect(abs(ratio - (3000 - overhead) / (1000 - overhead)) < 0.01 * ratio)
    #expect(group.verdicts[1] == .slower)
    #expect(group.cells[2].control.value == 1)
  }

  @Test("no strategy competes, one competes, or two have no repetition in common")
  func few() {
    #expect(judged([]).fastest == nil)
    var empty = JudgedGroup()
    empty.add(repetitions(5), role: .floor)
    empty.judge()
    #expect(empty.fastest == nil)
    let alone = judged([times(5), []])
    #expect(alone.fastest == 0 && alone.verdicts == [nil, nil])
    var late = Repetitions()
    for round in 20..<29 { late.add(.timed(round: round, nanoseconds: 5000)) }
    var apart = JudgedGroup()
    apart.add(repetitions(1000))
    apart.add(late)
    apart.judge()
    #expect(apart.fastest == 0 && apart.verdicts == [nil, nil])
  }

  @Test("the order of the cells does not matter, and judging again gives the same")
  func order() throws {
    let simulated = SimulatedGroup(noise: .normal(0.02), repetitions: 9, seed: 3)
    let all = [1.0, 1.01, 1.1, 1.3].map { simulated.times(ratio: $0) }
    var forth = judged(all)
    let back = judged(all.reversed())
    #expect(back.verdicts.reversed() == forth.verdicts)
    #expect(back.cells.reversed().map(\.ratio) == forth.cells.map(\.ratio))
    let before = forth.cells
    forth.judge()
    #expect(forth.cells == before)
  }

  // MARK: Simulations

  /// The number of simulated groups with a wrong verdict: some strategy is judged faster or slower, although
  /// all strategies are equally fast. The margin is 0, which makes wrong verdicts most likely.
  private func falseGroups(_ count: Int, of strategies: Int, _ group: SimulatedGroup) -> Int {
    (0..<count).count { _ in
      judged((0..<strategies).map { _ in group.times(ratio: 1) }, margin: 0).verdicts.contains {
        $0?.isDifference == true
      }
    }
  }

  /// The number of groups that may have a wrong verdict: 5 % of `groups` plus three standard deviations.
  private func most(of groups: Int) -> Int {
    let expected = 0.05 * Double(groups)
    return Int(expected + 3 * (expected * 0.95).squareRoot())
  }

  @Test(
    "equal strategies are called different in no more groups than the confidence allows",
    arguments: [Noise.normal(0.03), .skewed(0.05), .contaminated(0.02)], [7, 15])
  func equality(noise: Noise, repetitions: Int) {
    // The times that determine the fastest strategy are also used to compare the other strategies with it.
    // Without a correction for the selection of the fastest strategy, most of twenty equally fast strategies
    // would be judged "slower".
    let few = SimulatedGroup(noise: noise, repetitions: repetitions, seed: 1)
    #expect(falseGroups(200, of: 5, few) <= most(of: 200))
    let many = SimulatedGroup(noise: noise, repetitions: repetitions, seed: 2)
    #expect(falseGroups(40, of: 20, many) <= most(of: 40))
  }

  @Test("nine repetitions with 1 % noise detect a difference of 5 % in 9 of 10 cases")
  func power() {
    let group = SimulatedGroup(noise: .normal(0.01), repetitions: 9, seed: 4)
    let groups = 150
    var found = 0
    for _ in 0..<groups {
      let judged = judged([1, 1.05, 1.05, 1.05, 1.05].map { group.times(ratio: $0) })
      #expect(judged.fastest == 0)
      found += judged.verdicts.count { $0 == .slower }
    }
    #expect(Double(found) >= 0.9 * Double(4 * groups))
  }
}
