import BenchBasics
import BenchMeasuring

/// One of the two compared programs.
package enum Side: String, CaseIterable, Sendable {
  case base, head

  package var name: String { rawValue.uppercased() }
}

package struct Sides<Value: Sendable>: Sendable {
  package var base: Value
  package var head: Value

  package init(base: Value, head: Value) { (self.base, self.head) = (base, head) }

  package subscript(side: Side) -> Value {
    get { side == .base ? base : head }
    set { if side == .base { base = newValue } else { head = newValue } }
  }

  package func map<Other>(_ transform: (Value) throws -> Other) rethrows -> Sides<Other> {
    Sides<Other>(base: try transform(base), head: try transform(head))
  }
}

extension SampleRow {
  /// Creates a request to another program, perhaps an older revision, to measure one repetition of a cell.
  /// The approximate time of a step, `stepNanoseconds`, determines how many steps the program runs.
  package init(asking cell: CellKey, stepNanoseconds: Double, round: Int = 0) {
    self.init(
      cell: cell, round: round, slot: 0, operations: 1000,
      elapsedNs: Int(min(max(1, stepNanoseconds * 1000), 1e15)), checksum: 0)
  }
}

/// Compares the times of two programs with pairs of new processes. The processes of a pair run one after the
/// other, in random order, and measure the same repetitions. No two pairs measure the same repetitions, and each
/// pair counts as one observation.
package final class PairedRun {
  /// A function that measures the requested repetitions in a new process of one of the two programs. Pairs of
  /// processes are numbered from 0.
  package typealias Measure = (Side, [SampleRow], _ pair: Int) throws -> [SampleRow]

  /// The number of pairs, unless the budget ends earlier.
  package static let mostPairs = 24

  /// The cells to compare, one request for each.
  private let cells: [SampleRow]
  /// The duration of the comparison, in seconds; at least one pair is measured.
  private let budget: Double
  /// The seed for the order of the two processes in each pair.
  private let seed: UInt64
  private let measure: Measure
  private let now: () -> UInt64
  /// The comparison to which the results are added.
  private var comparison: RunComparison
  /// The cells that get no verdict.
  private var excluded: Set<CellKey> = []
  private var samples: [CellKey: PairedSamples] = [:]
  /// The number of the next repetition. No two pairs measure the same repetition.
  private var round = 0

  package init(
    _ cells: [SampleRow], for comparison: RunComparison, budget: Double, seed: UInt64,
    measure: @escaping Measure, now: @escaping () -> UInt64 = MonotonicClock.now
  ) {
    (self.cells, self.comparison) = (cells, comparison)
    (self.budget, self.seed) = (budget, seed)
    (self.measure, self.now) = (measure, now)
  }

  /// Measures all cells, and returns the comparison with the results and a description of the method. Throws
  /// the errors of `measure`, and `RunFault` if a process omits a cell.
  package func run() throws -> RunComparison {
    let begin = now()
    var pairs = 0
    while pairs < Self.mostPairs, pairs == 0 || Double(now() - begin) < budget * 1e9 {
      try add(pair: pairs)
      pairs += 1
    }
    let thresholds = comparison.thresholds
    // The cells share the allowed probability of a wrong verdict (Bonferroni).
    let confidence = 1 - (1 - thresholds.confidence) / Double(max(1, cells.count))
    comparison.times =
      cells.map(\.cell).filter { !excluded.contains($0) }.compactMap { cell in
        samples[cell]?.comparison(of: cell, thresholds, confidence: confidence)
      }.worstFirst
    comparison.method.append(
      "\(pairs) pair\(pairs == 1 ? "" : "s") of new processes, one of BASE and one of HEAD, ran the same "
        + "operations of the same cells, one after the other on one core. Each pair is one observation "
        + "of the ratio; the interval of its median is that of the sign test.")
    return comparison
  }

  private func excludeCell(_ cell: CellKey, reason: String) {
    excluded.insert(cell)
    comparison.cells.withoutFigure.append(UnmatchedCell(cell, reason: reason))
  }

  /// Runs a pair of processes, one after the other, and adds their times to `samples`.
  private func add(pair: Int) throws {
    let cells = cells.filter { !excluded.contains($0.cell) }
    // A process that measures few cells makes more repetitions, because starting it takes as long as several
    // repetitions.
    let count = cells.count < 4 ? 8 : cells.count < 8 ? 4 : cells.count < 16 ? 2 : 1
    var requests: [SampleRow] = []
    for var cell in cells {
      for round in round..<round + count {
        cell.round = round
        requests.append(cell)
      }
    }
    round += count
    var found = Sides<[CellKey: [SampleRow]]>(base: [:], head: [:])
    for side in Self.order(ofPair: pair, seed: seed) {
      found[side] = Dictionary(grouping: try measure(side, requests, pair), by: \.cell)
    }
    for cell in cells.map(\.cell) {
      guard let base = found.base[cell], let head = found.head[cell] else {
        throw RunFault(.internalFault, "a process left out \(cell.text)")
      }
      let both = Sides(base: base, head: head)
      let steps = both.map { $0.map { [$0.round, $0.segment, $0.firstStep, $0.operations] } }
      let answers = both.map { $0.map(\.checksum) }
      if steps.base != steps.head {
        excludeCell(cell, reason: "BASE and HEAD ran different operations in pair \(pair)")
      } else if answers.base != answers.head {
        excluded.insert(cell)
        comparison.counters.removeAll { $0.cell == cell }
        comparison.cells.onlyInBase.append(UnmatchedCell(cell, reason: "HEAD answers differently"))
      } else {
        try samples[cell, default: PairedSamples()].add(both)
      }
    }
  }

  /// The order in which the two programs of a pair run. The order is random, but each program runs first in
  /// half of the pairs.
  static func order(ofPair pair: Int, seed: UInt64) -> [Side] {
    RoundOrder(strategies: 2, seed: seed, purpose: "sides").order(ofRound: pair)
      .map { $0 == 0 ? .base : .head }
  }
}

/// The times of one cell in both programs, in nanoseconds per operation.
private struct PairedSamples {
  private var times = Sides<[Double]>(base: [], head: [])
  /// The median of ln(HEAD / BASE) over the repetitions of each pair of processes. A pair is only one
  /// observation, because all repetitions in a process have the same memory layout.
  private var logRatios: [Double] = []

  /// Adds the samples of a pair of processes that timed the same operations.
  mutating func add(_ samples: Sides<[SampleRow]>) throws {
    let found = samples.map { rows in
      rows.reduce(into: Repetitions()) { $0.add($1) }.times
    }
    times.base += found.base
    times.head += found.head
    logRatios.append(try PairedRatio(of: found.head, to: found.base).logRatios.median)
  }

  func comparison(
    of cell: CellKey, _ thresholds: Thresholds, confidence: Double
  ) -> CellComparison? {
    guard let logRatios = try? Sample(logRatios), let base = try? Sample(times.base),
      let head = try? Sample(times.head)
    else { return nil }
    return CellComparison(
      cell: cell, baseNs: base.median, headNs: head.median,
      ratio: PairedRatio(logRatios: logRatios, confidence: confidence).estimate,
      thresholds: thresholds)
  }
}
