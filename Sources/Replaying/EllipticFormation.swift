import ListLayout

// Square roots are one instruction, but a debug build on Linux calls the C mathematics library.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The arrangement of rows on a half ellipse as tall as the viewport.
///
/// Origin: "UITableView Tricks". The values of ratio and translation, 0.8 and -130, are those of the first
/// commit of its repository, bharath2020/UITableViewTricks@e9c4b10, of the month of the post. A row's x
/// depends only on its position on screen, so every list, and the reference, can have a formation.
public struct EllipticFormation: Hashable, Sendable {
  /// The side of the rows in the middle.
  public enum Bulge: Sendable {
    /// Towards the leading edge.
    case leading
    /// Towards the trailing edge.
    case trailing
  }

  /// The x of the ellipse's centre and of rows at the viewport's ends: the post's HORIZONTAL_TRANSLATION.
  public var centre = LayoutUnit(points: -130)
  /// The horizontal radius in hundredths of the vertical one, 100 for a circle: the post's
  /// HORIZONTAL_RADIUS_RATIO.
  public var ratio = 80
  /// The post's `contentAlignment`.
  public var bulge = Bulge.trailing

  /// The post's formation.
  @inlinable
  public init() {}

  // MARK: As parameters of a strategy

  /// The parameter for `ratio`. Formation parameters have the last indices, so that the list keeps its own.
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

  /// The formation of a strategy with these parameters.
  @inlinable
  public init(_ values: ParameterValues) {
    ratio = values[Self.ratioParameter]
    bulge = values[Self.sideParameter] == 0 ? .trailing : .leading
  }

  // MARK: Positions

  /// The horizontal radius, in whole points as the post's.
  @inlinable
  public func radius(in viewport: LayoutUnit) -> Int {
    Int(viewport.rawValue) * ratio / (2 * 100 * Int(LayoutUnit.perPoint))
  }

  /// The x of a row from `y` to `y + height` on screen, by its middle: `centre ± radius √(1 - u²)`, with `u`
  /// = -1 at the viewport's top and 1 at its bottom; `centre` for rows whose middle is off screen.
  @inlinable
  public func x(
    ofRowAt y: LayoutUnit, height: LayoutUnit, viewport: LayoutUnit
  ) -> LayoutUnit {
    // u = twice the distance from the centre / V.
    let whole = Double(viewport.rawValue)
    let distance = Double((y + y + height - viewport).rawValue)
    let square = max(0, (whole - distance) * (whole + distance))
    let radius = Double(radius(in: viewport) * Int(LayoutUnit.perPoint))
    let reach = LayoutUnit(rawValue: Int64(square.squareRoot() / whole * radius + 0.5))
    return bulge == .trailing ? centre + reach : centre - reach
  }
}
