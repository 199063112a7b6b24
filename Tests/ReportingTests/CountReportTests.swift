import Measuring
import Testing

@testable import Reporting
@testable import Runs

@Suite("The report of counts")
struct CountReportTests {
  /// The counts of one scenario: one of three strategies shows wrong rows, and a fourth strategy failed
  /// verification.
  private static let report: RunReport = {
    func counted(_ id: String, _ instructions: Double, wrong: Int = 0) -> StrategyResult {
      var result = StrategyResult.measured(id, 1).wrong(wrong)
      for counter in Counter.simulated { result.row.counters[counter] = 1 }
      result.row.counters[.instructions] = instructions
      return result
    }
    let results = [
      counted("fenwick", 40), counted("adaptive", 30), counted("liar", 10, wrong: 7),
      StrategyResult.absent("broken", .wrong(step: 3)),
    ]
    var report = RunReport.of([.of("offset", "chat", 1000, results)])
    report.record.simulation = .init(tool: "valgrind-3.19.0", model: "48k,2M")
    if let warning = RunWarning(ruledOut: report.groups[0].results.map(\.row)) {
      report.record.warnings = [warning]
    }
    return report
  }()

  /// A dictionary from the first word of each line to its second word; in the row of a strategy, the second
  /// word is the first number.
  private static func cells(_ text: String) -> [String: String] {
    let words = text.split(separator: "\n").map { $0.split(separator: " ").map(String.init) }
    return Dictionary(words.filter { $0.count > 1 }.map { ($0[0], $0[1]) }) { first, _ in first }
  }

  @Test("Wrong rows are marked, ranked last and not compared, on screen and in both documents")
  func wrong() throws {
    let report = Self.report
    let whole = report.counts(width: 160, style: .plain)
    let one = try #require(report.counts(of: "offset", width: 160, style: .plain))
    for text in [whole, one, report.readme] {
      let cells = Self.cells(text)
      #expect(["10.0*", "10*"].contains(cells["liar"]) && cells["broken"] == "wrong", "\(text)")
      #expect(text.contains("*: shows wrong rows."))
      #expect(text.contains("Warning: no result for broken (corrected) in offset, chat, 1000 rows"))
    }
    #expect(whole.contains("Instructions per operation"))
    let names = one.split(separator: "\n").compactMap { $0.split(separator: " ").first }
    #expect(names.dropFirst(2).prefix(4) == ["adaptive", "fenwick", "liar", "broken"])
    let page = report.page()
    for cell in ["<td>10.0*</td>", "<td>wrong</td>", #"<td class="h1">30.0</td>"#] {
      #expect(page.contains(cell))
    }
  }
}
