import Basics
import Testing

@testable import Runs

@Suite("Work on a simulated processor")
struct SimulatedWorkTests {
  private func row(_ strategy: String, _ work: [Double]) -> SummaryRow {
    var row = SummaryRow(
      cell: CellKey(
        group: CellGroup(scenario: "offset", heights: "chat", rows: 1000), strategy: strategy,
        mode: "corrected", role: .strategy),
      status: .ok)
    for (counter, amount) in zip(Counter.simulated, work) { row.counters[counter] = amount }
    return row
  }

  @Test(
    "a rise counts beyond a share of it and of four more; without a share nothing is compared",
    arguments: [
      (100.0, 100.5, 0.005, false), (100, 100.6, 0.005, true), (100.6, 100, 0.005, false),
      (0, 0.02, 0.005, false), (0, 0.03, 0.005, true), (100, 100.001, 0, true), (7, 7, 0, false),
    ])
  func rises(before: Double, now: Double, share: Double, isMore: Bool) throws {
    let (base, head) = (
      row("fenwick", [0, 0, 0, 0, before]),
      row("fenwick", [0, 0, 0, 0, now])
    )
    let found = CounterComparison.all(
      base: base, head: head, CounterTolerances(simulated: share))
    #expect(found.map(\.counter) == Counter.simulated)
    #expect(found.filter { $0.change == .more }.map(\.counter) == (isMore ? [.mispredicted] : []))
    #expect(CounterComparison.all(base: base, head: head).isEmpty)
  }

  @Test("its columns are named as their counters and read back")
  func columns() throws {
    let work = [31.5, 8, 3.25, 1, 0.5]
    let bytes = SummaryRow.schema.text(of: [row("fenwick", work)])
    let header = String(decoding: bytes, as: UTF8.self).prefix { $0 != "\n" }.split(separator: ",")
    for name in ["instructions", "data_accesses", "lines_l1", "lines_ll", "mispredicted"] {
      #expect(header.contains { $0 == name })
    }
    let read = try #require(SummaryRow.checkedRows(in: bytes, file: "summary.csv").first)
    #expect(read.counters == row("fenwick", work).counters)
  }
}
