import Measuring

/// Looks for figures that cannot be true, and says so beside them.
package struct Plausibility: Sendable {
  /// A row looked at takes at least this, in nanoseconds: less than one load in ten cycles. `Doubt` has
  /// the number in words.
  static let leastNsARow = 0.1
  /// A mean so many times the median is a mixture of two things.
  static let mostSkew = 1.5
  /// A longer list that is faster by less than this share is the machine's doing.
  static let leastGain = 0.05

  /// How many times the median the mean of a cell's repetitions is.
  private let skews: [CellKey: Double]
  private let unsettled: Set<CellKey>

  /// What a run knows beside its summary.
  ///
  /// - Parameters:
  ///   - repetitions: those of each cell.
  ///   - unsettled: cells most of whose warm-ups ended before their times had settled.
  package init(_ repetitions: [CellKey: Repetitions], unsettled: Set<CellKey>) {
    skews = repetitions.compactMapValues {
      (try? Sample($0.times)).map { $0.mean / $0.median }
    }
    self.unsettled = unsettled
  }

  /// Writes into each row what is hard to believe of it.
  ///
  /// - Complexity: O(rows^2 of one strategy) at most.
  package func note(in rows: inout [SummaryRow]) {
    struct Line: Hashable {
      let scenario, heights, strategy, mode: String
      let caches: CacheState
    }
    let lines = Dictionary(grouping: rows.indices) { place in
      let (cell, group) = (rows[place].cell, rows[place].cell.group)
      return Line(
        scenario: group.scenario, heights: group.heights, strategy: cell.strategy,
        mode: cell.mode, caches: group.caches)
    }
    for places in lines.values {
      for place in places {
        var doubts = doubts(of: rows[place])
        let shorter = places.filter { rows[$0].cell.group.rows < rows[place].cell.group.rows }
        if let base = shorter.first(where: { isFaster(rows[place], than: rows[$0]) }) {
          doubts.append(.fasterThan(rows: rows[base].cell.group.rows))
        }
        rows[place].doubts = doubts
      }
    }
  }

  private func doubts(of row: SummaryRow) -> [Doubt] {
    guard let median = row.time.medianNs, median > 0 else { return [] }
    var doubts: [Doubt] = []
    if let scanned = row.counters[.rowsScanned], scanned >= 1, median / scanned < Self.leastNsARow {
      doubts.append(.tooFast)
    }
    if let skew = skews[row.cell], skew > Self.mostSkew {
      doubts.append(.skewed((skew * 10).rounded() / 10))
    }
    if unsettled.contains(row.cell) { doubts.append(.unsettled) }
    return doubts
  }

  private func isFaster(_ longer: SummaryRow, than shorter: SummaryRow) -> Bool {
    guard let high = longer.time.highNs, let low = shorter.time.lowNs,
      let now = longer.time.medianNs, let before = shorter.time.medianNs
    else { return false }
    return high < low && now < before * (1 - Self.leastGain)
  }
}

/// What a run finds between two equal strategies: the size of its errors.
package struct NullControl: Sendable {
  /// The ratio of the twin's times to its base's.
  package let ratio: Estimate
  /// Whether the repetitions say that the two differ, although they cannot.
  package let differs: Bool

  /// The control of one group, judged on its own, without regard to how many controls there are: to
  /// withhold a verdict too much is the smaller error.
  package init(_ judgement: Judgement) {
    ratio = judgement.comparison.estimate
    differs = judgement.verdict.isDifference
  }

  /// The relative difference that the control shows or may hide, 0.02 for 2 %: the end of its
  /// interval that is farther from 1, or its estimate where there is none.
  package var size: Double {
    let ends = ratio.interval.map { [$0.low, $0.high] } ?? [ratio.value]
    return exponential(ends.map { abs(naturalLogarithm($0)) }.max() ?? 0) - 1
  }

  /// The judgement, with its verdict withheld when the control differs by as much.
  package func applied(to judgement: Judgement) -> Judgement {
    let found = abs(naturalLogarithm(judgement.comparison.estimate.value))
    guard differs, judgement.verdict != .unresolved, found <= naturalLogarithm(1 + size) else {
      return judgement
    }
    var withheld = judgement
    withheld.verdict = .withheld
    return withheld
  }
}
