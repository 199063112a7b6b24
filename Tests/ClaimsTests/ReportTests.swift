import Measuring
import Testing

@testable import claims

@Suite("The report")
struct ReportTests {
  private func report(translation: String? = nil) -> Report {
    let rule = Rule(
      figure: "time | to open", unit: .nanoseconds, atLeast: 5, no: 2, because: "of the test")
    let slow = Figure(value: 12, interval: Interval(11, 13), basis: "over 1,200 rounds")
    let evidence = Evidence(
      "rows",
      [.init("1 row", [.range([1], "of 9 rounds")]), .init("2 rows", [slow])], "so it is",
      titles: ["", "a"], details: [["x", "1"]])
    let claim = claim([rule], translation: translation)
    return Report(
      command: ["claims", "--claim", "a claim"], facts: "CPU, 4 cores; 1970-01-01; revision abc.",
      findings: [Finding(claim, [evidence, evidence])])
  }

  @Test("the table of verdicts comes first, then each claim with all there is to it")
  func markdown() {
    let text = report().markdown
    let start = """
          claims --claim 'a claim'

      # What the five posts say, measured

      CPU, 4 cores; 1970-01-01; revision abc.

      \(Report.frozen)

      <!-- begin headline -->
      | claim | verdict | under the first rule |
      | --- | --- | --- |
      | “it is \\*slow\\*” ([a-claim](#a-claim)) | False up to 1 row, true from 2 rows: so it is \
      | True at first |
      <!-- end headline -->

      ## Were the authors right?

      <!-- begin authors -->
      | technique, place | the post says | measured | as published | still there when corrected |
      | --- | --- | --- | --- | --- |
      | `fixed-list` 000:1 | slow | False up to 1 row, true from 2 rows: so it is | \
      \(Claim.techniques[0].published) | \(Claim.techniques[0].corrected) |
      <!-- end authors -->

      ## How to read it

      """
    #expect(text.hasPrefix(start))
    let section = """
      ## a-claim

      > “it is \\*slow\\*”

      From: Infinitely scrolling tables (MealSchedule), 000:1.

      - Experiment: `this` is run.
      - Rule: time \\| to open: yes from 5.00 ns, no up to 2.00 ns; of the test.
      - Under the first rule: True at first.
      - Limits: None.
      - Again: `swift run -c release claims --claim a-claim`

      **False up to 1 row, true from 2 rows: so it is**

      | rows | motion | time \\| to open | answer |
      | --- | --- | ---: | ---: |
      | 1 row | recorded flings, 120 Hz | 1.00 ns of 9 rounds | no |
      | 1 row | other flings, 60 Hz | 1.00 ns of 9 rounds | no |
      | 2 rows | recorded flings, 120 Hz | 12.0 ns \\[11.0, 13.0\\] over 1,200 rounds | yes |
      | 2 rows | other flings, 60 Hz | 12.0 ns \\[11.0, 13.0\\] over 1,200 rounds | yes |

      With other flings, 60 Hz:

      |  | a |
      | --- | --- |
      | x | 1 |

      ## Not measured

      - 000:11: “This pattern
      """
    #expect(text.contains(section))
    #expect(report().findings[0].stands(in: text))
    #expect(!report().findings[0].stands(in: text.replacing("True at first", with: "False")))
  }

  @Test("a translation is marked, beside the post's words; what is doubtful is said at the top")
  func doubts() {
    var report = report(translation: "it is not fast")
    (report.isComplete, report.warnings) = (false, ["hot"])
    let text = report.markdown
    #expect(text.contains("| it is not fast (translated) ([a-claim](#a-claim)) |"))
    #expect(text.contains("“it is \\*slow\\*”, translated. From: "))
    #expect(text.contains("\n\nWarning: hot.\n\n**Interrupted: a partial result.**\n"))
  }
}
