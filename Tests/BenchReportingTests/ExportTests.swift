import BenchBasics
import BenchMeasuring
import ListLayout
import Testing

@testable import BenchReporting
@testable import BenchRuns

struct ExportTests {
  @Test("Only valid results are exported, and a note gives the number of exported cells")
  func omissions() throws {
    let run = try ExportedRun(SmallRun.measured)
    #expect(run.cells.map(\.row.cell.strategy) == ["fenwick", "my=list+2%", "floor"])
    // Each repetition is exported as the median of its samples.
    #expect(run.cells.map(\.times?.values) == [[10, 12, 11], [1.5], [0.5, 0.5]])
    #expect(
      run.notes(for: .benchfmt) == [
        "exported 3 of 8 cells; the others are A/A controls or have no valid result"
      ])
    var without = SmallRun.measured
    without.summary.removeAll { $0.status == .ok }
    let fault = RunFault(.usage, "nothing to export: the run has no valid results")
    #expect(throws: fault) { try ExportedRun(without) }
    var partial = SmallRun.measured
    (partial.repetitions, partial.record.status) = (nil, .interrupted)
    let notes = try ExportedRun(partial).notes(for: .benchfmt)
    #expect(notes.count == 3 && notes[0].hasPrefix("samples.csv is missing"))
    #expect(notes[1] == "the run was interrupted, so only part of its plan was exported")
    // Only benchfmt needs the repetitions.
    #expect(try ExportedRun(partial).notes(for: .customSmallerIsBetter).count == 2)
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
      "goos: linux", "goarch: amd64", "cpu: A  \"\\B ",
      "Unit heights-asked/op better=lower assume=exact",
      "Unit allocs/op better=lower assume=exact", "\(fenwick) 10 10.0 \(counts)",
      "\(fenwick) 10 12.0 \(counts)", "\(fenwick) 10 11.0 \(counts)", "\(own) 4 1.5 \(counts)",
      "\(floor) 8 0.5 \(counts)", "\(floor) 8 0.5 \(counts)", "",
    ]
    #expect(try ExportedRun(SmallRun.measured).text(as: .benchfmt) == lines.joined(separator: "\n"))
    var partial = SmallRun.measured
    (partial.record.status, partial.record.machine.kernel) = (.interrupted, "")
    // A line whose value would be empty is left out.
    let text = try ExportedRun(partial).text(as: .benchfmt)
    #expect(text.hasPrefix("goarch: amd64\ncpu: A  \"\\B \nrun-status: interrupted\nUnit "))
  }

  @Test("For github-action-benchmark, every cell becomes one entry with a unique short name")
  func customSmallerIsBetter() throws {
    let run = try ExportedRun(SmallRun.measured)
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
}

/// A run with every kind of cell.
enum SmallRun {
  static let measured: Run = {
    var run = Run(record: RunReport.of([]).record, summary: [], repetitions: [:])
    run.record.machine.cpuModel = "A\n\u{1}\"\\B\t"
    run.add("fenwick", [[100], [120, 90, 130], [110]], interval: (10, 12))
    run.add(
      "my=list+2%", heights: "file:/a b/\"ü\".txt", rows: 1_000_000, mode: .published,
      operations: 4, [[6]])
    run.add("floor", operations: 8, [[4], [4]], interval: (0.5, 0.5))
    run.add("fenwick", role: .control, [[100], [120], [110]], interval: (10, 12))
    run.add("all-heights", status: .timedOut("slow"), [[90_000]])
    run.add("reload-window", [[50], [50]], interval: (5, 5))
    run.summary[5].deviation.wrongSteps = 3
    run.add("torn", [[0], [5]])
    run.add("fixed-list", status: .unsupported("needs rows of one height"), [])
    return run
  }()
}

extension Run {
  /// - Parameter elapsedNs: Each repetition's samples, in nanoseconds.
  fileprivate mutating func add(
    _ strategy: String, heights: ExactText = "chat", rows: Int = 1000,
    mode: StrategyMode = .corrected, role: CellRole = .strategy, status: CellStatus = .ok,
    operations: Int = 10, _ elapsedNs: [[Int]], interval: (Double, Double)? = nil
  ) {
    let group = CellGroup(scenario: "scroll", heights: heights, rows: rows)
    let cell = CellKey(group: group, strategy: strategy, mode: mode, role: role)
    var row = CellResult(cell: cell, status: status)
    (row.rounds, row.operations) = (elapsedNs.count, operations)
    var own = Repetitions()
    for (number, segments) in elapsedNs.enumerated() {
      for (segment, elapsed) in segments.enumerated() {
        own.add(
          SampleRow(
            cell: cell, round: number, slot: 0, operations: operations, elapsedNs: elapsed,
            segment: segment))
      }
    }
    row.time.timeNs = Sample(own.times)?.median
    (row.time.lowNs, row.time.highNs) = (interval?.0, interval?.1)
    (row.counters[.heightsAsked], row.counters[.allocations]) = (1.5, 0)
    summary.append(row)
    repetitions?[cell] = own
  }
}
