import BenchBasics
import BenchTestSupport
import Foundation
import Testing

@testable import BenchRuns

@Suite("run.json")
struct RunRecordTests {
  @Test("Reading a recorded run.json and writing it again yields the same bytes")
  func goldenText() throws {
    let repository = (1...3).reduce(#filePath) { path, _ in FileSystem.folder(of: path) }
    let bytes = try FileSystem.bytes(at: repository + "/results/counts/run.json")
    let record = try RunRecord(json: bytes, file: "f")
    #expect(try record.json() == bytes)
    let text = String(decoding: try RunRecord.example.json(), as: UTF8.self)
    for line in [
      "\"dirty\" : true", "\"seed\" : 18446744073709551615", "\"camelCase_and_snake\" : \"0x1\"",
    ] {
      #expect(text.contains(line), "\(line)")
    }
  }

  @Test("run.json survives a round trip")
  func roundTrip() throws {
    #expect(try RunRecord(json: RunRecord.example.json(), file: "f") == .example)
    var running = RunRecord.example
    (running.isDirty, running.finished) = (nil, nil)
    (running.status, running.warnings) = (.incomplete, [])
    #expect(try RunRecord(json: running.json(), file: "f") == running)
  }

  @Test(
    "An error in run.json is reported on a single line that names the field and the expected value",
    arguments: [
      (
        "\"schema\" : 6", "\"schema\" : 3",
        "f: schema: found 3, expected 6: the file was written by an older version of bench; "
          + "measure again, or read it with that version"
      ),
      (
        "\"schema\" : 6", "\"schema\" : 7",
        "f: schema: found 7, expected 6: the file was written by a newer version of bench"
      ),
      ("\"schema\" : 6,", "", "f: schema is missing"),
      (
        "1000,\n      1000000", "true",
        "f: plan.rows[0]: Expected to decode Int but found bool instead."
      ),
      (
        "2026-03-01T10:15:00Z", "yesterday",
        "f: started: found \"yesterday\", expected a time like 2026-03-01T10:15:00Z"
      ),
    ])
  func damaged(original: String, replacement: String, message: String) throws {
    let whole = String(decoding: try RunRecord.example.json(), as: UTF8.self)
    let text = whole.replacing(original, with: replacement)
    #expect(text != whole)
    #expect(refusal(of: text) == RunFault(.badData, message))
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
}
