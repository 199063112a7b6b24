import ListLayout

/// The scroll view shared by the posts' techniques, in both modes.
///
/// A frame in which the list scrolls is processed in four steps:
///
/// - Step 1, `move`: the motion sets the content offset, even beyond the content's ends. UIKit also sets
///   `bounds.origin` before it calls the view's methods, and the origin may be out of range if `bounces` is
///   true (the default).
/// - Step 2: the technique's code runs at the new offset. UIKit calls `scrollViewDidScroll` when the offset
///   changes, and `layoutSubviews` before the frame is drawn, because changing `bounds.origin` invalidates
///   the layout.
/// - Step 3, `finishMotion`: the offset returns to `0...max(0, contentHeight - viewport)`. UIKit animates the
///   bounce over several frames, but in this model the offset returns before the frame is drawn.
/// - Step 4: if step 3 changed the offset, the technique's `layoutSubviews` runs again, because the end of a
///   bounce also changes `bounds.origin`. `scrollViewDidScroll` (post 001) is called only once per frame.
///
/// As with `UIScrollView`, a technique may set an offset outside the valid range. A table or collection view
/// clamps such an offset in its next layout (`rest`). `FixedList` and `AllHeights` do not use this type,
/// because none of their code would run between steps 1 and 3. `IndexedList.scroll` stops these lists at the
/// ends of their content, with the same result.
struct ScrollView {
  var viewport: LayoutUnit
  var contentOffset = LayoutUnit.zero
  private(set) var isMoved = false

  init(viewport: LayoutUnit) { self.viewport = viewport }

  /// Applies a frame's motion to the content offset (step 1).
  mutating func move(by distance: LayoutUnit) {
    contentOffset = contentOffset + distance
    isMoved = true
  }

  /// Clamps the offset to the valid range if the content was moved (step 3). In a frame without motion, the
  /// function does nothing, even if rows have changed or the technique has set the offset.
  ///
  /// - Returns: whether the offset changed, so that another layout pass is required (step 4).
  @discardableResult
  mutating func finishMotion(over contentHeight: LayoutUnit) -> Bool {
    isMoved && rest(over: contentHeight)
  }

  /// Clamps the content offset to the valid range.
  ///
  /// - Returns: whether the offset changed, so that another layout pass is required.
  @discardableResult
  mutating func rest(over contentHeight: LayoutUnit) -> Bool {
    let before = contentOffset
    contentOffset = Self.offset(contentOffset, within: contentHeight, viewport: viewport)
    isMoved = false
    return contentOffset != before
  }

  static func offset(
    _ offset: LayoutUnit, within contentHeight: LayoutUnit, viewport: LayoutUnit
  ) -> LayoutUnit {
    max(.zero, min(offset, contentHeight - viewport))
  }
}
