import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("bench compare", .serialized)
struct CompareTests {
  @Test("0: nothing is worse; 2: with --strict, doubt counts; a run beside itself is told as one")
  func equal() throws {
    try withPairs { compare in
      let same = "BASE and HEAD are the same run"
      try compare.bench.does("compare $/base $/base -o $/report")
      #expect(try compare.report.contains(same))
      try compare.copy()
      try compare.gives(.success, "", "Cannot tell (0 of 6 cells' times decided, ")
      #expect(try !compare.report.contains(same))
      try compare.gives(.unresolved, "--strict")
      try compare.gives(.success, "--strict --counters-only", "(times not compared, ")
    }
  }

  @Test("1: a time that is three times as long, and not one that is a tenth longer")
  func slower() throws {
    try withPairs { compare in
      try compare.writeFenwick { _, time in time = 3000 }
      try compare.gives(.regression, "--format csv")
      let lines = try compare.report.split(separator: "\n").filter { $0.contains(",slower,") }
      #expect(lines.count == 2)
      #expect(lines.allSatisfy { $0.contains(",fenwick,corrected,time_ns,") })
      #expect(lines.allSatisfy { $0.hasSuffix(",0.05,1.0,0.99,") })
      // The thresholds are what the user says.
      try compare.bench.write("mine", "*/* = 300%\n")
      try compare.gives(.success, "--thresholds $/mine")
      try compare.gives(.success, "--counters-only")
      try compare.writeFenwick { _, time in time = 1100 }
      try compare.gives(.success)
      // What all share may be the machine.
      try compare.write("head") { _, time in time = 3000 }
      try compare.gives(.success, "", "3.00x as long")
    }
  }

  @Test("1: a counter that rises, from zero too, and growth that becomes linear")
  func counters() throws {
    try withPairs { compare in
      try compare.writeFenwick { row, _ in row.counters[.reloads] = 1 }
      try compare.gives(.regression, "--counters-only", "Regression: 2 risen counters.")
      try compare.gives(.regression)
      try compare.writeFenwick { row, _ in
        row.counters[.rowsScanned] = Double(row.cell.group.rows)
      }
      try compare.gives(
        .regression, "--counters-only --format json", "\"head\" : \"O(n)\"")
      try compare.writeFenwick { row, _ in row.counters[.rowsScanned] = 0 }
      try compare.gives(.success, "--counters-only")
    }
  }

  @Test("3: times are never compared across machines, builds or settings; counters are")
  func incomparable() throws {
    let times = [
      ("\"cores\" : ", "\"cores\" : 9", "machine.cores"),
      ("\"compiler\" : \"", "\"compiler\" : \"X ", "compiler"),
      ("\"allocation\" : \"", "\"allocation\" : \"X ", "allocation: "),
    ]
    let work = [
      ("\"seed\" : 1,", "\"seed\" : 2,", "seed: 1 | 2"),
      ("\"viewport\" : 844", "\"viewport\" : 845", "plan.viewport: 844.0 | 845.0"),
      ("\"optimisation\" : \"", "\"optimisation\" : \"X", "optimisation: "),
      ("\"chat 20\" : \"0x", "\"chat 20\" : \"0x7", "workload_hashes.chat 20: 0x"),
    ]
    // A budget buys repetitions, not other times; the margin is of the report, not of the measurement.
    let neither = [
      ("\"budget_seconds\" : 0.05", "\"budget_seconds\" : 60"),
      ("\"margin\" : 0.01", "\"margin\" : 0.05"),
    ]
    try withPairs { compare in
      for (place, (original, replacement, text)) in (times + work).enumerated() {
        try compare.copy()
        try compare.bench.edit("head/run.json", original, replacement)
        let outcome = try compare()
        #expect(outcome.code == .incomparable, "\(original)")
        #expect(outcome.message.contains(text), "\(outcome.message)")
        #expect(outcome.message.contains("(in the order $/base | $/head)"))
        let counters = try compare("--counters-only").code
        #expect(counters == (place < times.count ? .success : .incomparable), "\(original)")
      }
      for (original, replacement) in neither {
        try compare.copy()
        try compare.bench.edit("head/run.json", original, replacement)
        try compare.gives(.success)
      }
    }
  }

  @Test("4: cells that are missing, new or not measured any more are named")
  func cells() throws {
    try withPairs { compare in
      try compare.copy(to: "whole")
      func keep(in name: String, _ isKept: (CellKey) -> Bool) throws {
        try compare.keep(in: name, of: "whole", isKept)
      }
      try compare.copy()
      try keep(in: "head") { $0.strategy != "fenwick" }
      try compare.gives(.differentCells, "", "Cells only in BASE: 2")
      try compare.gives(.differentCells, "--allow-new")
      try keep(in: "head") { _ in true }
      try keep(in: "base") { $0.strategy != "fenwick" }
      try compare.gives(.differentCells)
      try compare.gives(.success, "--allow-new", "Cells only in HEAD (allowed): 2")
      try keep(in: "head") { $0.strategy == "fenwick" }
      #expect(
        try compare("--allow-new")
          == .init(
            code: .differentCells,
            message: "no cell is in both $/base and $/head: nothing to compare"))
      try keep(in: "base") { _ in true }
      try compare.writeFenwick { row, _ in row.status = .cut }
      try compare.gives(
        .differentCells, "--counters-only", "cut, because it took far too long")
      // A regression is the worse news.
      try compare.write("head") { row, _ in
        if row.cell.strategy == "fenwick" { row.status = .cut }
        row.counters[.reloads] = 1
      }
      try compare.gives(.regression, "--counters-only")
    }
  }

  @Test("4: a cell that answers wrong in both is named, and so is one that is wrong in all")
  func wrong() throws {
    try withPairs { compare in
      for run in ["base", "head"] {
        try compare.writeFenwick(in: run) { row, _ in row.status = .wrong(step: nil) }
      }
      try compare.gives(
        .differentCells, "", "Cells without a figure in HEAD, nor in BASE: 2",
        "wrong answers while timed")
      try compare.gives(
        .differentCells, "--allow-new --counters-only --format json",
        "\"reason\" : \"wrong answers while timed\"")
      try compare.gives(
        .differentCells, "--format csv", ",cell,,,,,,,,no figure,wrong answers while timed,")
      for run in ["base", "head"] {
        try compare.write(run) { row, _ in row.status = .wrong(step: 3) }
      }
      let outcome = try compare()
      #expect(outcome.code == .differentCells)
      #expect(outcome.message.contains("nothing to compare; no figure for "), "\(outcome.message)")
      #expect(outcome.message.hasSuffix(": wrong answer in step 3"), "\(outcome.message)")
    }
  }

  @Test("1: steps that are wrong and were right, unless only more steps were checked")
  func deviations() throws {
    try withPairs { compare in
      func write(_ wrong: Int, more: Int = 0) throws {
        try compare.writeFenwick { row, _ in
          row.deviation.wrongSteps = wrong
          row.deviation.checkedSteps = (row.deviation.checkedSteps ?? 0) + more
        }
      }
      let summary = try compare.bench.run("base").summary()
      let row = try #require(summary.first { $0.cell.strategy == "fenwick" })
      #expect(row.deviation.wrongSteps == 0)
      try write(5)
      try compare.gives(.regression, "", "Regression: 2 cells with more wrong steps.", "5 of ")
      try compare.gives(
        .regression, "--counters-only --format csv",
        ",fenwick,corrected,steps_wrong,0.0,5.0,,,,,,more,")
      for (wrong, more, code) in [(0, 0, ExitCode.success), (5, 5, .success), (5, 4, .regression)] {
        try write(wrong, more: more)
        try compare.gives(code)
      }
    }
  }

  @Test("An A/A control is not compared: each strategy has one time in each scenario")
  func controls() throws {
    try withPairs { compare in
      try compare.copy()
      #expect(try compare.bench.run("base").summary().count { $0.cell.role == .control } == 2)
      try compare.gives(.success, "--format csv")
      let times = try compare.report.split(separator: "\n").filter { $0.contains(",time_ns,") }
      #expect(times.count == 6)
      #expect(times.count { $0.contains(",all-heights,") } == 2)
    }
  }

  @Test("what the records leave open is said: revisions, hosts, times without samples")
  func doubts() throws {
    try withPairs { compare in
      try compare.copy()
      try compare.bench.editRecord("head") {
        ($0.revision, $0.machine.host) = ("unknown", "0123456789abcdef")
      }
      let folder = try compare.bench.run("head")
      try compare.gives(
        .success, "", "The revision of \(folder.path) is unknown", "Two hosts: ")
      try compare.gives(.success, "--counters-only")
      #expect(try !compare.report.contains("Two hosts: "))
      unlink(folder.samplesPath)
      try compare.gives(.success, "", "samples.csv of both runs, not a summary alone.")
      for command in ["show $/head", "report $/head", "export $/head --format benchfmt -o $/out"] {
        try compare.bench.does(command)
      }
    }
  }

  @Test("64, 66, 73, 74: the command line, missing files, and what cannot be written")
  func others() throws {
    try withPairs { compare in
      try compare.copy()
      var refused: [(String, ExitCode)] = [
        ("$/base", .usage), ("$/base $/head --gate lax", .usage), ("$/base $/no", .missingInput),
        ("$/base $", .missingInput), ("$/base $/head --output $/no/report", .cannotCreate),
      ]
      #if os(Linux)
        refused.append(("$/base $/head --output /dev/full", .ioFailure))
      #endif
      for (words, code) in refused { try compare.bench.refuses("compare \(words)", code) }
    }
  }
}
