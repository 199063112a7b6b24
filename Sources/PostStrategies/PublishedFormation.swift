import BenchReplaying
import ListLayout

/// The elliptic formation as printed in the post (June 2012), which computes x from a row's ordinal among the
/// visible rows. The later version in the post's repository spaces rows at equal angles, which does not
/// produce an ellipse.
///
/// `rowHeight` is the height of row 0. The post prints code for only one side of the ellipse. Here, that code
/// is mirrored for the other side.
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
    // The post's code divides by zero if rows are shorter than 1 pt. In that case, use a shift of 0.
    shift = wholeHeight > 0 ? Double(wholeOffset % wholeHeight) : 0
  }

  /// Returns the x of the next visible row, or nil if the post's formula yields NaN.
  mutating func nextX() -> LayoutUnit? {
    let y = radius - Double(ordinal) * rowHeight + shift
    ordinal += 1
    // This uses the identity cos(asin(u)) = √(1 - u²).
    let square = 1 - (y / radius) * (y / radius)
    guard square >= 0, let distance = LayoutUnit(points: reach * square.squareRoot()) else {
      return nil
    }
    return formation.bulge == .trailing
      ? formation.centre + distance : formation.centre - distance
  }
}
