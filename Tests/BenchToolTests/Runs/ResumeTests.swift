import Basics
import Foundation
import Measuring
import Runs
import Testing

@testable import BenchTool

@Suite("bench run --resume", .serialized)
struct ResumeTests {
  private let options =
    "--strategy fenwick,all-heights --scenario offset,scroll --heights chat --rows 20 "
    + "--budget 150ms"

  /// Makes of a whole run what a kill would have left after `length` bytes of its journal.
  private func kill(_ name: String, after length: Int, in bench: Bench) throws {
    let folder = try bench.run(name)
    let bytes = try FileSystem.bytes(at: folder.samplesPath)
    try bench.editRecord(name) { ($0.status, $0.finished) = (.incomplete, nil) }
    for file in try bench.names(in: name) where file != "run.json" {
      try bench.remove("\(name)/\(file)")
    }
    try FileSystem.replaceFile(
      at: folder.samplesPath + ".partial", with: Array(bytes.prefix(length)))
    try bench.write("\(name)/run.json.17.draft", "")
  }

  @Test("a run killed anywhere ends with the cells and figures of a whole one", arguments: 0..<4)
  func anywhere(seed: UInt64) throws {
    try withRun(options) { bench in
      let whole = try bench.run("run").summary()
      let all = try bench.run("run").samples()
      let size = try bench.bytes("run/samples.csv").count
      var random = SplitMix64(seed: seed, purpose: "kill")
      // The last: everything was measured, and only the last files are missing.
      try kill("run", after: seed == 3 ? size : random.below(size), in: bench)
      let kept = try bench.run("run").samples()
      try bench.does("run --resume $/run --quiet --json")

      let run = try bench.run("run")
      #expect(
        try bench.names(in: "run")
          == ["README.md", "index.html", "run.json", "samples.csv", "summary.csv"])
      #expect(try run.record().status == .complete)
      #expect(try run.record().resumed?.count == 1)
      let samples = try run.samples()
      #expect(samples.prefix(kept.count).map(\.elapsedNs) == kept.map(\.elapsedNs))
      #expect(kept.map(\.elapsedNs) == all.prefix(kept.count).map(\.elapsedNs))
      let turns = samples.map { "\($0.cell.group) \($0.round) \($0.slot) \($0.segment)" }
      #expect(Set(turns).count == turns.count)
      for cell in Dictionary(grouping: samples, by: \.cell).values {
        for segments in Dictionary(grouping: cell, by: \.round).values {
          #expect(Set(segments.map(\.operations)).count == 1)
          #expect(segments.map(\.segment) == Array(0..<segments.count))
        }
      }
      let summary = try run.summary()
      #expect(summary.map(\.cell) == whole.map(\.cell))
      for row in summary {
        #expect(row.status == .ok)
        let own = samples.filter { $0.cell == row.cell }
        #expect(row.rounds == Set(own.map(\.round)).count)
        #expect(row.counters[.heightsAsked] != nil)
        // A machine that others use may have too few frames that were not disturbed.
        #expect(row.frames.p50Ns == nil || row.cell.group.scenario == "scroll")
      }
    }
  }

  @Test("what was found wrong before the kill stays so, and is not timed again")
  func ruledOut() throws {
    try withRun(options) { bench in
      // Some rounds, after which a timed answer was wrong.
      let size = try bench.bytes("run/samples.csv").count
      try kill("run", after: size / 2, in: bench)
      let folder = try bench.run("run")
      let kept = try folder.samples()
      let cell = try #require(kept.first { $0.cell.strategy == "fenwick" }?.cell)
      let ruledOut = [RuledOutCell(cell, .wrong(step: nil))]
      try bench.editRecord("run") { $0.ruledOut = ruledOut }

      try bench.refuses("run --resume $/run --quiet --json", .regression)
      #expect(try folder.record().ruledOut == ruledOut)
      let rows = try folder.summary()
      let wrong = rows.filter { $0.status == .wrong(step: nil) }
      #expect(wrong.map(\.cell).contains(cell))
      #expect(wrong.allSatisfy { $0.cell.group == cell.group && $0.time.timeNs == nil })
      let before = Repetitions.byCell(kept)
      #expect(wrong.allSatisfy { $0.rounds == before[$0.cell]?.count })
      let others = rows.filter { $0.status == .ok }
      #expect(others.count + wrong.count == rows.count)
      #expect(others.allSatisfy { $0.rounds > before[$0.cell]?.count ?? 0 })
    }
  }

  @Test("what cannot be gone on with is refused, with what differs")
  func refusals() throws {
    try withRun(options) { bench in
      try bench.refuses("run --resume $/run", .usage, is: "--resume $/run: that run is complete")
      try bench.refuses(
        "run --resume $/run --rows 7", .usage,
        is: "--rows cannot be used with --resume: a resumed run keeps its plan and its folder")
      try kill("run", after: 1_000_000, in: bench)
      let edits = [
        ("\"compiler\" : \"", "\"compiler\" : \"X ", "compiler: X Swift", ExitCode.incomparable),
        ("\"cores\" : ", "\"cores\" : 9", "machine.cores: 9", .incomparable),
        ("\"chat 20\" : \"0x", "\"chat 20\" : \"0x7", "the rows of chat 20", .incomparable),
        ("\"fenwick\"", "\"fenwik\"", "this program has no fenwik", .incomparable),
        ("\"offset\"", "\"ofset\"", "this program has no ofset", .incomparable),
        ("\"offset\"", "\"jump\"", "which its plan has not", .badData),
      ]
      let record = try bench.read("run/run.json")
      for (original, replacement, message, code) in edits {
        try bench.edit("run/run.json", original, replacement)
        try bench.refuses("run --resume $/run --quiet --json", code, message)
        try bench.write("run/run.json", record)
      }
      for mode in ["corrected", "published"] {
        try bench.edit("run/samples.csv.partial", ",\(mode),0,", ",\(mode),x,")
      }
      try bench.refuses(
        "run --resume $/run --quiet --json", .badData,
        start: "$/run/samples.csv.partial:2: column round: found \"x\"")
    }
  }
}
