/// The version of a technique.
public enum StrategyMode: String, CaseIterable, Codable, Sendable {
  /// The published code, including its defects, so that their effects can be measured.
  case published
  /// The published code with its defects fixed; any remaining deviation is inherent to the technique.
  case corrected
}

/// Options for creating a strategy.
public struct LayoutOptions: Hashable, Codable, Sendable {
  /// The viewport's height, above 0.
  public var viewport: LayoutUnit
  /// Row at the top of the viewport in the first frame, in `0..<max(1, count)`.
  public var start: Int
  /// The version of the technique to run.
  public var mode: StrategyMode
  /// Number of frames between requesting rows and receiving them, at least 0. Techniques that load rows on
  /// demand use this value.
  public var loadLatency: Int
  /// Typical row height, at least 1 pt, as an app developer would estimate it. Techniques that assume a
  /// constant row height use this value.
  public var typicalRowHeight = LayoutUnit(points: 44)
  /// Values of the strategy's parameters.
  public var parameters = ParameterValues()

  /// Creates options for a list. The default load latency is half a second at 120 Hz, the value used in the
  /// blog post about on-demand loading.
  @inlinable
  public init(
    viewport: LayoutUnit, start: Int = 0, mode: StrategyMode = .corrected, loadLatency: Int = 60
  ) {
    self.viewport = viewport
    self.start = start
    self.mode = mode
    self.loadLatency = loadLatency
  }
}

/// A tunable strategy parameter, such as a number that a blog post doesn't specify.
///
/// A strategy's descriptor lists its parameters, and `LayoutOptions.parameters` holds their values. On the
/// command line, parameters follow the strategy's ID, as in `reload-window:window=400`.
public struct StrategyParameter: Hashable, Sendable {
  /// Index of the parameter's value in `ParameterValues`, in `0..<ParameterValues.capacity`.
  public let place: Int
  /// Name used on the command line: lowercase, with no `:`, `=` or commas.
  public let name: String
  /// Default value.
  public let usual: Int
  /// The range of valid values, which must fit in `Int32`.
  public let range: ClosedRange<Int>
  /// Meaning of the value, including its unit, such as "rows in the table".
  public let meaning: String

  /// Creates a parameter with a default value and a range of valid values.
  @inlinable
  public init(
    _ place: Int, _ name: String, usual: Int, in range: ClosedRange<Int>, _ meaning: String
  ) {
    (self.place, self.name, self.usual) = (place, name, usual)
    (self.range, self.meaning) = (range, meaning)
  }
}

/// Values of a strategy's parameters.
public struct ParameterValues: Hashable, Codable, Sendable {
  /// Maximum number of parameters per strategy.
  public static let capacity = 8
  // `Int32.min` means the default.
  @usableFromInline var values = SIMD8<Int32>(repeating: .min)

  /// Creates an empty set of values, which leaves every parameter at its default.
  @inlinable public init() {}

  /// The parameter's value, or its default if none was set.
  @inlinable
  public subscript(parameter: StrategyParameter) -> Int {
    get {
      let value = values[parameter.place]
      return value == .min ? parameter.usual : Int(value)
    }
    set { values[parameter.place] = Int32(clamping: newValue) }
  }
}
