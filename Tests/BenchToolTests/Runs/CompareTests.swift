import BenchBasics
import Foundation
import Testing

@testable import BenchReporting
@testable import BenchRuns
@testable import BenchTool

@Suite("bench compare", .serialized)
struct CompareTests {
  @Test("exit code 0: the runs are equal, or a run is compared with itself")
  func equal() throws {
    try withPairs { compare in
      let same = "BASE and HEAD are the same run"
      #expect(try compare.bench.compares("$/base $/base").code == .success)
      #expect(try compare.report.contains(same))
      try compare.copy()
      try compare.gives(.success, "", "No cell does more work (", "Times, not judged: 6 cells")
      #expect(try !compare.report.contains(same))
      // A/A controls are not compared.
      #expect(try compare.bench.run("base").summary().count { $0.cell.role == .control } == 2)
      try compare.gives(.success, "--format json")
      let times = try compare.report.split(separator: "\n")
      #expect(times.count { $0.contains("\"base_ns\"") } == 6)
      #expect(times.count { $0.contains("\"strategy\" : \"all-heights\"") } == 2)
    }
  }

  @Test(
    "times are printed side by side with the noise of both runs, but don't affect the exit code")
  func times() throws {
    try withPairs { compare in
      try compare.write("head") { row, time in
        if row.cell.strategy == "fenwick" { time = 3000 }
        if row.cell.role == .control { (row.control.value, row.control.high) = (1.25, 1.5) }
      }
      try compare.gives(
        .success, "", "Times, not judged: 6 cells; noise (A/A control): 0 % in BASE, 25 % in HEAD",
        "Times are not judged, because")
      // The largest slowdown comes first. `write` makes repetitions up to 2 ns longer than stated.
      let lines = try compare.report.split(separator: "\n").drop { !$0.hasPrefix("Times, not") }
        .dropFirst(2)
      #expect(lines.prefix(2).allSatisfy { $0.contains("  fenwick  ") && $0.hasSuffix("3.00x") })
      #expect(lines.dropFirst(2).prefix(4).allSatisfy { $0.hasSuffix("1.00x") })
      try compare.write("base") { row, time in
        if row.cell.strategy == "fenwick" { time = 6000 }
      }
      try compare.gives(.success, "", "0.50x")
      try compare.gives(
        .success, "--format json", "\"base_ns\" : 6000", "\"resolution\" : 0.25", "\"ratio\" : 0.5")
      #expect(try !compare.report.contains("verdict"))
      #expect(
        try compare("--threshold 3%").message
          == "--threshold needs --exact or --against, because all other counters have fixed tolerances"
      )
    }
  }

  @Test("exit code 1: a counter increased, even from 0")
  func counters() throws {
    try withPairs { compare in
      try compare.writeFenwick { row, _ in row.counters[.reloads] = 1 }
      try compare.gives(.regression, "", "Regression: 2 increased counters.")
      try compare.writeFenwick { row, _ in row.counters[.rowsScanned] = 0 }
      try compare.gives(.success)
    }
  }

  @Test("exit code 1: at some height cost, there are more late frames")
  func lateFrames() throws {
    try withBench { bench in
      let run = "run -s reload-window -m corrected -c scroll -H fixed:44 -r 400 -b 20ms"
      try bench.does("\(run) -o $/base")
      try bench.does("\(run) -o $/head")
      #expect(try bench.compares("$/base $/head").code == .success)
      var lines = try bench.read("head/frames.csv").split(separator: "\n").map(String.init)
      let place = try #require(lines.firstIndex { $0.contains(",scroll,0,") })
      lines[place] = lines[place].replacing(",scroll,0,", with: ",scroll,300,")
      try bench.write("head/frames.csv", lines.map { $0 + "\n" }.joined())
      #expect(try bench.compares("$/base $/head").code == .regression)
      #expect(try bench.read("report").contains("Regression: 1 cell with more late frames."))
      #expect(try bench.compares("$/head $/base").code == .success)
    }
  }

  @Test("runs with different machines, compilers and allocator settings can be compared")
  func elsewhere() throws {
    let facts = [
      ("\"cores\" : ", "\"cores\" : 9", "machine.cores: "),
      ("\"compiler\" : \"", "\"compiler\" : \"X ", "compiler: "),
      ("\"allocation\" : \"", "\"allocation\" : \"X ", "allocation: "),
      // A run's time budget does not affect its work.
      ("\"budget_seconds\" : 0.05", "\"budget_seconds\" : 60", ""),
    ]
    try withPairs { compare in
      for (original, replacement, text) in facts {
        try compare.copy(original, to: replacement)
        try compare.gives(.success, "", "\n" + text, "Times, not judged: 6 cells")
      }
    }
  }

  @Test("allocations are only compared between runs on the same system, other counters always")
  func systems() throws {
    try withPairs { compare in
      let kernel =
        "\"kernel\" : \"\(firstWord(of: try compare.bench.run("base").record().machine.kernel))"
      try compare.writeFenwick { row, _ in row.counters[.allocations] = 99 }
      try compare.gives(.regression, "", "Regression: 2 increased counters.")
      try compare.bench.edit("head/run.json", kernel, "\"kernel\" : \"Other")
      try compare.gives(
        .success, "", "Allocations and memory are not compared, because BASE is from")
      try compare.writeFenwick { row, _ in row.counters[.reloads] = 1 }
      try compare.bench.edit("head/run.json", kernel, "\"kernel\" : \"Other")
      try compare.gives(.regression, "", "Regression: 2 increased counters.")
    }
  }

  @Test(
    "--accept writes accepted increases, which count up to their limit; other lines are reported")
  func accepting() throws {
    try withPairs { compare in
      let file = "\(compare.bench.folder)/accepted.csv"
      func lines(_ text: String) throws -> [AcceptedIncrease] {
        try compare.bench.write("accepted.csv", text)
        return try AcceptedIncrease.read(file)
      }
      func accepted(_ lines: [AcceptedIncrease]) throws -> RunComparison {
        let inputs = try Sides(base: "base", head: "head").map {
          try RunInput.open("\(compare.bench.folder)/\($0)")
        }
        var comparison = try RunComparison(inputs, allowsNew: false)
        comparison.accept(lines)
        return comparison
      }
      try compare.writeFenwick { row, _ in row.counters[.reloads] = 2 }
      #expect(try AcceptedIncrease.read(file).isEmpty)
      let risen = try accepted([]).risen
      #expect(risen.count == 2)
      let new = risen.map { AcceptedIncrease($0, reason: "a reload, \"once\"") }
      try AcceptedIncrease.write([], replacing: new, to: file)
      try AcceptedIncrease.write(new, replacing: [new[1]], to: file)
      #expect(Set(try AcceptedIncrease.read(file).map(\.name)) == Set(new.map(\.name)))
      let same = try accepted(new)
      #expect(same.exitCode == .success && same.notes.isEmpty)
      #expect(same.text(width: 200, style: .plain).contains("accepted: a reload, \"once\""))
      try compare.writeFenwick { row, _ in row.counters[.reloads] = 3 }
      let more = try accepted(new)
      #expect(more.exitCode == .regression && more.notes.count == 2)
      #expect(more.notes.first?.hasSuffix(" is 3.0, above its limit 2.0.") == true)
      try compare.writeFenwick { _, _ in }
      let none = try accepted(new)
      #expect(none.exitCode == .success && none.notes.count == 2)
      #expect(none.notes.first?.hasSuffix(" has not increased, so remove its line.") == true)
      var other = new[0]
      other.counter = .instructions
      #expect(
        try accepted([other]).notes
          == ["results/accepted.csv: lines about counters that were not compared: 1."])
      let header = "schema,scenario,heights,rows,strategy,mode,counter,limit,reason\n"
      for (line, part) in [
        ("6,offset,chat,20,*,corrected,reload,2,why\n", "column counter: found \"reload\""),
        ("6,offset,chat,20,fenwick,corrected,reloads,2,\n", "column reason: found nothing"),
        ("6,offset,chat,20,fenwick,corrected,reloads,-2,why\n", "column limit: found \"-2\""),
      ] {
        let fault = #expect(throws: RunFault.self) { try lines(header + line) }
        #expect(fault?.exitCode == .badData && fault?.message.contains(part) == true, "\(fault!)")
      }
    }
  }

  private func firstWord(of text: String) -> String { String(text.prefix { $0 != " " }) }

  @Test("exit code 3: the runs counted different work")
  func incomparable() throws {
    let work = [
      ("\"seed\" : 1,", "\"seed\" : 2,", "seed: 1 | 2"),
      ("\"viewport\" : 844", "\"viewport\" : 845", "plan.viewport: 844.0 | 845.0"),
      ("\"optimisation\" : \"", "\"optimisation\" : \"X", "optimisation: "),
      ("\"chat 20\" : \"0x", "\"chat 20\" : \"0x7", "the same name: chat 20 rows"),
    ]
    try withPairs { compare in
      for (original, replacement, text) in work {
        try compare.copy(original, to: replacement)
        let outcome = try compare()
        #expect(outcome.code == .incomparable, "\(original)")
        #expect(outcome.message.contains(text), "\(outcome.message)")
        let names = ["(in the order $/base | $/head)", "$/base and $/head have different row"]
        #expect(names.contains(where: outcome.message.contains))
      }
      try compare.writeFenwick { row, _ in row.countedOperations = 963 }
      let outcome = try compare()
      #expect(outcome.code == .incomparable)
      let start = "counters cannot be compared: fenwick (corrected) in offset, chat, 20 rows: "
      #expect(outcome.message.hasPrefix(start + "BASE counted "))
      #expect(outcome.message.hasSuffix(" operations and HEAD 963"))
      for (name, features) in [("base", nil), ("head", "-AVX2")] {
        try compare.bench.editRecord(name) {
          $0.simulation = .init(tool: "valgrind", model: "any", unusedFeatures: features)
        }
      }
      let exact = try compare("--exact")
      #expect(exact.code == .incomparable)
      #expect(exact.message.contains("simulation.unused_features: none | -AVX2 (in the order"))
    }
  }

  @Test("exit code 4: cells are missing, new or timed out, and the report names them")
  func cells() throws {
    try withPairs { compare in
      try compare.copy(to: "whole")
      func keep(in name: String, _ isKept: (CellKey) -> Bool) throws {
        try compare.keep(in: name, of: "whole", isKept)
      }
      try compare.copy()
      try keep(in: "head") { $0.strategy != "fenwick" }
      try compare.gives(.differentCells, "", "Cells only in BASE: 2", "not in HEAD")
      try compare.gives(.differentCells, "--allow-new")
      try keep(in: "head") { _ in true }
      try keep(in: "base") { $0.strategy != "fenwick" }
      try compare.gives(.differentCells)
      try compare.gives(.success, "--allow-new", "New cells: 2", "not in BASE")
      try keep(in: "head") { $0.strategy == "fenwick" }
      #expect(
        try compare("--allow-new")
          == .init(
            code: .differentCells,
            message: "nothing to compare: $/base and $/head have no cell in common"))
      try keep(in: "base") { _ in true }
      try compare.writeFenwick { row, _ in row.status = .timedOut("building takes 4.1 s") }
      try compare.gives(
        .differentCells, "", "timed out: building takes 4.1 s")
      // A regression in HEAD determines the exit code, even if results are missing.
      try compare.write("head") { row, _ in
        if row.cell.strategy == "fenwick" { row.status = .timedOut("building takes 4.1 s") }
        row.counters[.reloads] = 1
      }
      try compare.gives(.regression)
    }
  }

  @Test(
    "exit code 4: cells fail verification, and the report names them; exit code 1: more steps are wrong"
  )
  func wrong() throws {
    try withPairs { compare in
      func write(_ wrong: Int, more: Int = 0) throws {
        try compare.writeFenwick { row, _ in
          row.deviation.wrongSteps = wrong
          row.deviation.checkedSteps = (row.deviation.checkedSteps ?? 0) + more
        }
      }
      try write(5)
      try compare.gives(.regression, "", "Regression: 2 cells with more wrong results.", "5 of ")
      try compare.gives(
        .regression, "--format json", "\"steps_wrong\" : [", "\"head\" : 5")
      // More wrong steps are accepted if the number of checked steps grew by at least as much.
      for (wrong, more, code) in [(0, 0, ExitCode.success), (5, 5, .success), (5, 4, .regression)] {
        try write(wrong, more: more)
        try compare.gives(code)
      }

      for run in ["base", "head"] {
        try compare.writeFenwick(in: run) { row, _ in row.status = .wrong(step: nil) }
      }
      try compare.gives(
        .differentCells, "", "Cells with no result in either HEAD or BASE: 2",
        "wrong answers while timed")
      try compare.gives(
        .differentCells, "--allow-new --format json",
        "\"reason\" : \"wrong answers while timed\"")
      for run in ["base", "head"] {
        try compare.write(run) { row, _ in row.status = .wrong(step: 3) }
      }
      let outcome = try compare()
      #expect(outcome.code == .differentCells)
      #expect(
        outcome.message.contains(" have no cell in common; no result for "), "\(outcome.message)")
      #expect(outcome.message.hasSuffix(": wrong answer in step 3"), "\(outcome.message)")
    }
  }

  @Test("exit code 4: one side did not count or check some cells, which the report names")
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
        for options in ["", "--allow-new"] {
          try compare.gives(
            .differentCells, options,
            "Cells not counted or checked in BASE or HEAD: 1", reason)
        }
        try compare.gives(
          .differentCells, "--format json", "\"not_counted_or_checked\" : [", reason)
      }
      // --allow-new accepts a counter that is in HEAD but not in BASE.
      try compare.write("head") { _, _ in }
      try compare.write("base") { row, _ in row.counters[.reloads] = nil }
      try compare.gives(.differentCells, "", "BASE has no reloads")
      try compare.gives(.success, "--allow-new")
      // --exact compares instruction counts, but neither run has any.
      try compare.write("base") { _, _ in }
      for name in ["base", "head"] {
        try compare.bench.editRecord(name) {
          $0.simulation = .init(tool: "valgrind", model: "any")
        }
      }
      for options in ["--exact", "--exact --allow-new"] {
        try compare.gives(.differentCells, options, "HEAD has no instructions")
      }
    }
  }

  @Test("the report notes unknown revisions and different hosts; samples.csv isn't needed")
  func notes() throws {
    try withPairs { compare in
      try compare.copy()
      try compare.bench.editRecord("head") {
        ($0.revision, $0.machine.host) = ("unknown", "0123456789abcdef")
      }
      let folder = try compare.bench.run("head")
      try compare.gives(
        .success, "", "The revision of \(folder.path) is unknown",
        "The runs are from different hosts (")
      unlink(folder.samplesPath)
      try compare.gives(.success, "", "Times, not judged: 6 cells")
      for command in ["show $/head", "report $/head", "export $/head --format benchfmt -o $/out"] {
        try compare.bench.does(command)
      }
    }
  }

  @Test("usage errors, missing files and incomplete runs are rejected")
  func refusals() throws {
    try withPairs { compare in
      try compare.copy()
      let refused: [(String, ExitCode)] = [
        ("$/base", .usage), ("$/base $/head --threshold 3", .usage), ("$/base $/no", .missingInput),
        ("$/base $", .missingInput), ("$/base $/head --budget 3s", .usage),
        ("--against HEAD --baseline main", .usage),
      ]
      for (words, code) in refused { try compare.bench.rejects("compare \(words)", code) }
      try compare.copy("\"complete\"", to: "\"interrupted\"")
      try compare.bench.rejects(
        "compare $/base $/head", .differentCells,
        is: "$/head is interrupted, expected a complete run, so measure it again")
    }
  }

  // MARK: Inputs

  @Test("BASE can be a file that contains the path of a run")
  func baseline() throws {
    try withPairs { compare in
      let (bench, command) = (compare.bench, "compare $/baseline $/head")
      try compare.copy()
      try bench.write("baseline", "base\r\n")
      try bench.does(command)
      try bench.write("baseline", "base\nhead\n")
      try bench.rejects(
        command, .badData,
        is:
          "$/baseline:1: found 2 lines, expected one line with the path of a run's folder")
      try bench.write("baseline", "")
      try bench.rejects(command, .badData)
      try bench.write("baseline", "gone\n")
      try bench.rejects(command, .missingInput)
    }
  }

  @Test(
    "a summary can be compared with or without run.json; samples.csv can't, because it has no counters"
  )
  func files() throws {
    try withPairs { compare in
      try compare.writeFenwick { row, _ in row.counters[.reloads] = 1 }
      func code(_ file: String) throws -> ExitCode {
        try compare.bench.compares("$/base/\(file) $/head/\(file)").code
      }
      #expect(try code("summary.csv") == .regression)
      #expect(try code("samples.csv") == .badData)
      for run in ["base", "head"] { try compare.bench.remove("\(run)/run.json") }
      #expect(try code("summary.csv") == .regression)
      #expect(try compare.report.contains("Times, not judged: 6 cells"))
      // Without counters, nothing decides.
      for run in ["base", "head"] {
        var rows = try CellResult.rows(
          in: compare.bench.bytes("\(run)/summary.csv"), file: run)
        for row in rows.indices { rows[row].counters = Counters() }
        try compare.bench.write(
          "\(run)/summary.csv", String(decoding: CellResult.csv(of: rows), as: UTF8.self))
      }
      #expect(try code("summary.csv") == .badData)
    }
  }

  @Test(
    "runs without a common list are rejected, as are lists whose rows differ despite equal names")
  func lists() throws {
    try withBench { bench in
      try bench.write("a.txt", "44\n60\n44\n")
      try bench.write("b.txt", "44\n60\n44\n")
      let run = "run -s floor,fenwick -c offset -b 50ms -q -j"
      try bench.does("\(run) -H file:$/a.txt -o $/a")
      try bench.does("\(run) -H file:$/b.txt -o $/b")
      try bench.rejects(
        "compare $/a $/b", .differentCells,
        is: "nothing to compare: $/a and $/b have no cell in common; "
          + "plan.heights: file:$/a.txt | file:$/b.txt")
      try bench.write("a.txt", "44\n61\n44\n")
      try bench.does("\(run) -H file:$/a.txt -o $/again")
      try bench.rejects(
        "compare $/a $/again", .incomparable,
        is: "these runs cannot be compared: $/a and $/again have different row heights under the "
          + "same name: file:$/a.txt 3 rows")
    }
  }

  @Test("the report starts on a new line in GitHub's step summary")
  func stepSummary() throws {
    try withPairs { compare in
      try compare.copy()
      let bench = compare.bench
      for (before, start) in [("", "#"), ("text\n", "text\n#"), ("text", "text\n\n#")] {
        try bench.write("summary", before)
        let runs = ["base", "head"].map { "\(bench.folder)/\($0)" }
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
