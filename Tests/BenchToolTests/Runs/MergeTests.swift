import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("bench merge", .serialized)
struct MergeTests {
  private let options =
    "--strategy floor,fenwick,all-heights --scenario offset,scroll --heights chat,fixed:44 "
    + "--rows 20,60 --budget 100ms --quiet --json"

  @Test("merged parts are the folder that one run of the whole would have written")
  func whole() throws {
    try withBench { bench in
      for part in 1...3 {
        #expect(
          try bench("run \(options) --shard \(part)/3 --output $/p\(part)").code == .success)
      }
      #expect(try bench("run \(options) --output $/whole").code == .success)
      #expect(try bench("merge $/p3 $/p1 $/p2 --output $/merged --json").code == .success)
      #expect(try bench.names(in: "merged") == bench.names(in: "whole"))
      #expect(try bench.names() == ["merged", "p1", "p2", "p3", "whole"])

      let (merged, whole) = (try bench.run("merged"), try bench.run("whole"))
      #expect(try merged.summary().map(\.cell) == whole.summary().map(\.cell))
      #expect(try merged.record().plan.cells == whole.record().plan.cells)
      #expect(try merged.record().workloadHashes == whole.record().workloadHashes)
      let parts = try (1...3).flatMap { try bench.run("p\($0)").samples() }
      #expect(try merged.samples() == parts)
      let readme = try bench.read("merged/README.md")
      #expect(readme.hasPrefix("    bench merge "))
      #expect(readme.contains("scroll"))
      #expect(readme.contains("## Can I trust it?"))
      // 'report' would write the same again.
      #expect(try bench("report $/merged").code == .success)
      #expect(try bench.read("merged/README.md") == readme)

      try bench.refuses(
        "merge $/p1 $/p2 $/p3 --output $/merged", .cannotCreate,
        is: "cannot create $/merged: it is there and not empty; a run never overwrites another")
    }
  }

  @Test("what is no whole is refused by its exit code, and nothing is written")
  func refusals() throws {
    try withBench { bench in
      for part in 1...2 {
        _ = try bench("run \(options) --shard \(part)/2 --output $/p\(part)")
      }
      try bench.refuses(
        "merge $/p1 --output $/merged", .differentCells,
        is: "cannot merge: of 2 parts there is no 2")
      #expect(try bench("merge $/p1 $/p3 --output $/merged").code == .missingInput)
      try bench.refuses(
        "merge --output $/merged", .usage, is: "'bench merge' needs SHARD…: the path of a folder")
      try bench.edit("p2/run.json", "\"seed\" : 1,", "\"seed\" : 2,")
      try bench.refuses(
        "merge $/p1 $/p2 --output $/merged", .incomparable,
        is: "these runs are not parts of one: seed: 1 | 2 (in the order $/p1 | $/p2)")
      try bench.edit("p2/run.json", "\"seed\" : 2,", "\"seed\" : two,")
      #expect(try bench("merge $/p1 $/p2 --output $/merged").code == .badData)
      #expect(try bench.names() == ["p1", "p2"])
    }
  }

  @Test("of several machines the times at several numbers of rows are not compared")
  func severalMachines() throws {
    try withBench { bench in
      for part in 1...2 {
        _ = try bench("run \(options) --shard \(part)/2 --output $/p\(part)")
      }
      func page() throws -> String {
        #expect(try bench("merge $/p1 $/p2 --output $/merged --json").code == .success)
        defer { try? FileManager.default.removeItem(atPath: bench.folder + "/merged") }
        return String(
          decoding: try FileSystem.bytes(at: bench.run("merged").pagePath), as: UTF8.self)
      }
      #expect(try page().contains("<svg"))
      try bench.edit("p2/run.json", "\"cpu_model\" : \"", "\"cpu_model\" : \"Other ")
      let mixed = try page()
      #expect(!mixed.contains("<svg"))
      #expect(mixed.contains("different machines"))
    }
  }
}
