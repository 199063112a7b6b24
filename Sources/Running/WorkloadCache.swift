import ListLayout
import Measuring
import Replaying
import Workloads

/// Loads each workload once and keeps its heights for all groups.
final class WorkloadCache {
  private struct Key: Hashable {
    let spec: HeightsSpec
    let rows: Int
  }

  /// What rows are, as far as a card may require something of them.
  enum Kind {
    case pages
    case equal
    case any

    func objection(to requirement: StrategyCard.Requirement) -> String? {
      switch (requirement, self) {
      case (_, .pages), (.equalHeights, .equal): nil
      default: requirement.need
      }
    }
  }

  private let seed: UInt64
  private let screen: Screen
  private var populations: [HeightsSpec: Population] = [:]
  private var tables: [Key: Heights] = [:]
  private var alternates: [Key: [Int32]] = [:]
  private var kinds: [Key: Kind] = [:]
  private var askingTimes: [HeightsSpec: Double] = [:]
  /// What all rows that were asked for need.
  private(set) var need = MemoryNeed()

  init(seed: UInt64, screen: Screen) {
    self.seed = seed
    self.screen = screen
  }

  private func population(_ spec: HeightsSpec) throws -> Population {
    if let kept = populations[spec] { return kept }
    let loaded = try Population(spec, seed: seed)
    populations[spec] = loaded
    return loaded
  }

  /// The number of rows that a user's file has; nil for generated rows.
  func ownCount(of spec: HeightsSpec) throws -> Int? {
    switch spec {
    case .file, .text: try population(spec).count
    default: nil
    }
  }

  /// The heights of so many rows; throws `usage` for more than fit in memory with those before.
  func heights(of spec: HeightsSpec, rows: Int) throws -> Heights {
    let key = Key(spec: spec, rows: rows)
    if let kept = tables[key] { return kept }
    let what = "\(spec.name), \(rows) rows"
    var least = need
    least.add(rows: rows)
    try least.refuse(what)
    let made = try population(spec).heights(rows: rows, screen: screen)
    need.add(rows: rows, contentHeight: made.contentHeight)
    try need.refuse(what)
    tables[key] = made
    return made
  }

  /// The same rows after a rotation.
  func alternate(of spec: HeightsSpec, rows: Int) throws -> [Int32] {
    let key = Key(spec: spec, rows: rows)
    if let kept = alternates[key] { return kept }
    let made = try heights(of: spec, rows: rows).alternate()
    alternates[key] = made
    return made
  }

  func kind(of spec: HeightsSpec, rows: Int) throws -> Kind {
    let key = Key(spec: spec, rows: rows)
    if let kept = kinds[key] { return kept }
    let raw = try heights(of: spec, rows: rows).raw
    func suits(_ requirement: StrategyCard.Requirement) -> Bool {
      requirement.misfit(in: raw, viewport: screen.viewport) == nil
    }
    let kind: Kind =
      !raw.isEmpty && suits(.pages) ? .pages : suits(.equalHeights) ? .equal : .any
    kinds[key] = kind
    return kind
  }

  /// About what it takes to ask for a height, in nanoseconds: measured of rows that are measured on asking,
  /// over a thousand rows or 20 ms.
  func heightNanoseconds(of spec: HeightsSpec, rows: Int) throws -> Double {
    guard rows > 0, let measurer = try measurer(of: spec) else { return 3 }
    if let kept = askingTimes[spec] { return kept }
    let start = MonotonicClock.now()
    var (elapsed, asked, sum) = (UInt64(0), 0, 0)
    while asked < min(rows, 1000), elapsed < 20_000_000 {
      // Evenly over the list, because long texts may stand together.
      sum &+= Int(measurer.height(of: asked * max(1, rows / 1000)))
      asked += 1
      elapsed = MonotonicClock.now() - start
    }
    let time = sum < 0 ? 3 : Double(elapsed) / Double(asked)
    askingTimes[spec] = time
    return time
  }

  /// Measures a text's rows at both widths; nil for rows that are not measured on asking.
  func measurer(of spec: HeightsSpec) throws -> (any RowMeasurer)? {
    guard spec.isMeasuredOnAsking else { return nil }
    let population = try population(spec)
    guard let upright = population.measurer(width: screen.width),
      let rotated = population.measurer(width: screen.rotated.width)
    else { return nil }
    return RotatingText(upright: upright, rotated: rotated)
  }
}

/// A text that is measured at one of two widths.
private final class RotatingText: RowMeasurer {
  private var current: TextMeasurer
  private var other: TextMeasurer

  init(upright: TextMeasurer, rotated: TextMeasurer) {
    current = upright
    other = rotated
  }

  let count = Int(Int32.max)
  func height(of id: Int) -> Int32 { current.height(ofRow: id) }
  func flip() { swap(&current, &other) }
}
