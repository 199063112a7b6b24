import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

/// A strategy of the roster beside the reference, under the same random gestures.
struct GestureWalk {
  /// What the rows of a walk are like.
  enum Kind: CaseIterable {
    case mixed, equal, mostlyZero, allZero, tiny, tall
  }

  let reference: TrialBox
  let list: any Trial
  private let kind: Kind
  private var random: SplitMix64
  private(set) var log: [Gesture] = []

  init(
    _ id: String, seed: UInt64, kind: Kind, mode: StrategyMode = .corrected, latency: Int = 0
  ) throws {
    random = SplitMix64(seed: seed, purpose: "\(id) \(kind)")
    self.kind = kind
    let count = random.below(3) == 0 ? random.below(4) : random.below(800)
    var heights: [Int32] = []
    for _ in 0..<count { heights.append(Self.height(kind, &random)) }
    let options = LayoutOptions(
      viewport: LayoutUnit(rawValue: Int64(1 + random.below(1000 * 64))),
      start: count > 0 ? random.below(count) : 0, mode: mode, loadLatency: latency)
    reference = TrialBox(
      Reference<PlainRows>.self, store: RowStore(heights: heights), options: options)
    list = try Self.contender(id).trial(
      on: RowStore(heights: heights), options: options, script: .none)
  }

  private static func height(_ kind: Kind, _ random: inout SplitMix64) -> Int32 {
    switch kind {
    case .mixed: random.below(6) == 0 ? 0 : Int32(random.below(200 * 64))
    case .equal: 44 * 64
    case .mostlyZero: random.below(100) == 0 ? Int32(random.below(400 * 64)) : 0
    case .allZero: 0
    case .tiny: Int32(random.below(3))
    case .tall: random.below(2) == 0 ? 64 : 10_000 * 64
    }
  }

  private mutating func distance(_ greatest: Int) -> LayoutUnit {
    LayoutUnit(rawValue: Int64(random.below(2 * greatest * 64) - greatest * 64))
  }

  /// Applies a gesture that the lists can do now to both.
  mutating func step() {
    let gesture = nextGesture()
    log.append(gesture)
    reference.apply(gesture)
    list.apply(gesture)
  }

  private mutating func nextGesture() -> Gesture {
    let count = list.store.count
    let height = LayoutUnit(rawValue: Self.height(kind, &random))
    switch random.below(12) {
    case 0...4: return .scroll(distance(random.below(4) == 0 ? 3000 : 120))
    case 5 where random.below(4) == 0: return .scroll(distance(1_000_000))
    case 6 where count > 0: return .jump(row: random.below(count))
    case 7: return .insert(row: random.below(count + 1), height: height)
    case 8 where count > 0: return .delete(row: random.below(count))
    case 9 where random.below(3) == 0:
      return .viewport(LayoutUnit(rawValue: Int64(1 + random.below(1000 * 64))))
    case 10 where count > 0: return .resize(row: random.below(count), height: height)
    case 11 where count > 0: return editOfAnchor(count, height)
    default: return .settle
    }
  }

  /// A change at or beside what is read, where most can go wrong.
  private mutating func editOfAnchor(_ count: Int, _ height: LayoutUnit) -> Gesture {
    let anchor = reference.screen.first?.row ?? 0
    let row = min(max(0, anchor - 2 + random.below(5)), count - 1)
    switch random.below(3) {
    case 0: return .insert(row: row, height: height)
    case 1: return .delete(row: row)
    default: return .resize(row: row, height: height)
    }
  }

  /// Checks the offset of a random row against the sum of the true heights, and a hit test.
  mutating func expectAnswers() {
    guard list.store.count > 0 else { return }
    let row = random.below(list.store.count)
    let origin = list.origin(of: row)
    let expected = reference.offset(of: row) - reference.offset(of: origin)
    #expect(list.offset(of: row) == expected)
    if let top = reference.screen.first { #expect(list.row(at: list.contentOffset) == top.row) }
  }

  /// Checks that a layout without a change changes nothing, and that the rows on screen follow
  /// each other without a gap.
  func expectStableTiling() {
    let screen = list.screen
    list.layout()
    #expect(list.screen == screen, "a layout without a change changes nothing")
    for (upper, lower) in zip(screen, screen.dropFirst()) {
      #expect(lower.row > upper.row && lower.y == upper.y + upper.height)
    }
  }
}

extension GestureWalk {
  /// A strategy of the roster by its id, with values for its parameters if it has some.
  static func contender(_ id: String) throws -> StrategyEntry {
    try #require(Roster.all.named(id))
  }

  /// Walks a corrected strategy beside the reference: what is on screen must be the same after
  /// every gesture.
  static func expectReferenceScreens(_ id: String, kind: Kind, seeds: Int, gestures: Int) throws {
    for seed in 0..<seeds {
      var walk = try GestureWalk(id, seed: UInt64(seed), kind: kind)
      #expect(walk.list.screen == walk.reference.screen)
      for step in 0..<gestures {
        walk.step()
        try #require(
          walk.list.screen == walk.reference.screen, "seed \(seed), \(walk.log.suffix(8))")
        if step % 5 == 0 {
          walk.expectAnswers()
          walk.expectStableTiling()
        }
      }
    }
  }

  /// Walks a strategy that may deviate: it must come to rest, and tile the screen with what it has.
  static func expectRest(_ id: String, mode: StrategyMode, latency: Int) throws {
    for kind in Kind.allCases {
      for seed in 0..<5 {
        var walk = try GestureWalk(
          id, seed: UInt64(seed), kind: kind, mode: mode, latency: latency)
        for _ in 0..<150 {
          walk.step()
          walk.expectStableTiling()
        }
      }
    }
  }

  /// Several changes of several rows before each frame, on a list that is used directly.
  static func expectReferenceAfterManyChanges<S: LayoutStrategy<PlainRows> & ~Copyable>(
    _: S.Type
  ) throws {
    for seed in 0..<40 {
      var random = SplitMix64(seed: UInt64(seed))
      let kind = Kind.allCases[seed % Kind.allCases.count]
      let heights = (0..<random.below(300)).map { _ in height(kind, &random) }
      let store = RowStore(heights: heights)
      defer { withExtendedLifetime(store) {} }
      let options = LayoutOptions(
        viewport: LayoutUnit(points: 300), start: random.below(max(1, heights.count)),
        loadLatency: 0)
      var list = S(rows: store.rows, options: options)
      var reference = Reference(rows: store.rows, options: options)
      for _ in 0..<60 {
        for _ in 0..<random.below(4) { change(store, kind, &random, &list, &reference) }
        if random.below(2) == 0 {
          let distance = LayoutUnit(points: random.below(800) - 400)
          list.layout()
          reference.layout()
          list.scroll(by: distance)
          reference.scroll(by: distance)
        }
        list.layout()
        reference.layout()
        try #require(screen(of: list) == screen(of: reference), "seed \(seed)")
      }
    }
  }

  /// Changes up to nine rows of `store` and tells both lists.
  private static func change<S: LayoutStrategy & ~Copyable, R: LayoutStrategy & ~Copyable>(
    _ store: RowStore, _ kind: Kind, _ random: inout SplitMix64, _ list: inout S,
    _ reference: inout R
  ) {
    let row = random.below(store.count + 1)
    let size = random.below(10)
    switch random.below(4) {
    case 0:
      let heights = (0..<size).map { _ in height(kind, &random) }
      heights.withUnsafeBufferPointer { store.insert($0, at: row) }
      list.inserted(row..<row + size)
      reference.inserted(row..<row + size)
    case 1:
      let gone = row..<min(store.count, row + size)
      store.delete(gone)
      list.deleted(gone)
      reference.deleted(gone)
    case 2 where row < store.count:
      store.setHeight(of: row, to: height(kind, &random))
      list.heightChanged(of: row)
      reference.heightChanged(of: row)
    default:
      for row in 0..<store.count where random.below(3) == 0 {
        store.setHeight(of: row, to: height(kind, &random))
      }
      list.heightsChanged()
      reference.heightsChanged()
    }
  }

  private static func screen<S: LayoutStrategy & ~Copyable>(of list: borrowing S) -> [VisibleRow] {
    var rows: [VisibleRow] = []
    list.visitVisible { rows.append($0) }
    return rows
  }
}
