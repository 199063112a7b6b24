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

  /// Sets `typicalRowHeight` to the average of the list's first 64 rows; leaves it where these have no
  /// height.
  ///
  /// - Parameter heights: the rows' heights in 1/64 pt.
  public mutating func takeTypicalRowHeight(of heights: [Int32]) {
    let sample = heights.prefix(64)
    let total = sample.reduce(0) { $0 + Int64($1) }
    guard total > 0 else { return }
    typicalRowHeight = max(
      LayoutUnit(points: 1), LayoutUnit(rawValue: total / Int64(sample.count)))
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

/// Why a strategy with values for its parameters cannot be had.
public struct ParameterFault: Error, Hashable, Sendable {
  /// The problem in a line, for the user.
  public let message: String
  /// The word that is not a parameter's name; nil when something else is wrong.
  public let unknownName: String?
}

extension StrategyDescriptor {
  /// Reads `window=400` or `extra=7:row=44`: names and values between colons.
  ///
  /// - Throws: `ParameterFault` for a name that the descriptor does not list, a name given twice, and a
  ///   value that is not a whole number in the parameter's range.
  public func assignments(
    in text: Substring
  ) throws(ParameterFault) -> [(parameter: StrategyParameter, value: Int)] {
    var assignments: [(parameter: StrategyParameter, value: Int)] = []
    for part in text.split(separator: ":", omittingEmptySubsequences: false) {
      let name = part.prefix { $0 != "=" }
      let value = part.dropFirst(name.count + 1)
      guard let parameter = parameters.first(where: { $0.name == name }) else {
        let known = parameters.map { "\($0.name)=\($0.usual)" }.joined(separator: ", ")
        let hint = parameters.isEmpty ? "has no parameters" : "has the parameters \(known)"
        throw ParameterFault(message: "'\(id)' \(hint)", unknownName: String(name))
      }
      if assignments.contains(where: { $0.parameter == parameter }) {
        throw ParameterFault(message: "'\(name)' is given twice", unknownName: nil)
      }
      guard let number = Int(value), parameter.range.contains(number) else {
        let (low, high) = (parameter.range.lowerBound, parameter.range.upperBound)
        throw ParameterFault(
          message:
            "\(name) is '\(value)', expected a whole number from \(low) to \(high) "
            + "(\(parameter.meaning))",
          unknownName: nil)
      }
      assignments.append((parameter, number))
    }
    return assignments
  }
}
