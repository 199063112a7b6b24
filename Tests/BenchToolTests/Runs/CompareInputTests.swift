import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("bench compare: inputs", .serialized)
struct CompareInputTests {
  @Test("an incomplete run is rejected")
  func incomplete() throws {
    try withPairs { compare in
      for status in ["interrupted", "incomplete"] {
        try compare.copy()
        try compare.bench.edit("head/run.json", "\"complete\"", "\"\(status)\"")
        try compare.bench.rejects(
          "compare $/base $/head", .differentCells,
          is: "$/head is \(status), expected a complete run: measure it again")
      }
    }
  }

  @Test("a file may contain the path of a run")
  func baseline() throws {
    try withPairs { compare in
      let (bench, command) = (compare.bench, "compare $/baseline $/head")
      try compare.copy()
      for text in ["base\n", "\u{feff}base\r\n"] {
        try bench.write("baseline", text)
        try bench.does(command)
      }
      try bench.write("baseline", "base\nhead\n")
      try bench.rejects(
        command, .badData,
        is:
          "$/baseline:2: found \"head\", expected one line with the path of a run's folder")
      try bench.write("baseline", "")
      try bench.rejects(command, .badData)
      try bench.write("baseline", "gone\n")
      try bench.rejects(command, .missingInput)
    }
  }

  @Test("without run.json, only the counters of a summary can be compared")
  func files() throws {
    try withPairs { compare in
      try compare.writeFenwick { _, time in time = 3000 }
      func code(_ file: String, _ options: String = "") throws -> ExitCode {
        try compare.bench.compares("$/base/\(file) $/head/\(file) \(options)").code
      }
      #expect(try code("summary.csv") == .success)
      #expect(try compare.report.contains("No verdicts on times: they need samples.csv"))
      #expect(try code("samples.csv") == .badData)
      for run in ["base", "head"] { try compare.bench.remove("\(run)/run.json") }
      #expect(try code("summary.csv") == .incomparable)
      #expect(try code("summary.csv", "--counters-only") == .success)
    }
  }

  @Test("lists are matched by their row heights, not by the paths of their files")
  func paths() throws {
    try withBench { bench in
      try bench.write("a.txt", "44\n60\n44\n")
      try bench.write("b.txt", "44\n60\n44\n")
      try bench.write("longer.txt", "44\n60\n44\n44\n")
      try bench.write("other.txt", "44\n61\n44\n")
      for name in ["a", "b", "longer", "other"] {
        try bench.does(
          "run -s floor,fenwick -c offset -H file:$/\(name).txt -b 50ms -q -j -o $/\(name)")
      }
      #expect(try bench.compares("$/a $/b --counters-only").code == .success)
      let report = try bench.read("report").replacing(bench.folder, with: "$")
        .replacing("\n", with: " ")
      #expect(
        report.contains(
          "file:$/a.txt (3 rows) in BASE and file:$/b.txt in HEAD contain the same rows."))
      #expect(try bench.compares("$/a $/b").code == .success)
      let nothing = "no cell is in both $/a and $/"
      for (name, rows) in [("longer", 4), ("other", 3)] {
        let outcome = try bench.compares("$/a $/\(name) --counters-only")
        #expect(outcome.code == .differentCells && outcome.message.hasPrefix(nothing + name))
        #expect(
          outcome.message.hasSuffix(
            "; the rows differ: file:$/a.txt (3 rows) in BASE, file:$/\(name).txt (\(rows) rows) in HEAD"
          ))
      }
      // Changes the file of heights after the run was measured from it.
      for (text, code, end) in [
        ("44\n61\n44\n", ExitCode.incomparable, "under the same name: file:$/a.txt 3 rows"),
        (
          "44\n60\n", .differentCells,
          "the rows differ: file:$/a.txt (3 rows) in BASE, file:$/a.txt (2 rows) in HEAD"
        ),
      ] {
        try bench.write("a.txt", text)
        try? bench.remove("again")
        try bench.does("run -s floor,fenwick -c offset -H file:$/a.txt -b 50ms -q -j -o $/again")
        let outcome = try bench.compares("$/a $/again --counters-only")
        #expect(outcome.code == code && outcome.message.hasSuffix(end), "\(outcome.message)")
      }
    }
  }

  @Test("a report starts on a new line of GitHub's step summary")
  func stepSummary() throws {
    try withPairs { compare in
      try compare.copy()
      let bench = compare.bench
      for (before, start) in [("", "#"), ("text\n", "text\n#"), ("text", "text\n\n#")] {
        try bench.write("summary", before)
        let outcome = try ChildProcess.run(
          [GitFixture.program.path, "compare", "base", "head", "--format", "markdown"].map {
            ["base", "head"].contains($0) ? "\(bench.folder)/\($0)" : $0
          }, environment: ["GITHUB_STEP_SUMMARY": bench.folder + "/summary"])
        #expect(outcome.ending.isSuccess)
        #expect(try bench.read("summary").hasPrefix(start))
      }
    }
  }
}
