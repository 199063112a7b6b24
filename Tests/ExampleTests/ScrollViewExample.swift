import RowOffsets

#if canImport(UIKit)
  import UIKit
#else
  import BenchAppleStubs
  import Foundation
#endif

/// A list in a scroll view. A row is measured when it is first shown. Each visible row has a view, and the
/// views of rows that have left the screen are reused.
///
/// Rows on screen keep their positions, because each change is made in `RowLayout.update`. The class was
/// compiled and tested with stubs on Linux, but not run on a device.
@MainActor
final class RowListView: UIScrollView {
  private(set) var rows = RowLayout()
  /// The edges that stay in view, for example `bottom` in a chat.
  var stickyEdges: RowLayout.Edges = []
  /// The closures that create a view and configure it for a row.
  var makeView: () -> UIView = { UIView(frame: .zero) }
  var configure: (UIView, Int) -> Void = { _, _ in }
  /// Returns a row's height in points for the given list width.
  var measure: (Int, CGFloat) -> Double = { _, _ in 44 }

  private var width: CGFloat = 0
  private var shown: [Int: UIView] = [:]
  private var idle: [UIView] = []
  private var viewport: Range<Double> { Double(bounds.minY)..<Double(bounds.maxY) }

  /// Changes heights, or inserts, deletes or moves rows. Several changes can be made at once.
  ///
  ///     list.update { $0.insertUnmeasured(1, at: 0) }
  func update(_ changes: (inout RowLayout) -> Void) {
    apply(changes)
    // The indices of rows may have changed, so each view is configured again.
    for view in shown.values { recycle(view) }
    shown = [:]
    setNeedsLayout()
  }

  private func apply(_ changes: (inout RowLayout) -> Void) {
    let shift = rows.update(visible: viewport, stickingTo: stickyEdges, changes)
    contentSize = CGSize(width: bounds.width, height: rows.contentHeight)
    contentOffset.y += shift
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    if bounds.width != width {
      if width > 0 { update { $0.forgetHeights(of: $0.indices) } }
      width = bounds.width
    }
    var visible = rows.rows(in: viewport)
    // Measuring rows may bring more rows onto the screen.
    while visible.contains(where: { !rows.isMeasured($0) }) {
      apply { rows in
        for row in visible where !rows.isMeasured(row) { rows[row] = measure(row, width) }
      }
      visible = rows.rows(in: viewport)
    }
    for (row, view) in shown where !visible.contains(row) {
      recycle(view)
      shown[row] = nil
    }
    for row in visible {
      let view = shown[row] ?? takeView(for: row)
      view.frame = CGRect(x: 0, y: rows.offset(of: row), width: width, height: rows[row])
    }
  }

  private func recycle(_ view: UIView) {
    view.isHidden = true
    idle.append(view)
  }

  private func takeView(for row: Int) -> UIView {
    let view = idle.popLast() ?? makeView()
    if !subviews.contains(where: { $0 === view }) { addSubview(view) }
    view.isHidden = false
    configure(view, row)
    shown[row] = view
    return view
  }
}
