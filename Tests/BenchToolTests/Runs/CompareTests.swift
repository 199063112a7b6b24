import Foundation
import Recording
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
      #expect(try compare("--relative 300%") == .init(code: .success))
      #expect(try compare("--absolute 2us") == .init(code: .success))
      #expect(try compare("--absolute 0.5us --confidence 95%") == .init(code: .regression))
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
        if row.cell.strategy == "fenwick" { row.work.reloads = 1 }
      }
      #expect(try compare("--counters-only") == .init(code: .regression))
      #expect(try compare.report.contains("Regression: 2 risen counters."))
      #expect(try compare() == .init(code: .regression))
      try compare.write("head") { row, _ in
        if row.cell.strategy == "fenwick" { row.work.rowsScanned = Double(row.cell.group.rows) }
      }
      #expect(try compare("--counters-only --format json") == .init(code: .regression))
      #expect(try compare.report.contains("\"head\" : \"O(n)\""))
      try compare.write("head") { row, _ in
        if row.cell.strategy == "fenwick" { row.work.rowsScanned = 0 }
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
      try compare.copy(to: "head")
      let folder = try compare.bench.run("head")
      let (summary, samples) = (try folder.summary(), try folder.samples())
      func keep(in name: String, _ isKept: (CellKey) -> Bool) throws {
        try compare.bench.run(name).write(summary.filter { isKept($0.cell) })
        try compare.bench.run(name).write(samples.filter { isKept($0.cell) })
      }
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
        if row.cell.strategy == "fenwick" { (row.status, row.rounds) = (.cut, 0) }
      }
      #expect(try compare("--counters-only") == .init(code: .differentCells))
      #expect(try compare.report.contains("cut, because it took far too long"))
      // A regression is the worse news.
      try compare.write("head") { row, _ in
        if row.cell.strategy == "fenwick" { (row.status, row.rounds) = (.cut, 0) }
        row.work.reloads = 1
      }
      #expect(try compare("--counters-only") == .init(code: .regression))
    }
  }

  @Test("64, 66, 73, 74: the command line, missing files, and what cannot be written")
  func others() throws {
    try withPairs { compare in
      try compare.copy(to: "head")
      #expect(try compare.bench("compare $/base").code == .usage)
      #expect(try compare("--gate lax").code == .usage)
      #expect(try compare("--absolute 5").code == .usage)
      #expect(try compare.bench("compare $/base $/no").code == .missingInput)
      #expect(try compare.bench("compare $/base $").code == .missingInput)
      #expect(try compare.bench("compare $/base $/head --output $/no/report").code == .cannotCreate)
      #if os(Linux)
        #expect(try compare.bench("compare $/base $/head --output /dev/full").code == .ioFailure)
      #endif
    }
  }
}
