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
      #expect(try compare.bench.compares("$/base $/base").code == .success)
      #expect(try compare.report.contains("BASE and HEAD are the same run"))
      try compare.copy()
      try compare.gives(.success, "", "No cell does more work (", "Times, not judged: 6 cells")
      // A/A controls are not compared.
      #expect(try compare.bench.run("base").summary().count { $0.cell.role == .control } == 2)
      try compare.gives(.success, "--format json")
      let times = try compare.report.split(separator: "\n")
      #expect(times.count { $0.contains("\"base_ns\"") } == 6)
    }
  }

  @Test(
    "the times and the noise of both runs are printed side by side, but don't affect the exit code")
  func times() throws {
    try withPairs { compare in
      try compare.write("head") { row, time in
        if row.cell.strategy == "fenwick" { time = 3000 }
        if row.cell.role == .control { (row.control.value, row.control.high) = (1.25, 1.5) }
      }
      try compare.gives(
        .success, "", "Times, not judged: 6 cells; noise (A/A control): 0 % in BASE, 25 % in HEAD",
        "Times are not judged, because")
      // The largest slowdown comes first. `write` adds up to 2 ns to each repetition.
      let lines = try compare.report.split(separator: "\n").drop { !$0.hasPrefix("Times, not") }
        .dropFirst(2)
      #expect(lines.prefix(2).allSatisfy { $0.contains("  fenwick  ") && $0.hasSuffix("3.00x") })
      #expect(lines.dropFirst(2).prefix(4).allSatisfy { $0.hasSuffix("1.00x") })
      #expect(
        try compare("--threshold 3%").message
          == "--threshold needs --exact or --against, because all other counters have fixed tolerances"
      )
    }
  }

  /// Changes to two cells in HEAD, with the options, the expected exit code and part of the expected report.
  private static let changes: [(String, ExitCode, String, @Sendable (inout CellResult) -> Void)] = [
    ("", .regression, "Regression: 2 increased counters.", { $0.counters[.reloads] = 1 }),
    ("", .success, "No cell does more work (", { $0.counters[.rowsScanned] = 0 }),
    ("", .regression, "Regression: 2 cells with more wrong results.", { $0.addSteps(4, wrong: 5) }),
    // An increase in wrong steps is accepted if the number of checked steps has increased by at least as
    // much.
    ("", .success, "No cell does more work (", { $0.addSteps(5, wrong: 5) }),
    ("", .differentCells, "timed out: building", { $0.status = .timedOut("building takes 4.1 s") }),
    ("--allow-new", .differentCells, "HEAD has no reloads", { $0.counters[.reloads] = nil }),
    ("--allow-new", .differentCells, "HEAD has 0 operations", { $0.countedOperations = nil }),
    ("--allow-new", .differentCells, "HEAD has 0 steps", { $0.deviation.checkedSteps = 0 }),
    ("--exact", .differentCells, "HEAD has no instructions", { _ in }),
  ]

  @Test(
    "the exit code is 1 if cells do more work or show more wrong rows, and 4 if cells lack results",
    arguments: changes.indices)
  func changedCells(index: Int) throws {
    let (options, code, text, change) = Self.changes[index]
    try withPairs { compare in
      try compare.writeFenwick { row, _ in change(&row) }
      if options == "--exact" {
        for name in ["base", "head"] {
          try compare.bench.editRecord(name) {
            $0.simulation = .init(tool: "valgrind", model: "any")
          }
        }
      }
      try compare.gives(code, options, text)
    }
  }

  @Test("exit code 1: HEAD has more late frames than BASE at some row cost")
  func lateFrames() throws {
    try withRun("-s reload-window -m corrected -c scroll -H fixed:44 -r 400 -b 20ms", as: "base") {
      bench in
      try FileManager.default.copyItem(
        atPath: bench.folder + "/base", toPath: bench.folder + "/head")
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

  @Test("runs can be compared across machines, compilers and allocator settings")
  func elsewhere() throws {
    let facts = [
      ("\"cores\" : ", "\"cores\" : 9", "machine.cores: "),
      ("\"compiler\" : \"", "\"compiler\" : \"X ", "compiler: "),
      // A run's time budget does not affect its work counters.
      ("\"budget_seconds\" : 0.05", "\"budget_seconds\" : 60", ""),
    ]
    try withPairs { compare in
      for (original, replacement, text) in facts {
        try compare.copy(original, to: replacement)
        try compare.gives(.success, "", "\n" + text, "Times, not judged: 6 cells")
      }
    }
  }

  @Test("allocations are only compared between runs on the same system")
  func systems() throws {
    try withPairs { compare in
      let kernel =
        "\"kernel\" : \"\(firstWord(of: try compare.bench.run("base").record().machine.kernel))"
      try compare.writeFenwick { row, _ in row.counters[.allocations] = 99 }
      try compare.gives(.regression)
      try compare.bench.edit("head/run.json", kernel, "\"kernel\" : \"Other")
      try compare.gives(
        .success, "", "Allocations and memory are not compared, because BASE is from")
    }
  }

  @Test(
    "--accept records increases, which are accepted from then on up to the recorded limit")
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
          == ["results/accepted.csv: lines for counters that were not compared: 1."])
      let header = "schema,scenario,heights,rows,strategy,mode,counter,limit,reason\n"
      for (line, part) in [
        ("6,offset,chat,20,*,corrected,reload,2,why\n", "column counter: found \"reload\""),
        ("6,offset,chat,20,fenwick,corrected,reloads,2,\n", "column reason: found nothing"),
      ] {
        let fault = #expect(throws: RunFault.self) { try lines(header + line) }
        #expect(fault?.exitCode == .badData && fault?.message.contains(part) == true, "\(fault!)")
      }
    }
  }

  private func firstWord(of text: String) -> String { String(text.prefix { $0 != " " }) }

  @Test("exit code 3: the counters of the two runs cover different operations")
  func incomparable() throws {
    let work = [
      ("\"seed\" : 1,", "\"seed\" : 2,", "seed: 1 | 2"),
      ("\"viewport\" : 844", "\"viewport\" : 845", "plan.viewport: 844.0 | 845.0"),
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
            message: "nothing to compare: $/base and $/head have no cells in common"))
      try keep(in: "base") { _ in true }
      // If there are both a regression and missing results, the regression determines the exit code.
      try compare.write("head") { row, _ in
        if row.cell.strategy == "fenwick" { row.status = .timedOut("building takes 4.1 s") }
        row.counters[.reloads] = 1
      }
      try compare.gives(.regression)
    }
  }

  @Test(
    "exit code 4: cells fail verification in both runs, and the report names them"
  )
  func wrong() throws {
    try withPairs { compare in
      for run in ["base", "head"] {
        try compare.writeFenwick(in: run) { row, _ in row.status = .wrong(step: nil) }
      }
      try compare.gives(
        .differentCells, "", "Cells with no result in either HEAD or BASE: 2",
        "wrong answers while timed")
      for run in ["base", "head"] {
        try compare.write(run) { row, _ in row.status = .wrong(step: 3) }
      }
      let outcome = try compare()
      #expect(outcome.code == .differentCells)
      #expect(
        outcome.message.contains(" have no cells in common; no result for "), "\(outcome.message)")
      #expect(outcome.message.hasSuffix(": wrong answer in step 3"), "\(outcome.message)")
    }
  }

  @Test("the report notes unknown revisions and different hosts, and doesn't require samples.csv")
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
      try compare.bench.does("export $/head --format benchfmt -o $/out")
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
        is: "$/head is interrupted, but a complete run is required, so measure it again")
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
    "two summary.csv files can be compared without run.json, but samples.csv has no counters to compare"
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
    }
  }

  @Test(
    "runs are rejected if they have no list in common, or if lists with the same name have different rows"
  )
  func lists() throws {
    try withBench { bench in
      try bench.write("a.txt", "44\n60\n44\n")
      try bench.write("b.txt", "44\n60\n44\n")
      let run = "run -s floor,fenwick -c offset -b 50ms -q -j"
      try bench.does("\(run) -H file:$/a.txt -o $/a")
      try bench.does("\(run) -H file:$/b.txt -o $/b")
      try bench.rejects(
        "compare $/a $/b", .differentCells,
        is: "nothing to compare: $/a and $/b have no cells in common; "
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

extension CellResult {
  fileprivate mutating func addSteps(_ checked: Int, wrong: Int) {
    deviation.checkedSteps = (deviation.checkedSteps ?? 0) + checked
    deviation.wrongSteps = wrong
  }
}
