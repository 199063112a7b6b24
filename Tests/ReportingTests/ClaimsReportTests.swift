import Recording
import Reporting
import Testing

struct ClaimsReportTests {
  private var report: ClaimsReport {
    let figure = ClaimEntry.Figure(
      name: "time | to open", value: 12, low: 11, high: 13, unit: "ns", basis: "9 rounds",
      text: "12.0 ns [11.0, 13.0]")
    let entry = ClaimEntry(
      id: "a-claim", post: "A post", sentence: "it is *slow*", original: nil,
      experiment: "`this` is run", rules: ["time: yes from 5"],
      ruleState: "changed on a Sunday, because it rained", isRuleChanged: true, limits: "None",
      figure: "time: 12.0 ns", verdict: "depends", outcome: "False up to 1, true from 2",
      command: "bench claims --claim a-claim", axis: "rows",
      points: [.init(place: "2 rows", figures: [figure], answer: "yes")],
      details: .init(titles: ["", "a"], rows: [["x", "1"]]), notes: ["So it is."])
    var report = ClaimsReport(
      command: ["bench", "claims"], started: Timestamp(seconds: 0),
      machine: MachineFacts(
        cpuModel: "CPU", cores: 4, memoryBytes: 1, kernel: "k", os: "OS", architecture: "arch",
        governor: "g", loadAverage: 0, host: "h"),
      revision: Revision(commit: "abc", isDirty: false), claims: [entry],
      unmeasured: [.init(post: "A post", sentence: "nice", reason: "taste")])
    report.compiler = "Swift 6"
    report.optimisation = "-O"
    return report
  }

  @Test("the table of verdicts comes first, then each claim with all there is to it")
  func markdown() {
    let text = report.markdown
    let start = """
          bench claims

      # What the five posts say, measured

      CPU, 4 cores, arch, OS, Swift 6 -O, load 0; 1970-01-01; revision abc.

      <!-- begin headline -->
      | claim | measured | verdict |
      | --- | --- | --- |
      | “it is \\*slow\\*” ([a-claim](#a-claim)) | time: 12.0 ns | False up to 1, true from 2 \
      (rule changed later) |
      <!-- end headline -->

      ## How to read it

      """
    #expect(text.hasPrefix(start))
    let end = """
      ## a-claim

      > “it is \\*slow\\*”

      From: A post.

      - Experiment: `this` is run.
      - Rule: time: yes from 5.
      - The rule was changed on a Sunday, because it rained.
      - Limits: None.
      - Again: `bench claims --claim a-claim`

      **False up to 1, true from 2**

      | rows | time \\| to open | of | answer |
      | --- | ---: | ---: | ---: |
      | 2 rows | 12.0 ns \\[11.0, 13.0\\] | 9 rounds | yes |

      |  | a |
      | --- | ---: |
      | x | 1 |

      So it is.

      ## Not measured

      - “nice” (A post): taste.

      """
    #expect(text.hasSuffix(end))
  }

  @Test("a translation is marked, and the post's words stand beside it")
  func translation() {
    var report = report
    report.claims[0].original = "遅い"
    #expect(report.markdown.contains("| it is \\*slow\\* (translated) ([a-claim](#a-claim)) |"))
    #expect(report.markdown.contains("“遅い”, translated from: A post."))
  }

  @Test("what is doubtful is said at the top")
  func doubts() {
    var report = report
    report.isComplete = false
    report.isDirty = true
    #expect(report.markdown.contains("revision abc, with changes that are not committed."))
    #expect(report.markdown.contains("\n**Interrupted: a partial result.**\n"))
    #expect(
      report.text(width: 76, style: .plain).contains("\nInterrupted: a partial result.\n"))
  }

  @Test("a terminal gets a few lines a claim")
  func terminal() {
    let expected = """
      “it is *slow*”
        a-claim; A post
        time: 12.0 ns
        False up to 1, true from 2

      On this machine and for this code; rules, limits and all figures: --format
      markdown

      """
    #expect(report.text(width: 76, style: .plain) == expected)
  }

  @Test("scripts get every figure")
  func json() throws {
    let text = try report.json()
    #expect(text.contains(#""verdict" : "depends""#) && text.contains(#""low" : 11"#))
    #expect(text.contains(#""unmeasured" : ["#) && text.contains(#""complete" : true"#))
  }
}
