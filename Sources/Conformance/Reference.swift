import BenchReplaying
import ListLayout

/// The reference list: the simplest code that shows the screen specified by `LayoutStrategy`.
public enum Reference {
  /// Creates a trial of the reference whose results can be compared with those of the strategy under test.
  ///
  /// - Parameters:
  ///   - store: the reference's own copy of the rows.
  ///   - options: the options of the list.
  ///   - topology: whether the list is linear or circular.
  ///   - formation: how rows are shifted horizontally; nil if all rows are at x = 0.
  ///   - window: a list whose window determines where offsets start; nil to start them at row 0.
  ///   - offsetsAreEstimates: whether the strategy's offsets are estimates, which count as 0 in checksums.
  ///   - script: the steps that `Trial.run` runs.
  public static func trial(
    on store: RowStore, options: LayoutOptions, topology: StrategyDescriptor.Topology,
    formation: EllipticFormation? = nil, window: Trial? = nil, offsetsAreEstimates: Bool = false,
    script: Script = .none
  ) -> Trial {
    let settings = ReferenceSettings(
      topology: topology, formation: formation, window: window,
      offsetsAreEstimates: offsetsAreEstimates)
    return Trial(
      ReferenceList.self, source: ReferenceRows(plain: store.rows, settings: settings),
      store: store, options: options, script: script)
  }
}

/// The list that `Reference` creates.
///
/// Its only state is the anchor: the first visible row and that row's y position. The cost of a frame is
/// proportional to the number of rows scrolled past or shown, and the first offset query adds up all
/// heights. In a circular list, row indices wrap around, scrolling never ends, and content shorter than the
/// viewport repeats.
private struct ReferenceList: LayoutStrategy, ~Copyable {
  static var descriptor: StrategyDescriptor {
    StrategyDescriptor(
      id: "reference", title: "the screen contract itself", origin: "this package",
      complexity: Complexity())
  }

  private let rows: ReferenceRows
  /// Height of the viewport.
  private(set) var viewport: LayoutUnit
  /// The first visible row; -1 while all rows have height 0.
  private var anchor: Int
  /// The y position of the anchor's top, at most 0 after `layout()`.
  private var anchorY = LayoutUnit.zero
  /// The rows in the last frame, with their indices at that time.
  private var screen: [RowView] = []
  private var changes = RowChanges()
  private var motion = LayoutUnit.zero
  /// The target of a jump made since the last frame or, before the first frame, the start row.
  private var target: Int?
  /// The offsets of all rows, computed by the first query. They are discarded when rows are inserted, deleted
  /// or moved, or when all heights change.
  private var sums: Sums?
  private(set) var contentOffset = LayoutUnit.zero

  init(rows: ReferenceRows, options: LayoutOptions) {
    self.rows = rows
    viewport = options.viewport
    anchor = options.start
    target = options.start
  }

  private var settings: ReferenceSettings { rows.settings }
  private var isCircular: Bool { settings.topology == .circular }

  // MARK: Where rows are

  /// The offset of a row, measured from the point that `ReferenceSettings` specifies.
  mutating func offset(of row: Int) -> LayoutUnit {
    // Compute the true offset even if it isn't used, because the first query moves the start of the content
    // space to row 0.
    let offset = trueOffset(of: row)
    guard let window = settings.window else { return settings.offsetsAreEstimates ? .zero : offset }
    let inside = offset - trueOffset(of: min(max(0, window.origin(of: row)), rows.count))
    // In a circular list, the window may begin before row 0. In that case, `row` belongs to the next
    // revolution.
    return inside < .zero && isCircular ? inside + contentHeight : inside
  }

  /// The row at a point; in a circular list, the point is taken modulo the list's height.
  mutating func row(at offset: LayoutUnit) -> Int {
    ensureSums()
    guard let sums else { return 0 }
    let goesRound = isCircular && sums.total > .zero
    return sums.row(at: goesRound ? offset.wrapped(around: sums.total) : offset)
  }

  var contentHeight: LayoutUnit { sums?.total ?? revolution }

  private mutating func trueOffset(of row: Int) -> LayoutUnit {
    ensureSums()
    return sums?.offset(of: row) ?? .zero
  }

  private mutating func ensureSums() {
    guard sums == nil else { return }
    sums = Sums(rows)
    // If there are pending changes, the next layout chooses the anchor and places the views.
    guard changes.isEmpty else { return }
    contentOffset = topOffset
    // The content space now starts at row 0; the screen stays the same.
    var y = contentOffset + anchorY
    for view in screen {
      view.y = y
      y = y + view.height
    }
  }

  /// The y coordinate of the viewport's top in content space. Until the first query, content space starts at
  /// the anchor.
  private var topOffset: LayoutUnit { (sums?.offset(of: max(0, anchor)) ?? .zero) - anchorY }

  // MARK: Changes

  mutating func heightChanged(of row: Int) {
    sums?.change(row, to: rows.height(of: row))
  }

  mutating func heightsChanged() { sums = nil }

  mutating func inserted(_ new: Range<Int>) {
    sums = nil
    changes.inserted(new)
  }

  mutating func deleted(_ old: Range<Int>) {
    sums = nil
    changes.deleted(old)
  }

  mutating func moved() { changes.moved() }

  /// The row that keeps its y position despite the changes since the last frame.
  private var keptRow: (row: Int, y: LayoutUnit) {
    let (rows, top) = (rows, contentOffset)
    let shown = screen.lazy.map { VisibleRow(row: $0.row, y: $0.y - top, height: $0.height) }
    return changes.anchor(
      of: shown, rowCount: rows.count, viewport: viewport, isCircular: isCircular
    ) { rows.height(of: $0) } ?? (0, .zero)
  }

  // MARK: Motion

  mutating func scroll(by distance: LayoutUnit) { motion = motion + distance }

  mutating func settle() {}

  mutating func jump(to row: Int) { target = row }

  mutating func resizeViewport(to height: LayoutUnit) { viewport = height }

  // MARK: The frame

  mutating func layout() {
    let count = rows.count
    (anchor, anchorY) = target.map { ($0, .zero) } ?? keptRow
    anchorY = anchorY - motion
    (motion, target) = (.zero, nil)
    changes.removeAll()
    if isCircular {
      findCircularAnchor(count)
    } else {
      findAnchor(count)
      liftToBottom(count)
      findAnchor(count)
      if anchor == 0, anchorY > .zero {
        anchorY = .zero
        findAnchor(count)
      }
      if anchor == count { (anchor, anchorY) = (-1, .zero) }
    }
    contentOffset = topOffset
    showRows(count)
  }

  private mutating func findAnchor(_ count: Int) {
    while anchor > 0, anchorY > .zero {
      anchor -= 1
      anchorY = anchorY - rows.height(of: anchor)
    }
    while anchor < count, anchorY + rows.height(of: anchor) <= .zero, anchorY <= .zero {
      anchorY = anchorY + rows.height(of: anchor)
      anchor += 1
    }
  }

  /// Moves the content down if it ends above the viewport's bottom.
  private mutating func liftToBottom(_ count: Int) {
    var bottom = anchorY
    var row = anchor
    while row < count, bottom < viewport {
      bottom = bottom + rows.height(of: row)
      row += 1
    }
    if bottom < viewport { anchorY = anchorY + (viewport - bottom) }
  }

  private mutating func findCircularAnchor(_ count: Int) {
    guard count > 0 else { return (anchor, anchorY) = (-1, .zero) }
    anchor = (anchor % count + count) % count
    if walkRound(count, atMost: count) { return }
    let revolution = revolution
    guard revolution > .zero else { return (anchor, anchorY) = (-1, .zero) }
    // Scrolling by whole revolutions does not change the screen.
    anchorY = LayoutUnit(rawValue: anchorY.rawValue % revolution.rawValue)
    _ = walkRound(count, atMost: 2 * count)
  }

  /// Moves the anchor to the first visible row. Returns false if that row is more than `limit` rows away.
  private mutating func walkRound(_ count: Int, atMost limit: Int) -> Bool {
    for _ in 0...limit {
      if anchorY > .zero {
        anchor = anchor == 0 ? count - 1 : anchor - 1
        anchorY = anchorY - rows.height(of: anchor)
      } else if anchorY + rows.height(of: anchor) <= .zero {
        anchorY = anchorY + rows.height(of: anchor)
        anchor = anchor + 1 == count ? 0 : anchor + 1
      } else {
        return true
      }
    }
    return false
  }

  private var revolution: LayoutUnit {
    (0..<rows.count).reduce(.zero) { $0 + rows.height(of: $1) }
  }

  private mutating func showRows(_ count: Int) {
    guard anchor >= 0 else { return screen.removeAll() }
    var (row, y) = (anchor, anchorY)
    var shown = 0
    while y < viewport, row < count {
      let height = rows.height(of: row)
      if height > .zero {
        if shown == screen.count { screen.append(RowView(row: row, y: y, height: height)) }
        let view = screen[shown]
        (view.row, view.y, view.height) = (row, contentOffset + y, height)
        if let formation = settings.formation {
          view.x = formation.x(ofRowAt: y, height: height, viewport: viewport)
        }
        shown += 1
      }
      y = y + height
      row += 1
      if isCircular, row == count { row = 0 }
    }
    screen.removeLast(screen.count - shown)
  }

  func visitViews(_ body: (RowView) -> Void) { screen.forEach(body) }
}

private struct ReferenceSettings {
  var topology = StrategyDescriptor.Topology.linear
  var formation: EllipticFormation?
  var window: Trial?
  var offsetsAreEstimates = false
}

private struct ReferenceRows: RowSource {
  let plain: PlainRows
  let settings: ReferenceSettings

  var count: Int { plain.count }

  func height(of row: Int) -> LayoutUnit { plain.height(of: row) }

  func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    plain.copyHeights(of: rows, to: destination)
  }
}

/// The offsets of all rows, stored as a Fenwick tree. Entry i is the sum of the `i & -i` heights before
/// row i.
private struct Sums {
  private var tree: [Int64] = [0]
  private(set) var total = LayoutUnit.zero

  init(_ rows: some RowSource) {
    let heights = rows.heights(of: 0..<rows.count)
    tree += heights.lazy.map { Int64($0) }
    for node in tree.indices.dropFirst() {
      let parent = node + (node & -node)
      if parent < tree.count { tree[parent] += tree[node] }
    }
    total = offset(of: heights.count)
  }

  func offset(of row: Int) -> LayoutUnit {
    var sum: Int64 = 0
    var node = row
    while node > 0 {
      sum += tree[node]
      node &= node - 1
    }
    return LayoutUnit(rawValue: sum)
  }

  /// The row at a point, clamped to the list.
  func row(at offset: LayoutUnit) -> Int {
    guard offset >= .zero, tree.count > 1 else { return 0 }
    guard offset < total else { return tree.count - 2 }
    // Find the last row that starts at or above the point. Its height is positive, because the next row
    // starts below the point.
    var row = 0
    var rest = offset.rawValue
    var step = 1 << (Int.bitWidth - 1 - tree.count.leadingZeroBitCount)
    while step > 0 {
      if row + step < tree.count, tree[row + step] <= rest {
        row += step
        rest -= tree[row]
      }
      step /= 2
    }
    return row
  }

  mutating func change(_ row: Int, to height: LayoutUnit) {
    let difference = height - (offset(of: row + 1) - offset(of: row))
    total = total + difference
    var node = row + 1
    while node < tree.count {
      tree[node] += difference.rawValue
      node += node & -node
    }
  }
}
