import Comparing
import Measuring
import Recording

/// The times of one cell on both sides: one value a visit.
struct PairedSamples {
  /// Nanoseconds per operation: the geometric mean of a visit's slices.
  private var times = Sides<[Double]>(base: [], head: [])
  /// The pair of processes that each visit belongs to.
  private var pairs: [Int] = []

  /// The number of pairs of processes.
  var count: Int { Set(pairs).count }

  /// Takes a visit's slices, in nanoseconds for `operations` steps each.
  mutating func add(_ slices: Sides<[UInt64]>, operations: Int, pair: Int) {
    pairs.append(pair)
    for side in Side.allCases {
      // A slice of no time at all would have no logarithm.
      let logarithms = slices[side].map { naturalLogarithm(max(1, Double($0))) }
      let mean = logarithms.reduce(0, +) / Double(max(1, logarithms.count))
      times[side].append(exponential(mean) / Double(operations))
    }
  }

  /// What they show: each pair of processes is one observation, because all that a process measures
  /// shares its places in memory. Nil without any.
  func comparison(of cell: CellKey, _ thresholds: Thresholds) -> CellComparison? {
    guard
      let ratio = try? PairedRatio(
        of: times.head, to: times.base, confidence: thresholds.confidence,
        labels: pairs),
      let base = try? Sample(times.base), let head = try? Sample(times.head)
    else { return nil }
    return CellComparison(
      cell: cell, baseNs: base.median, headNs: head.median, evidence: ratio,
      thresholds: thresholds)
  }
}
