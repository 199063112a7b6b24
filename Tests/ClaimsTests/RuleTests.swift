import Measuring
import Testing

@testable import claims

@Suite("A claim's rule")
struct RuleTests {
  private let much = Rule(
    "time", .nanoseconds, .atLeast, holds: 20, fails: 10, because: "of the test")
  private let little = Rule("jumps", .count, .atMost, holds: 0, fails: 2, because: "of the test")

  private func figure(_ low: Double, _ high: Double) -> Figure {
    .measured((low + high) / 2, Interval(low, high), over: 9, "rounds")
  }

  private func finding(_ rules: [Rule], _ points: [(Int, [Figure])]) -> Finding {
    finding(
      rules,
      Evidence("rows", points.map { .init("\($0.0) rows", $0.1) }))
  }

  private func finding(_ rules: [Rule], _ evidence: Evidence) -> Finding {
    Finding(
      Claim(
        id: "a", post: .pager, sentence: .quotation("b", at: "002:1"), experiment: "c",
        rules: rules, limits: "d"
      ) { _ in evidence }, evidence)
  }

  @Test("the whole interval decides, and a threshold itself counts")
  func answers() {
    #expect(much.answer(to: figure(20, 30)) == .yes)
    #expect(much.answer(to: figure(5, 10)) == .no)
    #expect(much.answer(to: figure(19.9, 30)) == .open)
    #expect(much.answer(to: figure(5, 10.1)) == .open)
    #expect(much.answer(to: figure(5, 30)) == .open)
    #expect(much.answer(to: figure(12, 18)) == .open)
    #expect(little.answer(to: figure(0, 0)) == .yes)
    #expect(little.answer(to: figure(2, 7)) == .no)
    #expect(little.answer(to: figure(1, 1)) == .open)
    #expect(little.answer(to: figure(0, 2)) == .open)
  }

  @Test("what has no interval decides nothing")
  func unknown() {
    #expect(much.answer(to: .none) == .open)
    #expect(much.answer(to: Figure.measured(1e9, nil, over: 1, "rounds")) == .open)
    #expect(finding([much], [(1, [.none])]).verdict == .notDecided)
  }

  @Test("true, false, not decided")
  func verdicts() {
    let (yes, no, open) = (figure(20, 30), figure(1, 2), figure(15, 25))
    #expect(finding([much], [(1, [yes]), (2, [yes])]).verdict == .isTrue)
    #expect(finding([much], [(1, [no]), (2, [no])]).verdict == .isFalse)
    #expect(finding([much], [(1, [open])]).verdict == .notDecided)
    #expect(finding([much], [(1, [yes]), (2, [open])]).verdict == .notDecided)
    #expect(finding([much], [(1, [no]), (2, [open])]).verdict == .notDecided)
    #expect(finding([much], []).verdict == .notDecided)
  }

  @Test("of several rules all must say yes; one that says no is enough")
  func several() {
    let (yes, no, open) = (figure(20, 30), figure(1, 2), figure(15, 25))
    #expect(finding([much, much], [(1, [yes, yes])]).verdict == .isTrue)
    #expect(finding([much, much], [(1, [yes, no])]).verdict == .isFalse)
    #expect(finding([much, much], [(1, [open, no])]).verdict == .isFalse)
    #expect(finding([much, much], [(1, [yes, open])]).verdict == .notDecided)
  }

  @Test("where it turns, and where between two places the threshold is")
  func turn() {
    let points = [(100, [figure(1, 1)]), (1000, [figure(15, 25)]), (10_000, [figure(100, 100)])]
    let found = finding([much], points)
    #expect(found.verdict == .dependsOn)
    #expect(found.answers == [.no, .open, .yes])
    #expect(found.outcome == "False up to 100 rows, true from 10000 rows")
  }

  @Test("several turns, and places without a size, are listed by name")
  func places() {
    let (yes, no) = (figure(20, 30), figure(1, 2))
    #expect(
      finding([much], [(1, [yes]), (2, [no]), (3, [yes])]).outcome
        == "True for 1 rows and 3 rows; false for 2 rows")
    let named = Evidence("the page", isOrdered: false, [.init("odd", [yes]), .init("even", [no])])
    #expect(finding([much], named).outcome == "True for odd; false for even")
  }

  @Test("without a turn the verdict says from where to where, or names the places")
  func spans() {
    let (yes, no, open) = (figure(20, 30), figure(1, 2), figure(15, 25))
    #expect(finding([much], [(1, [no]), (9, [no])]).outcome == "False from 1 rows to 9 rows")
    #expect(finding([much], [(1, [yes])]).outcome == "True for 1 rows")
    #expect(
      finding([much], [(1, [yes]), (2, [open])]).outcome
        == "True for 1 rows; not decided for 2 rows")
    #expect(finding([much], []).outcome == "Not decided: nothing was measured")
  }

  @Test("a quotient's interval is made of the ends that lie farthest apart")
  func quotient() {
    let ratio = figure(20, 40).divided(by: figure(4, 6))
    #expect(ratio.value == 6 && ratio.interval == Interval(20.0 / 6, 10))
    #expect(figure(1, 2).divided(by: .none).interval == nil)
  }
}
