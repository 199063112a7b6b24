import BenchMeasuring
import Testing

@testable import BenchClaims

@Suite("Rules and verdicts")
struct FindingTests {
  private static let much = Rule(
    quantity: "time | to open", unit: .nanoseconds, atLeast: 20, no: 10, because: "Reason")
  private let little = Rule(quantity: "jumps", unit: .count, atMost: 0, no: 2, because: "Reason")
  private static let (yes, no, open) = (value(20, 30), value(1, 2), value(15, 25))

  private static func value(_ low: Double, _ high: Double) -> MeasuredValue {
    MeasuredValue(
      number: (low + high) / 2, interval: Interval(low, high), basis: "over 1,200 rounds")
  }

  private static func claim(_ rules: [Rule], translation: String? = nil) -> Claim {
    Claim(
      id: "a-claim", technique: "fixed-list", at: "000:1", words: "it is *slow*",
      translation: translation, short: "slow", experiment: "`this` is run", rules: rules,
      first: "True at first", limits: "None")
  }

  private static func finding(
    _ values: [[MeasuredValue]], isOrdered: Bool = true, sentence: String = "",
    rules: [Rule] = [much], translation: String? = nil
  ) -> Finding {
    let evidence = Evidence(
      axis: "rows", orderedNoun: isOrdered ? "lists of" : nil,
      conditions: values.enumerated().map { ("\($0 + 1) rows", $1) }, sentence: sentence,
      titles: ["", "a"], details: [["x", "1"]])
    return Finding(claim(rules, translation: translation), [evidence, evidence])
  }

  @Test("An answer stays open unless the whole interval lies at or beyond a threshold")
  func answers() {
    let cases: [(Rule, Double, Double, Rule.Answer)] = [
      (Self.much, 20, 30, .yes), (Self.much, 5, 10, .no), (Self.much, 19.9, 30, .open),
      (Self.much, 5, 10.1, .open), (Self.much, 5, 30, .open), (Self.much, 12, 18, .open),
      (little, 0, 0, .yes), (little, 2, 7, .no), (little, 1, 1, .open), (little, 0, 2, .open),
    ]
    for (rule, low, high, answer) in cases {
      #expect(rule.answer(to: Self.value(low, high)) == answer, "\(low) to \(high)")
    }
    // If an experiment is repeated from several starting rows, a rule with an upper limit only considers the
    // largest count.
    let counts: [(Rule, [Double], Rule.Answer)] = [
      (little, [0, 2, 0], .no), (little, [0, 1, 0], .open), (little, [0, 0], .yes),
      (Self.much, [10, 20], .open), (Self.much, [20, 25], .yes),
    ]
    for (rule, counts, answer) in counts { #expect(rule.answer(to: .counts(counts)) == answer) }
    #expect(little.text(of: .counts([3, 0, 7], "of 9 frames")) == "0 to 7 of 9 frames")
    #expect(Self.much.answer(to: .none) == .open)
    #expect(Self.much.answer(to: MeasuredValue(number: 1e9, interval: nil, basis: "")) == .open)
  }

  @Test("A claim is true if all rules answer yes, and false if any rule answers no")
  func severalRules() {
    for (values, answer) in [
      ([Self.yes, Self.yes], Rule.Answer.yes), ([Self.yes, Self.no], .no),
      ([Self.open, Self.no], .no), ([Self.yes, Self.open], .open), ([], .open),
    ] { #expect(Self.finding([values], rules: [Self.much, Self.much]).answers == [answer]) }
  }

  @Test("A verdict either states where the answer changes or lists the conditions for each answer")
  func verdicts() {
    let (yes, no, open) = ([Self.yes], [Self.no], [Self.open])
    let cases: [([[MeasuredValue]], String)] = [
      ([no, open, yes], "False for lists of up to 1 rows, true for 3 rows or more"),
      ([yes, no, yes], "True for 1 rows and 3 rows; false for 2 rows"), ([no, no], "False"),
      ([yes], "True"), ([yes, open], "True for 1 rows; not decided for 2 rows"),
      ([], "Not decided: nothing was measured"),
    ]
    for (values, verdict) in cases { #expect(Self.finding(values).outcome == verdict) }
    #expect(
      Self.finding([yes, no], isOrdered: false).outcome == "True for 1 rows; false for 2 rows")
  }

  @Test("A claim is undecided unless the results with the second motion confirm it")
  func secondMotion() {
    for (first, second, verdict) in [
      (Self.yes, Self.yes, "True"), (Self.yes, Self.no, "Not decided"),
      (Self.open, Self.no, "Not decided"), (Self.no, Self.no, "False"),
    ] {
      let evidence = [first, second].map {
        Evidence(conditions: [("all", [$0])], sentence: "12 of 30")
      }
      #expect(Finding(Self.claim([Self.much]), evidence).outcome == "\(verdict): 12 of 30")
    }
  }

  @Test("A quotient's interval contains every quotient of values from the two intervals")
  func quotient() {
    let ratio = Self.value(20, 40).divided(by: Self.value(4, 6))
    #expect(ratio.number == 6 && ratio.interval == Interval(20.0 / 6, 10))
    #expect(Self.value(1, 2).divided(by: .none).interval == nil)
  }

  @Test("The document contains verdict tables followed by a section for each claim")
  func document() {
    let no = MeasuredValue.counts([1], "of 9 rounds")
    let finding = Self.finding([[no], [Self.yes]], sentence: "so it is", translation: "not fast")
    let text = [finding].document(
      command: ["bench-claims", "--claim", "a claim"], facts: "CPU, 4 cores.")
    let technique = ClaimsFile.contents.techniques[0]
    for part in [
      "    bench-claims --claim 'a claim'\n\n# Claims", "\n\(ClaimsFile.rulesLine)\n",
      """
      | not fast (translated) ([a-claim](#a-claim)) | False for lists of up to 1 rows, \
      true for 2 rows or more: so it is | True at first |
      """,
      """
      | `fixed-list` 000:1 | slow | False for lists of up to 1 rows, true for 2 rows or more: so it is \
      | \(technique.published) | \(technique.corrected) |
      """,
      "Translated from “it is \\*slow\\*”. Source: Infinitely scrolling tables (MealSchedule), 000:1.",
      "- Rule: time \\| to open: yes if at least 20.0 ns, no if at most 10.0 ns. Reason.",
      "| 1 rows | recorded flings, 120 Hz | 1.00 ns of 9 rounds | no |",
      "| 2 rows | random flings, 60 Hz | 25.0 ns \\[20.0, 30.0\\] over 1,200 rounds | yes |",
      "Details with random flings, 60 Hz:\n\n|  | a |\n| --- | --- |\n| x | 1 |\n\n## Not judged\n",
    ] { #expect(text.contains(part), "\(part)") }
    #expect(finding.isReported(in: text))
    #expect(!finding.isReported(in: text.replacing("True at first", with: "False")))
  }
}
