import RowOffsets

#if canImport(UIKit)
  import UIKit
#else
  import AppleStubs
  import Foundation
#endif

/// A list in a scroll view: rows in sight have a view, views that left are used again.
///
/// Type-checked against stand-ins on Linux; not run on a device.
@MainActor
final class RowListView: UIScrollView {
  var rows = RowHeights()
  /// Makes a view for any row, and fills it for one.
  var makeView: () -> UIView = { UIView(frame: .zero) }
  var fill: (UIView, Int) -> Void = { _, _ in }

  private var shown: [Int: UIView] = [:]
  private var idle: [UIView] = []

  override func layoutSubviews() {
    super.layoutSubviews()
    contentSize = CGSize(width: bounds.width, height: rows.totalHeight)
    let visible = rows.rows(in: Double(bounds.minY)..<Double(bounds.maxY))
    for (row, view) in shown where !visible.contains(row) {
      view.isHidden = true
      idle.append(view)
      shown[row] = nil
    }
    for row in visible {
      let view = shown[row] ?? takeView(for: row)
      view.frame = CGRect(
        x: 0, y: rows.offset(of: row), width: bounds.width, height: rows[row])
    }
  }

  private func takeView(for row: Int) -> UIView {
    let view = idle.popLast() ?? makeView()
    if !subviews.contains(where: { $0 === view }) { addSubview(view) }
    view.isHidden = false
    fill(view, row)
    shown[row] = view
    return view
  }

  /// A row has another height. What is read stays where it is, also under a row that grew above it.
  func setHeight(_ height: Double, of row: Int) {
    let isAbove = rows.offset(of: row) < Double(contentOffset.y)
    let before = rows[row]
    rows[row] = height
    if isAbove { contentOffset.y += rows[row] - before }
    setNeedsLayout()
  }
}
