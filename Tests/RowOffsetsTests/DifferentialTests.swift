import BenchMeasuring
import Foundation
import RowOffsets
import Testing

/// Applies the same random operations to a list and to a model. `LAYOUTBENCH_OPERATIONS` sets the number of
/// operations: `LAYOUTBENCH_OPERATIONS=2000000 swift test -c release --filter DifferentialTests`.
@Suite("Lists against arrays of heights")
struct DifferentialTests {
  static let operations =
    ProcessInfo.processInfo.environment["LAYOUTBENCH_OPERATIONS"].flatMap { Int($0) } ?? 4000

  private struct Pair<Rows: RowCollection & Codable & Equatable> {
    var changes: RandomChanges
    var rows: Rows
    var plain: PlainLayout { changes.plain }

    /// Compares the results of several lookups with those of the model.
    mutating func check() -> String? {
      let (count, tops) = (changes.count, plain.tops)
      guard rows.count == count, rows.contentHeight == plain.contentHeight else { return "\(rows)" }
      let measured = plain.rows.count { $0.height != nil }
      guard rows.measuredCount == measured else { return "measured" }
      guard count > 0 else { return nil }
      let row = changes.random.below(count)
      let (top, height) = (tops[row], self.height(of: row))
      guard rows.offset(of: row) == top else { return "offset(of: \(row))" }
      guard rows.extent(of: row) == top..<top + height else { return "extent(of: \(row))" }
      guard rows[row] == height else { return "[\(row)]" }
      guard rows.isMeasured(row) == (plain.rows[row].height != nil) else { return "isMeasured" }
      guard height > 0 else { return nil }
      let point = top + Double(changes.random.below(64)) / 64 * height
      guard rows.row(at: point) == row else { return "row(at: \(point))" }
      guard rows.nearestRow(to: point) == row else { return "nearestRow(to: \(point))" }
      let last = (row..<count).last { self.height(of: $0) > 0 && tops[$0] < point + 900 } ?? row
      guard rows.rows(in: point..<point + 900) == row..<last + 1 else {
        return "rows(in: \(point)…)"
      }
      return nil
    }

    private func height(of row: Int) -> Double { plain.height(plain.rows[row]) }

    func checkAll() throws -> String? {
      guard Array(rows) == plain.rows.map(plain.height) else { return "heights" }
      guard rows.indices.map(rows.isMeasured) == plain.rows.map({ $0.height != nil }) else {
        return "measured"
      }
      let decoded = try JSONDecoder().decode(Rows.self, from: JSONEncoder().encode(rows))
      return decoded == rows && decoded.measuredCount == rows.measuredCount ? nil : "decoded"
    }
  }

  private func run<Rows: RowCollection & Codable & Equatable>(
    _ rows: Rows, seed: UInt64, spacing: Double = 0, topInset: Double = 0, maxHeight: Int,
    usesFractions: Bool = false
  ) throws {
    var changes = RandomChanges(
      random: SplitMix64(seed: seed), plain: PlainLayout([]), isLarge: true
    ) { random in
      switch random.below(8) {
      case 0: 0
      case 1 where usesFractions: Double(random.below(maxHeight * 64)) / 64
      default: Double(random.below(maxHeight))
      }
    }
    changes.plain.estimate = 44
    (changes.plain.gap, changes.plain.topInset) = (spacing, topInset)
    var pair = Pair(changes: changes, rows: rows)
    // Half of the lists start empty.
    let heights = pair.changes.heights(Int(seed % 2) * 600)
    pair.changes.plain.replace(0..<0, with: heights)
    pair.rows.append(contentsOf: heights)
    var copy = pair
    for operation in 0..<Self.operations / 4 {
      pair.changes.change(&pair.rows)
      if let problem = pair.check() {
        Issue.record("operation \(operation), seed \(seed): \(problem)")
        return
      }
      guard operation % 500 == 0 else { continue }
      try #require(try pair.checkAll() == nil, "operation \(operation), seed \(seed)")
      try #require(try copy.checkAll() == nil, "a copy changed before operation \(operation)")
      copy = pair
    }
  }

  @Test(
    "Random operations have the same effect on RowHeights as on an array",
    arguments: [(1, 60, false), (2, 60, true), (3, 9000, true), (4, 33_000_000, true)]
      as [(UInt64, Int, Bool)])
  func heights(seed: UInt64, maxHeight: Int, usesFractions: Bool) throws {
    try run(RowHeights(), seed: seed, maxHeight: maxHeight, usesFractions: usesFractions)
  }

  @Test(
    "Random operations have the same effect on RowLayout as on an array",
    arguments: [(5, 60, 0, 0), (6, 60, 8, 16), (7, 9000, 1, 0), (8, 33_000_000, 3, 5)]
      as [(UInt64, Int, Double, Double)])
  func layouts(seed: UInt64, maxHeight: Int, spacing: Double, topInset: Double) throws {
    let rows = RowLayout([] as [Double], spacing: spacing, topInset: topInset)
    try run(rows, seed: seed, spacing: spacing, topInset: topInset, maxHeight: maxHeight)
  }
}
