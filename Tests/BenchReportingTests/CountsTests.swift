import ListLayout
import Testing

@testable import BenchReporting
@testable import BenchRuns

@Suite("Instruction count reports")
struct CountsTests {
  private func counted(
    _ strategy: String, _ instructions: Double, descriptor: StrategyDescriptor? = nil
  ) -> StrategyResult {
    var result = StrategyResult.measured(strategy, 0, descriptor: descriptor)
    (result.row.time.timeNs, result.row.rounds) = (nil, 0)
    for counter in Counter.simulated { result.row.counters[counter] = 1 }
    return result.with(.instructions, instructions)
  }

  @Test("Strategies that show incorrect rows are marked and come last in count tables")
  func wrong() throws {
    let results = [
      counted("fenwick", 40), counted("adaptive", 30), counted("liar", 10).wrong(7),
      StrategyResult.absent("broken", .wrong(step: 3)),
    ]
    var report = RunReport.of([.of("offset", "chat", 1000, results)])
    report.record.simulation = .init(tool: "valgrind-3.19.0", model: "48k,2M")
    let warning = RunWarning(
      ruledOut: report.groups[0].results.map(\.row), repeatedBy: { _ in "bench run" })
    report.record.warnings = [try #require(warning)]

    let one = try #require(report.counts(of: "offset", width: 160, style: .plain))
    for text in [report.counts(width: 160, style: .plain), one, report.readme, report.page()] {
      #expect(text.contains(/\nliar +10(\.0)?\*/) && text.contains(/\nbroken +wrong/), "\(text)")
      #expect(text.contains("*: shows wrong rows."))
      #expect(text.contains("Warning: no result for broken (corrected) in offset, chat, 1000 rows"))
    }
    #expect(report.readme.contains("Instructions per operation"))
    let names = one.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names.dropFirst(2).prefix(4) == ["adaptive", "fenwick", "liar", "broken"])
  }

  // MARK: Complexity claims

  @Test(
    "A claim is contradicted only if the measured growth is faster than claimed",
    arguments: [
      (200, Growth.constant, false), (1600, .constant, true), (100_000, .logarithmic, true),
      (100_000, .linear, false), (20_000_000, .linear, true), (100_000, .squareRoot, false),
    ])
  func claims(cost: Double, claim: Growth, expected: Bool) {
    #expect(claim.isContradicted(from: (1000, 100), to: (1_000_000, cost)) == expected)
  }

  @Test("Times can't contradict a claim, and neither can results for a single list length")
  func limits() {
    #expect(!Growth.constant.isContradicted(from: (1000, 100), to: (1000, 1600)))
    let timed = [1000, 1_000_000].flatMap { rows in
      KnownList("name kind asked offset\ngrowing e - \(rows)").groups(rows: rows)
    }
    #expect(RunReport.of(timed).contradictedClaims.isEmpty)
  }

  @Test("A contradicted claim is reported once, even if several lists contradict it")
  func lines() {
    let groups = ["chat", "pages"].flatMap { heights in
      [1000, 1_000_000].map { rows in
        GroupReport.of(
          "offset", heights, rows,
          [
            counted("steady", 0, descriptor: .of("steady", "e")),
            counted("growing", Double(rows) / 100 - 1, descriptor: .of("growing", "e")),
          ])
      }
    }
    #expect(
      RunReport.of(groups).contradictedClaims == [
        "growing claims O(1) for offset, but executes 1,000x as many instructions at 1M rows as at "
          + "1k (chat)"
      ])
  }
}
