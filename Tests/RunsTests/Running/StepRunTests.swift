import Basics
import Foundation
import Testing
import Workloads

@testable import Runs

@Suite("Runs of an exact number of steps")
struct StepRunTests {
  private func run(
    _ id: String, _ scenario: String, heights: String = "chat", rows: Int = 300, steps: Int,
    seconds: Double = 0
  ) throws -> StepRun {
    try StepRun.run(
      request(id, scenario, heights: heights, rows: rows), steps: steps, seconds: seconds)
  }

  private func request(
    _ id: String, _ scenario: String, heights: String, rows: Int
  ) throws -> RunRequest {
    RunRequest(
      [id], in: [scenario], heights: [try HeightsSpec(heights)], rows: [rows], budget: 0,
      scale: .once)
  }

  // Each run has 2,500 steps, so it continues past the end of its script. For example, the script of `jump`
  // has 1,024 steps, that of `edit` 512 and that of `prepend` 40.
  @Test(
    "correct strategies have equal checksums",
    arguments: ["jump", "edit", "prepend", "recalc", "scroll"])
  func checksums(scenario: String) throws {
    let runs = try ["all-heights", "prefix-array", "fenwick"].map {
      try run($0, scenario, steps: 2500)
    }
    #expect(Set(runs.map(\.checksum)).count == 1)
    #expect(runs.allSatisfy { $0.steps == 2500 })
    // Not every step changes the rows on screen, but of ten consecutive steps, at least one does.
    let later = try (2501...2510).map { try run("fenwick", scenario, steps: $0).checksum }
    #expect(Set(later + [runs[0].checksum]).count > 1)
  }

  @Test("a file has its own number of rows unless the request has another number")
  func ownRows() throws {
    let path = NSTemporaryDirectory() + "layoutbench-text-\(UUID().uuidString)"
    try Data("one\ntwo lines\n".utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    var request = try request("fenwick", "jump", heights: "text:\(path)", rows: 300)
    let three = try StepRun.run(request, steps: 20)
    request.usesOwnCounts = true
    let own = try StepRun.run(request, steps: 20)
    request.usesOwnCounts = false
    request.rows = [2]
    #expect(own.checksum != three.checksum)
    #expect(try StepRun.run(request, steps: 20).checksum == own.checksum)
  }

  @Test("remaining time is used up to the end of the script")
  func goesOn() throws {
    #expect(try run("fenwick", "scroll", steps: 0).checksum == 0)
    let whole = try run("fenwick", "open", steps: 1000, seconds: 3600)
    #expect(whole.steps == 4096)
    #expect(whole.checksum == (try run("fenwick", "open", steps: 4096).checksum))
    #expect(try run("fenwick", "open", steps: 4100, seconds: 3600).steps == 4100)
  }

  @Test("an unsupported request is rejected with the reason")
  func refusals() {
    let cases = [
      ("fixed-list", "scroll", 9, "fixed-list: needs rows of one height"),
      ("fenwick", "scroll", 0, "0 rows: expected at least 1 row"),
      ("fenwick", "endless", 9, "fenwick: is not circular"),
    ]
    for (id, scenario, rows, message) in cases {
      #expect(throws: RunFault(.usage, message)) {
        try run(id, scenario, rows: rows, steps: 1)
      }
    }
  }
}
