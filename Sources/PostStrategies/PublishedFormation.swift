import BenchReplaying
import ListLayout

/// The formation of `Ellipse` as printed in the post (June 2012): x is computed from a row's ordinal among
/// the visible rows. The later version in the post's repository places rows at equal angles, which is not an
/// ellipse.
///
/// `rowHeight` is the height of row 0. The post prints the code for one side of the ellipse only; here, the
/// other side is the mirror image.
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
    // If rows are shorter than 1 pt, the post's code divides by zero; here the shift is 0.
    shift = wholeHeight > 0 ? Double(wholeOffset % wholeHeight) : 0
  }

  /// The x of the next visible row; nil if the post's formula yields NaN.
  mutating func nextX() -> LayoutUnit? {
    let y = radius - Double(ordinal) * rowHeight + shift
    ordinal += 1
    // Use the identity cos(asin(u)) = √(1 - u²).
    let square = 1 - (y / radius) * (y / radius)
    guard square >= 0, let distance = LayoutUnit(points: reach * square.squareRoot()) else {
      return nil
    }
    return formation.bulge == .trailing
      ? formation.centre + distance : formation.centre - distance
  }
}
