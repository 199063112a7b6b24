/// A fixed-point length in units of 1/64 pt.
///
/// Sums are exact and associative, so offsets don't depend on the order of addition, and layouts can be
/// compared with `==`. WebKit and Blink use the same unit.
///
/// A row's height fits in `Int32` (at most 33,554,431 pt), and a distance is at most `maximumDistance`.
/// Arithmetic within these limits can't overflow; beyond them it wraps instead of trapping.
@frozen
public struct LayoutUnit: Hashable, Comparable, AdditiveArithmetic, Codable, Sendable {
  /// The length in 1/64 pt.
  public var rawValue: Int64

  /// Number of units per point.
  public static let perPoint: Int64 = 64

  /// Maximum row height: `Int32.max` units.
  public static let maximumHeight = LayoutUnit(rawValue: Int64(Int32.max))

  /// Maximum distance accepted as input: 2^56 units, about 10^15 pt.
  public static let maximumDistance = LayoutUnit(rawValue: Int64(1) << 56)

  /// Creates a length from a number of 1/64 pt units.
  @inlinable public init(rawValue: Int64) { self.rawValue = rawValue }

  /// Creates a length from a number of 1/64 pt units, in the type used to store row heights.
  @inlinable public init(rawValue: Int32) { self.rawValue = Int64(rawValue) }

  /// Creates a length from a whole number of points.
  @inlinable public init(points: Int) { rawValue = Int64(points) &* Self.perPoint }

  @inlinable public static var zero: LayoutUnit { LayoutUnit(rawValue: Int64(0)) }

  @inlinable
  public static func + (left: LayoutUnit, right: LayoutUnit) -> LayoutUnit {
    LayoutUnit(rawValue: left.rawValue &+ right.rawValue)
  }

  @inlinable
  public static func - (left: LayoutUnit, right: LayoutUnit) -> LayoutUnit {
    LayoutUnit(rawValue: left.rawValue &- right.rawValue)
  }

  /// The negated length.
  @inlinable
  public static prefix func - (unit: LayoutUnit) -> LayoutUnit {
    LayoutUnit(rawValue: 0 &- unit.rawValue)
  }

  /// The length times `count`.
  @inlinable
  public static func * (unit: LayoutUnit, count: Int) -> LayoutUnit {
    LayoutUnit(rawValue: unit.rawValue &* Int64(count))
  }

  @inlinable
  public static func < (left: LayoutUnit, right: LayoutUnit) -> Bool {
    left.rawValue < right.rawValue
  }

  /// Absolute value of the length.
  @inlinable public var magnitude: LayoutUnit { rawValue < 0 ? -self : self }

  /// Length in points, exact up to 2^53 units.
  @inlinable public var points: Double { Double(rawValue) / Double(Self.perPoint) }
}

extension LayoutUnit {
  /// Creates the length nearest to a number of points, rounding halves away from zero. Returns nil for NaN,
  /// infinity and magnitudes above `maximumDistance`.
  @inlinable
  public init?(points: Double) {
    let scaled = points * Double(Self.perPoint)
    let size = scaled.magnitude
    // The comparison is false for NaN. `rounded()` would require the C math library.
    guard size <= Double(Self.maximumDistance.rawValue) else { return nil }
    let whole = Int64(size)
    let nearest = size - Double(whole) >= 0.5 ? whole + 1 : whole
    rawValue = scaled < 0 ? -nearest : nearest
  }
}

extension LayoutUnit {
  /// The length modulo `revolution`, which is the height of all rows of a circular list. Returns 0 if
  /// `revolution` is 0.
  @inlinable
  package func wrapped(around revolution: LayoutUnit) -> LayoutUnit {
    guard self < .zero || self >= revolution else { return self }
    guard revolution > .zero else { return .zero }
    let rest = rawValue % revolution.rawValue
    return LayoutUnit(rawValue: rest < 0 ? rest + revolution.rawValue : rest)
  }
}

extension LayoutUnit: CustomStringConvertible {
  /// The exact value in points, with no trailing zeros, such as `37.5` or `-0.015625`.
  public var description: String {
    let magnitude = rawValue.magnitude
    let whole = magnitude / UInt64(Self.perPoint)
    // 1/64 = 0.015625, so six digits suffice.
    var fraction = (magnitude % UInt64(Self.perPoint)) * 15_625
    let sign = rawValue < 0 ? "-" : ""
    guard fraction > 0 else { return "\(sign)\(whole)" }
    var digits = 6
    while fraction % 10 == 0 {
      fraction /= 10
      digits -= 1
    }
    let text = String(fraction)
    let padding = String(repeating: "0", count: digits - text.count)
    return "\(sign)\(whole).\(padding)\(text)"
  }
}
