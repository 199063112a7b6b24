import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("bench compare", .serialized)
struct CompareTests {
  @Test("exit code 0: equal runs, and a run compared with itself")
  func equal() throws {
    try withPairs { compare in
      let same = "BASE and HEAD are the same run"
      #expect(try compare.bench.compares("$/base $/base").code == .success)
      #expect(try compare.report.contains(same))
      try compare.copy()
      try compare.gives(.success, "", "Inconclusive (0 of 6 times have a verdict, ")
      #expect(try !compare.report.contains(same))
      try compare.gives(.success, "--counters-only", "(times not compared, ")
    }
  }

  @Test("exit code 1: a time that is 3x slower; a slowdown of 10 % is not certain")
  func slower() throws {
    try withPairs { compare in
      try compare.writeFenwick { _, time in time = 3000 }
      try compare.gives(
        .regression, "", "a time has changed if it differs by more than 5 % and 1.00 ns, with 99 %")
      let lines = try compare.report.split(separator: "\n").filter { $0.hasPrefix("slower") }
      #expect(lines.count == 2 && lines.allSatisfy { $0.contains("  fenwick  ") })
      try compare.gives(.success, "--threshold 300%", "by more than 300 % and 1.00 ns")
      try compare.gives(.success, "--counters-only")
      #expect(
        try compare("--counters-only --threshold 3%").message
          == "--threshold has no effect with --counters-only: any increase is a regression")
      try compare.writeFenwick { _, time in time = 1100 }
      try compare.gives(.success)
      // If every strategy is slower by the same factor, the cause may be the machine, so the slowdown is not
      // a regression.
      try compare.write("head") { _, time in time = 3000 }
      try compare.gives(.success, "", "3.00x the time")
    }
  }

  @Test("exit code 1: a counter that rose, even from 0, and linear growth")
  func counters() throws {
    try withPairs { compare in
      try compare.writeFenwick { row, _ in row.counters[.reloads] = 1 }
      try compare.gives(.regression, "--counters-only", "Regression: 2 increased counters.")
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

  @Test("exit code 3: times of different machines, builds or settings; counters are compared")
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
      ("\"chat 20\" : \"0x", "\"chat 20\" : \"0x7", "the same name: chat 20 rows"),
    ]
    // The time budget and the margin of a run do not affect its times, so runs that differ only in these two
    // settings are comparable.
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
        let names = ["(in the order $/base | $/head)", "$/base and $/head have different row"]
        #expect(names.contains(where: outcome.message.contains))
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

  @Test("exit code 4: missing, new and timed-out cells are named")
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
      try compare.gives(.success, "--allow-new", "New cells: 2")
      try keep(in: "head") { $0.strategy == "fenwick" }
      #expect(
        try compare("--allow-new")
          == .init(
            code: .differentCells,
            message: "no cell is in both $/base and $/head: nothing to compare"))
      try keep(in: "base") { _ in true }
      try compare.writeFenwick { row, _ in row.status = .timedOut("building takes 4.1 s") }
      try compare.gives(
        .differentCells, "--counters-only", "timed out: building takes 4.1 s")
      // If HEAD has a regression, the exit code reports the regression, even if results are missing.
      try compare.write("head") { row, _ in
        if row.cell.strategy == "fenwick" { row.status = .timedOut("building takes 4.1 s") }
        row.counters[.reloads] = 1
      }
      try compare.gives(.regression, "--counters-only")
    }
  }

  @Test("exit code 4: cells that fail verification are named")
  func wrong() throws {
    try withPairs { compare in
      for run in ["base", "head"] {
        try compare.writeFenwick(in: run) { row, _ in row.status = .wrong(step: nil) }
      }
      try compare.gives(
        .differentCells, "", "Cells without a result in HEAD and BASE: 2",
        "wrong answers while timed")
      try compare.gives(
        .differentCells, "--allow-new --counters-only --format json",
        "\"reason\" : \"wrong answers while timed\"")
      for run in ["base", "head"] {
        try compare.write(run) { row, _ in row.status = .wrong(step: 3) }
      }
      let outcome = try compare()
      #expect(outcome.code == .differentCells)
      #expect(outcome.message.contains("nothing to compare; no result for "), "\(outcome.message)")
      #expect(outcome.message.hasSuffix(": wrong answer in step 3"), "\(outcome.message)")
    }
  }

  @Test("exit code 1: more wrong steps, unless more steps were checked")
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
      try compare.gives(.regression, "", "Regression: 2 cells with more wrong operations.", "5 of ")
      try compare.gives(
        .regression, "--counters-only --format json", "\"steps_wrong\" : [", "\"head\" : 5")
      for (wrong, more, code) in [(0, 0, ExitCode.success), (5, 5, .success), (5, 4, .regression)] {
        try write(wrong, more: more)
        try compare.gives(code)
      }
    }
  }

  @Test("exit code 3: counters over different numbers of operations")
  func operations() throws {
    try withPairs { compare in
      try compare.writeFenwick { row, _ in row.countedOperations = 963 }
      for options in ["", "--counters-only"] {
        let outcome = try compare(options)
        #expect(outcome.code == .incomparable)
        #expect(
          outcome.message.hasPrefix(
            "counters cannot be compared: fenwick (corrected) in offset, chat, 20 rows: "
              + "counted over "
          ))
        #expect(outcome.message.hasSuffix(" operations in BASE and 963 in HEAD"))
      }
    }
  }

  @Test("exit code 4: cells that one side did not count or check are named")
  func blanks() throws {
    let blanks: [(String, (inout CellResult) -> Void)] = [
      ("HEAD has no heights_asked", { $0.counters[.heightsAsked] = nil }),
      ("HEAD has no rows_scanned", { $0.counters[.rowsScanned] = nil }),
      ("HEAD has 0 operations counted", { $0.countedOperations = nil }),
      ("HEAD has 0 steps checked", { $0.deviation.checkedSteps = 0 }),
      (
        "HEAD has 0 steps checked",
        { ($0.deviation.checkedSteps, $0.deviation.wrongSteps) = (nil, nil) }
      ),
    ]
    try withPairs { compare in
      for (reason, blank) in blanks {
        try compare.write("head") { row, _ in
          if row.cell.strategy == "fenwick", row.cell.group.rows == 20 { blank(&row) }
        }
        for options in ["", "--counters-only", "--counters-only --allow-new"] {
          try compare.gives(
            .differentCells, options,
            "Cells that were not counted or checked in BASE or HEAD: 1", reason)
        }
        try compare.gives(
          .differentCells, "--format json", "\"not_counted_or_checked\" : [", reason)
      }
      // The option --allow-new accepts a counter that is in HEAD but not in BASE.
      try compare.write("head") { _, _ in }
      try compare.write("base") { row, _ in row.counters[.reloads] = nil }
      try compare.gives(.differentCells, "--counters-only", "BASE has no reloads")
      try compare.gives(.success, "--counters-only --allow-new")
      // The option --exact compares instruction counts, but neither run has any.
      try compare.write("base") { _, _ in }
      for name in ["base", "head"] {
        let run = try compare.bench.run(name)
        var record = try run.record()
        record.simulation = .init(tool: "valgrind", model: "any")
        try run.write(record)
      }
      for options in ["--exact", "--exact --allow-new"] {
        try compare.gives(.differentCells, options, "HEAD has no instructions")
      }
    }
  }

  @Test("A/A controls are not compared")
  func controls() throws {
    try withPairs { compare in
      try compare.copy()
      #expect(try compare.bench.run("base").summary().count { $0.cell.role == .control } == 2)
      try compare.gives(.success, "--format json")
      let times = try compare.report.split(separator: "\n")
      #expect(times.count { $0.contains("\"base_ns\"") } == 6)
      #expect(times.count { $0.contains("\"strategy\" : \"all-heights\"") } == 2)
    }
  }

  @Test("unknown revisions, different hosts and missing samples are noted")
  func notes() throws {
    try withPairs { compare in
      try compare.copy()
      try compare.bench.editRecord("head") {
        ($0.revision, $0.machine.host) = ("unknown", "0123456789abcdef")
      }
      let folder = try compare.bench.run("head")
      try compare.gives(
        .success, "", "The revision of \(folder.path) is unknown", "The runs are from two hosts, ")
      try compare.gives(.success, "--counters-only")
      #expect(try !compare.report.contains("The runs are from two hosts, "))
      unlink(folder.samplesPath)
      try compare.gives(
        .success, "",
        "Times have no verdicts, because verdicts require the samples.csv of both runs.")
      for command in ["show $/head", "report $/head", "export $/head --format benchfmt -o $/out"] {
        try compare.bench.does(command)
      }
    }
  }

  @Test("exit codes 64 and 66: usage errors and missing files")
  func others() throws {
    try withPairs { compare in
      try compare.copy()
      let refused: [(String, ExitCode)] = [
        ("$/base", .usage), ("$/base $/head --threshold 3", .usage), ("$/base $/no", .missingInput),
        ("$/base $", .missingInput), ("$/base $/head --budget 3s", .usage),
        ("--against HEAD --counters-only", .usage),
      ]
      for (words, code) in refused { try compare.bench.rejects("compare \(words)", code) }
    }
  }
}
