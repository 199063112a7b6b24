import BenchBasics
import Foundation
import Testing

@testable import BenchReporting
@testable import BenchRuns
@testable import BenchTool

@Suite("bench compare", .serialized)
struct CompareTests {
  /// A measured run that tests change in memory.
  fileprivate struct Recording {
    var record: RunRecord
    var rows: [CellResult]

    mutating func change(_ strategy: String? = nil, _ change: (inout CellResult) -> Void) {
      for index in rows.indices where strategy.map({ $0 == rows[index].cell.strategy }) ?? true {
        change(&rows[index])
      }
    }

    mutating func removeFenwick() { rows.removeAll { $0.cell.strategy == "fenwick" } }
  }

  /// Compares two copies of a run after `change` has modified them. All cells have the same time and the same
  /// simulated counters.
  private func comparison(
    _ options: String = "", _ change: (inout Sides<Recording>) throws -> Void
  ) throws -> RunComparison {
    let run = try RunInput.open(MeasuredRuns.path(pairOptions))
    var recording = Recording(record: try #require(run.record), rows: run.rows)
    recording.record.simulation = Self.simulation()
    recording.change { row in
      (row.status, row.rounds, row.time.timeNs) = (.ok, 16, 1000)
      for counter in Counter.simulated { row.counters[counter] = 7 }
      if row.cell.role == .control { row.control.value = 1 }
    }
    var recordings = Sides(base: recording, head: recording)
    try change(&recordings)
    let inputs = Sides(base: ("BASE", recordings.base), head: ("HEAD", recordings.head)).map {
      RunInput(name: $0.0, record: $0.1.record, rows: $0.1.rows)
    }
    return try RunComparison(
      inputs, exactly: options == "--exact" ? 0.01 : nil, allowsNew: options == "--allow-new")
  }

  /// Expects a comparison to end with an exit code and a report or an error message that contains a text.
  private func expect(
    _ code: ExitCode, _ text: String, _ options: String,
    _ change: (inout Sides<Recording>) -> Void
  ) throws {
    do {
      let comparison = try comparison(options, change)
      let report = comparison.text(width: 160, style: .plain)
      #expect(comparison.exitCode == code, "\(report)")
      #expect(text.isEmpty || report.contains(text), "\(report)")
    } catch let fault as RunFault {
      #expect(fault.exitCode == code && fault.message.contains(text), "\(fault)")
    }
  }

  private static func simulation(unusedFeatures: String? = nil) -> RunRecord.Simulation {
    .init(tool: "valgrind", model: "any", unusedFeatures: unusedFeatures)
  }

  /// Changes to two cells in HEAD, with the options, the expected exit code and part of the expected report.
  private static let cells: [(String, ExitCode, String, @Sendable (inout CellResult) -> Void)] = [
    ("", .success, "Times, not judged: 6 cells", { _ in }),
    ("", .success, "3.00x", { $0.time.timeNs = 3000 }),
    ("", .regression, "Regression: 2 increased counters.", { $0.counters[.reloads] = 1 }),
    ("", .regression, "Regression: 2 increased counters.", { $0.counters[.allocations] = 99 }),
    ("", .success, "No cell does more work (", { $0.counters[.rowsScanned] = 0 }),
    ("", .regression, "Regression: 2 cells with more wrong results.", { $0.addSteps(4, wrong: 5) }),
    // An increase in wrong steps is accepted if the number of checked steps has increased by at least as
    // much.
    ("", .success, "No cell does more work (", { $0.addSteps(5, wrong: 5) }),
    ("", .differentCells, "timed out: building", { $0.status = .timedOut("building takes 4.1 s") }),
    ("--allow-new", .differentCells, "HEAD has no reloads", { $0.counters[.reloads] = nil }),
    ("--allow-new", .differentCells, "HEAD has 0 operations", { $0.countedOperations = nil }),
    ("--allow-new", .differentCells, "HEAD has 0 steps", { $0.deviation.checkedSteps = 0 }),
    ("", .incomparable, " operations and HEAD 963", { $0.countedOperations = 963 }),
    ("", .success, "No cell does more work (", { $0.counters[.instructions] = 0 }),
    ("--exact", .differentCells, "HEAD has 0 instructions", { $0.counters[.instructions] = 0 }),
    ("--exact", .differentCells, "HEAD has no instructions", { $0.counters[.instructions] = nil }),
    ("--exact", .regression, "Regression: 2 increased", { $0.counters[.instructions] = 8 }),
  ]

  @Test(
    "the exit code is 1 if cells do more work or show more wrong rows, and 4 if cells lack results",
    arguments: cells.indices)
  func changedCells(index: Int) throws {
    let (options, code, text, change) = Self.cells[index]
    try expect(code, text, options) { $0.head.change("fenwick", change) }
  }

  /// Changes to both runs, with the options, the expected exit code and part of the expected output.
  private static let runs:
    [(String, ExitCode, String, @Sendable (inout Sides<Recording>) -> Void)] = [
      // Runs can be compared across machines, compilers and budgets.
      ("", .success, "\nmachine.cores: ", { $0.head.record.machine.cores = 99 }),
      ("", .success, "\ncompiler: ", { $0.head.record.compiler = "X" }),
      ("", .success, "No cell does more work (", { $0.head.record.plan.budgetSeconds = 60 }),
      (
        "", .success, "noise (A/A control): 0 % in BASE, 25 % in HEAD",
        { $0.head.change { if $0.cell.role == .control { $0.control.value = 1.25 } } }
      ),
      (
        "", .success, "The runs are from different hosts (",
        { $0.head.record.machine.host = "0123456789abcdef" }
      ),
      ("", .success, "The revision of HEAD is unknown", { $0.head.record.revision = "unknown" }),
      (
        "", .success, "Allocations and memory are not compared, because BASE is from",
        {
          $0.head.record.machine.kernel = "Other"
          $0.head.change { $0.counters[.allocations] = 99 }
        }
      ),
      ("", .incomparable, "seed: 1 | 2 (in the order BASE", { $0.head.record.plan.seed = 2 }),
      ("", .incomparable, "plan.viewport: 844.0 | 845.0", { $0.head.record.plan.viewport = 845 }),
      (
        "", .incomparable, "BASE and HEAD have different row heights under the same name: chat 20",
        { $0.head.record.workloadHashes["chat 20"] = "0x7" }
      ),
      (
        "--exact", .incomparable, "simulation.unused_features: none | -AVX2",
        { $0.head.record.simulation = simulation(unusedFeatures: "-AVX2") }
      ),
      (
        "--exact", .incomparable, "BASE has no simulated counters",
        { $0.base.record.simulation = nil }
      ),
      ("", .differentCells, "Cells only in BASE: 2", { $0.head.removeFenwick() }),
      ("--allow-new", .differentCells, "not in HEAD", { $0.head.removeFenwick() }),
      ("", .differentCells, "not in BASE", { $0.base.removeFenwick() }),
      ("--allow-new", .success, "New cells: 2", { $0.base.removeFenwick() }),
      (
        "--allow-new", .differentCells,
        "nothing to compare: BASE and HEAD have no cells in common; plan.heights: chat | words",
        {
          $0.base.removeFenwick()
          $0.head.rows.removeAll { $0.cell.strategy != "fenwick" }
          $0.head.record.plan.heights = ["words"]
        }
      ),
      // If there are both a regression and missing results, the regression determines the exit code.
      (
        "", .regression, "timed out: building",
        {
          $0.head.change { $0.counters[.reloads] = 1 }
          $0.head.change("fenwick") { $0.status = .timedOut("building takes 4.1 s") }
        }
      ),
      (
        "", .differentCells, "wrong answers while timed",
        {
          $0.base.change("fenwick") { $0.status = .wrong(step: nil) }
          $0.head.change("fenwick") { $0.status = .wrong(step: nil) }
        }
      ),
      (
        "", .differentCells, ": wrong answer in step 3",
        {
          $0.base.change { $0.status = .wrong(step: 3) }
          $0.head.change { $0.status = .wrong(step: 3) }
        }
      ),
    ]

  @Test(
    "the exit code is 3 if the runs did different work and 4 if their cells differ",
    arguments: runs.indices)
  func changedRuns(index: Int) throws {
    let (options, code, text, change) = Self.runs[index]
    try expect(code, text, options, change)
  }

  @Test("exit code 1: HEAD has more late frames than BASE at some row cost")
  func lateFrames() throws {
    let base = try RunInput.open(
      MeasuredRuns.path("-s reload-window -m corrected -c scroll -H fixed:44 -r 400 -b 20ms"))
    var head = base
    let place = try #require(
      base.frames.firstIndex { $0.kind.phase == .scroll && $0.kind.work[.heightsAsked] == 0 })
    head.frames[place].kind.work[.heightsAsked] = 300
    let comparison = try RunComparison(Sides(base: base, head: head), allowsNew: false)
    #expect(comparison.conclusion.contains("Regression: 1 cell with more late frames."))
    #expect(comparison.exitCode == .regression)
    let reverse = try RunComparison(Sides(base: head, head: base), allowsNew: false)
    #expect(reverse.exitCode == .success)
  }

  @Test(
    "--accept records increases, which are accepted from then on up to the recorded limit")
  func accepting() throws {
    func accepted(_ lines: [AcceptedIncrease], reloads: Double) throws -> RunComparison {
      var comparison = try comparison {
        $0.head.change("fenwick") { $0.counters[.reloads] = reloads }
      }
      comparison.accept(lines)
      return comparison
    }
    try TemporaryFolder.with { folder in
      let file = folder + "/accepted.csv"
      #expect(try AcceptedIncrease.read(file).isEmpty)
      let new = try accepted([], reloads: 2).risen.map {
        AcceptedIncrease($0, reason: "a reload, \"once\"")
      }
      try AcceptedIncrease.write([], replacing: new, to: file)
      try AcceptedIncrease.write(new, replacing: [new[1]], to: file)
      let lines = try AcceptedIncrease.read(file)
      #expect(lines.count == 2 && Set(lines.map(\.name)) == Set(new.map(\.name)))
      let same = try accepted(lines, reloads: 2)
      #expect(same.exitCode == .success && same.notes.isEmpty)
      #expect(same.text(width: 200, style: .plain).contains("accepted: a reload, \"once\""))
      let more = try accepted(lines, reloads: 3)
      #expect(more.exitCode == .regression && more.notes.count == 2)
      #expect(more.notes.first?.hasSuffix(" is 3.0, above its limit 2.0.") == true)
      let none = try accepted(lines, reloads: 0)
      #expect(none.exitCode == .success && none.notes.count == 2)
      #expect(none.notes.first?.hasSuffix(" has not increased, so remove its line.") == true)
      var other = new[0]
      other.counter = .instructions
      #expect(
        try accepted([other], reloads: 0).notes
          == ["results/accepted.csv: lines for counters that were not compared: 1."])
      for (fields, part) in [
        ("*,corrected,reload,2,why", "column counter: found \"reload\""),
        ("fenwick,corrected,reloads,2,", "column reason: found nothing"),
      ] {
        let text =
          "schema,scenario,heights,rows,strategy,mode,counter,limit,reason\n6,offset,chat,20,\(fields)\n"
        try FileSystem.replaceFile(at: file, with: Array(text.utf8))
        let fault = #expect(throws: RunFault.self) { try AcceptedIncrease.read(file) }
        #expect(fault?.exitCode == .badData && fault?.message.contains(part) == true)
      }
    }
  }

  // MARK: Command line

  @Test("BASE and HEAD can be folders, summary files, or files that contain the path of a folder")
  func inputs() throws {
    try withPair { bench in
      func code(_ operands: String) throws -> ExitCode { try bench("compare \(operands)").code }
      unlink(try bench.run("head").samplesPath)
      #expect(try code("$/base $/head --format json") == .success)
      try bench.setColumn("reloads", of: "head/summary.csv", to: "1")
      try bench.write("baseline", "base\r\n")
      for base in ["base", "base/summary.csv", "baseline"] {
        #expect(try code("$/\(base) $/head") == .regression, "\(base)")
      }
      for run in ["base", "head"] { try bench.remove("\(run)/run.json") }
      #expect(try code("$/base/summary.csv $/head/summary.csv") == .regression)
      let lines = try bench.read("base/summary.csv").split(separator: "\n")
      try bench.write(
        "base/summary.csv", lines.filter { !$0.contains("fenwick") }.map { $0 + "\n" }.joined())
      #expect(try code("$/base/summary.csv $/head/summary.csv") == .differentCells)
      #expect(try code("$/base/summary.csv $/head/summary.csv --allow-new") == .success)
    }
  }

  @Test("a comparison of a run with itself is reported as such")
  func equal() throws {
    try withPair { bench in
      let command = CompareCommand(
        tool: Tool(), arguments: try bench.arguments("compare $/base $/base"))
      let report = try #require(try command.report())
      #expect(report.exitCode == .success)
      #expect(report.notes.contains { $0.hasPrefix("BASE and HEAD are the same run") })
    }
  }

  @Test("usage errors, missing files and incomplete runs are rejected")
  func refusals() throws {
    try withPair { bench in
      try bench.write("two-lines", "base\nhead\n")
      try bench.write("empty", "")
      try bench.write("gone", "no\n")
      for (words, code, message) in [
        ("$/base", .usage, "'bench compare' needs BASE and HEAD"),
        ("$/base $/head --threshold 3", .usage, "--threshold '3': "),
        ("$/base $/head --threshold 3%", .usage, "--threshold needs --exact or --against"),
        ("$/base $/head --budget 3s", .usage, "--budget needs --against"),
        ("--against HEAD --baseline main", .usage, "--baseline cannot be used with --against"),
        ("$/base $/head --exact", .incomparable, "has no simulated counters"),
        ("$/base $/no", .missingInput, "$/no does not exist"),
        ("$/base $", .missingInput, "it has no run.json"),
        ("$/base/samples.csv $/head/samples.csv", .badData, ""),
        ("$/two-lines $/head", .badData, "$/two-lines:1: found 2 lines, expected one line"),
        ("$/empty $/head", .badData, "found 0 lines"),
        ("$/gone $/head", .missingInput, "$/no is not a run's folder"),
        ("/dev/zero $/head", .badData, "/dev/zero: larger than 4096 bytes"),
      ] as [(String, ExitCode, String)] {
        try bench.rejects("compare \(words)", code, message)
      }
      try bench.edit("head/run.json", "\"complete\"", "\"interrupted\"")
      try bench.rejects(
        "compare $/base $/head", .differentCells,
        is: "$/head is interrupted, but a complete run is required, so measure it again")
    }
  }

  @Test("the report starts on a new line in GitHub's step summary")
  func stepSummary() throws {
    try withPair { bench in
      let runs = ["base", "head"].map { "\(bench.folder)/\($0)" }
      for (before, start) in [("", "#"), ("text\n", "text\n#"), ("text", "text\n\n#")] {
        try bench.write("summary", before)
        let outcome = try ChildProcess.run(
          [GitFixture.program.path, "compare", "--format", "markdown"] + runs,
          environment: ["GITHUB_STEP_SUMMARY": bench.folder + "/summary"])
        #expect(outcome.ending.isSuccess)
        #expect(try bench.read("summary").hasPrefix(start))
      }
    }
  }

  @Test("a baseline's name refers to the last run saved under that name")
  func savedBaseline() throws {
    try withBench { bench in
      let folder = bench.folder + "/baselines"
      for name in ["a", "b"] {
        let run = try RunFolder.create(at: "\(bench.folder)/\(name)")
        try run.save(asBaseline: "main", in: folder)
        #expect(try bench.read("baselines/main") == run.path + "\n")
      }
      #expect(try CompareCommand.baseline("main", in: folder) == folder + "/main")
      let message = "--baseline mian: not found in \(folder); did you mean 'main'?"
      #expect(throws: RunFault(.missingInput, message)) {
        try CompareCommand.baseline("mian", in: folder)
      }
    }
  }
}

extension CellResult {
  fileprivate mutating func addSteps(_ checked: Int, wrong: Int) {
    deviation.checkedSteps = (deviation.checkedSteps ?? 0) + checked
    deviation.wrongSteps = wrong
  }
}
