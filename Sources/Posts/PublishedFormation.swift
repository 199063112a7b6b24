import ListLayout
import Replaying

/// The formation of `Ellipse` as printed in the post (2012-06): x from a row's ordinal among the visible
/// rows. The repository's later version steps through equal angles and is not an ellipse.
///
/// `rowHeight` is row 0's height. The post does not print the code of its second side, which is the mirror
/// image here.
struct PublishedFormation {
  private let formation: EllipticFormation
  private let radius: Double
  private let reach: Double
  private let rowHeight: Double
  private let shift: Double
  private var ordinal = 0

  init(
    _ formation: EllipticFormation, contentOffset: LayoutUnit, viewport: LayoutUnit,
    rowHeight: LayoutUnit
  ) {
    self.formation = formation
    radius = viewport.points / 2
    reach = Double(formation.radius(in: viewport))
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
    guard square >= 0, let distance = LayoutUnit(points: reach * square.squareRoot()) else {
      return nil
    }
    return formation.bulge == .trailing
      ? formation.centre + distance : formation.centre - distance
  }
}
