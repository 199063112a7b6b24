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

/// Compares two programs with pairs of fresh processes until every cell has a verdict or the time is up. The
/// processes of a pair run one after the other, in random order, and measure the same repetitions. No two
/// pairs measure the same repetitions, and each pair counts as one observation. Every difference must be
/// confirmed by further pairs of fresh processes.
package final class PairedRun {
  /// A function that measures the requested repetitions in a fresh process of one of the two programs. Pairs
  /// of processes are numbered from 0.
  package typealias Measure = (Side, [SampleRow], _ pair: Int) throws -> [SampleRow]

  /// The cells to compare, one request for each.
  private let cells: [SampleRow]
  /// The duration of the comparison including confirmation, in seconds.
  private let budget: Double
  /// The seed for the order of the two processes in each pair.
  private let seed: UInt64
  private let measure: Measure
  private let now: () -> UInt64
  /// A function that receives progress messages, one line each.
  private let report: (String) -> Void
  /// The comparison to which the results are added.
  private var comparison: RunComparison
  /// The cells that get no verdict.
  private var excluded: Set<CellKey> = []
  /// The number of pairs of processes that measured the cells, and that confirmed differences.
  private(set) var pairs = (measuring: 0, confirming: 0)
  /// The number of the next repetition. No two pairs measure the same repetition.
  private var round = 0

  /// The share of the budget that is reserved for confirmation.
  private static let confirmingShare = 0.25

  package init(
    _ cells: [SampleRow], for comparison: RunComparison, budget: Double, seed: UInt64,
    measure: @escaping Measure, now: @escaping () -> UInt64 = MonotonicClock.now,
    report: @escaping (String) -> Void = { _ in }
  ) {
    (self.cells, self.comparison) = (cells, comparison)
    (self.budget, self.seed) = (budget, seed)
    (self.measure, self.now, self.report) = (measure, now, report)
  }

  /// Measures all cells, confirms their differences, and returns the comparison with the results and a
  /// description of the method. Throws the errors of `measure`, and `RunFault` if a process omits a cell.
  package func run() throws -> RunComparison {
    let confidence = comparison.thresholds.confidence
    let first: [CellKey: CellComparison]
    (first, pairs.measuring) = try decide(
      cells, "measuring", InterimAnalysis(confidence: confidence, cells: cells.count),
      seconds: budget * (1 - Self.confirmingShare))
    for cell in cells.map(\.cell) where first[cell] == nil && !excluded.contains(cell) {
      excludeCell(cell, reason: "no pair of processes measured it within the budget")
    }
    let suspects = cells.filter { first[$0.cell]?.verdict.isDifference ?? false }
    // Confirmation can only reject differences, so each difference is tested again with the whole error
    // probability.
    let second: [CellKey: CellComparison]
    (second, pairs.confirming) = try decide(
      suspects, "confirming", InterimAnalysis(confidence: confidence, cells: 1),
      seconds: budget * Self.confirmingShare)
    comparison.times =
      cells.map(\.cell).compactMap { cell in
        guard let found = first[cell], !excluded.contains(cell) else { return nil }
        guard found.verdict.isDifference else { return found }
        // The estimate from the confirmation is reported, because it is unbiased. The first estimate is biased,
        // because it was selected for being large.
        if let again = second[cell], again.verdict == found.verdict { return again }
        comparison.notes.append("\(cell.text): new processes did not confirm the difference.")
        return found.unconfirmed()
      }.worstFirst
    describeMethod()
    return comparison
  }

  private func describeMethod() {
    let shares = InterimAnalysis.shares.map(Percent.text).joined(separator: ", ")
    comparison.method = [
      "Pairs of new processes, one of BASE and one of HEAD, run the same operations of the same "
        + "cells, one after the other on one core. Each pair is one observation (exact sign test).",
      "Cells are tested up to \(InterimAnalysis.count) times, with \(shares) of the total error "
        + "probability of \(Percent.text(1 - comparison.thresholds.confidence)), divided by the "
        + "number of cells. Every difference is measured again in new processes, with "
        + "\(Percent.text(Self.confirmingShare)) of the budget.",
      "\(pairs.measuring) pairs measured the cells, and \(pairs.confirming) "
        + "confirmed differences.",
    ]
  }

  private func excludeCell(_ cell: CellKey, reason: String) {
    excluded.insert(cell)
    comparison.cells.withoutFigure.append(UnmatchedCell(cell, reason: reason))
  }

  /// Measures cells until all have a verdict or `seconds` have passed.
  private func decide(
    _ cells: [SampleRow], _ stage: String, _ looks: InterimAnalysis, seconds: Double
  ) throws -> (comparisons: [CellKey: CellComparison], pairs: Int) {
    let begin = now()
    var pairs = 0
    var samples: [CellKey: PairedSamples] = [:]
    var comparisons: [CellKey: CellComparison] = [:]
    var active = cells
    for look in 0..<InterimAnalysis.count where !active.isEmpty {
      let end = begin + UInt64(max(0, seconds) * InterimAnalysis.fraction(atLook: look) * 1e9)
      while now() < end, !active.isEmpty {
        try add(pair: pairs, stage, of: active, to: &samples)
        active.removeAll { excluded.contains($0.cell) }
        pairs += 1
      }
      for cell in active.map(\.cell) {
        comparisons[cell] = samples[cell]?.comparison(
          of: cell, comparison.thresholds, confidence: looks.confidence(atLook: look))
      }
      active.removeAll { comparisons[$0.cell].map { $0.verdict != .undecided } ?? false }
      let what = stage == "confirming" ? "differences confirmed or refuted" : "cells with a verdict"
      report(
        "\(cells.count - active.count) of \(cells.count) \(what) after \(pairs) pairs of processes")
    }
    return (comparisons, pairs)
  }

  /// Runs a pair of processes, one after the other, and adds their times to `samples`.
  private func add(
    pair: Int, _ stage: String, of cells: [SampleRow], to samples: inout [CellKey: PairedSamples]
  ) throws {
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
    for side in Self.order(ofPair: pair, stage, seed: seed) {
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
  static func order(ofPair pair: Int, _ stage: String, seed: UInt64) -> [Side] {
    RoundOrder(strategies: 2, seed: seed, purpose: "\(stage), sides").order(ofRound: pair)
      .map { $0 == 0 ? .base : .head }
  }
}

/// The interim analyses (looks) of a comparison, each of which judges the pairs measured so far. The looks are
/// numbered from 0 and evenly spaced in time.
///
/// Without a correction, repeated analyses of two equal programs are likely to report a false difference. The
/// allowed probability of a wrong verdict is therefore divided in advance, first among the looks (see
/// `shares`), then equally among the cells (Bonferroni). A verdict at any look is final. (Error spending: K.
/// K. G. Lan and D. L. DeMets, Biometrika 70, 1983, here without the correlations between looks.)
struct InterimAnalysis {
  /// The share of the error probability for each look. The last look has the most data and the largest share.
  static let shares = [0.125, 0.125, 0.25, 0.5]
  static var count: Int { shares.count }

  let confidence: Double
  /// The number of cells that are compared.
  let cells: Int

  /// The share of the measuring time that passes before a look.
  static func fraction(atLook look: Int) -> Double { Double(look + 1) / Double(count) }

  /// The confidence of the interval that decides about a cell in a look.
  func confidence(atLook look: Int) -> Double {
    1 - (1 - confidence) * Self.shares[look] / Double(max(1, cells))
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
