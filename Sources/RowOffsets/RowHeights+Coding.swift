extension RowHeights: Codable {
  private enum CodingKeys: String, CodingKey {
    case heights, estimatedHeight, runs
  }

  /// Encodes the estimated height and the heights of the measured rows, in points. If some rows are
  /// unmeasured, the encoding also contains the length of every measured and unmeasured run. Measured and
  /// unmeasured runs alternate, starting with a measured run, which may be empty:
  ///
  ///     {"estimatedHeight": 44, "heights": [20, 30], "runs": [0, 1000000, 2]}
  ///
  /// - Complexity: O(measured rows).
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(estimatedHeight, forKey: .estimatedHeight)
    try container.encode(measuredHeights, forKey: .heights)
    if measuredCount < count { try container.encode(runs, forKey: .runs) }
  }

  var measuredHeights: [Double] {
    guard measuredCount < count else { return Array(self) }
    var heights: [Double] = []
    heights.reserveCapacity(measuredCount)
    storage.visitRuns { rows, isMeasured in if isMeasured { heights += self[rows] } }
    return heights
  }

  /// Lengths of the alternating runs of measured and unmeasured rows. Runs at even indices contain only
  /// measured rows.
  private var runs: [Int] {
    var runs = [0]
    storage.visitRuns { rows, isMeasured in
      if isMeasured == (runs.count % 2 == 1) {
        runs[runs.count - 1] += rows.count
      } else {
        runs.append(rows.count)
      }
    }
    return runs
  }

  /// Creates a list in which `height` has been applied to each measured height.
  func converted(estimatedHeight: Double, _ height: (Double) -> Double) -> RowHeights {
    RowHeights(
      measuredHeights.map(height), runs: runs, estimate: estimatedHeight, count: count)
  }

  /// Decodes rows.
  ///
  /// - Throws: `DecodingError` if decoding fails, or if a height, a run length or the number of rows is
  ///   outside this type's documented range.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    func corrupted(_ key: CodingKeys, _ description: String) -> DecodingError {
      .dataCorruptedError(forKey: key, in: container, debugDescription: description)
    }
    let heights = try container.decode([Double].self, forKey: .heights)
    let estimate = try container.decode(Double.self, forKey: .estimatedHeight)
    let runs = try container.decodeIfPresent([Int].self, forKey: .runs) ?? [heights.count]
    if let wrong = heights.firstIndex(where: { !($0 >= 0 && $0 <= 33_554_431) }) {
      throw corrupted(.heights, "\(heights[wrong]) at index \(wrong) is not in 0...33554431 points")
    }
    guard estimate >= 0, estimate <= 33_554_431 else {
      throw corrupted(.estimatedHeight, "\(estimate) is not in 0...33554431 points")
    }
    if let wrong = runs.first(where: { $0 < 0 }) { throw corrupted(.runs, "\(wrong) is negative") }
    var (counts, overflows) = ([0, 0], false)
    for (index, rows) in runs.enumerated() where !overflows {
      (counts[index % 2], overflows) = counts[index % 2].addingReportingOverflow(rows)
    }
    guard !overflows, counts[0] == heights.count else {
      throw corrupted(.runs, "the measured runs do not add up to \(heights.count) heights")
    }
    let measured = heights.reduce(into: Int64(0)) { $0 += Int64(Self.units($1)) }
    let rows = counts[0].addingReportingOverflow(counts[1])
    guard !rows.overflow,
      RowStructures.fits(measured, and: counts[1], of: Int64(Self.units(estimate)))
    else {
      throw corrupted(.runs, "the total height exceeds \(RowStructures.maxPoints) points")
    }
    self.init(heights, runs: runs, estimate: estimate, count: rows.partialValue)
  }

  private init(_ heights: [Double], runs: [Int], estimate: Double, count: Int) {
    let isMostlyMeasured = heights.count > count / 2
    self.init(unmeasured: isMostlyMeasured ? 0 : count, estimatedHeight: estimate)
    var (row, next) = (0, 0)
    var unmeasured: [Range<Int>] = []
    var all: [Double] = []
    for (index, rows) in runs.enumerated() {
      if index % 2 == 0 {
        let run = heights[next..<next + rows]
        if isMostlyMeasured { all += run } else { setHeights(run, from: row) }
        next += rows
      } else if isMostlyMeasured {
        all += repeatElement(0, count: rows)
        unmeasured.append(row..<row + rows)
      }
      row += rows
    }
    guard isMostlyMeasured else { return }
    append(contentsOf: all)
    for rows in unmeasured { forgetHeights(of: rows) }
  }
}
