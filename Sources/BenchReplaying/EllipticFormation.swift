import ListLayout

// In debug builds on Linux, `squareRoot()` calls the C math library, so the library must be imported.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Arranges rows along half an ellipse that is as tall as the viewport. A row's x coordinate depends only
/// on its vertical position on screen, so a formation can be applied to any list, including the
/// reference.
///
/// Source: the blog post "UITableView Tricks" and the first commit of its repository, made in the same
/// month (bharath2020/UITableViewTricks@e9c4b10).
public struct EllipticFormation: Hashable, Sendable {
  public enum Bulge: Sendable {
    case leading
    case trailing
  }

  /// The x coordinate of rows at the top and bottom of the viewport, called HORIZONTAL_TRANSLATION in the
  /// post.
  public var centre = LayoutUnit(points: -130)
  /// The horizontal radius as a percentage of the vertical radius, called HORIZONTAL_RADIUS_RATIO in the
  /// post.
  public var ratio = 80
  /// The direction in which rows in the middle of the viewport are shifted, called `contentAlignment` in
  /// the post.
  public var bulge = Bulge.trailing

  @inlinable public init() {}

  // Formations use the last two parameter indices, so that the list can use the others.
  @inlinable
  public static var ratioParameter: StrategyParameter {
    StrategyParameter(
      ParameterValues.capacity - 2, "ratio", usual: 80, in: 0...1000,
      "horizontal radius as a percentage of the vertical radius")
  }

  @inlinable
  public static var sideParameter: StrategyParameter {
    StrategyParameter(
      ParameterValues.capacity - 1, "side", usual: 0, in: 0...1,
      "the side towards which the rows bulge: 0 for trailing, 1 for leading")
  }

  @inlinable
  public init(_ values: ParameterValues) {
    ratio = values[Self.ratioParameter]
    bulge = values[Self.sideParameter] == 0 ? .trailing : .leading
  }

  /// The horizontal radius, rounded down to whole points as in the post.
  @inlinable
  public func radius(in viewport: LayoutUnit) -> Int {
    Int(viewport.rawValue) * ratio / (2 * 100 * Int(LayoutUnit.perPoint))
  }

  /// The x coordinate of a row that extends from `y` to `y + height` on screen. It is `centre ± radius
  /// √(1 - u²)`, where u is the position of the row's midpoint, from -1 at the viewport's top to 1 at its
  /// bottom. Rows whose midpoint is off screen are placed at `centre`.
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
