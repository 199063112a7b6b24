import BenchBasics
import BenchMeasuring
import Foundation
import ListLayout
import Testing

@testable import BenchReporting
@testable import BenchRuns

struct ExportTests {
  @Test("Only valid results are exported, and a note gives the number of exported cells")
  func omissions() throws {
    let run = try SmallRun.exported()
    #expect(run.cells.map(\.row.cell.strategy) == ["fenwick", "my=list+2%", "floor"])
    // Each repetition is exported as the median of its samples.
    #expect(run.cells.map(\.times?.values) == [[10, 12, 11], [1.5], [0.5, 0.5]])
    #expect(
      run.notes(for: .benchfmt) == [
        "exported 3 of 8 cells; the others are A/A controls or have no valid result"
      ])
    #expect(
      try SmallRun.exported(.interrupted).notes(for: .customSmallerIsBetter).first
        == "the run was interrupted, so only part of its plan was exported")
    var without = SmallRun.measured
    without.summary.removeAll { $0.status == .ok }
    let fault = RunFault(.usage, "nothing to export: the run has no valid results")
    #expect(throws: fault) { try ExportedRun(without) }
    // Only benchfmt needs the repetitions.
    var summaryOnly = SmallRun.measured
    summaryOnly.repetitions = nil
    let partial = try ExportedRun(summaryOnly)
    #expect(partial.notes(for: .benchfmt).first?.hasPrefix("samples.csv is missing") == true)
    #expect(partial.notes(for: .customSmallerIsBetter).count == 1)
  }

  @Test("A run is exported in Go's benchmark format, and a partial run is labelled as such")
  func benchfmt() throws {
    let counts = "ns/op 1.5 heights-asked/op 0.0 allocs/op"
    let fenwick =
      "BenchmarkLayout/strategy=fenwick/scenario=scroll/rows=1000/heights=chat/mode=corrected"
    let floor = fenwick.replacing("fenwick", with: "floor")
    let own = """
      BenchmarkLayout/strategy=my%3Dlist+2%25/scenario=scroll/rows=1000000/\
      heights=file:%2Fa%20b%2F%22%C3%BC%22.txt/mode=published
      """
    let lines = [
      "goos: linux", "goarch: amd64", "cpu: Intel(R) Xeon(R) CPU @ 2.20GHz",
      "Unit heights-asked/op better=lower assume=exact",
      "Unit allocs/op better=lower assume=exact", "\(fenwick) 10 10.0 \(counts)",
      "\(fenwick) 10 12.0 \(counts)", "\(fenwick) 10 11.0 \(counts)", "\(own) 4 1.5 \(counts)",
      "\(floor) 8 0.5 \(counts)", "\(floor) 8 0.5 \(counts)", "",
    ]
    #expect(try SmallRun.exported().text(as: .benchfmt) == lines.joined(separator: "\n"))
    let partial = try SmallRun.exported(.interrupted).text(as: .benchfmt)
    #expect(partial.contains("\nrun-status: interrupted\nUnit "))
  }

  @Test("For github-action-benchmark, every cell becomes one entry with a unique short name")
  func customSmallerIsBetter() throws {
    let run = try SmallRun.exported()
    #expect(
      try run.text(as: .customSmallerIsBetter) == #"""
        [
        {"name":"fenwick scroll 1k chat","range":"10.0 to 12.0","unit":"ns/op","value":11},
        {"name":"my=list+2% (published) scroll 1M file:/a b/\"ü\".txt","unit":"ns/op","value":1.5},
        {"name":"floor scroll 1k chat","range":"0.5 to 0.5","unit":"ns/op","value":0.5}
        ]

        """#)
    // Names omit the parts that all cells, including those without a result, have in common.
    var alike = SmallRun.measured
    alike.summary.removeAll { $0.cell.group.heights != "chat" }
    let exported = try ExportedRun(alike)
    #expect(
      exported.cells.map { exported.name(of: $0.row.cell) } == ["fenwick scroll", "floor scroll"])
  }

  @Test("A run that counted instructions is exported with its counts")
  func counted() throws {
    var run = SmallRun.measured
    run.record.simulation = .init(tool: "valgrind-3.19.0", model: "48k,2M")
    run.repetitions = nil
    for row in run.summary.indices { run.summary[row].time = CellTime() }
    for (counter, amount) in zip(Counter.simulated, [26.5, 8, 3.25, 1, 0.5]) {
      run.summary[0].counters[counter] = amount
    }
    let exported = try ExportedRun(run)
    #expect(
      try exported.text(as: .benchfmt).split(separator: "\n").last == """
        BenchmarkLayout/strategy=fenwick/scenario=scroll/rows=1000/heights=chat/mode=corrected 10 \
        1.5 heights-asked/op 0.0 allocs/op 26.5 instructions/op 8.0 data-accesses/op \
        3.25 lines-l1/op 1.0 lines-ll/op 0.5 mispredicted/op
        """)
    #expect(
      try exported.text(as: .customSmallerIsBetter) == """
        [
        {"name":"fenwick scroll 1k chat","unit":"instructions/op","value":26.5}
        ]

        """)
  }

  @Test("Control characters in the machine's description don't break the export")
  func controlCharacters() throws {
    var run = SmallRun.measured
    run.record.machine.cpuModel = "A\n\u{1}\"\\B\t"
    run.record.machine.kernel = ""
    let exported = try ExportedRun(run)
    // A line whose value would be empty is left out.
    #expect(try exported.text(as: .benchfmt).hasPrefix("goarch: amd64\ncpu: A  \"\\B \nUnit "))
  }

  @Test("Escaped names can be decoded", arguments: ["a/%=b", " ü:.\"", "2F%2F\\,", "\u{1}\n"])
  func names(text: String) {
    let escaped = ExportedCell.escaped(text)
    #expect(escaped.removingPercentEncoding == text)
    #expect(escaped.allSatisfy { $0.isASCII && !" /=\"\\\n".contains($0) })
  }
}

/// A run with every kind of cell.
enum SmallRun {
  static let measured: Run = {
    var run = Run(record: RunReport.of([]).record, summary: [], repetitions: [:])
    run.record.warnings = []
    run.add("fenwick", operations: 10, [[100], [120, 90, 130], [110]], interval: (10, 12))
    run.add(
      "my=list+2%", "file:/a b/\"ü\".txt", rows: 1_000_000, mode: .published, operations: 4, [[6]],
      interval: nil)
    run.add("floor", operations: 8, [[4], [4]], interval: (0.5, 0.5))
    run.summary[2].ratio.value = nil
    run.add("fenwick", role: .control, operations: 10, [[100], [120], [110]], interval: (10, 12))
    run.add("all-heights", operations: 10, [[90_000]], interval: nil)
    run.summary[4].status = .timedOut("slow")
    run.add("reload-window", operations: 10, [[50], [50]], interval: (5, 5))
    run.summary[5].deviation.wrongSteps = 3
    run.add("torn", operations: 10, [[0], [5]], interval: nil)
    run.summary.append(
      CellResult(
        cell: key("fixed-list", "chat", 1000, .corrected),
        status: .unsupported("needs rows of one height")))
    return run
  }()

  static func exported(_ status: RunStatus = .complete) throws -> ExportedRun {
    var run = measured
    run.record.status = status
    return try ExportedRun(run)
  }

  static func key(
    _ strategy: String, _ heights: String, _ rows: Int, _ mode: StrategyMode,
    _ role: CellRole = .strategy
  ) -> CellKey {
    CellKey(
      group: CellGroup(scenario: "scroll", heights: ExactText(heights), rows: rows),
      strategy: strategy, mode: mode, role: role)
  }
}

extension Run {
  /// - Parameter elapsedNs: Each repetition's samples, in nanoseconds.
  fileprivate mutating func add(
    _ strategy: String, _ heights: String = "chat", rows: Int = 1000,
    mode: StrategyMode = .corrected,
    role: CellRole = .strategy, operations: Int, _ elapsedNs: [[Int]], interval: (Double, Double)?
  ) {
    var row = CellResult(cell: SmallRun.key(strategy, heights, rows, mode, role), status: .ok)
    (row.rounds, row.operations) = (elapsedNs.count, operations)
    var own = Repetitions()
    for (number, segments) in elapsedNs.enumerated() {
      for (segment, elapsed) in segments.enumerated() {
        own.add(
          SampleRow(
            cell: row.cell, round: number, slot: 0, operations: operations, elapsedNs: elapsed,
            checksum: 0, segment: segment))
      }
    }
    row.time.timeNs = own.times.sorted()[own.times.count / 2]
    (row.time.lowNs, row.time.highNs) = (interval?.0, interval?.1)
    row.ratio.value = 1
    (row.counters[.heightsAsked], row.counters[.allocations]) = (1.5, 0)
    summary.append(row)
    repetitions?[row.cell] = own
  }
}
