import RowOffsets

#if canImport(AppKit)
  import AppKit
#else
  import BenchAppleStubs
  import Foundation
#endif

/// A scroll view's document view that draws only the rows in the dirty rectangle.
///
/// All rows are measured again when the width changes, so this class is suitable for log lines and other rows
/// that are quick to measure. Rows on screen keep their positions, because each change is made in `update`.
/// The class was compiled and tested with stubs on Linux, but not run on a Mac.
@MainActor
final class RowsDocumentView: NSView {
  private(set) var rows = RowLayout()
  var drawRow: (Int, NSRect) -> Void = { _, _ in }
  /// Returns a row's height in points for the given list width.
  var measure: (Int, CGFloat) -> Double = { _, _ in 18 }

  // Row 0 is at the top.
  override var isFlipped: Bool { true }

  /// Changes heights, or inserts, deletes or moves rows. Several changes can be made at once.
  func update(_ changes: (inout RowLayout) -> Void) {
    let visible = visibleRect
    let shift = rows.update(visible: Double(visible.minY)..<Double(visible.maxY), changes)
    super.setFrameSize(NSSize(width: frame.width, height: rows.contentHeight))
    scroll(NSPoint(x: visible.minX, y: visible.minY + shift))
    needsDisplay = true
  }

  override func setFrameSize(_ newSize: NSSize) {
    let isOtherWidth = newSize.width != frame.width
    super.setFrameSize(NSSize(width: newSize.width, height: rows.contentHeight))
    guard isOtherWidth else { return }
    update { $0.setHeights($0.indices.map { measure($0, newSize.width) }, from: 0) }
  }

  override func draw(_ dirtyRect: NSRect) {
    for row in rows.rows(in: Double(dirtyRect.minY)..<Double(dirtyRect.maxY)) {
      let y = rows.offset(of: row)
      drawRow(row, NSRect(x: 0, y: y, width: bounds.width, height: rows[row]))
    }
  }
}
