import Measuring
import Testing

@testable import Runs

@Suite("Implausible times")
struct PlausibilityTests {
  /// A result with a time and an interval of 1 % on both sides of it.
  private func row(
    _ strategy: String = "fenwick", rows: Int = 1000, ns: Double = 100
  ) -> CellResult {
    var row = CellResult(cell: .example(rows: rows, strategy: strategy), status: .ok)
    (row.time.timeNs, row.time.lowNs, row.time.highNs) = (ns, ns * 0.99, ns * 1.01)
    return row
  }

  private func reasons(
    _ rows: [CellResult], _ times: [CellKey: [Double]] = [:], unsettled: Set<CellKey> = []
  ) -> [String?] {
    rows.flagged(by: times.mapValues { Repetitions($0) }, unsettled: unsettled).map(\.doubts)
  }

  @Test("ordinary times are not flagged")
  func none() {
    let rows = [row("a", ns: 50), row("b"), row("a", rows: 5000, ns: 60)]
    #expect(reasons(rows, [rows[1].cell: [99, 100, 101, 140]]) == [nil, nil, nil])
    let unmeasured = CellResult(cell: .example(rows: 1), status: .timedOut("slow"))
    #expect(reasons([unmeasured]) == [nil])
  }

  @Test("less than 0.1 ns for each row scanned is implausible")
  func scanned() {
    var scanning = row(ns: 100)
    scanning.counters[.rowsScanned] = 1000
    #expect(reasons([scanning]) == [nil])
    scanning.counters[.rowsScanned] = 1001
    #expect(reasons([scanning]) == ["less than 0.1 ns for each row looked at"])
    // If less than one row is scanned per operation, a short time is not flagged.
    var idle = row(ns: 0.05)
    idle.counters[.rowsScanned] = 0.9
    #expect(reasons([idle]) == [nil])
  }

  @Test("a mean far above the median indicates a mixture of distributions")
  func skew() {
    let cell = row(ns: 100)
    #expect(reasons([cell], [cell.cell: [100, 100, 250]]) == [nil])
    #expect(
      reasons([cell], [cell.cell: [100, 100, 280]]) == [
        "the mean of its repetitions is 1.6 times their median"
      ])
  }

  @Test("a longer list that is faster by more than its interval and 5 % is flagged")
  func longer() {
    func found(_ ns: Double) -> String? {
      reasons([row(rows: 1000, ns: 100), row(rows: 2000, ns: ns)])[1]
    }
    #expect(found(90) == "faster than with 1000 rows")
    #expect(found(96) == nil)
    #expect(found(120) == nil)
    // If a longer list is faster than a shorter one, the longer list is flagged, whatever the order of the
    // results.
    #expect(
      reasons([row(rows: 2000, ns: 90), row(rows: 1000, ns: 100)])
        == ["faster than with 1000 rows", nil])
    // A longer list that is faster is not flagged if the intervals of the two times overlap.
    var vague = row(rows: 2000, ns: 90)
    vague.time.highNs = 99
    #expect(reasons([row(rows: 1000, ns: 100), vague])[1] == nil)
    // Times of different strategies are not compared with each other.
    #expect(reasons([row("a", rows: 1000, ns: 100), row("b", rows: 2000, ns: 50)])[1] == nil)
  }

  @Test("several reasons are joined")
  func several() {
    var odd = row(rows: 2000, ns: 10)
    odd.counters[.rowsScanned] = 4000
    #expect(
      reasons([row(rows: 1000, ns: 100), odd], unsettled: [odd.cell])[1]
        == "less than 0.1 ns for each row looked at; had not settled when it was timed; "
        + "faster than with 1000 rows")
  }
}
