import ListLayout

/// The scroll view under every technique of the posts, in both modes.
///
/// A frame of motion has three steps:
///
/// 1. `move`: the motion sets the content offset, also beyond the content's ends. UIKit sets
///    `bounds.origin` first and asks the view afterwards; with `bounces`, the default, the origin
///    may be out of range.
/// 2. The technique's code runs at that offset: `scrollViewDidScroll` when the offset changes,
///    `layoutSubviews` before the frame is drawn, because a changed `bounds.origin` needs layout.
/// 3. `finishMotion`: the offset returns to `0...max(0, contentHeight - viewport)`. UIKit takes the
///    frames of a bounce for this; here the bounce is over before the frame is drawn.
///
/// An offset that code sets may be anywhere, as in `UIScrollView`; a table or a collection view
/// returns it with its next layout (`rest`). `FixedList` and `AllHeights` stop at the ends in
/// `IndexedList.scroll`, with the same result, because none of their code runs between the steps.
struct ScrollView {
  /// The viewport's height V.
  var viewport: LayoutUnit
  /// The content point at the viewport's top.
  var contentOffset = LayoutUnit.zero
  /// Whether a motion was applied since the last `finishMotion`.
  private(set) var isMoved = false

  init(viewport: LayoutUnit) { self.viewport = viewport }

  /// Step 1: applies a frame's motion.
  mutating func move(by distance: LayoutUnit) {
    contentOffset = contentOffset + distance
    isMoved = true
  }

  /// Step 3 after a motion; nothing after a change or an offset that code set.
  mutating func finishMotion(over contentHeight: LayoutUnit) {
    if isMoved { rest(over: contentHeight) }
  }

  /// Returns the offset to the content's ends.
  mutating func rest(over contentHeight: LayoutUnit) {
    contentOffset = Self.offset(contentOffset, within: contentHeight, viewport: viewport)
    isMoved = false
  }

  /// The offset nearest to `offset` at which a scroll view rests.
  static func offset(
    _ offset: LayoutUnit, within contentHeight: LayoutUnit, viewport: LayoutUnit
  ) -> LayoutUnit {
    max(.zero, min(offset, contentHeight - viewport))
  }
}
