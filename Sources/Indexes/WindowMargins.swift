import ListLayout

/// How much of a list a window holds around the viewport, and in which steps it grows and shrinks.
struct WindowMargins {
  /// Points that are laid out above the viewport, while the list has them.
  var above: LayoutUnit
  /// Points that are laid out below it.
  var below: LayoutUnit
  /// Rows that join or leave at the top at a time.
  var batchAbove: Int
  /// Rows that join or leave at the bottom at a time.
  var batchBelow: Int
  /// Rows that are kept, however far from the viewport they are.
  var least: Int
}

/// Growing and shrinking around the anchor.
///
/// A row leaves when it is twice the margin away, so motion to and fro around one place neither
/// adds nor drops rows. The window holds at most the viewport, and on each side two margins and a
/// batch; or `least` rows, if that is more.
extension WindowScreen {
  /// The greatest number of rows of a batch, however many points are missing.
  static var maxBatch: Int { 1000 }

  /// Grows the window until it has its margins or the list ends; then stops the motion at the
  /// list's ends. Rows that are passed by leave the window again on the way.
  ///
  /// - Complexity: O(rows that join).
  mutating func fill(_ margins: WindowMargins) {
    var top = anchoredTop
    growUp(&top, margins)
    top = max(.zero, top)
    growDown(&top, margins)
    if window.height - viewport < top {
      // The list's end, moved down to the viewport's bottom, shows more of what is above.
      top = window.height - viewport
      growUp(&top, margins)
      top = max(.zero, top)
    }
    shrink(&top, margins)
    place(at: top)
  }

  /// Stops the motion at the window's ends, whether the list ends there or not.
  mutating func hold(_ margins: WindowMargins) {
    var top = min(max(.zero, anchoredTop), lastOffset)
    shrink(&top, margins)
    place(at: top)
  }

  /// The number of rows that fill some points: whole batches, by the average height in the window.
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
    let far = min(window.row(at: limit) - window.first, window.count - margins.least)
    guard far >= margins.batchAbove else { return }
    top = top - window.shrinkTop(by: far / margins.batchAbove * margins.batchAbove)
  }

  mutating func shrinkBottom(_ top: LayoutUnit, _ margins: WindowMargins) {
    let limit = top + viewport + margins.below * 2
    guard limit < window.height else { return }
    let far = min(window.end - 1 - window.row(at: limit), window.count - margins.least)
    guard far >= margins.batchBelow else { return }
    window.shrinkBottom(by: far / margins.batchBelow * margins.batchBelow)
  }
}
