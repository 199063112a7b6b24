import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("bench compare: what it reads", .serialized)
struct CompareInputTests {
  @Test("a run that is not complete is refused")
  func incomplete() throws {
    try withPairs { compare in
      for status in ["interrupted", "incomplete"] {
        try compare.copy()
        try compare.bench.edit("head/run.json", "\"complete\"", "\"\(status)\"")
        try compare.bench.refuses(
          "compare $/base $/head", .differentCells,
          is: "$/head is \(status), expected a complete run: measure it again")
      }
    }
  }

  @Test("a file that names a folder stands for it, wherever one is")
  func baseline() throws {
    try withPairs { compare in
      let (bench, command) = (compare.bench, "compare $/baseline $/head --output $/report")
      try compare.copy()
      try bench.write("baseline", "base\n")
      try bench.does(command)
      try bench.write("baseline", "base\nhead\n")
      try bench.refuses(
        command, .badData,
        is:
          "$/baseline:2: found \"head\", expected one line and no more: the path of a run's folder")
      try bench.write("baseline", "")
      try bench.refuses(command, .badData)
      try bench.write("baseline", "gone\n")
      try bench.refuses(command, .missingInput)
    }
  }

  @Test("a summary alone gives counters and medians, and no machine")
  func files() throws {
    try withPairs { compare in
      try compare.writeFenwick { _, time in time = 3000 }
      func code(_ file: String, _ options: String = "") throws -> ExitCode {
        try compare.bench("compare $/base/\(file) $/head/\(file) --output $/report \(options)").code
      }
      #expect(try code("summary.csv") == .success)
      #expect(try compare.report.contains("No verdicts of times: those need samples.csv"))
      #expect(try code("samples.csv") == .badData)
      for run in ["base", "head"] { try compare.bench.remove("\(run)/run.json") }
      #expect(try code("summary.csv") == .incomparable)
      #expect(try code("summary.csv", "--counters-only") == .success)
    }
  }
}
