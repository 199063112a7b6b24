import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("bench compare", .serialized)
struct CompareTests {
  @Test("0: nothing is worse; 2: with --strict, doubt counts")
  func equal() throws {
    try withPairs { compare in
      try compare.copy(to: "head")
      #expect(try compare() == .init(code: .success))
      #expect(try compare.report.contains("Cannot tell (0 of 6 cells' times decided, "))
      #expect(try compare("--strict") == .init(code: .unresolved))
      #expect(try compare("--strict --counters-only") == .init(code: .success))
      #expect(try compare.report.contains("(times not compared, "))
    }
  }

  @Test("a run beside itself is said to be the same, a copy is not")
  func itself() throws {
    try withPairs { compare in
      let same = "BASE and HEAD are the same run"
      #expect(try compare.bench("compare $/base $/base -o $/report").code == .success)
      #expect(try compare.report.contains(same))
      try compare.copy(to: "head")
      #expect(try compare() == .init(code: .success))
      #expect(try !compare.report.contains(same))
    }
  }

  @Test("1: a time that is three times as long, and not one that is a tenth longer")
  func slower() throws {
    try withPairs { compare in
      try compare.write("head") { row, time in
        if row.cell.strategy == "fenwick" { time = 3000 }
      }
      #expect(try compare("--format csv") == .init(code: .regression))
      let lines = try compare.report.split(separator: "\n").filter { $0.contains(",slower,") }
      #expect(lines.count == 2)
      #expect(lines.allSatisfy { $0.contains(",fenwick,corrected,time_ns,") })
      #expect(lines.allSatisfy { $0.hasSuffix(",0.05,1.0,0.99,") })
      // The thresholds are what the user says.
      try compare.bench.write("mine", "*/* = 300%\n")
      #expect(try compare("--thresholds $/mine") == .init(code: .success))
      #expect(try compare("--counters-only") == .init(code: .success))
      try compare.write("head") { row, time in
        if row.cell.strategy == "fenwick" { time = 1100 }
      }
      #expect(try compare() == .init(code: .success))
      // What all share may be the machine.
      try compare.write("head") { _, time in time = 3000 }
      #expect(try compare() == .init(code: .success))
      #expect(try compare.report.contains("3.00x as long"))
    }
  }

  @Test("1: a counter that rises, from zero too, and growth that becomes linear")
  func counters() throws {
    try withPairs { compare in
      try compare.write("head") { row, _ in
        if row.cell.strategy == "fenwick" { row.counters[.reloads] = 1 }
      }
      #expect(try compare("--counters-only") == .init(code: .regression))
      #expect(try compare.report.contains("Regression: 2 risen counters."))
      #expect(try compare() == .init(code: .regression))
      try compare.write("head") { row, _ in
        if row.cell.strategy == "fenwick" {
          row.counters[.rowsScanned] = Double(row.cell.group.rows)
        }
      }
      #expect(try compare("--counters-only --format json") == .init(code: .regression))
      #expect(try compare.report.contains("\"head\" : \"O(n)\""))
      try compare.write("head") { row, _ in
        if row.cell.strategy == "fenwick" { row.counters[.rowsScanned] = 0 }
      }
      #expect(try compare("--counters-only") == .init(code: .success))
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
    try withPairs { compare in
      for (place, (original, replacement, text)) in (times + work).enumerated() {
        try compare.copy(to: "head")
        try compare.bench.edit("head/run.json", original, replacement)
        let outcome = try compare()
        #expect(outcome.code == .incomparable, "\(original)")
        #expect(outcome.message.contains(text), "\(outcome.message)")
        #expect(outcome.message.contains("(in the order $/base | $/head)"))
        let counters = try compare("--counters-only").code
        #expect(counters == (place < times.count ? .success : .incomparable), "\(original)")
      }
      // A budget buys repetitions, not other times.
      try compare.copy(to: "head")
      try compare.bench.edit(
        "head/run.json", "\"budget_seconds\" : 0.05", "\"budget_seconds\" : 60")
      #expect(try compare().code == .success)
      // The margin is of the report, not of the measurement.
      try compare.copy(to: "head")
      try compare.bench.edit("head/run.json", "\"margin\" : 0.01", "\"margin\" : 0.05")
      #expect(try compare() == .init(code: .success))
    }
  }

  @Test("4: cells that are missing, new or not measured any more are named")
  func cells() throws {
    try withPairs { compare in
      try compare.copy(to: "whole")
      func keep(in name: String, _ isKept: (CellKey) -> Bool) throws {
        try compare.keep(in: name, of: "whole", isKept)
      }
      try compare.copy(to: "head")
      try keep(in: "head") { $0.strategy != "fenwick" }
      #expect(try compare() == .init(code: .differentCells))
      #expect(try compare.report.contains("Cells only in BASE: 2"))
      #expect(try compare("--allow-new") == .init(code: .differentCells))
      try keep(in: "head") { _ in true }
      try keep(in: "base") { $0.strategy != "fenwick" }
      #expect(try compare() == .init(code: .differentCells))
      #expect(try compare("--allow-new") == .init(code: .success))
      #expect(try compare.report.contains("Cells only in HEAD (allowed): 2"))
      try keep(in: "head") { $0.strategy == "fenwick" }
      #expect(
        try compare("--allow-new")
          == .init(
            code: .differentCells,
            message: "no cell is in both $/base and $/head: nothing to compare"))
      try keep(in: "base") { _ in true }
      try compare.write("head") { row, _ in
        if row.cell.strategy == "fenwick" { row.status = .cut }
      }
      #expect(try compare("--counters-only") == .init(code: .differentCells))
      #expect(try compare.report.contains("cut, because it took far too long"))
      // A regression is the worse news.
      try compare.write("head") { row, _ in
        if row.cell.strategy == "fenwick" { row.status = .cut }
        row.counters[.reloads] = 1
      }
      #expect(try compare("--counters-only") == .init(code: .regression))
    }
  }

  @Test("4: a cell that answers wrong in both is named, and so is one that is wrong in all")
  func wrong() throws {
    try withPairs { compare in
      for run in ["base", "head"] {
        try compare.write(run) { row, _ in
          if row.cell.strategy == "fenwick" { row.status = .wrong(step: nil) }
        }
      }
      #expect(try compare() == .init(code: .differentCells))
      #expect(try compare.report.contains("Cells without a figure in HEAD, nor in BASE: 2"))
      #expect(try compare.report.contains("wrong answers while timed"))
      #expect(try compare("--allow-new --counters-only --format json").code == .differentCells)
      #expect(try compare.report.contains("\"reason\" : \"wrong answers while timed\""))
      #expect(try compare("--format csv").code == .differentCells)
      #expect(try compare.report.contains(",cell,,,,,,,,no figure,wrong answers while timed,"))
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
      func outcome(_ wrong: Int, more: Int = 0) throws -> ExitCode {
        try compare.write("head") { row, _ in
          guard row.cell.strategy == "fenwick" else { return }
          row.deviation.wrongSteps = wrong
          row.deviation.checkedSteps = (row.deviation.checkedSteps ?? 0) + more
        }
        return try compare().code
      }
      let summary = try compare.bench.run("base").summary()
      let row = try #require(summary.first { $0.cell.strategy == "fenwick" })
      #expect(row.deviation.wrongSteps == 0)
      #expect(try outcome(5) == .regression)
      #expect(try compare.report.contains("Regression: 2 cells with more wrong steps."))
      #expect(try compare.report.contains("5 of "))
      #expect(try compare("--counters-only --format csv").code == .regression)
      #expect(try compare.report.contains(",fenwick,corrected,steps_wrong,0.0,5.0,,,,,,more,"))
      #expect(try outcome(0) == .success)
      #expect(try outcome(5, more: 5) == .success)
      #expect(try outcome(5, more: 4) == .regression)
    }
  }

  @Test("the role tells a null control, not the id: a strategy may be called x-twin")
  func twins() throws {
    try withPairs { compare in
      for run in ["base", "head"] {
        try compare.copy(to: run)
        for file in ["run.json", "summary.csv", "samples.csv"] {
          try compare.bench.edit("\(run)/\(file)", "all-heights", "x-twin")
        }
      }
      #expect(try compare("--format csv") == .init(code: .success))
      let times = try compare.report.split(separator: "\n").filter { $0.contains(",time_ns,") }
      #expect(times.count == 6)
      #expect(times.count { $0.contains(",x-twin,") } == 2)
    }
  }

  @Test("what the records leave open is said: revisions, hosts, times without samples")
  func doubts() throws {
    try withPairs { compare in
      try compare.copy(to: "head")
      let folder = try compare.bench.run("head")
      var record = try folder.record()
      (record.revision, record.machine.host) = ("unknown", "0123456789abcdef")
      try folder.write(record)
      #expect(try compare().code == .success)
      #expect(try compare.report.contains("The revision of \(folder.path) is unknown"))
      #expect(try compare.report.contains("Two hosts: "))
      #expect(try compare("--counters-only").code == .success)
      #expect(try !compare.report.contains("Two hosts: "))
      unlink(folder.samplesPath)
      #expect(try compare().code == .success)
      #expect(try compare.report.contains("samples.csv of both runs, not a summary alone."))
      for command in ["show $/head", "report $/head", "export $/head --format benchfmt -o $/out"] {
        #expect(try compare.bench(command).code == .success)
      }
    }
  }

  @Test("64, 66, 73, 74: the command line, missing files, and what cannot be written")
  func others() throws {
    try withPairs { compare in
      try compare.copy(to: "head")
      #expect(try compare.bench("compare $/base").code == .usage)
      #expect(try compare("--gate lax").code == .usage)
      #expect(try compare.bench("compare $/base $/no").code == .missingInput)
      #expect(try compare.bench("compare $/base $").code == .missingInput)
      #expect(try compare.bench("compare $/base $/head --output $/no/report").code == .cannotCreate)
      #if os(Linux)
        #expect(try compare.bench("compare $/base $/head --output /dev/full").code == .ioFailure)
      #endif
    }
  }
}
