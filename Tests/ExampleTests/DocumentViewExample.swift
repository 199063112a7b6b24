import RowOffsets

#if canImport(AppKit)
  import AppKit
#else
  import AppleStubs
  import Foundation
#endif

/// The document view of a scroll view: draws the rows that the scroll view asks for.
///
/// Type-checked against stand-ins on Linux; not run on a Mac.
@MainActor
final class RowsDocumentView: NSView {
  var rows = RowHeights() {
    didSet {
      setFrameSize(NSSize(width: frame.width, height: rows.totalHeight))
      needsDisplay = true
    }
  }
  var drawRow: (Int, NSRect) -> Void = { _, _ in }

  // Row 0 is at the top.
  override var isFlipped: Bool { true }

  override func draw(_ dirtyRect: NSRect) {
    for row in rows.rows(in: Double(dirtyRect.minY)..<Double(dirtyRect.maxY)) {
      let y = rows.offset(of: row)
      drawRow(row, NSRect(x: 0, y: y, width: bounds.width, height: rows[row]))
    }
  }
}
