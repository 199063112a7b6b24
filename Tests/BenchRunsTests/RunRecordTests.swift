import BenchBasics
import BenchTestSupport
import Foundation
import Testing

@testable import BenchRuns

@Suite("run.json")
struct RunRecordTests {
  /// The record of a count, and that of a timed run, to whose folder `baseline` refers.
  @Test(
    "Reading a recorded run.json and writing it again yields the same bytes",
    arguments: ["counts", "baseline"])
  func goldenText(name: String) throws {
    let results = repository + "/results/"
    let folder = name == "counts" ? name : String(try text(at: results + name).dropLast())
    let bytes = try FileSystem.bytes(at: "\(results)\(folder)/run.json")
    #expect(try RunRecord(json: bytes, file: "f").json() == bytes)
  }

  @Test(
    "An error in run.json is reported on a single line that names the field and the expected value",
    arguments: [
      (
        "\"schema\" : 6", "\"schema\" : 3",
        "schema: found 3, expected 6: the file was written by an older version of bench; "
          + "measure again, or read it with that version"
      ),
      (
        "\"schema\" : 6", "\"schema\" : 7",
        "schema: found 7, expected 6: the file was written by a newer version of bench"
      ),
      ("\"schema\" : 6,", "", "schema is missing"),
      (
        "1000,\n      1000000", "true",
        "plan.rows[0]: Expected to decode Int but found bool instead."
      ),
      (
        "1000,\n      1000000", "-1,\n      1000000",
        "plan.rows: found -1, expected 0 to 1000000000"
      ),
      (
        "2026-03-01T10:15:00Z", "yesterday",
        "started: found \"yesterday\", expected a time like 2026-03-01T10:15:00Z"
      ),
    ])
  func damaged(original: String, replacement: String, message: String) throws {
    let whole = String(decoding: try RunRecord.example.json(), as: UTF8.self)
    let text = whole.replacing(original, with: replacement)
    #expect(text != whole)
    #expect(refusal(of: text) == RunFault(.badData, "f: " + message))
  }

  @Test("Invalid JSON is reported on one line", arguments: ["", "{", "]", "[]"])
  func notJSON(text: String) {
    let refusal = refusal(of: text)
    #expect(refusal?.exitCode == .badData)
    #expect(refusal?.message.hasPrefix("f: ") == true)
    #expect(refusal?.message.contains("\n") == false)
  }

  private func refusal(of text: String) -> RunFault? {
    fault { () throws(RunFault) in _ = try RunRecord(json: Array(text.utf8), file: "f") }
  }

  @Test(
    "Costs and refresh rates outside their ranges are rejected",
    arguments: [FrameCosts(rowNs: -1), FrameCosts(viewNs: 1_000_000_001), FrameCosts(hz: 29)])
  func costs(costs: FrameCosts) {
    var plan = RunRecord.example.plan
    plan.costs = costs
    #expect(plan.impossibility?.hasPrefix("costs: ") == true)
  }
}
