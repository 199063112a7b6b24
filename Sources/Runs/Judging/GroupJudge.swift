import Measuring

/// The constants used to compute times, intervals and verdicts, with their descriptions for reports.
package enum JudgingRules {
  /// The confidence that all verdicts in a group are right.
  package static let confidence = 0.95
  /// The number of fastest repetitions whose median is the time of a cell.
  package static let fastestRepetitions = 3
  /// The number of consecutive blocks into which repetitions are divided to compute an interval.
  package static let intervalBlocks = 6
  /// The number of consecutive blocks of repetitions that are the observations of a statistical test.
  package static let testBlocks = 8
  /// If the harness overhead exceeds this share of the fastest time, the overhead is subtracted before ratios
  /// are computed.
  package static let overheadShare = 0.1
  /// The minimum plausible time per scanned row, in nanoseconds. A single load from memory takes longer.
  fileprivate static let minNsARow = 0.1
  /// The maximum plausible ratio of the mean of a cell's repetitions to their median. A larger ratio
  /// indicates a mixture of two distributions.
  fileprivate static let maxSkew = 1.5
  /// The maximum plausible fraction by which an operation is faster on a longer list than on a shorter list.
  fileprivate static let maxGain = 0.05

  package static var time: String { "median of the \(fastestRepetitions) fastest repetitions" }

  package static var interval: String {
    "from the fastest segment to the slowest of the fastest repetitions of \(intervalBlocks) blocks"
  }
}

extension [CellResult] {
  /// Fills in the harness overhead, the fastest strategy, the ratios and the verdicts of one group.
  /// `repetitions` has one element for each cell of the group, in the same order.
  mutating func judge(by repetitions: [Repetitions], margin: Double) {
    let overhead = first { $0.cell.role == .floor }?.time.timeNs
    for place in indices {
      (self[place].isFastest, self[place].isRatioNet) = (false, nil)
      (self[place].ratio, self[place].control) = (TimeRatio(), TimeRatio())
      (self[place].verdict, self[place].adjustedP) = (nil, nil)
      self[place].time.floorNs = overhead
      self[place].time.netNs = overhead.flatMap { overhead in
        self[place].time.timeNs.map { Swift.max(0, $0 - overhead) }
      }
    }
    let judge = GroupJudge(self, repetitions, margin: margin)
    for (place, comparison) in judge.comparisons {
      self[place].set(\.ratio, comparison, isNet: judge.isNet)
    }
    if let fastest = judge.fastest {
      (self[fastest].isFastest, self[fastest].isRatioNet) = (true, judge.isNet)
      (self[fastest].ratio.value, self[fastest].ratio.low, self[fastest].ratio.high) = (1, 1, 1)
    }
    if let comparison = judge.controlComparison, let place = judge.control?.cell {
      self[place].set(\.control, comparison, isNet: judge.isNet)
    }
  }
}

extension CellResult {
  fileprivate mutating func set(
    _ ratio: WritableKeyPath<CellResult, TimeRatio>, _ comparison: CellComparison, isNet: Bool
  ) {
    self[keyPath: ratio] = TimeRatio(comparison.ratio)
    isRatioNet = isNet
    (verdict, adjustedP) = (comparison.verdict, comparison.adjustedP)
  }
}

/// Compares the strategies of a group with the fastest of them.
///
/// The fastest strategy is chosen on the basis of the same times that are then compared, so it appears faster
/// than it really is. To correct for this bias, all pairs of strategies are compared, and their p-values are
/// adjusted together. Only the comparisons with the fastest strategy are reported.
private struct GroupJudge {
  /// The indices of the A/A control and of the strategy that it repeats.
  let control: (cell: Int, base: Int)?
  /// The index of the fastest strategy; nil if no strategy has a time.
  let fastest: Int?
  /// Whether the harness overhead is subtracted from times before ratios are computed.
  let isNet: Bool
  private let cells: [CellResult]
  private let repetitions: [Repetitions]
  private let times: [Double]
  private let thresholds: Thresholds
  private let overhead: Repetitions?
  /// The indices of all strategies that have times, except the empty strategy and the A/A control.
  private let competing: [Int]
  /// Whether the result of the A/A control or of its base is missing, so that no verdict is reliable.
  private let lacksControl: Bool

  init(_ cells: [CellResult], _ repetitions: [Repetitions], margin: Double) {
    (self.cells, self.repetitions) = (cells, repetitions)
    thresholds = Thresholds(
      relative: margin, absoluteNs: 0, confidence: JudgingRules.confidence)
    let times = repetitions.map { $0.estimate?.value ?? .infinity }
    self.times = times
    overhead = cells.firstIndex { $0.cell.role == .floor }.map { repetitions[$0] }
    let pair = cells.firstIndex { $0.cell.role == .control }.flatMap { cell in
      var key = cells[cell].cell
      key.role = .strategy
      return cells.firstIndex { $0.cell == key }.map { (cell: cell, base: $0) }
    }
    lacksControl =
      pair.map { [$0.cell, $0.base].contains { !cells[$0].status.hasFigure } } ?? false
    control = lacksControl ? nil : pair
    competing = cells.indices.filter {
      cells[$0].cell.role == .strategy && cells[$0].status == .ok && repetitions[$0].count > 0
    }
    // The published version of a strategy may be fast only because of a defect that the operations of this
    // group do not expose, so it does not count as the fastest if the corrected version is also measured.
    let corrected = cells.filter { $0.cell.mode == "corrected" && !$0.status.isUnsupported }
      .map(\.cell.strategy)
    func showsRightRows(_ place: Int) -> Bool {
      let cell = cells[place].cell
      return (cells[place].deviation.wrongSteps ?? 0) == 0
        && !(cell.mode == "published" && corrected.contains(cell.strategy))
    }
    let right = competing.filter(showsRightRows)
    fastest = (right.isEmpty ? competing : right).min { times[$0] < times[$1] }
    // If the harness overhead exceeds the time of a strategy in any block of repetitions, the ratio of net
    // times is undefined. If the ratio of net times is undefined for any strategy, the overhead is not
    // subtracted in any ratio.
    guard let overhead, let fastest, let overheadNs = overhead.estimate?.value else {
      isNet = false
      return
    }
    isNet =
      overheadNs > JudgingRules.overheadShare * times[fastest]
      && (competing + (control.map { [$0.cell, $0.base] } ?? []))
        .allSatisfy { repetitions[$0].isAlwaysAbove(overhead) }
  }

  /// The comparison of the A/A control with the strategy that it repeats.
  var controlComparison: CellComparison? {
    control.flatMap { pair in
      comparison(of: pair.cell, to: pair.base).map {
        [$0].judged(confidence: JudgingRules.confidence)[0]
      }
    }
  }

  /// The comparisons with the fastest strategy, each with the index of the other strategy.
  var comparisons: [(place: Int, comparison: CellComparison)] {
    guard let fastest else { return [] }
    var pairs: [(cell: Int, base: Int)] = []
    var comparisons: [CellComparison] = []
    for (order, one) in competing.enumerated() {
      for other in competing[(order + 1)...] {
        let (cell, base) = one == fastest ? (other, one) : (one, other)
        guard let comparison = comparison(of: cell, to: base) else { continue }
        pairs.append((cell, base))
        comparisons.append(comparison)
      }
    }
    let control = controlComparison
    let judged = comparisons.judged(confidence: JudgingRules.confidence)
    return zip(pairs, judged).filter { $0.0.base == fastest }.map { pair, comparison in
      (pair.cell, lacksControl ? comparison.suppressed() : comparison.suppressed(beside: control))
    }
  }

  /// Compares the times of two cells; returns nil if no repetition timed both.
  private func comparison(of cell: Int, to base: Int) -> CellComparison? {
    let pairs = repetitions[cell].paired(with: repetitions[base], netOf: isNet ? overhead : nil)
    return pairs.evidence.map {
      CellComparison(
        cell: cells[cell].cell, baseNs: times[base], headNs: times[cell], evidence: $0,
        thresholds: thresholds)
    }
  }
}

extension Repetitions {
  /// Whether the time exceeds the harness overhead in every block, so that all net times are positive.
  fileprivate func isAlwaysAbove(_ overhead: Repetitions) -> Bool {
    let pairs = paired(with: overhead)
    return [JudgingRules.testBlocks, JudgingRules.intervalBlocks].allSatisfy { number in
      let blocks = pairs.blocks(number)
      return !blocks.own.isEmpty && zip(blocks.own, blocks.other).allSatisfy { $0 > $1 }
    }
  }
}

extension Repetitions.Pairs {
  /// The statistical evidence about the ratio of two times; nil if the ratio is undefined. Each block of
  /// consecutive repetitions is one observation (see `Repetitions`). There are at most eight observations, so
  /// no exact test can reach the small p-values that a correction for hundreds of comparisons requires. The
  /// p-value therefore comes from Yuen's test (Student's t-test with trimmed tails) on the logarithms of the
  /// blocks' ratios.
  var evidence: StudentRatio? {
    let blocks = blocks(JudgingRules.testBlocks)
    guard let paired = try? PairedRatio(of: blocks.own, to: blocks.other), let ratio else {
      return nil
    }
    return paired.logRatios.trimmedMean(tail: 0.2).map {
      StudentRatio(
        estimate: ratio, logarithm: $0.value,
        error: $0.squaredError.squareRoot(), student: StudentT(degrees: $0.degrees))
    } ?? StudentRatio(estimate: ratio)
  }
}

// MARK: Implausible times

extension [CellResult] {
  /// Returns the cells with `doubts` set to the reasons why their times are implausible. `unsettled` has the
  /// cells in which most warm-ups ended before the times of steps had settled.
  func flagged(
    by repetitions: [CellKey: Repetitions], unsettled: Set<CellKey>
  ) -> [CellResult] {
    let series = Dictionary(grouping: self, by: \.cell.series)
    return map { cell in
      var reasons = cell.doubts(about: repetitions[cell.cell]?.times ?? [])
      if cell.time.timeNs != nil, unsettled.contains(cell.cell) {
        reasons.append("had not settled when it was timed")
      }
      let shorter = series[cell.cell.series]?.first {
        $0.cell.group.rows < cell.cell.group.rows && cell.isFaster(than: $0)
      }
      if let shorter { reasons.append("faster than with \(shorter.cell.group.rows) rows") }
      var flagged = cell
      flagged.doubts = reasons.isEmpty ? nil : reasons.joined(separator: "; ")
      return flagged
    }
  }
}

extension CellResult {
  fileprivate func doubts(about times: [Double]) -> [String] {
    guard let timeNs = time.timeNs else { return [] }
    var reasons: [String] = []
    let minNs = JudgingRules.minNsARow
    if let scanned = counters[.rowsScanned], scanned >= 1, timeNs / scanned < minNs {
      reasons.append("less than \(minNs) ns for each row looked at")
    }
    if let times = try? Sample(times), times.mean / times.median > JudgingRules.maxSkew {
      let tenths = (times.mean / times.median * 10).rounded() / 10
      reasons.append("the mean of its repetitions is \(tenths) times their median")
    }
    return reasons
  }

  /// Whether this cell is faster than the same cell with fewer rows, beyond the intervals of both times.
  fileprivate func isFaster(than shorter: CellResult) -> Bool {
    guard let high = time.highNs, let low = shorter.time.lowNs, let timeNs = time.timeNs,
      let shorterNs = shorter.time.timeNs
    else { return false }
    return high < low && timeNs < shorterNs * (1 - JudgingRules.maxGain)
  }
}
