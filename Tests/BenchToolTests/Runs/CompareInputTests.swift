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
          is: "$/head is \(status), expected a complete run, so measure it again")
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
      #expect(
        try compare.report.contains(
          "Times have no verdicts, because verdicts require the samples.csv"))
      #expect(try code("samples.csv") == .badData)
      for run in ["base", "head"] { try compare.bench.remove("\(run)/run.json") }
      #expect(try code("summary.csv") == .incomparable)
      #expect(try code("summary.csv", "--counters-only") == .success)
    }
  }

  @Test("runs without a common list are rejected, and lists whose rows changed under one name")
  func lists() throws {
    try withBench { bench in
      try bench.write("a.txt", "44\n60\n44\n")
      try bench.write("b.txt", "44\n60\n44\n")
      let run = "run -s floor,fenwick -c offset -b 50ms -q -j"
      try bench.does("\(run) -H file:$/a.txt -o $/a")
      try bench.does("\(run) -H file:$/b.txt -o $/b")
      try bench.rejects(
        "compare $/a $/b --counters-only", .differentCells,
        is: "no cell is in both $/a and $/b: nothing to compare; "
          + "plan.heights: file:$/a.txt | file:$/b.txt")
      try bench.write("a.txt", "44\n61\n44\n")
      try bench.does("\(run) -H file:$/a.txt -o $/again")
      try bench.rejects(
        "compare $/a $/again --counters-only", .incomparable,
        is: "these runs cannot be compared: $/a and $/again have different row heights under the "
          + "same name: file:$/a.txt 3 rows")
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
