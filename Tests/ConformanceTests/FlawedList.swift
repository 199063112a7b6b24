import ListLayout
import Replaying

/// Only its address matters.
private final class Identity {}

/// A list as one would write it on a quiet afternoon, with at most one mistake in it.
struct FlawedList<Rows: RowSource, F: FlawChoice>: LayoutStrategy, ~Copyable {
  static var card: StrategyCard {
    StrategyCard(
      id: F.flaw?.rawValue ?? "flawless", title: "a list to find flaws in", origin: "these tests",
      modes: [.corrected],
      complexity: Complexity(
        open: .linear, offset: .constant, hitTest: .linear, change: .linear, edit: .linear,
        frame: .linear, rotate: .linear))
  }

  private let rows: Rows
  private var offsets: [LayoutUnit] = []
  private var anchor: Int
  private var anchorY = LayoutUnit.zero
  private var views: [RowView] = []
  private var pool = ReusePool()
  private(set) var viewport: LayoutUnit
  private(set) var contentOffset = LayoutUnit.zero
  private let unit = LayoutUnit(rawValue: Int64(1))
  /// An object at an address of its own.
  private let identity = Identity()

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    viewport = options.viewport
    anchor = options.start
    addUp()
  }

  private mutating func addUp() {
    offsets = [.zero]
    for row in 0..<rows.count { offsets.append(offsets[row] + rows.height(of: row)) }
  }

  private var count: Int { offsets.count - 1 }
  private func height(of row: Int) -> LayoutUnit { offsets[row + 1] - offsets[row] }

  // MARK: Where rows are

  var contentHeight: LayoutUnit { offsets[count] }

  func offset(of row: Int) -> LayoutUnit {
    F.flaw == .wrongTotal && row == count && row > 0 ? offsets[row] - unit : offsets[row]
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    if F.flaw == .impureQuery, offset > .zero, anchor > 0 { anchor -= 1 }
    if F.flaw == .wrongTie, let row = offsets.dropLast().firstIndex(of: offset) { return row }
    return (0..<count).first { offset < offsets[$0 + 1] } ?? max(0, count - 1)
  }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    let old = height(of: row)
    addUp()
    if F.flaw == .staleBelow, row < count - 1 { offsets[count] = offsets[count] - unit }
    if F.flaw == .manyPasses { rows.note(.layoutPasses, 2) }
    if F.flaw == .doubleCompensation, row < anchor {
      anchorY = anchorY + height(of: row) - old
    }
  }

  mutating func heightsChanged() {
    if F.flaw != .noRotation { addUp() }
  }

  mutating func inserted(_ new: Range<Int>) {
    addUp()
    let isAbove = new.lowerBound <= anchor
    if isAbove, F.flaw != .noAnchor { anchor += F.flaw == .oneOfBatch ? 1 : new.count }
  }

  mutating func deleted(_ old: Range<Int>) {
    addUp()
    let gone = old.lowerBound
    if F.flaw == .anchorToPrevious, gone == anchor, anchor > 0 { anchor -= 1 }
    anchor -= old.clamped(to: 0..<max(0, anchor)).count
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) {
    var distance = distance
    if F.flaw == .roundedMotion { distance = LayoutUnit(rawValue: distance.rawValue / 64 * 64) }
    if F.flaw == .friction, distance < .zero { distance = distance + unit }
    anchorY = anchorY - distance
  }

  mutating func settle() {}

  mutating func jump(to row: Int) {
    anchor = row
    anchorY = .zero
  }

  mutating func resizeViewport(to height: LayoutUnit) { viewport = height }

  // MARK: The frame

  mutating func layout() {
    rows.note(.layoutPasses, 1)
    var end = max(.zero, contentHeight - viewport)
    if F.flaw == .offByOneAtEnd, end > .zero { end = end - unit }
    contentOffset = min(max(.zero, offsets[max(0, anchor)] - anchorY), end)
    if F.flaw == .restless, contentOffset > .zero { contentOffset = contentOffset - unit }
    let first = (0..<count).first { offsets[$0 + 1] > contentOffset }
    anchor = first ?? -1
    anchorY = first.map { offsets[$0] - contentOffset } ?? .zero
    place()
  }

  private mutating func place() {
    var old = views
    views = []
    let keepsAll = F.flaw == .hoarder
    let bottom = keepsAll ? contentHeight : contentOffset + viewport
    for row in (keepsAll ? 0 : max(0, anchor))..<max(0, count) where offsets[row] < bottom {
      guard anchor >= 0, height(of: row) > .zero else { continue }
      if F.flaw == .skippedRow, views.count == 2, row % 3 == 2 { continue }
      if let index = old.firstIndex(where: { $0.row == row }) {
        let view = old.remove(at: index)
        pool.move(view, to: place(of: row), height: height(of: row), for: rows)
        views.append(view)
      } else {
        views.append(pool.take(row: row, y: place(of: row), height: height(of: row), for: rows))
      }
    }
    if F.flaw == .twoViews, let last = views.last, count > 3 { views.append(last) }
    if F.flaw != .lostView { old.forEach { pool.recycle($0) } }
  }

  /// Where a row's view goes.
  private func place(of row: Int) -> LayoutUnit {
    if F.flaw == .gap, row > anchor, row == count - 1 { return offsets[row] + unit }
    if F.flaw == .placedByAddress, row % 5 == 4 {
      return offsets[row] + unit * Int(UInt(bitPattern: ObjectIdentifier(identity)) >> 4 & 0xFFF)
    }
    return offsets[row]
  }

  func visitViews(_ body: (RowView) -> Void) { views.forEach(body) }
}
