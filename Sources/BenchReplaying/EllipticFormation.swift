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
/// Origin: the blog post "UITableView Tricks". The ratio 0.8 and the translation -130 are from the first
/// commit of the post's repository, bharath2020/UITableViewTricks@e9c4b10, made in the same month as the
/// post. A row's x depends only on its position on screen, so a formation can be applied to every list,
/// including the reference that verification uses.
public struct EllipticFormation: Hashable, Sendable {
  /// The direction in which the rows in the middle of the viewport are shifted.
  public enum Bulge: Sendable {
    /// The rows are shifted towards the leading edge.
    case leading
    /// The rows are shifted towards the trailing edge.
    case trailing
  }

  /// The x of the ellipse's centre, which is also the x of rows at the viewport's top and bottom; called
  /// HORIZONTAL_TRANSLATION in the post.
  public var centre = LayoutUnit(points: -130)
  /// The horizontal radius in percent of the vertical radius, so that 100 gives a circle; called
  /// HORIZONTAL_RADIUS_RATIO in the post.
  public var ratio = 80
  /// The direction in which rows are shifted; called `contentAlignment` in the post.
  public var bulge = Bulge.trailing

  /// Creates the formation with the values of the post.
  @inlinable
  public init() {}

  // MARK: Parameters

  /// The parameter for `ratio`. The parameters of a formation have the highest parameter indices, so that
  /// they do not collide with the list's own parameters.
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
    // By definition, u = 2 * d / viewport, where d is the distance of the row's midpoint from the viewport's
    // centre. The constant `distance` is 2 * d, and `whole` is the viewport's height.
    let whole = Double(viewport.rawValue)
    let distance = Double((y + y + height - viewport).rawValue)
    let square = max(0, (whole - distance) * (whole + distance))
    let radius = Double(radius(in: viewport) * Int(LayoutUnit.perPoint))
    let reach = LayoutUnit(rawValue: Int64(square.squareRoot() / whole * radius + 0.5))
    return bulge == .trailing ? centre + reach : centre - reach
  }
}
