/// The on-screen part of a linear list that knows every row's offset, like `UITableView`.
///
/// In corrected mode, the anchor determines what is on screen. A change above the anchor doesn't move
/// anything on screen. After any change, `RowChanges` decides which row is the anchor. In published mode,
/// `contentOffset` determines what is on screen, as in a scroll view. A change above the viewport
/// therefore moves the visible rows, and jumps may use the published code's offsets.
///
///     scroll, layout          O(1) while no row enters or leaves; else one row(at:) and one
///                             offset(of:) of the index, and a view per row that enters or leaves
///     jump, layout            the same, but O(v) views
///     changes                 the index's update, and O(v) views in the next frame
///                                                                     v = rows in the viewport
public struct IndexedList<Index: OffsetIndex & ~Copyable>: LayoutStrategy, ~Copyable {
  /// The type of the index's row source.
  public typealias Rows = Index.Rows
  @inlinable public static var descriptor: StrategyDescriptor { Index.descriptor }

  @usableFromInline let rows: Rows
  @usableFromInline var index: Index
  @usableFromInline var strip = ViewStrip()
  @usableFromInline let keepsAnchor: Bool
  @usableFromInline var storedViewport: LayoutUnit
  @usableFromInline var storedContentOffset = LayoutUnit.zero
  @usableFromInline var storedContentHeight = LayoutUnit.zero
  /// The first visible row; -1 while all rows have height 0.
  @usableFromInline var anchor: ScreenAnchor
  /// Whether all views must be placed again because of a change or a jump.
  @usableFromInline var isStale = true

  /// Height of the viewport.
  @inlinable public var viewport: LayoutUnit { storedViewport }
  /// Y coordinate of the viewport's top in content space, valid after `layout()`.
  @inlinable public var contentOffset: LayoutUnit { storedContentOffset }
  /// Total height of all rows, valid after `layout()`.
  @inlinable public var contentHeight: LayoutUnit { storedContentHeight }

  @inlinable
  public init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    index = Index(rows: rows, options: options)
    storedViewport = options.viewport
    keepsAnchor = options.mode == .corrected
    anchor = ScreenAnchor(row: options.start, y: .zero, origin: .jump)
    if !keepsAnchor { storedContentOffset = index.offset(of: options.start, asPublished: true) }
  }

  // MARK: Where rows are

  // Inlined so that the compiler can remove the `keepsAnchor` test if the index has no published version.
  @inlinable @inline(__always)
  public mutating func offset(of row: Int) -> LayoutUnit {
    index.offset(of: row, asPublished: !keepsAnchor)
  }

  @inlinable public mutating func row(at offset: LayoutUnit) -> Int { index.row(at: offset) }

  // MARK: Changes

  @inlinable
  public mutating func heightChanged(of row: Int) {
    index.heightChanged(of: row)
    isStale = true
    anchor.heightChanged(of: row)
  }

  @inlinable
  public mutating func heightsChanged() {
    index.heightsChanged()
    isStale = true
    anchor.heightsChanged()
  }

  @inlinable
  public mutating func inserted(_ new: Range<Int>) {
    index.inserted(new)
    isStale = true
    anchor.inserted(new)
    strip.inserted(new)
  }

  @inlinable
  public mutating func deleted(_ old: Range<Int>) {
    index.deleted(old)
    isStale = true
    anchor.deleted(old)
    strip.deleted(old)
  }

  @inlinable public mutating func moved() { strip.moved() }

  // MARK: Motion

  @inlinable
  public mutating func scroll(by distance: LayoutUnit) {
    if isStale { layout() }
    let offset = min(max(.zero, contentOffset + distance), lastOffset)
    if anchor.row == strip.first, strip.firstOwns(offset) {
      anchor.y = anchor.y - (offset - contentOffset)
      storedContentOffset = offset
    } else {
      place(at: offset)
    }
  }

  @inlinable var lastOffset: LayoutUnit { max(.zero, contentHeight - viewport) }

  @inlinable public mutating func settle() {}

  @inlinable
  public mutating func jump(to row: Int) {
    anchor = ScreenAnchor(row: row, y: .zero, origin: .jump)
    if !keepsAnchor { storedContentOffset = index.offset(of: row, asPublished: true) }
    isStale = true
  }

  @inlinable
  public mutating func resizeViewport(to height: LayoutUnit) {
    storedViewport = height
    isStale = true
  }

  /// Sets the content offset, clamped to the scrollable range, and makes the first visible row the anchor.
  @inlinable
  mutating func place(at offset: LayoutUnit) {
    storedContentOffset = min(max(.zero, offset), lastOffset)
    guard contentHeight > .zero else { return (anchor.row, anchor.y) = (-1, .zero) }
    anchor.row = index.row(at: contentOffset)
    anchor.y = index.offset(of: anchor.row) - contentOffset
  }

  @inlinable
  @inline(never)
  mutating func keepAnchor() {
    let isKept = !keepsAnchor || anchor.isKept { index.height(of: $0) }
    if !isKept {
      let (strip, viewport, count) = (self.strip, self.viewport, index.count)
      let kept = strip.anchor(from: contentOffset, rowCount: count, viewport: viewport) {
        index.height(of: $0)
      }
      if let kept { (anchor.row, anchor.y) = kept }
    }
    anchor.origin = .frame
  }

  // MARK: The frame

  @inlinable
  public mutating func layout() {
    rows.note(.layoutPasses, 1)
    // If only the viewport has moved, views that remain on screen stay where they are.
    let isInPlace = !isStale
    if isStale {
      storedContentHeight = index.total()
      if anchor.origin != .frame { keepAnchor() }
      // `anchor.row` can equal the row count after the last rows were deleted.
      place(at: keepsAnchor ? index.offset(of: max(0, anchor.row)) - anchor.y : contentOffset)
      strip.takeChanges()
      isStale = false
    }
    guard anchor.row >= 0 else { return strip.removeAll() }
    let bottom = contentOffset + viewport
    var y = contentOffset + anchor.y
    var row = anchor.row
    if isInPlace, row == strip.first, strip.lastReaches(bottom) { return }
    strip.begin(at: row)
    if isInPlace {
      let kept = strip.keep(above: bottom)
      placeRows(&row, before: min(strip.first, index.count), from: &y, to: bottom)
      if row == strip.first, let kept { (row, y) = kept }
    }
    placeRows(&row, before: index.count, from: &y, to: bottom)
    strip.finish(before: row, for: rows)
    strip.rememberEdges()
  }

  /// Places consecutive rows, starting at `row`, up to `end` or until the viewport is filled.
  @inlinable
  @inline(__always)
  mutating func placeRows(
    _ row: inout Int, before end: Int, from y: inout LayoutUnit, to bottom: LayoutUnit
  ) {
    guard row < end, y < bottom else { return }
    let rows = self.rows
    index.visitHeights(of: row..<end, &strip) { strip, height in
      strip.place(row, showing: row, y: y, height: height, for: rows)
      y = y + height
      row += 1
      return y < bottom
    }
  }

  @inlinable public var isConverting: Bool { index.isConverting }

  @inlinable public func visitViews(_ body: (RowView) -> Void) { strip.visit(body) }
}
