import BenchReplaying
import Conformance
import ListLayout
import Synchronization

@testable import IndexStrategies

func points(_ points: Int) -> LayoutUnit { LayoutUnit(points: points) }

/// Creates a script for a list with heights in whole points.
func script(
  _ heights: [Int], viewport: Int = 100, start: Int = 0, _ gestures: [Gesture]
) -> GestureScript {
  GestureScript(
    heights: heights.map { Int32($0 * 64) },
    options: LayoutOptions(viewport: points(viewport), start: start), gestures: gestures)
}

/// Returns the descriptor of `flawless` with these properties.
func descriptor(
  _ requirement: StrategyDescriptor.Requirement = .anyHeights,
  _ topology: StrategyDescriptor.Topology = .linear,
  _ abilities: StrategyDescriptor.Abilities = .all
) -> StrategyDescriptor {
  var descriptor = flawless.descriptor
  descriptor.requirement = requirement
  descriptor.topology = topology
  descriptor.abilities = abilities
  return descriptor
}

/// The number of `FlawedList` instances created so far.
private let lists = Atomic(0)

/// A common mistake in list code, planted to test whether the invariants detect it.
enum Flaw: Int, CaseIterable {
  case offByOneAtEnd, gap, skippedRow, wrongTie, wrongTotal, noAnchor, roundedMotion, restless
  case lostView, twoViews, hoarder, manyPasses, impureQuery, placedByAddress, noRotation, oneOfBatch
  case narrowSums
  /// The list stores a wrong height for row 700, either from the start or once that height has changed.
  case wrongHeight, wrongNewHeight

  /// The parameter that selects the flaw. -1 means none.
  static let parameter = StrategyParameter(0, "flaw", usual: -1, in: -1...99, "the flaw")

  /// The invariant that must detect this flaw on its own.
  var invariant: Invariant {
    switch self {
    case .offByOneAtEnd, .noAnchor, .roundedMotion, .noRotation, .oneOfBatch: .sameScreen
    case .gap: .tiling
    case .skippedRow: .order
    case .wrongTie: .inverse
    case .wrongTotal, .narrowSums, .wrongHeight, .wrongNewHeight: .prefixSums
    case .restless: .idempotence
    case .lostView, .twoViews, .hoarder: .pool
    case .manyPasses: .boundedWork
    case .impureQuery: .pureQueries
    case .placedByAddress: .determinism
    }
  }

  var contender: StrategyEntry {
    (try? flawless.named("flawless:flaw=\(rawValue)")) ?? flawless
  }
}

let flawless = StrategyEntry(FlawedList.self)

/// A list with at most one planted flaw.
struct FlawedList<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "flawless", title: "a list to find flaws in", origin: "these tests", modes: [.corrected],
      complexity: Complexity(), parameters: [Flaw.parameter])
  }

  private let flaw: Flaw?
  private let rows: Rows
  private var base: IndexedList<PrefixArrayIndex<Rows>>
  private let unit = LayoutUnit(rawValue: Int64(1))
  /// Stands in for the memory address in `placedByAddress`, because real addresses may repeat.
  private let address = lists.add(1, ordering: .relaxed).newValue
  /// Height of the inserted rows that the list does not take into account.
  private var ignoredHeight = LayoutUnit.zero
  private var isRow700Wrong: Bool

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    flaw = Flaw(rawValue: options.parameters[Flaw.parameter])
    base = IndexedList(rows: rows, options: options)
    isRow700Wrong = flaw == .wrongHeight
  }

  var viewport: LayoutUnit { base.viewport }
  var contentOffset: LayoutUnit { base.contentOffset }
  var contentHeight: LayoutUnit { base.contentHeight }

  mutating func offset(of row: Int) -> LayoutUnit {
    let offset = base.offset(of: row)
    switch flaw {
    case .wrongTotal where row == rows.count && row > 0: return offset - unit
    case .narrowSums: return LayoutUnit(rawValue: Int32(truncatingIfNeeded: offset.rawValue))
    default: return isRow700Wrong && row > 700 ? offset + points(1) : offset
    }
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    if flaw == .impureQuery, offset > .zero { base.scroll(by: -unit) }
    let row = base.row(at: offset)
    return flaw == .wrongTie && row > 0 && base.offset(of: row - 1) == offset ? row - 1 : row
  }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    base.heightChanged(of: row)
    if flaw == .manyPasses { rows.note(.layoutPasses, 2) }
    if flaw == .wrongNewHeight, row == 700 { isRow700Wrong = true }
  }

  mutating func heightsChanged() { if flaw != .noRotation { base.heightsChanged() } }

  mutating func inserted(_ new: Range<Int>) {
    base.inserted(new)
    guard flaw == .noAnchor || flaw == .oneOfBatch else { return }
    for row in flaw == .noAnchor ? new : new.dropFirst() {
      ignoredHeight = ignoredHeight + rows.height(of: row)
    }
  }

  mutating func deleted(_ old: Range<Int>) { base.deleted(old) }
  mutating func moved() { base.moved() }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    let points = LayoutUnit(rawValue: distance.rawValue / 64 * 64)
    base.scroll(by: flaw == .roundedMotion ? points : distance)
  }

  mutating func settle() {}
  mutating func jump(to row: Int) { base.jump(to: row) }
  mutating func resizeViewport(to height: LayoutUnit) { base.resizeViewport(to: height) }

  // MARK: The frame

  mutating func layout() {
    base.layout()
    let isAtEnd = contentOffset > .zero && contentOffset == contentHeight - viewport
    let motion =
      flaw == .restless || (flaw == .offByOneAtEnd && isAtEnd) ? -unit : -ignoredHeight
    ignoredHeight = .zero
    if motion != .zero {
      base.scroll(by: motion)
      base.layout()
    }
    if flaw == .lostView { rows.note(.viewsCreated, 1) }
  }

  func visitViews(_ body: (RowView) -> Void) {
    var views: [RowView] = []
    base.visitViews { view in
      let y = view.y + misplacement(of: view.row)
      views.append(y == view.y ? view : RowView(row: view.row, y: y, height: view.height))
    }
    if flaw == .skippedRow, views.count > 2, views[2].row % 3 == 2 { views.remove(at: 2) }
    if flaw == .twoViews, rows.count > 3, let last = views.last { views.append(last) }
    if flaw == .hoarder {
      let far = contentHeight + points(10_000)
      views += (0..<100).map { RowView(row: rows.count + $0, y: far, height: unit) }
    }
    views.forEach(body)
  }

  private func misplacement(of row: Int) -> LayoutUnit {
    switch flaw {
    case .gap where row == rows.count - 1: unit
    case .placedByAddress where row % 5 == 4: unit * (address & 0xFFF)
    default: isRow700Wrong && row > 700 ? points(1) : .zero
    }
  }
}
