import ListLayout

// Square roots are one instruction, but a debug build on Linux calls the C mathematics library.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A half ellipse that the rows of a list stand on, as tall as the viewport.
struct EllipseArc: Hashable, Sendable {
  /// The side to which the rows in the middle bulge.
  enum Bulge: Sendable {
    case leading, trailing
  }

  /// The x of the ellipse's centre, and of the rows at the viewport's ends.
  var centre = LayoutUnit.zero
  /// The horizontal radius as a part of the vertical one; 1 is a circle. The post's 0.8.
  var ratio = 0.8
  var bulge = Bulge.trailing

  /// The x of a row from `y` to `y + height` on screen, by its middle: `centre ± Rh √(1 - u²)` with
  /// `u` = -1 at the viewport's top and 1 at its bottom. Rows whose middle is out of sight stand at
  /// the ellipse's end.
  func x(ofRowAt y: LayoutUnit, height: LayoutUnit, viewport: LayoutUnit) -> LayoutUnit {
    // u as a fraction of whole numbers: twice the distance from the centre, over V.
    let whole = Double(viewport.rawValue)
    let distance = Double((y + y + height - viewport).rawValue)
    let square = max(0, (whole - distance) * (whole + distance))
    let reach = LayoutUnit(rawValue: Int64(square.squareRoot() * ratio / 2 + 0.5))
    return bulge == .trailing ? centre + reach : centre - reach
  }
}
