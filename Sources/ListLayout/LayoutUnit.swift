/// A length in fixed point: a whole number of 1/64 pt.
///
/// Sums are exact and associative: every order of addition and every tree shape gives the same offset, and
/// two layouts are compared with `==`. WebKit and Blink use the same unit.
///
/// A row's height fits `Int32` (at most 33,554,431 pt); a distance or an offset is at most
/// `LayoutUnit.maximumDistance`. Both are checked where a number enters the program. Within those bounds the
/// arithmetic cannot overflow; beyond them it wraps instead of trapping.
@frozen
public struct LayoutUnit: Hashable, Comparable, AdditiveArithmetic, Sendable {
  /// The length in 1/64 pt.
  public var rawValue: Int64

  /// Units in one point.
  public static let perPoint: Int64 = 64

  /// The max height of a row: `Int32.max` units.
  public static let maximumHeight = LayoutUnit(rawValue: Int64(Int32.max))

  /// The max distance in input: 2^56 units, about 10^15 pt.
  public static let maximumDistance = LayoutUnit(rawValue: Int64(1) << 56)

  /// A length of `rawValue` 1/64 pt.
  @inlinable
  public init(rawValue: Int64) { self.rawValue = rawValue }

  /// A length of `rawValue` 1/64 pt, as rows store it.
  @inlinable
  public init(rawValue: Int32) { self.rawValue = Int64(rawValue) }

  /// A whole number of points.
  @inlinable
  public init(points: Int) { rawValue = Int64(points) &* Self.perPoint }

  /// Zero.
  @inlinable
  public static var zero: LayoutUnit { LayoutUnit(rawValue: Int64(0)) }

  /// The sum; exact.
  @inlinable
  public static func + (left: LayoutUnit, right: LayoutUnit) -> LayoutUnit {
    LayoutUnit(rawValue: left.rawValue &+ right.rawValue)
  }

  /// The difference; exact.
  @inlinable
  public static func - (left: LayoutUnit, right: LayoutUnit) -> LayoutUnit {
    LayoutUnit(rawValue: left.rawValue &- right.rawValue)
  }

  /// The negated length.
  @inlinable
  public static prefix func - (unit: LayoutUnit) -> LayoutUnit {
    LayoutUnit(rawValue: 0 &- unit.rawValue)
  }

  /// `count` times the length.
  @inlinable
  public static func * (unit: LayoutUnit, count: Int) -> LayoutUnit {
    LayoutUnit(rawValue: unit.rawValue &* Int64(count))
  }

  /// Whether `left` is the shorter one.
  @inlinable
  public static func < (left: LayoutUnit, right: LayoutUnit) -> Bool {
    left.rawValue < right.rawValue
  }

  /// The length without its sign.
  @inlinable
  public var magnitude: LayoutUnit { rawValue < 0 ? -self : self }

  /// The length in points, as a floating-point number; exact up to 2^53 units.
  @inlinable
  public var points: Double { Double(rawValue) / Double(Self.perPoint) }
}

extension LayoutUnit {
  /// The nearest length to a number of points, ties away from zero; nil for NaN, infinity and
  /// anything beyond `maximumDistance`.
  @inlinable
  public init?(points: Double) {
    let scaled = points * Double(Self.perPoint)
    let size = scaled.magnitude
    // False for NaN too. Rounded by hand: `rounded()` would need the C mathematics library.
    guard size <= Double(Self.maximumDistance.rawValue) else { return nil }
    let whole = Int64(size)
    let nearest = size - Double(whole) >= 0.5 ? whole + 1 : whole
    rawValue = scaled < 0 ? -nearest : nearest
  }
}

extension LayoutUnit {
  /// The point modulo `revolution`, in `0..<revolution`; 0 when the revolution has no height.
  @inlinable
  package func wrapped(around revolution: LayoutUnit) -> LayoutUnit {
    guard self < .zero || self >= revolution else { return self }
    guard revolution > .zero else { return .zero }
    let rest = rawValue % revolution.rawValue
    return LayoutUnit(rawValue: rest < 0 ? rest + revolution.rawValue : rest)
  }
}

extension LayoutUnit: CustomStringConvertible {
  /// Points in exact decimal, without trailing zeros: `37.5`, `-0.015625`, `44`.
  public var description: String {
    let magnitude = rawValue.magnitude
    let whole = magnitude / UInt64(Self.perPoint)
    // 1/64 = 0.015625, so six digits hold every fraction exactly.
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
