import Measuring
import Testing

@testable import claims

/// A claim with these rules.
func claim(_ rules: [Rule], translation: String? = nil) -> Claim {
  Claim(
    id: "a-claim", technique: "fixed-list", at: "000:1", words: "it is *slow*",
    translation: translation, short: "slow", experiment: "`this` is run", rules: rules,
    first: "True at first", limits: "None")
}

@Suite("A claim's rule")
struct RuleTests {
  private let much = Rule(
    figure: "time", unit: .nanoseconds, atLeast: 20, no: 10, because: "of the test")
  private let little = Rule(figure: "jumps", unit: .count, atMost: 0, no: 2, because: "of the test")
  private static let (yes, no, open) = (figure(20, 30), figure(1, 2), figure(15, 25))

  private static func figure(_ low: Double, _ high: Double) -> Figure {
    Figure(value: (low + high) / 2, interval: Interval(low, high), basis: "")
  }

  private func finding(
    _ points: [(Int, [Figure])], isOrdered: Bool = true, rules: [Rule]? = nil
  ) -> Finding {
    let points = points.map { Evidence.Point("\($0.0) rows", $0.1) }
    return Finding(claim(rules ?? [much]), [Evidence("rows", isOrdered: isOrdered, points, "")])
  }

  @Test("the whole interval decides, and a threshold itself counts; without one nothing is decided")
  func answers() {
    let cases: [(Rule, Double, Double, Rule.Answer)] = [
      (much, 20, 30, .yes), (much, 5, 10, .no), (much, 19.9, 30, .open), (much, 5, 10.1, .open),
      (much, 5, 30, .open), (much, 12, 18, .open), (little, 0, 0, .yes), (little, 2, 7, .no),
      (little, 1, 1, .open), (little, 0, 2, .open),
    ]
    for (rule, low, high, answer) in cases {
      #expect(rule.answer(to: Self.figure(low, high)) == answer, "\(low) to \(high)")
    }
    // Of counts from several starts the worst one decides, where the sentence is about little.
    #expect(little.answer(to: .range([0, 2, 0])) == .no)
    #expect(little.answer(to: .range([0, 1, 0])) == .open)
    #expect(little.answer(to: .range([0, 0])) == .yes)
    #expect(
      much.answer(to: .range([10, 20])) == .open && much.answer(to: .range([20, 25])) == .yes)
    #expect(little.text(of: .range([3, 0, 7], "of 9 frames")) == "0 to 7 of 9 frames")
    #expect(much.answer(to: .none) == .open)
    #expect(much.answer(to: Figure(value: 1e9, interval: nil, basis: "")) == .open)
  }

  @Test("of several rules all must say yes; one that says no is enough")
  func several() {
    for (figures, answer) in [
      ([Self.yes, Self.yes], Rule.Answer.yes), ([Self.yes, Self.no], .no),
      ([Self.open, Self.no], .no), ([Self.yes, Self.open], .open), ([], .open),
    ] {
      #expect(finding([(1, figures)], rules: [much, much]).answers == [answer])
    }
  }

  @Test("the verdict says where it turns along an axis, from where to where, or names the places")
  func outcomes() {
    let (yes, no, open) = ([Self.yes], [Self.no], [Self.open])
    let cases: [([(Int, [Figure])], String)] = [
      ([(100, no), (1000, open), (10_000, yes)], "False up to 100 rows, true from 10000 rows"),
      ([(1, yes), (2, no), (3, yes)], "True for 1 rows and 3 rows; false for 2 rows"),
      ([(1, no), (9, no)], "False"), ([(1, yes)], "True"),
      ([(1, yes), (2, open)], "True for 1 rows; not decided for 2 rows"),
      ([], "Not decided: nothing was measured"),
    ]
    for (points, outcome) in cases { #expect(finding(points).outcome == outcome) }
    #expect(
      finding([(1, yes), (2, no)], isOrdered: false).outcome == "True for 1 rows; false for 2 rows")
  }

  @Test("what the second motion does not confirm is not decided")
  func secondMotion() {
    func finding(_ figures: [[Figure]]) -> Finding {
      Finding(
        claim([much]), figures.map { Evidence("rows", $0.map { .init("all", [$0]) }, "12 of 30") })
    }
    #expect(finding([[Self.yes], [Self.yes]]).outcome == "True: 12 of 30")
    #expect(finding([[Self.yes], [Self.no]]).outcome == "Not decided: 12 of 30")
    #expect(finding([[Self.open], [Self.no]]).answers == [.open])
    #expect(finding([[Self.no], [Self.no]]).outcome == "False: 12 of 30")
  }

  @Test("a quotient's interval is made of the ends that lie farthest apart")
  func quotient() {
    let ratio = Self.figure(20, 40).divided(by: Self.figure(4, 6), less: 1)
    #expect(ratio.value == 5 && ratio.interval == Interval(20.0 / 6 - 1, 9))
    #expect(Self.figure(1, 2).divided(by: .none).interval == nil)
  }
}
