import BenchBasics
import BenchReplaying
import BenchWorkloads
import Foundation
import ListLayout

final class WorkloadCache {
  private let seed: UInt64
  private let screen: Screen
  private var populations: [HeightsSpec: Population] = [:]
  private var tables: [HeightsSpec: [Int: Heights]] = [:]
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

  func counts(of spec: HeightsSpec, _ request: RunRequest) throws -> [Int] {
    switch spec {
    case .file where request.usesOwnCounts, .text where request.usesOwnCounts:
      if let own = try population(spec).count { return [own] }
    default: break
    }
    return request.rows.unique
  }

  /// Throws `usage` if the rows don't fit in memory along with all previously loaded rows.
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

  func measurer(of spec: HeightsSpec) throws -> (any RowMeasurer)? {
    guard spec.isMeasuredOnAsking else { return nil }
    let population = try population(spec)
    guard let upright = population.measurer(width: screen.width),
      let rotated = population.measurer(width: screen.rotated.width)
    else { return nil }
    return RotatingText(current: upright, other: rotated)
  }
}

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

/// Estimates how much memory lists will need, erring on the high side.
package struct MemoryNeed: Sendable {
  package private(set) var bytes = 0
  private var largest = 0

  package init() {}

  /// Assumes that only one list exists at a time.
  package mutating func add(rows: Int, contentHeight: LayoutUnit = .zero) {
    // A `sum-tree` leaf takes 1,200 bytes and holds at most `Int32.max` units of content height.
    let leaves = Int(contentHeight.rawValue / Int64(Int32.max))
    // Each row needs 24 bytes for its heights and 72 bytes in the largest index, which stores nine 8-byte
    // copies.
    let list = rows * 96 + leaves * 1200
    bytes += rows * 8 + max(0, list - largest)
    largest = max(largest, list)
  }

  package mutating func add(frames: Int, views: Int) {
    bytes += frames.multipliedReportingOverflow(by: 1000 + views * 100).partialValue
  }

  package mutating func add(gestures: Int) { bytes += gestures * 8 }

  /// Throws `usage` if the lists need more than 90 % of the available memory.
  package func refuse(_ what: String) throws(RunFault) {
    let limit = MachineFacts.memoryLimit / 10 * 9
    guard limit > 0, bytes > limit else { return }
    let gibibytes = [bytes, limit].map { String(format: "%.1f", Double($0) / Double(1 << 30)) }
    throw RunFault(
      .usage,
      "\(what) would need about \(gibibytes[0]) GiB of memory; the limit is \(gibibytes[1]) GiB"
    )
  }
}
