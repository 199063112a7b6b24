/// The version of a technique: the published code or the corrected code.
public enum StrategyMode: String, CaseIterable, Codable, Sendable {
  /// The published code with its defects, so that the effects of the defects can be measured.
  case published
  /// The published code with its defects fixed; remaining deviations are inherent to the technique.
  case corrected
}

/// The options with which a strategy is created.
public struct LayoutOptions: Hashable, Codable, Sendable {
  /// The viewport's height V, more than 0.
  public var viewport: LayoutUnit
  /// The row whose top is at the viewport's top in the first frame, in `0..<max(1, count)`.
  public var start: Int
  /// The version of the technique that runs: published or corrected.
  public var mode: StrategyMode
  /// The number of frames between a request for rows and their arrival; at least 0. Only techniques that load
  /// rows on demand use the load latency.
  public var loadLatency: Int
  /// The typical row height, as the author of an app would know it. The typical height is at least 1 pt; the
  /// default is 44 pt. Techniques that assume a constant row height use this value.
  public var typicalRowHeight = LayoutUnit(points: 44)
  /// The values of the strategy's parameters.
  public var parameters = ParameterValues()

  /// Creates the options of one list. The default load latency is 60 frames, which is half a second at 120
  /// Hz. In the blog post about on-demand loading, a load takes half a second.
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

/// A parameter of a strategy. If the strategy comes from a blog post, the parameter is a number that the post
/// leaves open or does not justify.
///
/// A strategy's descriptor lists its parameters; `LayoutOptions.parameters` holds their values. On the
/// command line, the name and value of a parameter follow the strategy's ID, as in
/// `reload-window:window=400`.
public struct StrategyParameter: Hashable, Sendable {
  /// The index of the parameter's value in `ParameterValues`, in `0..<ParameterValues.capacity`.
  public let place: Int
  /// The parameter's name on the command line, in lower case and without `:`, `=` and commas.
  public let name: String
  /// The default value of the parameter, which is the blog post's value if the post gives one.
  public let usual: Int
  /// The valid values, each of which fits in `Int32`.
  public let range: ClosedRange<Int>
  /// A description of the value that includes its unit, such as "rows in the table".
  public let meaning: String

  /// Creates a parameter for a descriptor.
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
  // `Int32.min` marks a parameter without a value.
  @usableFromInline var values = SIMD8<Int32>(repeating: .min)

  /// Creates an empty set of values, so that every parameter has its default.
  @inlinable
  public init() {}

  /// The value of a parameter, or its default if no value was set.
  @inlinable
  public subscript(parameter: StrategyParameter) -> Int {
    get {
      let value = values[parameter.place]
      return value == .min ? parameter.usual : Int(value)
    }
    set { values[parameter.place] = Int32(clamping: newValue) }
  }
}
