import RowOffsets

#if canImport(UIKit)
  import UIKit
#else
  import BenchAppleStubs
  import Foundation
#endif

/// A list in a scroll view. Each visible row has a view; views of rows that left the screen are reused.
///
/// The first visible row keeps its position on screen, because each change is made in `update`. The class
/// was compiled and tested with stubs on Linux, but not run on a device.
@MainActor
final class RowListView: UIScrollView {
  private(set) var rows = RowLayout()
  /// The closures that create a view, and configure a view for a row.
  var makeView: () -> UIView = { UIView(frame: .zero) }
  var configure: (UIView, Int) -> Void = { _, _ in }
  /// Returns the height of a row at a given width of the list, in points.
  var measure: (Int, CGFloat) -> Double = { _, _ in 44 }

  private var width: CGFloat = 0
  private var shown: [Int: UIView] = [:]
  private var idle: [UIView] = []

  /// Changes heights, or inserts, deletes or moves rows. Several changes can be made at once.
  ///
  ///     list.update { $0.insert(60, at: 0) }
  func update(_ changes: (inout RowLayout) -> Void) {
    let visible = Double(bounds.minY)..<Double(bounds.maxY)
    let shift = rows.update(visible: visible, changes)
    contentSize = CGSize(width: bounds.width, height: rows.contentHeight)
    contentOffset.y += shift
    // The indices of rows may have changed, so each view is configured again.
    for view in shown.values { recycle(view) }
    shown = [:]
    setNeedsLayout()
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    if bounds.width != width {
      width = bounds.width
      update { $0.setHeights($0.indices.map { measure($0, width) }, from: 0) }
    }
    let visible = rows.rows(in: Double(bounds.minY)..<Double(bounds.maxY))
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
