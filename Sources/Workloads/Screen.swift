import ListLayout

/// The part of the screen that a list fills.
public struct Screen: Hashable, Sendable {
  /// The list's width.
  public var width: LayoutUnit
  /// The list's visible height.
  public var viewport: LayoutUnit

  /// A list `width` wide of which `viewport` is visible; both should be above 0.
  public init(width: LayoutUnit, viewport: LayoutUnit) {
    self.width = width
    self.viewport = viewport
  }

  /// The most rows that a list may show at once: all that a viewport of 16,384 pt can hold.
  static let mostVisibleRows = 1 << 20

  /// Whether rows of some height fill a viewport without being too many.
  static func holds(_ viewport: LayoutUnit, rowsOf height: Int32) -> Bool {
    viewport.rawValue / Int64(max(1, height)) <= mostVisibleRows
  }

  /// The same screen turned by 90 degrees.
  public var rotated: Screen { Screen(width: viewport, viewport: width) }
}
