import Basics
import Measuring

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
  /// A request to another program, which may be older, for a repetition of a cell. The approximate time of a
  /// step determines the number of steps.
  package init(asking cell: CellKey, stepNanoseconds: Double, round: Int = 0) {
    self.init(
      cell: cell, round: round, slot: 0, operations: 1000,
      elapsedNs: Int(min(max(1, stepNanoseconds * 1000), 1e15)), checksum: 0)
  }
}

package struct PairedOutcome: Sendable {
  /// The cells with their verdicts, worst first.
  var times: [CellComparison] = []
  /// Cells in which the answers differ; they have no verdict.
  var changed: [CellKey] = []
  /// Cells that could not be compared, with the mismatch; they have no verdict.
  var uncompared: [UnmatchedCell] = []
  /// The number of process pairs that measured and that confirmed.
  package internal(set) var pairs = (measuring: 0, confirming: 0)
  /// Cells with a difference that fresh processes did not confirm.
  var unconfirmed: [CellKey] = []
}

/// Compares two programs with pairs of fresh processes until every cell is decided or the time is over. The
/// processes of a pair run one after the other, in random order, and measure the same repetitions. Each pair
/// measures other repetitions and is one observation. Every difference must be confirmed by fresh processes.
package final class PairedRun {
  /// Measures the requested repetitions in a fresh process of a side; pairs are counted from 0.
  package typealias Measure = (Side, [SampleRow], _ pair: Int) throws -> [SampleRow]

  /// A request for each cell.
  private let cells: [SampleRow]
  private let thresholds: Thresholds
  /// In seconds, including confirmation.
  private let budget: Double
  /// The seed of the order within pairs.
  private let seed: UInt64
  private let measure: Measure
  private let now: () -> UInt64
  /// Receives lines about the progress.
  private let report: (String) -> Void
  private var outcome = PairedOutcome()
  /// The next repetition; no two pairs measure the same.
  private var round = 0

  /// The share of the budget that is reserved for confirmation.
  fileprivate static let confirmingShare = 0.25

  package init(
    _ cells: [SampleRow], thresholds: Thresholds, budget: Double, seed: UInt64,
    measure: @escaping Measure, now: @escaping () -> UInt64 = MonotonicClock.now,
    report: @escaping (String) -> Void = { _ in }
  ) {
    (self.cells, self.thresholds) = (cells, thresholds)
    (self.budget, self.seed) = (budget, seed)
    (self.measure, self.now, self.report) = (measure, now, report)
  }

  /// Measures and confirms. Throws the errors of `measure`, and `RunFault` if a process omits a cell.
  package func run() throws -> PairedOutcome {
    let confidence = thresholds.confidence
    let (first, measuring) = try decide(
      cells, "measuring", InterimAnalysis(confidence: confidence, cells: cells.count),
      seconds: budget * (1 - Self.confirmingShare))
    outcome.uncompared += cells.map(\.cell).filter { cell in
      first[cell] == nil && !outcome.changed.contains(cell)
        && !outcome.uncompared.contains { $0.cell == cell }
    }.map { UnmatchedCell($0, reason: "no pair of processes measured it within the budget") }
    let suspects = cells.filter { first[$0.cell]?.verdict.isDifference ?? false }
    // Confirmation can only remove differences, so each of them gets the whole error again.
    let (second, confirming) = try decide(
      suspects, "confirming", InterimAnalysis(confidence: confidence, cells: 1),
      seconds: budget * Self.confirmingShare)
    outcome.pairs = (measuring, confirming)
    outcome.times =
      cells.map(\.cell).compactMap { cell in
        guard let found = first[cell], !outcome.changed.contains(cell),
          !outcome.uncompared.contains(where: { $0.cell == cell })
        else { return nil }
        guard found.verdict.isDifference else { return found }
        // The fresh estimate is unbiased: the first one was selected for its size.
        guard let again = second[cell], again.verdict == found.verdict else {
          outcome.unconfirmed.append(cell)
          return found.unconfirmed()
        }
        return again
      }.worstFirst
    return outcome
  }

  /// Measures cells until all are decided or `seconds` have passed.
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
        active.removeAll { cell in
          outcome.changed.contains(cell.cell)
            || outcome.uncompared.contains { $0.cell == cell.cell }
        }
        pairs += 1
      }
      for cell in active.map(\.cell) {
        comparisons[cell] = samples[cell]?.comparison(of: cell, thresholds)
          .map { looks.decide($0, atLook: look) }
      }
      active.removeAll { comparisons[$0.cell].map { $0.verdict != .unresolved } ?? false }
      let what = stage == "confirming" ? "differences confirmed or refuted" : "cells decided"
      report(
        "\(cells.count - active.count) of \(cells.count) \(what) after \(pairs) pairs of processes")
    }
    return (comparisons, pairs)
  }

  /// Runs a pair of processes, one after the other, and adds their times.
  private func add(
    pair: Int, _ stage: String, of cells: [SampleRow], to samples: inout [CellKey: PairedSamples]
  ) throws {
    let rounds = round..<round + Self.rounds(cells: cells.count)
    round = rounds.upperBound
    let requests = cells.flatMap { cell in
      rounds.map { round in
        var request = cell
        request.round = round
        return request
      }
    }
    var found = Sides<[CellKey: [SampleRow]]>(base: [:], head: [:])
    for side in Self.order(ofPair: pair, stage, seed: seed) {
      found[side] = Dictionary(grouping: try measure(side, requests, pair), by: \.cell)
    }
    for cell in cells.map(\.cell) {
      guard let base = found.base[cell], let head = found.head[cell] else {
        throw RunFault(.internalFault, "a process left out \(cell.text)")
      }
      let both = Sides(base: base, head: head)
      if let mismatch = Self.mismatch(both) {
        outcome.uncompared.append(
          UnmatchedCell(cell, reason: "pair \(pair) was dropped: \(mismatch)"))
      } else if Self.haveDifferentAnswers(both) {
        outcome.changed.append(cell)
      } else {
        try samples[cell, default: PairedSamples()].add(both)
      }
    }
  }

  /// The number of repetitions in a process, more for few cells, because starting it takes as long as some of
  /// them.
  private static func rounds(cells: Int) -> Int {
    cells < 4 ? 8 : cells < 8 ? 4 : cells < 16 ? 2 : 1
  }

  /// The order of the sides in a pair: random, and each side is first in half of the pairs.
  static func order(ofPair pair: Int, _ stage: String, seed: UInt64) -> [Side] {
    RoundOrder(strategies: 2, seed: seed, purpose: "\(stage), sides").order(ofRound: pair)
      .map { $0 == 0 ? .base : .head }
  }

  /// A message about the first sample of a cell for which the sides ran different operations; nil if all
  /// match.
  private static func mismatch(_ samples: Sides<[SampleRow]>) -> String? {
    let segments = samples.map { rows in
      Dictionary(
        rows.map { ([$0.round, $0.segment], $0) }, uniquingKeysWith: { first, _ in first })
    }
    func operations(_ side: Side, _ segment: [Int]) -> String {
      guard let row = segments[side][segment] else { return "\(side.name) did not time it" }
      return "\(side.name) timed \(row.operations) operations from operation \(row.firstStep)"
    }
    let all = Set(segments.base.keys).union(segments.head.keys)
    return all.sorted { $0.lexicographicallyPrecedes($1) }.first { segment in
      guard let base = segments.base[segment], let head = segments.head[segment] else {
        return true
      }
      return (base.firstStep, base.operations) != (head.firstStep, head.operations)
    }.map { segment in
      "of segment \(segment[1]) of round \(segment[0]), \(operations(.base, segment)), "
        + operations(.head, segment)
    }
  }

  /// Whether the same operations gave different answers.
  private static func haveDifferentAnswers(_ samples: Sides<[SampleRow]>) -> Bool {
    let answers = Dictionary(
      samples.base.map { ([$0.round, $0.segment], $0.checksum) }, uniquingKeysWith: { $1 })
    return samples.head.contains { answers[[$0.round, $0.segment]] != $0.checksum }
  }
}

/// The times at which a growing sample is judged, and the share of the error that each look may spend.
///
/// Repeated looks alone make a difference between equal programs likely. So the probability of a wrong
/// verdict in the table is divided beforehand: among the looks by `shares`, and each look's share equally
/// among the cells (Bonferroni). The verdict of a look is final. (Spending of error: K. K. G. Lan and D. L.
/// DeMets, Biometrika 70, 1983, here without their correlations.)
struct InterimAnalysis {
  /// The share of the error of each look. The last look, with most data, gets most.
  static let shares = [0.125, 0.125, 0.25, 0.5]

  static var count: Int { shares.count }

  let confidence: Double
  /// The number of cells in the table.
  let cells: Int

  /// The share of the time before a look, counted from 0: looks are evenly spaced.
  static func fraction(atLook look: Int) -> Double { Double(look + 1) / Double(count) }

  /// The maximum p-value that decides a cell at a look.
  func level(atLook look: Int) -> Double {
    (1 - confidence) * Self.shares[look] / Double(max(1, cells))
  }

  /// The cell with its claim as the verdict if the evidence suffices at this look.
  func decide(_ cell: CellComparison, atLook look: Int) -> CellComparison {
    let level = level(atLook: look)
    // On the scale on which 1 - confidence decides.
    return cell.decided(
      cell.pValue <= level, adjustedP: min(1, cell.pValue / level * (1 - confidence)))
  }
}

/// The times of one cell on both sides, in nanoseconds per operation.
private struct PairedSamples {
  private var times = Sides<[Double]>(base: [], head: [])
  /// ln(HEAD / BASE) of each pair of processes, the median over its repetitions. A pair is one observation,
  /// because all repetitions of a process share its memory layout.
  private var logRatios: [Double] = []

  /// Adds a pair of processes that timed the same operations.
  mutating func add(_ samples: Sides<[SampleRow]>) throws {
    let found = samples.map { rows in
      rows.reduce(into: Repetitions()) { $0.add($1) }
    }
    let pair = try PairedRatio(of: found.head.times, to: found.base.times)
    times.base += found.base.times
    times.head += found.head.times
    logRatios.append(pair.logRatios.median)
  }

  func comparison(of cell: CellKey, _ thresholds: Thresholds) -> CellComparison? {
    guard let logRatios = try? Sample(logRatios), let base = try? Sample(times.base),
      let head = try? Sample(times.head)
    else { return nil }
    return CellComparison(
      cell: cell, baseNs: base.median, headNs: head.median,
      evidence: PairedRatio(logRatios: logRatios, confidence: thresholds.confidence),
      thresholds: thresholds)
  }
}

extension RunComparison {
  /// Adds the outcome of pairs of processes and a description of the method.
  package mutating func add(_ outcome: PairedOutcome) {
    times = outcome.times
    counters.removeAll { outcome.changed.contains($0.cell) }
    cells.onlyInBase += outcome.changed.map {
      UnmatchedCell($0, reason: "HEAD answers differently")
    }
    let shares = InterimAnalysis.shares.map(Percent.text).joined(separator: ", ")
    cells.withoutFigure += outcome.uncompared
    method = [
      "Pairs of fresh processes of BASE and HEAD, one after the other on one core, run the same "
        + "operations of the same cells. Each pair is one observation (exact sign test).",
      "Cells are judged \(InterimAnalysis.count) times, with \(shares) of the "
        + "\(Percent.text(1 - thresholds.confidence)) of error allowed, divided by the number of cells. "
        + "Every difference is measured again by other processes, with "
        + "\(Percent.text(PairedRun.confirmingShare)) of the budget.",
      "\(outcome.pairs.measuring) pairs measured, \(outcome.pairs.confirming) confirmed.",
    ]
    decider = "a longer --budget"
    notes += outcome.unconfirmed.map {
      "\($0.text): other processes did not confirm a difference."
    }
  }
}
