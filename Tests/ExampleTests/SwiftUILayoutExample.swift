import RowOffsets

#if canImport(SwiftUI)
  import SwiftUI
#else
  import AppleStubs
  import Foundation
#endif

/// Places the views of some consecutive rows where they stand in the whole list, inside a `ScrollView`.
///
///     ScrollView {
///       RowsInList(rows: rows, visible: visible) {
///         ForEach(visible, id: \.self) { RowView(row: $0) }
///       }
///     }
///
/// Take `visible` from `rows.rows(in:)`, with the scroll view's offset and height. Type-checked against
/// stand-ins on Linux; not run on a device.
struct RowsInList: Layout {
  var rows: RowHeights
  /// The rows that have a view, in order.
  var visible: Range<Int>

  func sizeThatFits(
    proposal: ProposedViewSize, subviews: Subviews, cache: inout Void
  ) -> CGSize {
    CGSize(width: proposal.width ?? 0, height: rows.totalHeight)
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
