import BenchReplaying
import ListLayout
import Testing

@testable import Conformance

/// Tests whether faults that occur only in long lists are found.
@Suite struct LongListTests {
  /// Verifies a strategy with just enough gestures for one long list.
  private func failure(of contender: StrategyEntry) throws -> InvariantFailure {
    let verification = Verification.run(
      contender, mode: .corrected, gestures: 16 * LongScript.length, seed: 1)
    #expect(!verification.isHeld)
    return try #require(verification.failure)
  }

  @Test("A wrong height in row 700 is found, and a short report shows how to reproduce it")
  func storedHeight() throws {
    for contender in [
      wrongFromStart, try #require(try wrongFromStart.named("wrong-height:late=1")),
    ] {
      let failure = try failure(of: contender)
      #expect(failure.script.heights.count == 701 && failure.script.gestures.count <= 1)
      let text = failure.text(program: "bench")
      #expect(text.contains("yes 1 | head -n 701 > heights.txt"), "\(text)")
      #expect(text.split(separator: "\n").count <= 12, "\(text)")
    }
  }

  @Test("A counterexample is also found for a fault that only a scenario reveals")
  func onlyInScenario() throws {
    // With this few gestures, no invariant is checked on a long list.
    let verification = Verification.run(
      wrongFromStart, mode: .corrected, gestures: 6000, seed: 1)
    let failure = try #require(verification.failure)
    #expect(failure.script.heights.count == 701)
  }

  @Test("If the list cannot be shrunk, the report contains a command instead of the files")
  func notShrinkable() throws {
    var failure = try failure(of: wrongFromStart)
    failure.script.heights = (0..<701).map { Int32($0 * 64) }
    let text = failure.text(program: "bench")
    #expect(text.contains(failure.sentence))
    #expect(
      text.hasSuffix("bench verify -s wrong-height -m corrected --gestures 6400 --seed 1"))
  }

  @Test(
    "The description of a failed step in a timed script contains the row and the expected answer")
  func wrongStep() {
    let heights = [Int32](repeating: 64, count: 1000)
    let script = Script(loop: .offset, count: 3, rows: [5, 700, 701])
    let options = LayoutOptions(viewport: points(100))
    func difference(in steps: Range<Int>) -> String? {
      let list = wrongFromStart.trial(
        on: RowStore(heights: heights), options: options, script: script)
      let reference = Reference.trial(
        on: RowStore(heights: heights), options: options, topology: .linear, script: script)
      return script.difference(between: list, and: reference, in: steps) { _ in (list, reference) }
    }
    #expect(difference(in: 0..<2) == nil)
    #expect(difference(in: 0..<3) == "offset(of: 701) is 702, not 701")
  }

  private let wrongFromStart = StrategyEntry(IndexedList<WrongHeight<PlainRows>>.self)
}

/// An index that stores a wrong height for row 700, either from the start or once it has changed.
private struct WrongHeight<Rows: RowSource>: OffsetIndex, ~Copyable {
  private static var late: StrategyParameter {
    StrategyParameter(0, "late", usual: 0, in: 0...1, "")
  }
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "wrong-height", title: "", origin: "a test", modes: [.corrected],
      complexity: Complexity(offset: .linear, hitTest: .linear, change: .linear, edit: .linear),
      parameters: [late])
  }

  private let rows: Rows
  private var isWrong: Bool
  /// The offsets of all rows, or an empty array if anything has changed since the last query.
  private var offsets: [LayoutUnit] = []

  init(rows: Rows) { self.init(rows: rows, options: LayoutOptions(viewport: .zero)) }

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    isWrong = options.parameters[Self.late] == 0
  }

  private mutating func addUp() {
    guard offsets.isEmpty else { return }
    offsets = [.zero]
    for row in 0..<count { offsets.append(offsets[row] + height(of: row)) }
  }

  var count: Int { rows.count }

  func height(of row: Int) -> LayoutUnit {
    rows.height(of: row) + points(isWrong && row == 700 ? 1 : 0)
  }

  mutating func offset(of row: Int) -> LayoutUnit {
    addUp()
    return offsets[row]
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    addUp()
    let next = offsets.dropFirst().firstIndex { $0 > offset } ?? count
    return max(0, min(next, count) - 1)
  }

  mutating func total() -> LayoutUnit { offset(of: count) }

  mutating func heightChanged(of row: Int) {
    offsets = []
    if row == 700 { isWrong = true }
  }

  mutating func heightsChanged() { offsets = [] }
  mutating func inserted(_ new: Range<Int>) { offsets = [] }
  mutating func deleted(_ old: Range<Int>) { offsets = [] }
}
