import ListLayout

// A debug build on Linux calls the C mathematics library for a square root.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The arrangement of rows on a half ellipse as tall as the viewport.
///
/// Source: the blog post "UITableView Tricks" and the first commit of its repository, from the same month,
/// bharath2020/UITableViewTricks@e9c4b10. A row's x depends only on its position on screen, so a formation
/// can be applied to every list, including the reference.
public struct EllipticFormation: Hashable, Sendable {
  /// The direction in which rows in the middle of the viewport are shifted.
  public enum Bulge: Sendable {
    case leading
    case trailing
  }

  /// The x of rows at the viewport's top and bottom; HORIZONTAL_TRANSLATION in the post.
  public var centre = LayoutUnit(points: -130)
  /// The horizontal radius in percent of the vertical one; HORIZONTAL_RADIUS_RATIO in the post.
  public var ratio = 80
  /// The direction of the shift; `contentAlignment` in the post.
  public var bulge = Bulge.trailing

  @inlinable public init() {}

  // MARK: Parameters

  /// The parameter for `ratio`. A formation has the last parameter indices, so that the list can use the
  /// others.
  @inlinable
  public static var ratioParameter: StrategyParameter {
    StrategyParameter(
      ParameterValues.capacity - 2, "ratio", usual: 80, in: 0...1000,
      "hundredths of the vertical radius in the horizontal one")
  }

  @inlinable
  public static var sideParameter: StrategyParameter {
    StrategyParameter(
      ParameterValues.capacity - 1, "side", usual: 0, in: 0...1,
      "the side to which the rows bulge, 0 for trailing and 1 for leading")
  }

  /// Creates the formation for a strategy's parameter values.
  @inlinable
  public init(_ values: ParameterValues) {
    ratio = values[Self.ratioParameter]
    bulge = values[Self.sideParameter] == 0 ? .trailing : .leading
  }

  // MARK: Positions

  /// The horizontal radius in whole points, rounded down as in the post.
  @inlinable
  public func radius(in viewport: LayoutUnit) -> Int {
    Int(viewport.rawValue) * ratio / (2 * 100 * Int(LayoutUnit.perPoint))
  }

  /// The x of a row that covers `y` to `y + height` on screen: `centre ± radius √(1 - u²)`, where u is the
  /// position of the row's midpoint, -1 at the viewport's top and 1 at its bottom. Rows whose midpoint is off
  /// screen are at `centre`.
  @inlinable
  public func x(
    ofRowAt y: LayoutUnit, height: LayoutUnit, viewport: LayoutUnit
  ) -> LayoutUnit {
    // u = distance / whole, where `distance` is twice the midpoint's distance from the viewport's centre.
    let whole = Double(viewport.rawValue)
    let distance = Double((y + y + height - viewport).rawValue)
    let square = max(0, (whole - distance) * (whole + distance))
    let radius = Double(radius(in: viewport) * Int(LayoutUnit.perPoint))
    let reach = LayoutUnit(rawValue: Int64(square.squareRoot() / whole * radius + 0.5))
    return bulge == .trailing ? centre + reach : centre - reach
  }
}
