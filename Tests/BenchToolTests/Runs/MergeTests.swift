import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("bench merge", .serialized)
struct MergeTests {
  private let options =
    "--strategy floor,fenwick,all-heights --scenario offset,scroll --heights chat "
    + "--rows 20,60 --budget 100ms --quiet --json"

  /// Calls `body` with a folder that contains the shards of a run in subfolders named `p1`, `p2` and so on.
  private func withParts(_ count: Int, _ body: (Bench) throws -> Void) throws {
    try withBench { bench in
      for part in 1...count {
        try bench.does("run \(options) --shard \(part)/\(count) --output $/p\(part)")
      }
      try body(bench)
    }
  }

  @Test("merged shards equal the folder of the whole run")
  func whole() throws {
    try withParts(3) { bench in
      try bench.rejects(
        "merge $/p1 $/p2 --output $/merged", .differentCells,
        is: "cannot merge: of 3 parts, these are missing: 3")
      try bench.rejects("merge $/p1 $/p4 --output $/merged", .missingInput)
      try bench.does("run \(options) --output $/whole")
      try bench.does("merge $/p3 $/p1 $/p2 --output $/merged --json")
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
      #expect(readme.contains("## Reliability"))
      try bench.does("report $/merged")
      #expect(try bench.read("merged/README.md") == readme)

      try bench.rejects(
        "merge $/p1 $/p2 $/p3 --output $/merged", .cannotCreate,
        is: "cannot create $/merged: the folder is not empty; a run never overwrites another")
    }
  }

  @Test("times of different machines are not plotted over the number of rows")
  func severalMachines() throws {
    try withParts(2) { bench in
      func page() throws -> String {
        try bench.does("merge $/p1 $/p2 --output $/merged --json")
        defer { try? bench.remove("merged") }
        return try bench.read("merged/index.html")
      }
      #expect(try page().contains("<figure class=\"growth\""))
      try bench.edit("p2/run.json", "\"cpu_model\" : \"", "\"cpu_model\" : \"Other ")
      let mixed = try page()
      #expect(!mixed.contains("<figure class=\"growth\""))
      #expect(mixed.contains("different machines"))
    }
  }
}
