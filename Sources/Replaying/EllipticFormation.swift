import ListLayout

// An optimised build computes a square root with one instruction, but a debug build on Linux calls the C
// mathematics library.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The arrangement of rows on a half ellipse as tall as the viewport.
///
/// Origin: "UITableView Tricks". The ratio 0.8 and the translation -130 are from the first commit of the
/// post's repository, bharath2020/UITableViewTricks@e9c4b10, made in the same month as the post. A row's x
/// depends only on its position on screen, so every list can have a formation, and so can the reference.
public struct EllipticFormation: Hashable, Sendable {
  /// The direction in which the rows in the middle of the viewport are shifted.
  public enum Bulge: Sendable {
    /// The rows are shifted towards the leading edge.
    case leading
    /// The rows are shifted towards the trailing edge.
    case trailing
  }

  /// The x of the ellipse's centre, which is also the x of rows at the viewport's top and bottom; the post's
  /// HORIZONTAL_TRANSLATION.
  public var centre = LayoutUnit(points: -130)
  /// The horizontal radius in percent of the vertical radius, so that 100 gives a circle; the post's
  /// HORIZONTAL_RADIUS_RATIO.
  public var ratio = 80
  /// The direction in which rows are shifted; the post's `contentAlignment`.
  public var bulge = Bulge.trailing

  /// Creates the formation that the post uses.
  @inlinable
  public init() {}

  // MARK: As parameters of a strategy

  /// The parameter for `ratio`. Formation parameters have the last indices, so that they do not collide with
  /// the list's own parameters.
  @inlinable
  public static var ratioParameter: StrategyParameter {
    StrategyParameter(
      ParameterValues.capacity - 2, "ratio", usual: 80, in: 0...1000,
      "hundredths of the vertical radius in the horizontal one")
  }

  /// The parameter for `bulge`.
  @inlinable
  public static var sideParameter: StrategyParameter {
    StrategyParameter(
      ParameterValues.capacity - 1, "side", usual: 0, in: 0...1,
      "the side to which the rows bulge, 0 for trailing and 1 for leading")
  }

  /// Creates the formation that a strategy's parameter values describe.
  @inlinable
  public init(_ values: ParameterValues) {
    ratio = values[Self.ratioParameter]
    bulge = values[Self.sideParameter] == 0 ? .trailing : .leading
  }

  // MARK: Positions

  /// Returns the horizontal radius, rounded down to whole points as in the post.
  @inlinable
  public func radius(in viewport: LayoutUnit) -> Int {
    Int(viewport.rawValue) * ratio / (2 * 100 * Int(LayoutUnit.perPoint))
  }

  /// Returns the x of a row that covers `y` to `y + height` on screen. The result is
  /// `centre ± radius √(1 - u²)`, where `u` is the position of the row's midpoint: -1 at the viewport's top,
  /// 1 at its bottom. For rows whose midpoint is off screen, the result is `centre`.
  @inlinable
  public func x(
    ofRowAt y: LayoutUnit, height: LayoutUnit, viewport: LayoutUnit
  ) -> LayoutUnit {
    // u = 2 * (distance of the midpoint from the viewport's centre) / viewport. `distance` below is twice
    // that distance, and `whole` is the viewport.
    let whole = Double(viewport.rawValue)
    let distance = Double((y + y + height - viewport).rawValue)
    let square = max(0, (whole - distance) * (whole + distance))
    let radius = Double(radius(in: viewport) * Int(LayoutUnit.perPoint))
    let reach = LayoutUnit(rawValue: Int64(square.squareRoot() / whole * radius + 0.5))
    return bulge == .trailing ? centre + reach : centre - reach
  }
}
