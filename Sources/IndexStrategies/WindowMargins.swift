import ListLayout

/// The margins around the viewport within which a window loads rows, and the number of rows that it adds or
/// drops at a time.
struct WindowMargins {
  var above: LayoutUnit
  var below: LayoutUnit
  /// Batch sizes: the numbers of rows that are added or dropped together at the window's top and bottom.
  var batchAbove: Int
  var batchBelow: Int
  /// Minimum number of rows that stay loaded, even if some are far from the viewport.
  var minRows: Int
}

/// Functions that grow and shrink the window of loaded rows around the anchor row.
///
/// Rows are dropped only when they are more than twice the margin away from the viewport, so scrolling back
/// and forth around one position neither loads nor drops rows. On each side of the viewport, the window
/// extends by at most two margins plus a batch of rows, unless it contains at most `minRows` rows.
extension WindowScreen {
  static var maxBatch: Int { 1000 }

  /// Loads rows until the window covers its margins or reaches the ends of the list, stops scrolling at the
  /// list's ends, and then drops rows that are too far from the viewport.
  ///
  /// - Complexity: O(rows added).
  mutating func fill(_ margins: WindowMargins) {
    var top = anchoredTop
    growUp(&top, margins)
    top = max(.zero, top)
    growDown(&top, margins)
    if window.height - viewport < top {
      // Moving the list's end down to the viewport's bottom exposes more rows at the top.
      top = window.height - viewport
      growUp(&top, margins)
      top = max(.zero, top)
    }
    shrink(&top, margins)
    place(at: top)
  }

  /// Stops scrolling at the ends of the loaded window, even if the list has more rows.
  mutating func hold(_ margins: WindowMargins) {
    var top = min(max(.zero, anchoredTop), lastOffset)
    shrink(&top, margins)
    place(at: top)
  }

  /// Estimated number of rows needed to fill the given height, rounded up to whole batches. The estimate uses
  /// the average row height in the window.
  func rows(filling points: LayoutUnit, inBatchesOf batch: Int) -> Int {
    guard window.count > 0 else { return batch }
    let average = max(1, window.height.rawValue / Int64(window.count))
    let wanted = (max(0, points.rawValue) + average - 1) / average
    let limited = Int(min(wanted, Int64(Self.maxBatch)))
    return max(1, (limited + batch - 1) / batch) * batch
  }

  mutating func growUp(_ top: inout LayoutUnit, _ margins: WindowMargins) {
    while window.first > 0, top <= margins.above {
      let count = rows(filling: margins.above - top, inBatchesOf: margins.batchAbove)
      top = top + window.growUp(by: min(count, window.first))
      shrinkBottom(top, margins)
    }
  }

  mutating func growDown(_ top: inout LayoutUnit, _ margins: WindowMargins) {
    while window.end < rows.count {
      let slack = window.height - (top + viewport)
      guard slack <= margins.below else { return }
      let count = rows(filling: margins.below - slack, inBatchesOf: margins.batchBelow)
      window.growDown(by: min(count, rows.count - window.end))
      shrinkTop(&top, margins)
    }
  }

  mutating func shrink(_ top: inout LayoutUnit, _ margins: WindowMargins) {
    shrinkTop(&top, margins)
    shrinkBottom(top, margins)
  }

  mutating func shrinkTop(_ top: inout LayoutUnit, _ margins: WindowMargins) {
    let limit = top - margins.above * 2
    guard limit > .zero else { return }
    let far = min(window.row(at: limit) - window.first, window.count - margins.minRows)
    guard far >= margins.batchAbove else { return }
    top = top - window.shrinkTop(by: far / margins.batchAbove * margins.batchAbove)
  }

  mutating func shrinkBottom(_ top: LayoutUnit, _ margins: WindowMargins) {
    let limit = top + viewport + margins.below * 2
    guard limit < window.height else { return }
    let far = min(window.end - 1 - window.row(at: limit), window.count - margins.minRows)
    guard far >= margins.batchBelow else { return }
    window.shrinkBottom(by: far / margins.batchBelow * margins.batchBelow)
  }
}
