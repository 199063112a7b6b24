import ListLayout

/// What every strategy must show: the screen contract as the simplest code that obeys it.
///
/// The whole state is the anchor (the first visible row and its y on screen) and the true heights,
/// which it reads from the source whenever it needs one. A frame costs the rows crossed and shown.
/// Offsets are not part of that state: they are summed up only when somebody asks.
///
/// Linear: stops exactly at both ends. Circular: row indices are taken modulo the count, motion
/// never stops, and content shorter than the viewport repeats.
public struct Reference<Rows: RowSource>: LayoutStrategy, ~Copyable {
  public static var card: StrategyCard {
    StrategyCard(
      id: "reference", title: "the screen contract itself", origin: "this package",
      modes: [.corrected],
      complexity: Complexity(
        prepare: .constant, offset: .linear, hitTest: .linear, change: .constant, edit: .constant,
        frame: .constant, relayout: .constant))
  }

  private let rows: Rows
  private let isCircular: Bool
  public private(set) var viewport: LayoutUnit
  /// The first visible row; -1 when no row has a height: nothing is read, so nothing is held still.
  private var anchor: Int
  /// The y of the anchor's top on screen; at most 0 after `layout()`.
  private var anchorY = LayoutUnit.zero
  private var screen: [RowView] = []
  /// Offsets, once somebody has asked for one; dropped by inserts and deletes.
  private var sums: BlockSums?
  /// The height of one revolution of a circular list; dropped by every change.
  private var total: LayoutUnit?
  public private(set) var contentOffset = LayoutUnit.zero

  /// A linear list.
  public init(rows: Rows, options: LayoutOptions) {
    self.init(rows: rows, options: options, topology: .linear)
  }

  /// A linear or a circular list.
  public init(rows: Rows, options: LayoutOptions, topology: StrategyCard.Topology) {
    self.rows = rows
    isCircular = topology == .circular
    viewport = options.viewport
    anchor = options.start
  }

  // MARK: Where rows are

  public mutating func offset(of row: Int) -> LayoutUnit {
    ensureSums().offset(of: row)
  }

  public mutating func row(at offset: LayoutUnit) -> Int {
    ensureSums().row(at: offset)
  }

  public var contentHeight: LayoutUnit { sums?.total ?? .zero }

  private mutating func ensureSums() -> BlockSums {
    if let sums { return sums }
    let made = BlockSums(rows)
    sums = made
    contentOffset = topOffset
    reposition()
    return made
  }

  /// The content point at the viewport's top. Before anybody asks for an offset, the content space
  /// starts at the anchor.
  private var topOffset: LayoutUnit {
    guard let sums else { return -anchorY }
    return sums.offset(of: max(0, anchor)) - anchorY
  }

  // MARK: Changes

  public mutating func heightChanged(of row: Int) {
    sums?.change(row, to: rows.height(of: row))
    total = nil
  }

  public mutating func heightsChanged() { forgetSums() }

  private mutating func forgetSums() {
    sums = nil
    total = nil
  }

  public mutating func inserted(_ new: Range<Int>) {
    forgetSums()
    if new.lowerBound <= anchor { anchor += new.count }
  }

  public mutating func deleted(_ old: Range<Int>) {
    forgetSums()
    anchor -= old.clamped(to: 0..<max(0, anchor)).count
  }

  // MARK: Motion

  public mutating func scroll(by distance: LayoutUnit) { anchorY = anchorY - distance }

  public mutating func settle() {}

  public mutating func jump(to row: Int) {
    anchor = row
    anchorY = .zero
  }

  public mutating func resizeViewport(to height: LayoutUnit) { viewport = height }

  // MARK: The frame

  public mutating func layout() {
    rows.note(.layoutPasses, 1)
    let count = rows.count
    anchor = max(0, anchor)
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

  /// Makes the first visible row the anchor.
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

  /// Moves content that ends above the viewport's bottom down, until it ends there or starts at
  /// the viewport's top.
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
    let total = revolution()
    guard total > .zero else { return (anchor, anchorY) = (-1, .zero) }
    // Whole revolutions change nothing on screen.
    anchorY = LayoutUnit(rawValue: anchorY.rawValue % total.rawValue)
    while anchorY > .zero {
      anchor = anchor == 0 ? count - 1 : anchor - 1
      anchorY = anchorY - rows.height(of: anchor)
    }
    while anchorY + rows.height(of: anchor) <= .zero {
      anchorY = anchorY + rows.height(of: anchor)
      anchor = anchor + 1 == count ? 0 : anchor + 1
    }
  }

  /// The height of all rows together.
  private mutating func revolution() -> LayoutUnit {
    if let sums { return sums.total }
    if let total { return total }
    var sum = LayoutUnit.zero
    for row in 0..<rows.count { sum = sum + rows.height(of: row) }
    total = sum
    return sum
  }

  private mutating func showRows(_ count: Int) {
    screen.removeAll(keepingCapacity: true)
    guard anchor >= 0 else { return }
    var row = anchor
    var y = anchorY
    while y < viewport, row < count {
      let height = rows.height(of: row)
      if height > .zero { screen.append(RowView(row: row, y: contentOffset + y, height: height)) }
      y = y + height
      row += 1
      if isCircular, row == count { row = 0 }
    }
  }

  /// The same screen in a content space that starts elsewhere.
  private func reposition() {
    var y = contentOffset + anchorY
    for view in screen {
      view.y = y
      y = y + view.height
    }
  }

  public func visitViews(_ body: (RowView) -> Void) {
    for view in screen { body(view) }
  }
}
