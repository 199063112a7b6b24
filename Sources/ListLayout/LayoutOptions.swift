/// The version of a technique.
public enum StrategyMode: String, CaseIterable, Codable, Sendable {
  /// The published code with its defects, so that their effects can be measured.
  case published
  /// The published code with its defects fixed; the remaining deviations are inherent to the technique.
  case corrected
}

/// The options with which a strategy is created.
public struct LayoutOptions: Hashable, Codable, Sendable {
  /// The viewport's height, above 0.
  public var viewport: LayoutUnit
  /// The row at the viewport's top in the first frame, in `0..<max(1, count)`.
  public var start: Int
  public var mode: StrategyMode
  /// The number of frames from a request for rows to their arrival, at least 0, for techniques that load
  /// rows.
  public var loadLatency: Int
  /// The typical row height as an app's author would know it, at least 1 pt, for techniques that assume a
  /// constant row height.
  public var typicalRowHeight = LayoutUnit(points: 44)
  /// The values of the strategy's parameters.
  public var parameters = ParameterValues()

  /// Creates the options of a list. The default load latency is half a second at 120 Hz, as in the blog post
  /// about on-demand loading.
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

/// A parameter of a strategy, such as a number that a blog post leaves open.
///
/// The descriptor lists a strategy's parameters, and `LayoutOptions.parameters` holds their values. On the
/// command line, they follow the strategy's ID, as in `reload-window:window=400`.
public struct StrategyParameter: Hashable, Sendable {
  /// The index of its value in `ParameterValues`, in `0..<ParameterValues.capacity`.
  public let place: Int
  /// The name on the command line, in lower case and without `:`, `=` and commas.
  public let name: String
  public let usual: Int
  /// The valid values, which fit in `Int32`.
  public let range: ClosedRange<Int>
  /// What the value means, with its unit, such as "rows in the table".
  public let meaning: String

  @inlinable
  public init(
    _ place: Int, _ name: String, usual: Int, in range: ClosedRange<Int>, _ meaning: String
  ) {
    (self.place, self.name, self.usual) = (place, name, usual)
    (self.range, self.meaning) = (range, meaning)
  }
}

/// The values of a strategy's parameters.
public struct ParameterValues: Hashable, Codable, Sendable {
  /// The maximum number of parameters per strategy.
  public static let capacity = 8
  // `Int32.min` means the default.
  @usableFromInline var values = SIMD8<Int32>(repeating: .min)

  @inlinable public init() {}

  /// The value of a parameter, or its default if none was set.
  @inlinable
  public subscript(parameter: StrategyParameter) -> Int {
    get {
      let value = values[parameter.place]
      return value == .min ? parameter.usual : Int(value)
    }
    set { values[parameter.place] = Int32(clamping: newValue) }
  }
}
