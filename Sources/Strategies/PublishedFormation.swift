import ListLayout

/// The formation of `Ellipse` as the post prints it (2012-06): x from a row's ordinal among the visible ones.
///
/// The code printed in the post, not the repository's later version: that one steps through equal
/// angles, which is a sine of the ordinal and no ellipse at all.
///
/// It places row tops, not middles, so the shape is not symmetric; it takes all rows to be as high
/// as `rowHeight` (row 0's height); whole points only enter the shift, so the shape creeps behind
/// fractional offsets; and a first row that is cut by the viewport's top has no angle (`asinf` of
/// more than 1): it keeps the x that it or the view's last row had.
struct PublishedFormation {
  /// HORIZONTAL_RADIUS_RATIO and HORIZONTAL_TRANSLATION when the post was written.
  private static let ratio = 0.8
  private static let translation = -130.0

  private let radius: Double
  private let reach: Double
  private let rowHeight: Double
  private let shift: Double
  private var ordinal = 0

  init(contentOffset: LayoutUnit, viewport: LayoutUnit, rowHeight: LayoutUnit) {
    radius = viewport.points / 2
    reach = Double(Int64(radius * Self.ratio))
    self.rowHeight = rowHeight.points
    let wholeHeight = rowHeight.rawValue / LayoutUnit.perPoint
    let wholeOffset = contentOffset.rawValue / LayoutUnit.perPoint
    // The post divides by zero for rows lower than 1 pt.
    shift = wholeHeight > 0 ? Double(wholeOffset % wholeHeight) : 0
  }

  /// The x of the next visible row; nil where the post's is not a number.
  mutating func nextX() -> LayoutUnit? {
    let y = radius - Double(ordinal) * rowHeight + shift
    ordinal += 1
    // cos(asin(u)) = √(1 - u²).
    let square = 1 - (y / radius) * (y / radius)
    guard square >= 0 else { return nil }
    return LayoutUnit(points: reach * square.squareRoot() + Self.translation)
  }
}
