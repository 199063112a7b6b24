import Foundation
import Runs
import Testing

@testable import Reporting

/// Exports letter by letter, and as strict readers see them.
struct ExportTests {
  @Test(
    "every format, letter by letter",
    arguments: [
      (.googleBenchmark, ExportGolden.googleBenchmark), (.benchfmt, ExportGolden.benchfmt),
    ] as [(ExportFormat, String)])
  func golden(format: ExportFormat, expected: String) {
    #expect(format.whole(of: SmallRun.exported) == expected)
  }

  @Test("a strict reader of Go's benchmarks finds every repetition and count")
  func benchfmt() throws {
    let read = try GoBenchmarks(ExportFormat.benchfmt.whole(of: SmallRun.exported))
    #expect(read.results.map { $0.values["ns/op"] } == [10, 12, 11, 1.5, 0.5, 0.5])
    #expect(read.results.map(\.iterations) == [10, 10, 10, 4, 8, 8])
    #expect(read.units["heights-asked/op"] == ["better": "lower", "assume": "exact"])
    #expect(read.configuration.keys.sorted() == ["cpu", "goarch", "goos"])
    let labels = Set(read.results.map(\.labels))
    #expect(labels.count == 3)
    #expect(
      labels.contains([
        "strategy": "my%3Dlist+2%25", "scenario": "scroll", "rows": "1000000",
        "heights": "file:%2Fa%20b%2F%22%C3%BC%22.txt", "mode": "published",
      ]))
  }

  @Test("the strict reader refuses what others pass over")
  func strictness() {
    for line in [
      "Benchmarkx/a=b 1 1 ns/op", "BenchmarkX/a=b 0 1 ns/op", "BenchmarkX/a=b 1 1",
      "BenchmarkX/a=b 1 nan ns/op", "BenchmarkX/a 1 1 ns/op", "BenchmarkX/a=b-8 1 1 ns/op",
      "BenchmarkX/a=b  1 1 ns/op", "Cpu: x", "cpu:", "cpu: ", "cpu: x\ncpu: y", "text",
      "Unit x worse=lower",
    ] {
      #expect(throws: GoBenchmarks.Refusal.self, "\(line)") { try GoBenchmarks(line + "\n") }
    }
  }

  @Test("Google Benchmark's JSON is JSON to a strict parser, also of a partial run")
  func isJSON() throws {
    for run in [SmallRun.exported, SmallRun.partial] {
      let text = ExportFormat.googleBenchmark.whole(of: run)
      _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
      #expect(text.hasSuffix("\n"))
    }
  }

  @Test(
    "a partial run says so wherever there is a place for it",
    arguments: [
      (.googleBenchmark, "\"run_status\":\"interrupted\"}"),
      (.benchfmt, "\nrun-status: interrupted\n"),
    ] as [(ExportFormat, String)])
  func partial(format: ExportFormat, mark: String) {
    #expect(format.whole(of: SmallRun.partial).contains(mark))
    #expect(!format.whole(of: SmallRun.exported).contains(mark))
  }

  @Test("control characters in the facts of a machine break no format")
  func controlCharacters() throws {
    var run = SmallRun.measured
    run.record.machine.cpuModel = "A\n\u{1}\"\\B\t"
    run.record.machine.os = " \n"
    run.record.machine.kernel = ""
    let exported = SmallRun.export(run)
    let read = try GoBenchmarks(ExportFormat.benchfmt.whole(of: exported))
    #expect(read.configuration.keys.sorted() == ["cpu", "goarch"])
    let json = ExportFormat.googleBenchmark.whole(of: exported)
    let object = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let context = object?["context"] as? [String: Any]
    #expect(context?["cpu_model"] as? String == "A\n\u{1}\"\\B\t")
  }
}
