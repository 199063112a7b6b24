extension RowLayout {
  /// Calls `changes` and returns the distance that must be added to the content offset to keep what is on
  /// screen in place.
  ///
  /// One row keeps its position on screen: the first visible row that was measured before the update, is
  /// still in the list, and is still visible at its old position. The visible rows below it also keep their
  /// positions, unless visible rows above them change. Consequences of this rule:
  ///
  /// - A row inserted before the first visible row appears above the viewport, even at the top of the list.
  /// - A row that is measured for the first time, because it was scrolled into view, does not move the
  ///   measured rows below it. A measured row that grows keeps its top.
  /// - If no visible row was measured, the first visible row keeps its position.
  /// - If all visible rows are deleted or shrink out of the viewport, the first remaining row below them
  ///   moves to the viewport's top. If there is none, the row after the last remaining row above them does.
  ///
  /// Finally, `update` limits the distance so that the content offset stays within the scrollable range. A
  /// content offset that was already outside the scrollable range before the changes may stay outside by the
  /// same distance.
  ///
  /// The result depends only on which rows were inserted, deleted, moved and resized, not on the order of
  /// these changes. A moved row is treated like a row deleted and inserted again, unless all
  /// remaining rows are in their old order after the changes. If `changes` assigns a new value to its
  /// argument, `update` treats the value as new heights for the same rows, for example after a change of
  /// width.
  ///
  /// - Parameters:
  ///   - viewport: the visible part of the content without the parts under bars, from the content offset to
  ///     the content offset plus the viewport's height, in points.
  ///   - edges: the edges of the content that stay in view if they are in view before the changes. With
  ///     `bottom`, a chat or a log that shows its end follows new rows and a growing last row. With `top`,
  ///     rows inserted at the top are shown if the list is scrolled to its top. If both edges are in view,
  ///     the bottom takes precedence.
  ///   - tolerance: the maximum distance in points at which an edge counts as in view.
  ///   - changes: a closure that makes the changes. The closure must not call `update` on its argument.
  /// - Returns: the distance in points to add to the content offset.
  /// - Complexity: the same as for the changes alone, plus O(rows on screen). An insertion or deletion at a
  ///   different place than the previous one also costs O(places changed in between).
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
    // The value that `changes` assigned may be a copy from another update.
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

  /// Edges of the content, for `update(visible:stickingTo:within:_:)`.
  public struct Edges: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// At the top of the list, inserted rows are shown.
    public static let top = Edges(rawValue: 1)
    /// At the end of the list, appended rows and a growing last row keep the end in view.
    public static let bottom = Edges(rawValue: 2)
  }

  /// The state of an update in progress.
  struct Change: Sendable {
    /// An object that exists as long as the update. A copy of the layout that outlives the update thus is not
    /// part of the update.
    final class Token: Sendable {}
    weak var token: Token?
    var pieces: RowPieces

    mutating func record(_ edit: (inout RowPieces) -> Void) { edit(&pieces) }
  }

  /// Records an edit of the rows if an update is in progress.
  mutating func record(_ edit: (inout RowPieces) -> Void) {
    guard change != nil else { return }
    if change?.token == nil { change = nil }
    change?.record(edit)
  }

  /// The rows on screen before an update.
  private struct Screen {
    let viewport: Range<Double>
    let scale: Double
    /// The first and last line of pixels of the viewport.
    let lines: Range<Double>
    /// The visible rows. If no row is visible, the nearest row.
    let rows: Range<Int>
    let showsRows: Bool
    /// The tops of the rows in pixels; nil for rows of height 0, which are not visible.
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

  /// The distance by which the content offset has to move so that one of the rows on screen keeps its
  /// position.
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

  /// Whether a row with its current height would be visible at a top in pixels of the old screen.
  private func isVisible(_ row: Int, at top: Double, on screen: Screen) -> Bool {
    let height = height(of: row) / scale * screen.scale
    return height > 0 && top + height > screen.lines.lowerBound && top < screen.lines.upperBound
  }
}

// MARK: - Scrolling to a row

extension RowLayout {
  /// The place in the viewport at which `contentOffset(showing:at:visible:)` shows a row.
  public enum Alignment: Sendable {
    /// The row's top is at the viewport's top.
    case top
    /// The middle of the row is in the middle of the viewport, rounded to whole pixels.
    case center
    /// The row's bottom is at the viewport's bottom.
    case bottom
    /// The content offset changes as little as possible. If the row is taller than the viewport, the row
    /// fills the viewport.
    case nearest
  }

  /// The content offset that shows a row, within the scrollable range.
  ///
  ///     contentOffset.y = rows.contentOffset(showing: 120, at: .center, visible: top..<top + viewport)
  ///
  /// If rows between the current content offset and the row are unmeasured, the result is an estimate. In
  /// that case, scroll, measure the visible rows, and call this function again.
  ///
  /// - Parameters:
  ///   - row: the row to show.
  ///   - alignment: the place of the row in the viewport.
  ///   - viewport: the visible part of the content, as for `update`.
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

  /// The maximum content offset.
  private func lastOffset(in viewport: Range<Double>) -> Double {
    Swift.max(0, contentHeight - (viewport.upperBound - viewport.lowerBound))
  }
}
