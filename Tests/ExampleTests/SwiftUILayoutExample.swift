import RowOffsets

#if canImport(SwiftUI)
  import SwiftUI
#else
  import BenchAppleStubs
  import Foundation
#endif

/// The state of a list in a `ScrollView`: its rows and the visible part of the content.
///
/// Rows on screen keep their positions, because each change is made in `update`, which returns the new scroll
/// position. `ScrollPosition` and `onScrollGeometryChange` need iOS 18 or macOS 15.
///
///     @State private var messages: [Message] = []          // Message is Identifiable
///     @State private var list = VisibleRows()
///     @State private var position = ScrollPosition()
///
///     ScrollView {
///       RowsInList(rows: list.rows, visible: list.indices) {
///         // Views are identified by items, not by indices, so each view's state still belongs to the same
///         // item after an insertion.
///         ForEach(messages[list.indices]) { MessageView(message: $0) }
///       }
///     }
///     .scrollPosition($position)
///     .onScrollGeometryChange(for: CGRect.self, of: \.visibleRect) { list.visible = $1.minY..<$1.maxY }
///
///     messages.insert(message, at: 0)
///     position.scrollTo(y: list.update { $0.insert(message.height, at: 0) })
///
/// The code was compiled and tested with stubs on Linux, but not run on a device.
struct VisibleRows {
  private(set) var rows = RowLayout()
  /// The visible part of the content in points.
  var visible: Range<CGFloat> = 0..<0
  /// The rows that have a view.
  var indices: Range<Int> { rows.rows(in: Double(visible.lowerBound)..<Double(visible.upperBound)) }

  /// Changes heights, or inserts, deletes or moves rows. Several changes can be made at once.
  ///
  /// - Returns: the content offset to scroll to.
  mutating func update(_ changes: (inout RowLayout) -> Void) -> CGFloat {
    let before = Double(visible.lowerBound)..<Double(visible.upperBound)
    let shift = CGFloat(rows.update(visible: before, changes))
    visible = visible.lowerBound + shift..<visible.upperBound + shift
    return visible.lowerBound
  }
}

/// A layout inside a `ScrollView` that places the views of consecutive rows at their positions in the list.
struct RowsInList: Layout {
  var rows: RowLayout
  /// The rows that have a view, in order.
  var visible: Range<Int>

  func sizeThatFits(
    proposal: ProposedViewSize, subviews: Subviews, cache: inout Void
  ) -> CGSize {
    CGSize(width: proposal.width ?? 0, height: rows.contentHeight)
  }

  func placeSubviews(
    in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Void
  ) {
    for (row, subview) in zip(visible, subviews) {
      subview.place(
        at: CGPoint(x: bounds.minX, y: bounds.minY + rows.offset(of: row)),
        anchor: .topLeading,
        proposal: ProposedViewSize(width: bounds.width, height: rows[row]))
    }
  }
}
