import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

/// Tests that every verb that reads a run rejects contradictory files, and that the message names the
/// affected cell.
@Suite("A damaged run", .serialized)
struct DamagedRunTests {
  private let commands = [
    "show $/head", "report $/head", "export $/head --format benchfmt --output $/out",
    "compare $/base $/head", "compare $/head $/base --counters-only",
  ]

  /// Expects that every command that reads the damaged run rejects it with the given exit code and message.
  private func expect(
    _ code: ExitCode, _ message: String, in bench: Bench,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    for command in commands { try bench.rejects(command, code, message, at: sourceLocation) }
  }

  @Test("times that do not match the samples, and samples of other strategies, are rejected")
  func figures() throws {
    try withPairs { compare in
      let bench = compare.bench
      try compare.writeFenwick { row, _ in row.time.timeNs? *= 3 }
      try expect(.badData, "summary.csv: the time of fenwick (corrected) in offset", in: bench)
      try compare.writeFenwick { _, time in time = 3000 }
      for file in ["samples.csv", "summary.csv"] {
        let text = try bench.read("head/\(file)")
        for (from, to) in [(",fenwick,", ",?,"), (",floor,", ",fenwick,"), (",?,", ",floor,")] {
          try bench.edit("head/\(file)", from, to)
        }
        try expect(.badData, ", expected ", in: bench)
        try bench.write("head/\(file)", text)
      }
      // A strategy that failed verification in a scenario must not have a time in the results.
      try bench.edit("head/summary.csv", "fenwick,corrected,ok", "fenwick,corrected,failed: it")
      try expect(
        .badData, "of fenwick (corrected) in offset, chat, 20 rows, whose status", in: bench)
    }
  }

  @Test("an invalid value is reported with its line and the expected value")
  func files() throws {
    try withPairs { compare in
      let (record, summary, samples) = ("run.json", "summary.csv", "samples.csv")
      let schema = RunRecord.schemaVersion
      let first = "\n\(schema),offset,chat,20,"
      let cases = [
        (
          record, "\"schema\" : \(schema)", "\"schema\" : 1",
          ": schema: found 1, expected \(schema): an older version of bench wrote the file"
        ),
        (record, "{", "", "$/head/run.json:"),
        (summary, "low_ns", "lo_ns", ":1: column 11: found \"lo_ns\", expected \"low_ns\""),
        (
          summary, first, "\n1,offset,chat,20,",
          ":2: column schema: found \"1\", expected \(schema)"
        ),
        (
          samples, first, "\n1,offset,chat,20,",
          ":2: column schema: found \"1\", expected \(schema)"
        ),
        (samples, ",checksum,", ",chksum,", ":1: column 11"),
        (samples, ",1000,", ",0,", ": column elapsed_ns: found 0, expected more than 0"),
        (samples, ",1000,", ",-5,", ": column elapsed_ns: found \"-5\", expected a whole number"),
        (samples, ",corrected,3,", ",corrected,2,", " occurs twice, first on line"),
        (summary, ",60,", ",20,", " occurs twice, first on line"),
        (samples, ",60,", ",61,", "found 0 rounds of "),
      ]
      for (file, original, replacement, message) in cases {
        try compare.copy()
        try compare.bench.edit("head/\(file)", original, replacement)
        try expect(.badData, message, in: compare.bench)
      }
      try compare.write("head") { row, _ in row.time.timeNs = -1 }
      try expect(
        .badData, ": column time_ns: found -1.0, expected more than 0", in: compare.bench)
      try compare.write("head") { row, _ in row.counters[.reloads] = -1 }
      try expect(.badData, ": column reloads: found -1.0, expected 0 or more", in: compare.bench)
    }
  }

  @Test("a summary with missing rows is rejected, and report then writes nothing")
  func rows() throws {
    try withPairs { compare in
      let bench = compare.bench
      try compare.copy()
      let folder = try bench.run("head")
      let summary = try folder.summary()
      let readme = try FileSystem.bytes(at: folder.readmePath)
      for count in 0..<summary.count {
        try folder.write(Array(summary.prefix(count)))
        try expect(.badData, "/summary.csv: found \(count) cells", in: bench)
      }
      try compare.copy()
      try bench.editRecord("head") { $0.plan.cells = 9 }
      try expect(.badData, "found 8 cells that were to be measured, expected 9", in: bench)
      #expect(try FileSystem.bytes(at: folder.readmePath) == readme)
    }
  }

  @Test("a damaged shard is not merged")
  func others() throws {
    try withBench { bench in
      let run = "run -s floor,fenwick -c offset,hit-test -H chat -r 20 -b 50ms -q --json"
      for part in 1...2 { _ = try bench("\(run) --shard \(part)/2 --output $/p\(part)") }
      try bench.edit("p1/summary.csv", ",ok,", ",timed out: x,")
      try bench.edit("p1/samples.csv", ",fenwick,", ",floor-,")
      try bench.rejects("merge $/p1 $/p2 --output $/whole", .badData)
      #expect(try bench.names() == ["p1", "p2"])
    }
  }

  @Test("a pipe in place of a file is rejected without reading it")
  func pipes() throws {
    try withPairs { compare in
      for file in ["run.json", "summary.csv", "samples.csv"] {
        try compare.copy()
        let path = "\(compare.bench.folder)/head/\(file)"
        unlink(path)
        #expect(mkfifo(path, 0o600) == 0)
        try expect(
          .badData, "$/head/\(file): found a folder, a pipe or a device", in: compare.bench)
      }
    }
  }
}
