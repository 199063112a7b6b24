import ListLayout

/// The scroll view that the techniques of the posts use in both modes.
///
/// A frame with motion has four steps:
///
/// - Step 1, `move`: the motion sets the content offset, even beyond the content's ends. UIKit also sets
///   `bounds.origin` before it calls the view's methods; if `bounces` is true (the default), the origin may
///   be out of range.
/// - In step 2, the code of the technique runs at the new offset. In UIKit, `scrollViewDidScroll` runs when
///   the offset changes. UIKit calls `layoutSubviews` before the frame is drawn, because a changed
///   `bounds.origin` requires layout.
/// - Step 3, `finishMotion`: the offset returns to `0...max(0, contentHeight - viewport)`. In UIKit, a bounce
///   animation returns the offset over several frames; here the offset returns before the frame is drawn.
/// - Step 4: if step 3 changed the offset, `layoutSubviews` of the technique runs again, because the end of a
///   bounce changes `bounds.origin`, too. `scrollViewDidScroll` (post 001) is called only once per frame.
///
/// As in `UIScrollView`, the code of a technique may set an offset outside the valid range. A table or a
/// collection view moves such an offset back in its next layout (`rest`). `FixedList` and `AllHeights` do not
/// use this type; `IndexedList.scroll` stops their motion at the ends. For `FixedList` and `AllHeights`, the
/// result is the same as with this type, because none of their code would run between steps 1 and 3.
struct ScrollView {
  /// The viewport's height V.
  var viewport: LayoutUnit
  /// The y in content space at the viewport's top.
  var contentOffset = LayoutUnit.zero
  /// Whether the content has been moved since the last call of `finishMotion`.
  private(set) var isMoved = false

  init(viewport: LayoutUnit) { self.viewport = viewport }

  /// Applies the motion of a frame to the content offset (step 1).
  mutating func move(by distance: LayoutUnit) {
    contentOffset = contentOffset + distance
    isMoved = true
  }

  /// Moves the offset back into the valid range if the content was moved (step 3). This method has no effect
  /// in a frame without motion, even if rows changed or code set the offset.
  ///
  /// - Returns: whether the offset changed, so that another layout pass is required (step 4).
  @discardableResult
  mutating func finishMotion(over contentHeight: LayoutUnit) -> Bool {
    isMoved && rest(over: contentHeight)
  }

  /// Moves the content offset into the valid range.
  ///
  /// - Returns: whether the offset changed, so that another layout pass is required.
  @discardableResult
  mutating func rest(over contentHeight: LayoutUnit) -> Bool {
    let before = contentOffset
    contentOffset = Self.offset(contentOffset, within: contentHeight, viewport: viewport)
    isMoved = false
    return contentOffset != before
  }

  /// Returns the valid content offset that is nearest to `offset`.
  static func offset(
    _ offset: LayoutUnit, within contentHeight: LayoutUnit, viewport: LayoutUnit
  ) -> LayoutUnit {
    max(.zero, min(offset, contentHeight - viewport))
  }
}
