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
        try compare.copy(to: "head")
        try compare.bench.edit("head/run.json", "\"complete\"", "\"\(status)\"")
        #expect(
          try compare()
            == .init(
              code: .differentCells,
              message:
                "$/head is \(status), expected a complete run: go on with bench run --resume $/head"
            ))
      }
    }
  }

  @Test("a file that names a folder stands for it, wherever one is")
  func baseline() throws {
    try withPairs { compare in
      try compare.copy(to: "head")
      try compare.bench.write("baseline", "base\n")
      #expect(try compare.bench("compare $/baseline $/head --output $/report").code == .success)
      try compare.bench.write("baseline", "base\nhead\n")
      try compare.bench.refuses(
        "compare $/baseline $/head", .badData,
        is:
          "$/baseline:2: found \"head\", expected one line and no more: the path of a run's folder")
      try compare.bench.write("baseline", "")
      #expect(try compare.bench("compare $/baseline $/head").code == .badData)
      try compare.bench.write("baseline", "gone\n")
      #expect(try compare.bench("compare $/baseline $/head").code == .missingInput)
    }
  }

  @Test("a summary alone gives counters and medians, samples alone times, and neither a machine")
  func files() throws {
    try withPairs { compare in
      try compare.write("head") { row, time in
        if row.cell.strategy == "fenwick" { time = 3000 }
      }
      func outcome(_ file: String, _ options: String = "") throws -> Bench.Outcome {
        try compare.bench("compare $/base/\(file) $/head/\(file) --output $/report \(options)")
      }
      #expect(try outcome("summary.csv").code == .success)
      #expect(try compare.report.contains("No verdicts of times: those need samples.csv"))
      #expect(try outcome("samples.csv").code == .regression)
      #expect(try outcome("samples.csv", "--counters-only").code == .badData)
      for run in ["base", "head"] {
        try FileManager.default.removeItem(atPath: "\(compare.bench.folder)/\(run)/run.json")
      }
      #expect(try outcome("summary.csv").code == .incomparable)
      #expect(try outcome("summary.csv", "--counters-only").code == .success)
    }
  }

  @Test("Markdown is added to the summary of a job")
  func jobSummary() throws {
    try withPairs { compare in
      try compare.copy(to: "head")
      let path = "\(compare.bench.folder)/summary.md"
      let folder = compare.bench.folder
      for format in ["markdown", "terminal", "markdown"] {
        let line = "compare \(folder)/base \(folder)/head --format \(format) -o \(folder)/report"
        let words = line.split(separator: " ").map(String.init)
        let table = Tool().table
        guard case .perform(let arguments) = try table.parse(words) else { return }
        _ = try CompareVerb(tool: Tool(), arguments: arguments, summaryPath: path).perform()
      }
      let text = String(decoding: try FileSystem.bytes(at: path), as: UTF8.self)
      #expect(text.split(separator: "\n").count { $0 == "## bench compare" } == 2)
    }
  }
}
