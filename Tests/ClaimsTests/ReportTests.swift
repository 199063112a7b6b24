import Measuring
import Testing

@testable import claims

@Suite("The report")
struct ReportTests {
  private func report(_ sentence: Claim.Sentence = .quotation("it is *slow*", at: "000:1"))
    -> Report
  {
    let claim = Claim(
      id: "a-claim", post: .mealSchedule, sentence: sentence, experiment: "`this` is run",
      rules: [
        Rule("time | to open", .nanoseconds, .atLeast, holds: 5, fails: 2, because: "of the test")
      ], change: .init(on: "Sunday", because: "it rained"), limits: "None"
    ) { _ in
      Evidence(
        "rows",
        [
          .init("1 row", [.share(1, of: 9, "rounds")]),
          .init(
            "2 rows", [.measured(12, Interval(11, 13), over: 1200, "rounds")],
            detail: ["5"]),
        ],
        titles: ["", "a"], details: [["x", "1"]], notes: ["So it is."])
    }
    let runner = ClaimRunner([], claims: [], budget: 0, seed: 1)
    let evidence = (try? claim.evidence(runner)) ?? Evidence("", [])
    return Report(
      command: ["claims", "--claim", "a claim"], facts: "CPU, 4 cores; 1970-01-01; revision abc.",
      findings: [Finding(claim, evidence)])
  }

  @Test("the table of verdicts comes first, then each claim with all there is to it")
  func markdown() {
    let text = report().markdown
    let start = """
          claims --claim 'a claim'

      # What the five posts say, measured

      CPU, 4 cores; 1970-01-01; revision abc.

      <!-- begin headline -->
      | claim | measured | verdict |
      | --- | --- | --- |
      | “it is \\*slow\\*” ([a-claim](#a-claim)) | time \\| to open, 1 row: 1.00 ns of 9 rounds; \
      2 rows: 12.0 ns \\[11.0, 13.0\\] over 1,200 rounds | False up to 1 row, true from 2 rows (rule changed later) |
      <!-- end headline -->

      ## How to read it

      """
    #expect(text.hasPrefix(start))
    let section = """
      ## a-claim

      > “it is \\*slow\\*”

      From: Infinitely scrolling tables (MealSchedule), 000:1.

      - Experiment: `this` is run.
      - Rule: time \\| to open: yes from 5.00 ns, no up to 2.00 ns; of the test.
      - The rule was changed on Sunday, because it rained.
      - Limits: None.
      - Again: `swift run -c release claims --claim a-claim`

      **False up to 1 row, true from 2 rows**

      | rows | time \\| to open | answer |
      | --- | ---: | ---: |
      | 1 row | 1.00 ns of 9 rounds | no |
      | 2 rows | 12.0 ns \\[11.0, 13.0\\] over 1,200 rounds | yes |

      |  | a |
      | --- | ---: |
      | x | 1 |
      | 2 rows | 5 |

      So it is.

      ## Not measured

      - 000:11: “This pattern
      """
    #expect(text.contains(section))
    #expect(report().findings[0].stands(in: text))
    #expect(!report().findings[0].stands(in: text.replacing("it rained", with: "it snowed")))
  }

  @Test("a translation is marked, and the post's words stand beside it")
  func translation() {
    let text = report(.translation("it is *slow*", of: "遅い", at: "001:1")).markdown
    #expect(text.contains("| it is \\*slow\\* (translated) ([a-claim](#a-claim)) |"))
    #expect(text.contains("“遅い”, translated. From: "))
  }

  @Test("what is doubtful is said at the top")
  func doubts() {
    var report = report()
    report.isComplete = false
    report.warnings = ["hot"]
    #expect(report.markdown.contains("\n\nWarning: hot.\n\n**Interrupted: a partial result.**\n"))
    #expect(report.text(width: 76).contains("\nWarning: hot.\nInterrupted: a partial result.\n"))
  }

  @Test("a terminal gets a few lines a claim")
  func terminal() {
    let expected = """
      “it is *slow*”
        a-claim; Infinitely scrolling tables (MealSchedule)
        time | to open, 1 row: 1.00 ns of 9 rounds; 2 rows: 12.0 ns [11.0, 13.0] over
        1,200 rounds
        False up to 1 row, true from 2 rows

      On this machine and for this code; rules, limits and all figures: --format
      markdown

      """
    #expect(report().text(width: 80) == expected)
  }
}
