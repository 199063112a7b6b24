import Measuring
import Testing

@testable import Runs

@Suite("The judge of a group")
struct GroupJudgeTests {
  private let judge = GroupJudge(margin: Margin(0.01))

  /// A member with such times, in nanoseconds.
  private func member(
    _ times: [Double], competes: Bool = true, isWrong: Bool = false
  ) -> GroupJudge.Member {
    GroupJudge.Member(
      repetitions: Repetitions(times), competes: competes, isWrong: isWrong)
  }

  private func times(_ nanoseconds: Double, _ count: Int = 9) -> [Double] {
    (0..<count).map { nanoseconds + Double($0 % 3) * nanoseconds / 1000 }
  }

  @Test("the fastest is the base of all others, and has no judgement of its own")
  func base() throws {
    let verdicts = judge.judge(
      [member(times(2000)), member(times(1000)), member(times(3000))], control: nil)
    #expect(verdicts.fastest == 1)
    #expect(verdicts.judgements.keys.sorted() == [0, 2])
    #expect(verdicts.judgements.values.allSatisfy { $0.figures.verdict == .slower })
    #expect(abs(try #require(verdicts.judgements[2]).ratio.value - 3) < 0.01)
    #expect(verdicts.control == nil)
  }

  @Test("the floor and the control do not compete, and what shows wrong rows is not the fastest")
  func competitors() {
    let verdicts = judge.judge(
      [
        member(times(1), competes: false), member(times(500), isWrong: true),
        member(times(1000)), member(times(1001), competes: false),
      ], control: (3, 2))
    #expect(verdicts.fastest == 2)
    #expect(verdicts.judgements.keys.sorted() == [1])
    #expect(verdicts.judgements[1]?.figures.verdict == .faster)
    #expect(verdicts.control?.figures.verdict == .equivalent)
    // Where all are wrong, the fastest of them is one.
    let wrong = judge.judge(
      [member(times(500), isWrong: true), member(times(400), isWrong: true)], control: nil)
    #expect(wrong.fastest == 1)
  }

  @Test("the fastest has the least figure, and every ratio is the quotient of two figures")
  func fastest() throws {
    // The machine becomes slower and slower.
    let first = (1...9).map { Double($0) * 100 }
    let second = (1...9).map { Double($0) * 95 }
    let verdicts = judge.judge([member(first), member(second)], control: nil)
    #expect(verdicts.fastest == 1)
    let ratio = try #require(verdicts.judgements[0]).ratio.value
    #expect(abs(ratio - 200 / 190) < 1e-9)
  }

  @Test("a control that differs by as much takes a verdict away")
  func control() {
    let members = [
      member(times(1000)), member(times(1030)), member(times(2000)),
      member(times(1050), competes: false),
    ]
    let verdicts = judge.judge(members, control: (3, 0))
    #expect(verdicts.control?.figures.verdict?.isDifference == true)
    #expect(verdicts.judgements[1]?.figures.verdict == .withheld)
    #expect(verdicts.judgements[2]?.figures.verdict == .slower)
  }

  @Test(
    "ratios are net of an overhead above a tenth of the fastest time, where it hides no time",
    arguments: [(90.0, false), (110, true), (500, true), (1001, false), (2000, false)])
  func overhead(share: Double, isNet: Bool) throws {
    let members = [member(times(1000)), member(times(3000)), member(times(1000), competes: false)]
    let verdicts = judge.judge(members, control: (2, 0), overhead: Repetitions(times(share)))
    #expect(verdicts.isNet == isNet)
    let taken = isNet ? share : 0
    let ratio = try #require(verdicts.judgements[1]).ratio
    #expect(abs(ratio.value - (3000 - taken) / (1000 - taken)) < 0.01 * ratio.value)
    #expect(verdicts.judgements[1]?.figures.verdict == .slower)
    #expect(verdicts.control?.ratio.value == 1)
    #expect(!judge.judge(members, control: nil).isNet)
  }

  @Test("nobody competes, one competes, two have no repetition in common")
  func few() {
    #expect(judge.judge([], control: nil).fastest == nil)
    #expect(judge.judge([member(times(5), competes: false)], control: nil).fastest == nil)
    let alone = judge.judge([member(times(5)), member([])], control: nil)
    #expect(alone.fastest == 0 && alone.judgements.isEmpty)
    var late = Repetitions()
    for round in 20..<29 { late.add(.timed(round: round, nanoseconds: 5000)) }
    let apart = judge.judge(
      [member(times(1000)), GroupJudge.Member(repetitions: late, competes: true)], control: nil)
    #expect(apart.fastest == 0 && apart.judgements.isEmpty)
  }

  @Test("the order of members decides nothing")
  func order() throws {
    let group = SimulatedGroup(noise: .normal(0.02), repetitions: 9, seed: 3)
    let members = [1.0, 1.01, 1.1, 1.3].map { member(group.times(ratio: $0)) }
    let forth = judge.judge(members, control: nil)
    let back = judge.judge(members.reversed(), control: nil)
    #expect(back.fastest == forth.fastest.map { 3 - $0 })
    for (place, judgement) in forth.judgements {
      let same = try #require(back.judgements[3 - place])
      #expect(same.figures == judgement.figures)
    }
  }

  // MARK: Simulations

  /// Groups of so many equal strategies; the number in which any is called faster or slower. The
  /// margin is 0: the smallest difference counts, which is the hardest case.
  private func falseGroups(_ count: Int, of strategies: Int, _ group: SimulatedGroup) -> Int {
    let judge = GroupJudge(margin: Margin(0))
    return (0..<count).count { _ in
      let members = (0..<strategies).map { _ in member(group.times(ratio: 1)) }
      return judge.judge(members, control: nil).judgements.values.contains {
        $0.figures.verdict?.isDifference == true
      }
    }
  }

  /// Of n groups 5 % may be wrong; three standard deviations more are chance.
  private func most(of groups: Int) -> Int {
    let expected = 0.05 * Double(groups)
    return Int(expected + 3 * (expected * 0.95).squareRoot())
  }

  @Test(
    "equal strategies are called different in no more groups than the confidence allows",
    arguments: [Noise.normal(0.03), .skewed(0.05), .contaminated(0.02)], [7, 15])
  func equality(noise: Noise, repetitions: Int) {
    // The fastest is chosen by the same times, which would make most of twenty equal ones "slower".
    let few = SimulatedGroup(noise: noise, repetitions: repetitions, seed: 1)
    #expect(falseGroups(200, of: 5, few) <= most(of: 200))
    let many = SimulatedGroup(noise: noise, repetitions: repetitions, seed: 2)
    #expect(falseGroups(40, of: 20, many) <= most(of: 40))
  }

  @Test("5 % between strategies is found by nine repetitions of 1 % noise, 9 times of 10")
  func power() {
    let group = SimulatedGroup(noise: .normal(0.01), repetitions: 9, seed: 4)
    let groups = 150
    var found = 0
    for _ in 0..<groups {
      let members = [1, 1.05, 1.05, 1.05, 1.05].map { member(group.times(ratio: $0)) }
      let verdicts = judge.judge(members, control: nil)
      #expect(verdicts.fastest == 0)
      found += verdicts.judgements.values.count { $0.figures.verdict == .slower }
    }
    #expect(Double(found) >= 0.9 * Double(4 * groups))
  }
}
