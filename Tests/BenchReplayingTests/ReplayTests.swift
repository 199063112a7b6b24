import BenchReplaying
import ListLayout
import Testing

/// The calls that the list received.
private final class Log: @unchecked Sendable {
  var calls: [String] = []
}

private struct LoggedRows: RowSource {
  let rows: PlainRows
  let log: Log

  var count: Int { rows.count }
  func height(of row: Int) -> LayoutUnit { rows.height(of: row) }
  func copyHeights(of range: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    rows.copyHeights(of: range, to: destination)
  }
  func note(_ work: Work, _ amount: Int) {}

  /// The current heights in 1/64 pt, as text.
  func heights(_ range: Range<Int>) -> String {
    range.map { "\(height(of: $0).rawValue)" }.joined(separator: " ")
  }
}

/// A list that logs the calls it receives. Row i has offset 100 * i.
private struct LoggingList: LayoutStrategy {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "logging", title: "keeps a log", origin: "this test", modes: [.corrected],
      complexity: Complexity())
  }

  private let rows: LoggedRows
  private(set) var viewport: LayoutUnit
  var contentOffset: LayoutUnit { .zero }
  var contentHeight: LayoutUnit { .zero }

  init(rows: LoggedRows, options: LayoutOptions) {
    self.rows = rows
    viewport = options.viewport
    log("built at \(options.start)")
  }

  private func log(_ call: String) { rows.log.calls.append(call) }

  func offset(of row: Int) -> LayoutUnit {
    log("offset of \(row)")
    return LayoutUnit(rawValue: Int64(100 * row))
  }

  func row(at offset: LayoutUnit) -> Int {
    log("row at \(offset.rawValue)")
    return Int(offset.rawValue / 100)
  }

  func heightChanged(of row: Int) { log("row \(row) is \(rows.heights(row..<row + 1))") }
  func heightsChanged() { log("all are \(rows.heights(0..<rows.count))") }
  func inserted(_ new: Range<Int>) { log("new \(new): \(rows.heights(new))") }
  func deleted(_ old: Range<Int>) { log("gone \(old), left \(rows.heights(0..<rows.count))") }
  func scroll(by distance: LayoutUnit) { log("scroll \(distance.rawValue)") }
  func settle() { log("settle") }
  func jump(to row: Int) { log("jump to \(row)") }
  func resizeViewport(to height: LayoutUnit) { log("viewport \(height.rawValue)") }
  func layout() { log("frame") }
  func visitViews(_ body: (RowView) -> Void) {}
}

@Suite("The timed loops")
struct ReplayTests {
  /// A script, and the calls that a list of three rows must receive. The rows have heights 10, 20 and 30
  /// before a rotation, and 11, 21 and 31 after it.
  struct Case: CustomTestStringConvertible, Sendable {
    let script: Script
    let calls: [String]
    /// The answers in the checksum.
    var answers: [Int] = []
    var testDescription: String { script.loop.rawValue }
  }

  static let cases = [
    Case(
      script: Script(loop: .offset, count: 2, rows: [2, 1]), calls: ["offset of 2", "offset of 1"],
      answers: [200, 100]),
    Case(
      script: Script(loop: .offsetChain, count: 2, rows: [2, 1]),
      calls: ["offset of 2", "offset of 1"], answers: [200, 100]),
    Case(
      script: Script(loop: .hitTest, count: 2, distances: [250, 10]),
      calls: ["row at 250", "row at 10"], answers: [2, 0]),
    Case(
      script: Script(loop: .hitTestChain, count: 2, distances: [250, 10]),
      calls: ["row at 250", "row at 10"], answers: [2, 0]),
    Case(
      script: Script(
        loop: .mixed, count: 1, rows: [2], targets: [1], heights: [99], distances: [250]),
      calls: ["row 2 is 99", "offset of 1", "row at 250"], answers: [102]),
    Case(
      script: Script(loop: .change, count: 2, rows: [2, 0], heights: [99, 98]),
      calls: ["row 2 is 99", "row 0 is 98"]),
    Case(
      script: Script(
        loop: .recalc, count: 1, width: 2, rows: [2, 0], targets: [1], heights: [99, 98],
        distances: [250]),
      calls: ["row 2 is 99", "row 0 is 98", "offset of 1", "frame", "row at 250"], answers: [102]),
    Case(
      script: Script(loop: .expand, count: 1, rows: [1], heights: [99]),
      calls: ["row 1 is 99", "frame"]),
    Case(
      script: Script(loop: .rotate, count: 2, distances: [500, 900]),
      calls: [
        "all are 11 21 31", "viewport 500", "frame", "all are 10 20 30", "viewport 900", "frame",
      ]),
    Case(
      script: Script(
        loop: .frames, count: 3, rows: [-1, 2, -1], targets: [0, 0, 1], distances: [64, -7, 0]),
      calls: ["scroll 64", "frame", "jump to 2", "scroll -7", "frame", "settle", "frame"]),
    Case(script: Script(loop: .jump, count: 1, rows: [2]), calls: ["jump to 2", "frame"]),
    Case(
      script: Script(loop: .prepend, count: 1, width: 2, targets: [2], heights: [7, 8]),
      calls: ["new 0..<2: 7 8", "frame", "gone 0..<2, left 10 20 30", "frame"]),
    Case(
      script: Script(loop: .append, count: 1, width: 2, targets: [2], heights: [7, 8]),
      calls: ["new 3..<5: 7 8", "frame", "gone 3..<5, left 10 20 30", "frame"]),
    Case(
      script: Script(loop: .follow, count: 1, width: 2, targets: [2], heights: [7, 8]),
      calls: ["new 3..<5: 7 8", "jump to 4", "frame", "gone 3..<5, left 10 20 30", "frame"]),
    Case(
      script: Script(loop: .edit, count: 2, rows: [1, 1], heights: [7, -1]),
      calls: ["new 1..<2: 7", "frame", "gone 1..<2, left 10 20 30", "frame"]),
    // The checksum includes the start row.
    Case(
      script: Script(loop: .open, count: 1, rows: [2]), calls: ["built at 2", "frame"],
      answers: [2]),
  ]

  @Test(
    "Every loop makes the calls in its script and adds the answers to the checksum",
    arguments: cases)
  func calls(_ loop: Case) {
    let store = RowStore(heights: [10, 20, 30], alternate: [11, 21, 31])
    let log = Log()
    let trial = Trial(
      LoggingList.self, source: LoggedRows(rows: store.rows, log: log), store: store,
      options: LayoutOptions(viewport: LayoutUnit(points: 10)), script: loop.script)
    #expect(log.calls == ["built at 0", "frame"])
    log.calls = []
    let sum = trial.run(0..<loop.script.count, from: Checksum())
    #expect(log.calls == loop.calls)
    var expected = Checksum()
    for answer in loop.answers { expected.add(answer) }
    #expect(sum == expected)
  }

  @Test("Every loop has a test case")
  func loops() { #expect(Set(Self.cases.map(\.script.loop)) == Set(Loop.allCases)) }
}
