import BenchBasics
import BenchReplaying
import BenchTestSupport
import BenchWorkloads
import Testing

@testable import BenchRuns

@Suite("Counting, and repeating given repetitions")
struct RunPartTests {
  private func request(
    _ scenarios: [String], strategies: [String] = ["fenwick", "all-heights"], rows: Int = 2000
  ) -> RunRequest {
    RunRequest(strategies, in: scenarios, rows: [rows], budget: 0.001, scale: .once)
  }

  /// Measures the same repetitions as `models` in a new runner and returns the samples.
  private func samples(_ request: RunRequest, like models: [SampleRow]) throws -> [SampleRow] {
    var samples: [SampleRow] = []
    let runner = try Runner(request) { if case .round(let rows) = $0 { samples += rows } }
    try runner.repeatRounds(of: models)
    return samples
  }

  private func models(
    _ request: RunRequest, rounds: some Collection<Int>
  ) throws -> [SampleRow] {
    try Runner(request) { _ in }.count().filter { $0.cell.role == .strategy && $0.status == .ok }
      .flatMap { row in
        rounds.map {
          SampleRow(asking: row.cell, stepNanoseconds: row.time.timeNs ?? 0, round: $0)
        }
      }
  }

  @Test(
    "The counters of all strategies cover the same number of operations",
    arguments: Scenario.all.map(\.id))
  func countedOperations(scenario: String) throws {
    let request = request(
      [scenario], strategies: ["floor", "fenwick", "all-heights", "cyclic", "on-demand"], rows: 40)
    let found = try Runner(request) { _ in }.count().compactMap(\.countedOperations)
    #expect(found.count > 1 && Set(found).count == 1 && found[0] > 0, "\(found)")
  }

  @Test(
    "Identical requests run the same steps and give the same answers in every process",
    arguments: Scenario.all.map(\.id))
  func sameSteps(scenario: String) throws {
    let request = request([scenario])
    let models = try models(request, rounds: 4..<7)
    let first = try samples(request, like: models)
    let again = try samples(request, like: models)
    func steps(_ rows: [SampleRow]) -> [[UInt64?]] {
      rows.map { row in
        [row.round, row.slot, row.segment, row.firstStep, row.operations].map { UInt64($0) }
          + [row.checksum]
      }
    }
    #expect(steps(first) == steps(again))
    #expect(Set(first.map(\.round)) == (models.isEmpty ? [] : [4, 5, 6]))
    // The same steps must give the same checksums.
    for round in Dictionary(grouping: first, by: { [$0.round, $0.firstStep, $0.operations] }).values
    {
      #expect(Set(round.map(\.checksum)).count == 1 && round[0].checksum != nil)
    }
  }

  @Test("Repetitions on very short and empty lists can be measured without a crash")
  func shortLists() throws {
    // Three rows don't fill the viewport, so lists can only start at the first step, and every cycle needs
    // a new list.
    let short = request(["recalc", "edit", "scroll"], rows: 3)
    let models = try models(short, rounds: 0..<1)
    #expect(try samples(short, like: models).count >= models.count)
    #expect(try samples(request(["recalc"], rows: 0), like: []).isEmpty)
  }

  @Test("Samples of a cell outside the plan are rejected")
  func unknownCells() throws {
    let models = try models(request(["recalc"]), rounds: 0..<1)
    for other in [request(["scroll"]), request(["recalc"], strategies: ["fenwick"])] {
      #expect(throws: RunFault.self) { try samples(other, like: models) }
    }
    // The round number comes from a file, so it can be any integer.
    let odd = try self.models(request(["recalc"]), rounds: [.max])
    #expect(try !samples(request(["recalc"]), like: odd).isEmpty)
  }
}
