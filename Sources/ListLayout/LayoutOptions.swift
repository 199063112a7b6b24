/// Which version of a technique runs.
public enum StrategyMode: String, CaseIterable, Sendable {
  /// What the published code does, defects included, so that they can be measured.
  case published
  /// The same code with its defects fixed; what is still wrong the technique forces.
  case corrected
}

/// What a strategy is told when it is built.
public struct LayoutOptions: Hashable, Sendable {
  /// The viewport's height V, more than 0.
  public var viewport: LayoutUnit
  /// The row whose top starts at the viewport's top, in `0..<max(1, count)`.
  public var start: Int
  /// Published or corrected.
  public var mode: StrategyMode
  /// Frames between asking for rows that are not in memory and having them; 0 or more. Only
  /// techniques that load on demand wait.
  public var loadLatency: Int
  /// The height of a usual row, as the app's author knows it: 44 pt, a table's own, unless set. At
  /// least 1 pt. Techniques with a constant for a row's height take this one.
  public var typicalRowHeight = LayoutUnit(points: 44)
  /// The values of the strategy's parameters.
  public var parameters = ParameterValues()

  /// Options of one list. Sixty frames are the half second of the on-demand post at 120 Hz.
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

/// What a technique leaves open: a number that its post does not give, or gives without a reason.
///
/// A descriptor lists its strategy's parameters; `LayoutOptions.parameters` holds their values. On the
/// command line a value follows the strategy's id: `reload-window:window=400`.
public struct StrategyParameter: Hashable, Sendable {
  /// Its place among the parameters of its descriptor, in `0..<ParameterValues.capacity`.
  public let place: Int
  /// Its name on the command line: lower case, without `:`, `=` and commas.
  public let name: String
  /// The value that is taken when none is given: the post's where it has one.
  public let usual: Int
  /// The values that it may have; each fits `Int32`.
  public let range: ClosedRange<Int>
  /// What is counted, as in "rows in the table".
  public let meaning: String

  /// A parameter; see the properties.
  @inlinable
  public init(
    _ place: Int, _ name: String, usual: Int, in range: ClosedRange<Int>, _ meaning: String
  ) {
    (self.place, self.name, self.usual) = (place, name, usual)
    (self.range, self.meaning) = (range, meaning)
  }
}

/// The values that a strategy's parameters were given.
public struct ParameterValues: Hashable, Sendable {
  /// The most parameters that a strategy can have.
  public static let capacity = 8
  // The least number stands for "not given".
  @usableFromInline var values = SIMD8<Int32>(repeating: .min)

  /// No values: every parameter is what it usually is.
  @inlinable
  public init() {}

  /// The value of a parameter: the one that was given, else the usual one.
  @inlinable
  public subscript(parameter: StrategyParameter) -> Int {
    get {
      let value = values[parameter.place]
      return value == .min ? parameter.usual : Int(value)
    }
    set { values[parameter.place] = Int32(clamping: newValue) }
  }
}
