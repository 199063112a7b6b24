import BenchBasics
import BenchMeasuring

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
  /// A request for another program, possibly an older revision, to run one repetition of a cell.
  package init(asking cell: CellKey, stepNanoseconds: Double, round: Int = 0) {
    self.init(
      cell: cell, round: round, slot: 0, operations: 1000,
      elapsedNs: Int(min(max(1, stepNanoseconds * 1000), 1e15)), checksum: 0)
  }
}

/// Compares two programs by running pairs of fresh processes, one of each program, in random order. The two
/// processes of a pair measure the same repetitions, and different pairs measure different repetitions.
package final class PairedRun {
  package typealias Measure = (Side, [SampleRow], _ pair: Int) throws -> [SampleRow]

  /// Number of pairs after which the cells are judged. Cells with a definite verdict aren't measured any longer.
  static let pairsPerLook = 24
  static let looks = 6
  package static let mostPairs = looks * pairsPerLook

  private let cells: [SampleRow]
  private let budget: Double
  private let seed: UInt64
  private let measure: Measure
  private let now: () -> UInt64
  private var comparison: RunComparison
  private var excluded: Set<CellKey> = []
  private var samples: [CellKey: PairedSamples] = [:]
  private var round = 0

  package init(
    _ cells: [SampleRow], for comparison: RunComparison, budget: Double, seed: UInt64,
    measure: @escaping Measure, now: @escaping () -> UInt64 = MonotonicClock.now
  ) {
    (self.cells, self.comparison) = (cells, comparison)
    (self.budget, self.seed) = (budget, seed)
    (self.measure, self.now) = (measure, now)
  }

  package func run() throws -> RunComparison {
    let begin = now()
    let thresholds = comparison.thresholds
    // Bonferroni correction: all looks at all cells share the allowed error probability.
    let confidence = 1 - (1 - thresholds.confidence) / Double(max(1, cells.count * Self.looks))
    var (pairs, open) = (0, cells)
    var judged: [CellKey: CellComparison] = [:]
    while !open.isEmpty, pairs < Self.mostPairs,
      pairs == 0 || Double(now() - begin) < budget * 1e9
    {
      try add(pair: pairs, of: open)
      pairs += 1
      open.removeAll { excluded.contains($0.cell) }
      guard pairs % Self.pairsPerLook == 0 else { continue }
      judge()
      open.removeAll { judged[$0.cell].map { $0.verdict != .undecided } ?? false }
    }
    judge()
    comparison.times =
      cells.compactMap { judged[$0.cell] }
      .filter { !excluded.contains($0.cell) }.worstFirst
    comparison.method.append(
      "Up to \(pairs) pair\(pairs == 1 ? "" : "s") of fresh processes, BASE and HEAD, ran the same operations "
        + "one after the other on one core. Each pair contributes one ratio per cell; the interval around "
        + "the median ratio comes from the sign test. After every \(Self.pairsPerLook) pairs, only undecided "
        + "cells were measured again.")
    return comparison

    func judge() {
      for cell in open.map(\.cell) {
        judged[cell] = samples[cell]?.comparison(of: cell, thresholds, confidence: confidence)
      }
    }
  }

  private func add(pair: Int, of cells: [SampleRow]) throws {
    // Starting a process costs as much as several repetitions.
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
        excluded.insert(cell)
        let reason = "BASE and HEAD ran different operations in pair \(pair)"
        comparison.cells.withoutFigure.append(UnmatchedCell(cell, reason: reason))
      } else if answers.base != answers.head {
        excluded.insert(cell)
        comparison.counters.removeAll { $0.cell == cell }
        comparison.cells.withDifferentAnswers.append(UnmatchedCell(cell))
      } else {
        samples[cell, default: PairedSamples()].add(both)
      }
    }
  }

  /// Returns the order in which the programs of a pair run. The order is random, but each program runs first
  /// in half of the pairs.
  static func order(ofPair pair: Int, seed: UInt64) -> [Side] {
    RoundOrder(strategies: 2, seed: seed, purpose: "sides").order(ofRound: pair)
      .map { $0 == 0 ? .base : .head }
  }
}

private struct PairedSamples {
  private var times = Sides<[Double]>(base: [], head: [])
  /// The median log ratio of each pair. Repetitions in the same process share a memory layout, so together
  /// they count as a single observation.
  private var logRatios: [Double] = []

  mutating func add(_ samples: Sides<[SampleRow]>) {
    let found = samples.map { rows in
      rows.reduce(into: Repetitions()) { $0.add($1) }.times
    }
    times.base += found.base
    times.head += found.head
    if let ratio = PairedRatio(of: found.head, to: found.base) {
      logRatios.append(ratio.logRatios.median)
    }
  }

  func comparison(
    of cell: CellKey, _ thresholds: Thresholds, confidence: Double
  ) -> CellComparison? {
    guard let logRatios = Sample(logRatios), let base = Sample(times.base),
      let head = Sample(times.head)
    else { return nil }
    return CellComparison(
      cell: cell, baseNs: base.median, headNs: head.median,
      ratio: PairedRatio(logRatios: logRatios, confidence: confidence).estimate,
      thresholds: thresholds)
  }
}
