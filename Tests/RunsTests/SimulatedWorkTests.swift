import Basics
import Testing

@testable import Runs

@Suite("Work on a simulated processor")
struct SimulatedWorkTests {
  private func row(
    _ strategy: String, _ work: [Double], netNs: Double? = nil, scenario: String = "offset"
  ) -> SummaryRow {
    var row = SummaryRow(
      cell: CellKey(
        group: CellGroup(scenario: scenario, heights: "chat", rows: 1000), strategy: strategy,
        mode: "corrected", role: .strategy),
      status: .ok)
    for (counter, amount) in zip(Counter.simulated, work) { row.counters[counter] = amount }
    row.time.netNs = netNs
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
    let found = CounterComparison.all(base: base, head: head, simulatedWithin: share)
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

  /// Work of eight strategies, each of another kind.
  private var works: [[Double]] {
    (1...8).map { number in
      let number = Double(number)
      return [40 * number, 0, number * number, Double(Int(number) % 3), 8 / number]
    }
  }

  private func time(of work: [Double]) -> Double {
    0.25 * work[0] + 4 * (work[2] - work[3]) + 80 * work[3] + 6 * work[4]
  }

  @Test("times that follow from work are explained, and one that does not is doubted")
  func explained() throws {
    let counts = works.enumerated().map { row("s\($0.offset)", $0.element) }
    var times = works.enumerated().map {
      row("s\($0.offset)", [], netNs: time(of: $0.element))
    }
    let whole = TimeExplanation(times: times, counts: counts)
    #expect(whole.cells.count == 8 && whole.share(within: 0.001) == 1)
    #expect(!whole.cells.contains { $0.isDoubted })
    let prices = try #require(whole.prices.first?.nanoseconds)
    for (found, price) in zip(prices, [0.25, 4, 80, 6]) { #expect(abs(found - price) < 1e-6) }
    times += (0..<20).map { row("t\($0)", [], netNs: time(of: works[$0 % 8])) }
    let more = counts + (0..<20).map { row("t\($0)", works[$0 % 8]) }
    times[3].time.netNs = 5 * time(of: works[3])
    let doubted = TimeExplanation(times: times, counts: more).cells.filter(\.isDoubted)
    #expect(doubted.map(\.cell.strategy) == ["s3"])
  }

  @Test("what cannot be told is not explained: too few cells, steps of nearly no time, other cells")
  func unexplained() {
    let counts = works.enumerated().map { row("s\($0.offset)", $0.element) }
    let few = works.prefix(7).enumerated().map {
      row("s\($0.offset)", [], netNs: time(of: $0.element))
    }
    #expect(TimeExplanation(times: few, counts: counts).cells.isEmpty)
    let quick = works.enumerated().map { row("s\($0.offset)", [], netNs: 0.1) }
    #expect(TimeExplanation(times: quick, counts: counts).cells.isEmpty)
    #expect(TimeExplanation(times: [], counts: counts).share(within: 1) == 0)
  }
}
