extension RowLayout {
  /// Calls `changes` and returns how far to move the content offset so that the rows on screen stay in place.
  ///
  /// One row keeps its position on screen: the first visible row that was measured before the update, is
  /// still in the list, and would still be visible at its old position. The visible rows below it stay in
  /// place too, unless visible rows above them change. This rule has several consequences:
  ///
  /// - A row inserted before the first visible row appears above the viewport, even at the top of the list.
  /// - A row measured for the first time, because it was scrolled into view, does not move the measured rows
  ///   below it. If a measured row grows, its top stays in place.
  /// - If none of the visible rows was measured, the first one keeps its position.
  /// - If all visible rows are deleted or shrink out of the viewport, the first remaining row below them
  ///   moves to the viewport's top. If no rows remain below them either, the bottom of the last remaining row
  ///   above them moves to the viewport's top.
  ///
  /// Finally, `update` limits the distance to keep the content offset within the scrollable range. A content
  /// offset that was already out of range may stay out of range by the same distance.
  ///
  /// The result depends only on which rows were inserted, deleted, moved and resized, and not on the order of
  /// those changes. A moved row is treated as deleted and reinserted, unless all remaining rows end up in
  /// their old order. If `changes` assigns a new value to its argument, `update` treats the value as new
  /// heights for the same rows, for example after the list's width has changed.
  ///
  /// - Parameters:
  ///   - viewport: the visible part of the content in points, from the content offset to the content offset
  ///     plus the viewport's height, excluding anything under bars.
  ///   - edges: the content edges that stay in view if they are in view before the changes. With `bottom`, a
  ///     chat or log that is scrolled to its end stays at the end when rows are added or the last row grows.
  ///     With `top`, a list that is scrolled to its top stays at the top, so that rows inserted there are
  ///     visible. If both edges are in view, `bottom` takes precedence.
  ///   - tolerance: the maximum distance, in points, at which an edge is still considered to be in view.
  ///   - changes: a closure that makes the changes. The closure must not call `update` on its argument.
  /// - Returns: the distance, in points, to add to the content offset.
  /// - Complexity: the same as the changes themselves, plus O(rows on screen). An insertion or deletion also
  ///   costs O(k), where k is the number of changed places between it and the previous one.
  public mutating func update<Failure: Error>(
    visible viewport: Range<Double>, stickingTo edges: Edges = [], within tolerance: Double = 1,
    _ changes: (inout RowLayout) throws(Failure) -> Void
  ) throws(Failure) -> Double {
    guard change?.token == nil else { trap("'update' within 'update'") }
    let before = Screen(of: self, viewport)
    let (oldCount, end) = (count, lastOffset(in: viewport))
    let token = Change.Token()
    change = Change(token: token, pieces: RowPieces(count: count))
    defer { change = nil }
    try changes(&self)
    // `changes` may have assigned a copy that belongs to another update.
    let pieces = change?.token === token ? change?.pieces : nil
    let kept = pieces?.kept ?? [(0..<Swift.min(oldCount, count), 0)]
    let excess = Swift.max(0, viewport.lowerBound - end)
    let highest = lastOffset(in: viewport) + excess
    let lowest = Swift.min(0, viewport.lowerBound)
    if edges.contains(.bottom), viewport.lowerBound >= end - tolerance {
      return highest - viewport.lowerBound
    }
    if edges.contains(.top), viewport.lowerBound <= tolerance {
      return lowest - viewport.lowerBound
    }
    let distance = distance(from: before, keeping: kept)
    if viewport.lowerBound + distance < lowest { return lowest - viewport.lowerBound }
    return Swift.min(distance, highest - viewport.lowerBound)
  }

  /// Content edges, for `update(visible:stickingTo:within:_:)`.
  public struct Edges: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Shows rows inserted at the top while the list is scrolled to its top.
    public static let top = Edges(rawValue: 1)
    /// Keeps the end in view when rows are appended or the last row grows.
    public static let bottom = Edges(rawValue: 2)
  }

  struct Change: Sendable {
    /// An object that lives only as long as the update. If a copy of the layout outlives the update, its
    /// token is nil, so changes to the copy aren't recorded.
    final class Token: Sendable {}
    weak var token: Token?
    var pieces: RowPieces

    mutating func record(_ edit: (inout RowPieces) -> Void) { edit(&pieces) }
  }

  mutating func record(_ edit: (inout RowPieces) -> Void) {
    guard change != nil else { return }
    if change?.token == nil { change = nil }
    change?.record(edit)
  }

  private struct Screen {
    let viewport: Range<Double>
    let scale: Double
    /// First and last lines of pixels in the viewport.
    let lines: Range<Double>
    /// The visible rows, or the nearest row if none is visible.
    let rows: Range<Int>
    let showsRows: Bool
    /// Tops of the rows in pixels, or nil for rows of height 0, which aren't visible.
    let tops: [Double?]
    let wasMeasured: [Bool]

    init(of layout: RowLayout, _ viewport: Range<Double>) {
      (self.viewport, scale) = (viewport, layout.scale)
      let top = layout.floor(viewport.lowerBound)
      lines = top..<Swift.max(top, layout.ceiling(viewport.upperBound))
      let shown = layout.rows(in: viewport)
      showsRows = !shown.isEmpty
      let nearest = showsRows ? nil : layout.nearestRow(to: viewport.lowerBound)
      rows = nearest.map { $0..<$0 + 1 } ?? shown
      tops = rows.map { layout.height(of: $0) > 0 || shown.isEmpty ? layout.top(of: $0) : nil }
      wasMeasured = rows.map { layout.isMeasured($0) }
    }
  }

  /// Returns the distance to move the content offset so that one of the rows on screen keeps its position.
  ///
  /// - Parameter kept: the rows that are still in the list and were not moved, with their new indices.
  private func distance(
    from screen: Screen, keeping kept: [(old: Range<Int>, new: Int)]
  ) -> Double {
    var anchor: (row: Int, top: Double)?
    search: for (old, new) in kept {
      for row in old.clamped(to: screen.rows) {
        let index = row - screen.rows.lowerBound
        let newRow = new + row - old.lowerBound
        guard let top = screen.tops[index],
          !screen.showsRows || isVisible(newRow, at: top, on: screen)
        else { continue }
        guard !screen.wasMeasured[index] else {
          anchor = (newRow, top)
          break search
        }
        anchor = anchor ?? (newRow, top)
      }
    }
    if let (row, old) = anchor {
      let new = top(of: row)
      return scale == screen.scale ? (new - old) / scale : new / scale - old / screen.scale
    }
    guard screen.showsRows else { return 0 }
    let below = kept.first { $0.old.upperBound > screen.rows.upperBound }
    let above = kept.last { $0.old.lowerBound < screen.rows.lowerBound }
    var row = 0
    if let below {
      row = below.new + Swift.max(0, screen.rows.upperBound - below.old.lowerBound)
    } else if let above {
      row =
        above.new + Swift.min(above.old.upperBound, screen.rows.lowerBound) - above.old.lowerBound
    }
    return offset(of: row) - screen.viewport.lowerBound
  }

  /// Whether a row would be visible with its current height if its top were at the given pixel of the old
  /// screen.
  private func isVisible(_ row: Int, at top: Double, on screen: Screen) -> Bool {
    let height = height(of: row) / scale * screen.scale
    return height > 0 && top + height > screen.lines.lowerBound && top < screen.lines.upperBound
  }
}

// MARK: - Scrolling to a row

extension RowLayout {
  /// The position in the viewport at which `contentOffset(showing:at:visible:)` shows a row.
  public enum Alignment: Sendable {
    /// Aligns the row's top with the viewport's top.
    case top
    /// Centres the row in the viewport, rounded to whole pixels.
    case center
    /// Aligns the row's bottom with the viewport's bottom.
    case bottom
    /// Changes the content offset as little as possible. If the row is taller than the viewport, it fills the
    /// viewport.
    case nearest
  }

  /// Returns the content offset that shows a row, limited to the scrollable range.
  ///
  ///     contentOffset.y = rows.contentOffset(showing: 120, at: .center, visible: top..<top + viewport)
  ///
  /// The result is an estimate if any rows between the current content offset and the target are unmeasured.
  /// In that case, scroll there, measure the visible rows and call this function again.
  ///
  /// - Parameters:
  ///   - row: the row to show.
  ///   - alignment: the position in the viewport at which to show the row.
  ///   - viewport: the visible part of the content, as in `update`.
  /// - Precondition: `row` is in `0..<count`.
  /// - Complexity: O(log `count`).
  public func contentOffset(
    showing row: Int, at alignment: Alignment = .nearest, visible viewport: Range<Double>
  ) -> Double {
    let (extent, height) = (extent(of: row), viewport.upperBound - viewport.lowerBound)
    let (top, bottom) = (extent.lowerBound, extent.upperBound - height)
    let offset =
      switch alignment {
      case .top: top
      case .center: ((top + bottom) / 2 * scale).rounded() / scale
      case .bottom: bottom
      case .nearest:
        Swift.min(Swift.max(viewport.lowerBound, Swift.min(top, bottom)), Swift.max(top, bottom))
      }
    return Swift.max(0, Swift.min(offset, lastOffset(in: viewport)))
  }

  private func lastOffset(in viewport: Range<Double>) -> Double {
    Swift.max(0, contentHeight - (viewport.upperBound - viewport.lowerBound))
  }
}
