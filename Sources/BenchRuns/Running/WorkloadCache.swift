import BenchBasics
import BenchReplaying
import BenchWorkloads
import Foundation
import ListLayout

/// The heights of all workloads of a run. Each workload is loaded only once.
final class WorkloadCache {
  private let seed: UInt64
  private let screen: Screen
  private var populations: [HeightsSpec: Population] = [:]
  private var tables: [HeightsSpec: [Int: Heights]] = [:]
  /// An estimate of the memory for all rows that have been loaded so far.
  private(set) var need = MemoryNeed()

  init(seed: UInt64, screen: Screen) {
    (self.seed, self.screen) = (seed, screen)
  }

  private func population(_ spec: HeightsSpec) throws -> Population {
    if let known = populations[spec] { return known }
    let made = try Population(spec, seed: seed)
    populations[spec] = made
    return made
  }

  /// The distinct row counts of the lists with these heights in a request, or of a user's file with heights.
  func counts(of spec: HeightsSpec, _ request: RunRequest) throws -> [Int] {
    switch spec {
    case .file where request.usesOwnCounts, .text where request.usesOwnCounts:
      if let own = try population(spec).count { return [own] }
    default: break
    }
    return request.rows.unique
  }

  /// The heights of `rows` rows. Throws `usage` if these rows and all rows that were loaded before do not fit
  /// in memory together.
  func heights(of spec: HeightsSpec, rows: Int) throws -> Heights {
    if let known = tables[spec]?[rows] { return known }
    let what = "\(spec.name), \(rows) rows"
    var minNeed = need
    minNeed.add(rows: rows)
    try minNeed.refuse(what)
    let made = try population(spec).heights(rows: rows, screen: screen)
    need.add(rows: rows, contentHeight: made.contentHeight)
    try need.refuse(what)
    tables[spec, default: [:]][rows] = made
    return made
  }

  /// A short description of a strategy's requirement if the rows do not meet it; nil if they do.
  func unmet(
    _ requirement: StrategyDescriptor.Requirement, _ spec: HeightsSpec, rows: Int
  ) throws -> String? {
    requirement.firstViolation(
      in: try heights(of: spec, rows: rows).raw, viewport: screen.viewport)?.need
  }

  func measurer(of spec: HeightsSpec) throws -> (any RowMeasurer)? {
    guard spec.isMeasuredOnAsking else { return nil }
    let population = try population(spec)
    guard let upright = population.measurer(width: screen.width),
      let rotated = population.measurer(width: screen.rotated.width)
    else { return nil }
    return RotatingText(current: upright, other: rotated)
  }
}

/// Rows of text that can be measured at two widths: the width before a rotation and the width after it.
private final class RotatingText: RowMeasurer {
  private var current: TextMeasurer
  private var other: TextMeasurer
  let count = Int(Int32.max)

  init(current: TextMeasurer, other: TextMeasurer) {
    (self.current, self.other) = (current, other)
  }

  func height(of id: Int) -> Int32 { current.height(ofRow: id) }
  func flip() { swap(&current, &other) }
}

/// A generous estimate of the memory that lists need, made before the lists are created.
package struct MemoryNeed: Sendable {
  package private(set) var bytes = 0
  /// The size of the largest list, in bytes.
  private var largest = 0

  package init() {}

  /// Adds the memory for a list, only one of which is in use at a time. The content height may be 0 if unknown.
  package mutating func add(rows: Int, contentHeight: LayoutUnit = .zero) {
    // The strategy `sum-tree` has one leaf of 1,200 bytes for each `Int32.max` units (1/64 pt) of content
    // height, even if the leaf contains few rows.
    let leaves = Int(contentHeight.rawValue / Int64(Int32.max))
    // The list in use needs 96 bytes per row: 24 for heights (the original height and its copies in the store
    // and in the edited store, each before and after a rotation), and 72 for the largest index structure, a
    // table with nine copies of each row.
    let list = rows * 96 + leaves * 1200
    // A row of any list needs 8 bytes for its heights before and after a rotation.
    bytes += rows * 8 + max(0, list - largest)
    largest = max(largest, list)
  }

  /// Adds the memory to keep, pack and write a film (a recording of all frames) with `views` views per frame.
  package mutating func add(frames: Int, views: Int) {
    bytes += frames.multipliedReportingOverflow(by: 1000 + views * 100).partialValue
  }

  /// Adds the memory for a list of gestures.
  package mutating func add(gestures: Int) { bytes += gestures * 8 }

  /// Throws `usage` if the lists need more than nine tenths of the memory that this process may use.
  package func refuse(_ what: String) throws(RunFault) {
    let limit = MachineFacts.memoryLimit / 10 * 9
    guard limit > 0, bytes > limit else { return }
    let gibibytes = [bytes, limit].map { String(format: "%.1f", Double($0) / Double(1 << 30)) }
    throw RunFault(
      .usage,
      "\(what) would need about \(gibibytes[0]) GiB of memory, expected at most \(gibibytes[1]) GiB"
    )
  }
}
