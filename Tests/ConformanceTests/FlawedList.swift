import BenchReplaying
import Conformance
import ListLayout
import Synchronization

func points(_ points: Int) -> LayoutUnit { LayoutUnit(points: points) }

/// Creates a script for a list with heights in whole points.
func script(
  _ heights: [Int], viewport: Int = 100, start: Int = 0, _ gestures: [Gesture]
) -> GestureScript {
  GestureScript(
    heights: heights.map { Int32($0 * 64) },
    options: LayoutOptions(viewport: points(viewport), start: start), gestures: gestures)
}

extension Trial {
  /// The rows on screen, each as `row y height` with lengths in points.
  var screenText: String {
    screen.map { "\($0.row) \($0.y) \($0.height)" }.joined(separator: ", ")
  }
}

/// The number of `FlawedList` instances created so far.
private let lists = Atomic(0)

/// A common mistake in list code, planted to test whether the invariants detect it.
enum Flaw: Int, CaseIterable {
  case offByOneAtEnd, gap, skippedRow, wrongTie, wrongTotal, noAnchor, roundedMotion, restless
  case lostView, twoViews, hoarder, manyPasses, impureQuery, placedByAddress, noRotation, oneOfBatch
  case narrowSums

  /// The parameter that selects the flaw. -1 means none.
  static let parameter = StrategyParameter(0, "flaw", usual: -1, in: -1...99, "the flaw")

  /// The invariant that must detect this flaw on its own.
  var invariant: Invariant {
    switch self {
    case .offByOneAtEnd, .noAnchor, .roundedMotion, .noRotation, .oneOfBatch: .sameScreen
    case .gap: .tiling
    case .skippedRow: .order
    case .wrongTie: .inverse
    case .wrongTotal, .narrowSums: .prefixSums
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

/// A simple list with at most one planted flaw.
struct FlawedList<Rows: RowSource>: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "flawless", title: "a list to find flaws in", origin: "these tests", modes: [.corrected],
      complexity: Complexity(), parameters: [Flaw.parameter])
  }

  private let flaw: Flaw?

  private let rows: Rows
  private var offsets: [LayoutUnit] = []
  private var anchor: ScreenAnchor
  /// The rows on screen in the last frame, and the changes since.
  private var shown: [VisibleRow] = []
  private var changes = RowChanges()
  private var views: [RowView] = []
  private var pool = ReusePool()
  private(set) var viewport: LayoutUnit
  private(set) var contentOffset = LayoutUnit.zero
  private let unit = LayoutUnit(rawValue: Int64(1))
  /// Stands in for the memory address in `placedByAddress`, because real addresses may repeat.
  private let address = lists.add(1, ordering: .relaxed).newValue

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    flaw = Flaw(rawValue: options.parameters[Flaw.parameter])
    viewport = options.viewport
    anchor = ScreenAnchor(row: options.start, y: .zero, origin: .jump)
    addUp()
  }

  private mutating func addUp() {
    offsets = [.zero]
    for row in 0..<rows.count { offsets.append(offsets[row] + rows.height(of: row)) }
    guard flaw == .narrowSums else { return }
    offsets = offsets.map { LayoutUnit(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }
  }

  private var count: Int { offsets.count - 1 }
  private func height(of row: Int) -> LayoutUnit { offsets[row + 1] - offsets[row] }

  // MARK: Where rows are

  var contentHeight: LayoutUnit { offsets[count] }

  func offset(of row: Int) -> LayoutUnit {
    flaw == .wrongTotal && row == count && row > 0 ? offsets[row] - unit : offsets[row]
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    if flaw == .impureQuery, offset > .zero, anchor.row > 0 { anchor.row -= 1 }
    if flaw == .wrongTie, let row = offsets.dropLast().firstIndex(of: offset) { return row }
    return (0..<count).first { offset < offsets[$0 + 1] } ?? max(0, count - 1)
  }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    addUp()
    anchor.heightChanged(of: row)
    if flaw == .manyPasses { rows.note(.layoutPasses, 2) }
  }

  mutating func heightsChanged() {
    if flaw != .noRotation { addUp() }
    anchor.heightsChanged()
  }

  mutating func inserted(_ new: Range<Int>) {
    addUp()
    changes.inserted(new)
    switch flaw {
    case .noAnchor: break
    case .oneOfBatch: anchor.inserted(new.prefix(1))
    default: anchor.inserted(new)
    }
    for view in views where view.row >= new.lowerBound { view.row += new.count }
  }

  mutating func deleted(_ old: Range<Int>) {
    addUp()
    changes.deleted(old)
    anchor.deleted(old)
    for view in views where old.contains(view.row) { pool.recycle(view) }
    views.removeAll { old.contains($0.row) }
    for view in views where view.row >= old.upperBound { view.row -= old.count }
  }

  mutating func moved() { changes.moved() }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    var distance = distance
    if flaw == .roundedMotion { distance = LayoutUnit(rawValue: distance.rawValue / 64 * 64) }
    anchor.y = anchor.y - distance
  }

  mutating func settle() {}

  mutating func jump(to row: Int) {
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
  }

  mutating func resizeViewport(to height: LayoutUnit) { viewport = height }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    keepAnchor()
    var end = max(.zero, contentHeight - viewport)
    if flaw == .offByOneAtEnd, end > .zero { end = end - unit }
    contentOffset = min(max(.zero, offsets[max(0, anchor.row)] - anchor.y), end)
    if flaw == .restless, contentOffset > .zero { contentOffset = contentOffset - unit }
    let first = (0..<count).first { offsets[$0 + 1] > contentOffset }
    anchor = ScreenAnchor(
      row: first ?? -1, y: first.map { offsets[$0] - contentOffset } ?? .zero)
    place()
    var shown: [VisibleRow] = []
    visitVisible { shown.append($0) }
    self.shown = shown
  }

  private mutating func keepAnchor() {
    defer { changes.removeAll() }
    if anchor.isKept(height: { height(of: $0) }) { return }
    let kept = changes.anchor(of: shown, rowCount: count, viewport: viewport) { height(of: $0) }
    if let kept { (anchor.row, anchor.y) = kept }
  }

  private mutating func place() {
    var old = views
    views = []
    let keepsAll = flaw == .hoarder
    let bottom = keepsAll ? contentHeight : contentOffset + viewport
    for row in (keepsAll ? 0 : max(0, anchor.row))..<max(0, count) where offsets[row] < bottom {
      guard anchor.row >= 0, height(of: row) > .zero else { continue }
      if flaw == .skippedRow, views.count == 2, row % 3 == 2 { continue }
      if let index = old.firstIndex(where: { $0.row == row }) {
        let view = old.remove(at: index)
        pool.move(view, to: place(of: row), height: height(of: row), for: rows)
        views.append(view)
      } else {
        views.append(pool.take(row: row, y: place(of: row), height: height(of: row), for: rows))
      }
    }
    if flaw == .twoViews, let last = views.last, count > 3 { views.append(last) }
    if flaw != .lostView { old.forEach { pool.recycle($0) } }
  }

  /// The position at which the list places a row's view.
  private func place(of row: Int) -> LayoutUnit {
    if flaw == .gap, row > anchor.row, row == count - 1 { return offsets[row] + unit }
    if flaw == .placedByAddress, row % 5 == 4 {
      return offsets[row] + unit * (address & 0xFFF)
    }
    return offsets[row]
  }

  func visitViews(_ body: (RowView) -> Void) { views.forEach(body) }
}
