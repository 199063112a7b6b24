import Basics
import Foundation
import ListLayout
import Measuring
import Replaying
import Workloads

/// The heights of all workloads of a run, each loaded once.
final class WorkloadCache {
  private struct Key: Hashable {
    let spec: HeightsSpec
    let rows: Int
    var requirement: StrategyDescriptor.Requirement?
  }

  private let seed: UInt64
  private let screen: Screen
  private var populations: [HeightsSpec: Population] = [:]
  private var tables: [Key: Heights] = [:]
  private var unmetRequirements: [Key: String?] = [:]
  private var requestTimes: [HeightsSpec: Double] = [:]
  /// The memory for all rows so far.
  private(set) var need = MemoryNeed()

  init(seed: UInt64, screen: Screen) {
    (self.seed, self.screen) = (seed, screen)
  }

  /// The value of a table for a key, made at its first use.
  private func kept<Key, Value>(
    in table: ReferenceWritableKeyPath<WorkloadCache, [Key: Value]>, _ key: Key,
    _ make: () throws -> Value
  ) rethrows -> Value {
    if let known = self[keyPath: table][key] { return known }
    let made = try make()
    self[keyPath: table][key] = made
    return made
  }

  private func population(_ spec: HeightsSpec) throws -> Population {
    try kept(in: \.populations, spec) { try Population(spec, seed: seed) }
  }

  /// The distinct numbers of rows that a request has for a spec; a user's file may have its own.
  func counts(of spec: HeightsSpec, _ request: RunRequest) throws -> [Int] {
    switch spec {
    case .file where request.usesOwnCounts, .text where request.usesOwnCounts:
      if let own = try population(spec).count { return [own] }
    default: break
    }
    return request.rows.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Throws `usage` for more rows than fit in memory with those before.
  func heights(of spec: HeightsSpec, rows: Int) throws -> Heights {
    try kept(in: \.tables, Key(spec: spec, rows: rows)) {
      let what = "\(spec.name), \(rows) rows"
      var minNeed = need
      minNeed.add(rows: rows)
      try minNeed.refuse(what)
      let made = try population(spec).heights(rows: rows, screen: screen)
      need.add(rows: rows, contentHeight: made.contentHeight)
      try need.refuse(what)
      return made
    }
  }

  /// The requirement that the rows do not meet, in a few words; nil if they do.
  func unmet(
    _ requirement: StrategyDescriptor.Requirement, _ spec: HeightsSpec, rows: Int
  ) throws -> String? {
    try kept(in: \.unmetRequirements, Key(spec: spec, rows: rows, requirement: requirement)) {
      requirement.misfit(in: try heights(of: spec, rows: rows).raw, viewport: screen.viewport)?.need
    }
  }

  /// An estimate of the time of a height request in nanoseconds, over a thousand rows or 20 ms.
  func heightNanoseconds(of spec: HeightsSpec, rows: Int) throws -> Double {
    guard rows > 0, let measurer = try measurer(of: spec) else { return 3 }
    return kept(in: \.requestTimes, spec) {
      let start = MonotonicClock.now()
      var (elapsed, requests, sum) = (UInt64(0), 0, 0)
      while requests < min(rows, 1000), elapsed < 20_000_000 {
        // Spread over the list, because long texts may be adjacent.
        sum &+= Int(measurer.height(of: requests * max(1, rows / 1000)))
        requests += 1
        elapsed = MonotonicClock.now() - start
      }
      return sum < 0 ? 3 : Double(elapsed) / Double(requests)
    }
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

/// A text that is measured at one of two widths.
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

/// A generous estimate of the memory for lists, before they are made.
package struct MemoryNeed: Sendable {
  package private(set) var bytes = 0
  /// The bytes of the largest list.
  private var largest = 0

  package init() {}

  /// Adds a list, of which one is in use at a time; its height is 0 where it is not known yet.
  package mutating func add(rows: Int, contentHeight: LayoutUnit = .zero) {
    // `sum-tree` has a leaf of 1,200 bytes for each `Int32.max` of height, however few its rows.
    let leaves = Int(contentHeight.rawValue / Int64(Int32.max))
    // A row of the list in use: its original height, and its height in the store and in the edited store,
    // each before and after a rotation, and 72 bytes for the largest index, a table with nine copies of each
    // row.
    let list = rows * 96 + leaves * 1200
    // A row of any list: its height before and after a rotation.
    bytes += rows * 8 + max(0, list - largest)
    largest = max(largest, list)
  }

  /// Adds frames of a film that are kept, packed and written, each with `views` views.
  package mutating func add(frames: Int, views: Int) {
    bytes += frames.multipliedReportingOverflow(by: 1000 + views * 100).partialValue
  }

  /// Adds gestures, each with its share of the list.
  package mutating func add(gestures: Int) { bytes += gestures * 8 }

  /// Throws `usage` if the memory exceeds nine tenths of what this process may use.
  package func refuse(_ what: String) throws(RunFault) {
    let limit = MachineFacts.memoryLimit / 10 * 9
    guard limit > 0, bytes > limit else { return }
    let gibibytes = [bytes, limit].map { String(format: "%.1f", Double($0) / Double(1 << 30)) }
    throw RunFault(
      .usage,
      "\(what): that needs about \(gibibytes[0]) GiB of memory, expected at most \(gibibytes[1])")
  }
}
