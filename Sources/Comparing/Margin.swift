import Measuring

/// The relative difference below which two times count as equal: a decision of the user's, not a
/// statistic.
///
/// A margin of 1 % means ratios from 1 / 1.01 to 1.01: the same from both sides, so that swapping the
/// two changes nothing.
public struct Margin: Hashable, Sendable {
  /// The difference, 0.01 for 1 %; not below 0.
  public let relative: Double

  /// A margin; one below 0, or none, is taken as 0.
  public init(_ relative: Double) { self.relative = relative > 0 ? relative : 0 }

  /// The ratios that count as equal.
  public var ratios: Interval { Interval(1 / (1 + relative), 1 + relative) }

  /// The margin without sign on the scale of logarithms.
  var logarithm: Double { naturalLogarithm(1 + relative) }
}
