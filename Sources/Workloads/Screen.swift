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

  /// The same screen turned by 90 degrees.
  public var rotated: Screen { Screen(width: viewport, viewport: width) }
}
