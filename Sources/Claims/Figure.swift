import Measuring
import Recording

/// A number that was measured, with what is known about its error.
public struct Figure: Sendable {
  /// The number, in the unit of its rule.
  public let value: Double
  /// Where the true value lies; nil when too little was measured to say.
  public let interval: Interval?
  /// What it rests on, as `1,204 rounds`.
  public let basis: Basis
  /// Whether it is a count without error, the same on every machine.
  public let isExact: Bool

  /// How many of what.
  public struct Basis: Sendable {
    public let count: Int
    public let unit: String

    public init(_ count: Int, _ unit: String) {
      self.count = count
      self.unit = unit
    }
  }

  /// A number with an error.
  public init(_ value: Double, _ interval: Interval?, of basis: Basis) {
    self.init(value, interval, basis, isExact: false)
  }

  private init(_ value: Double, _ interval: Interval?, _ basis: Basis, isExact: Bool) {
    self.value = value
    self.interval = interval
    self.basis = basis
    self.isExact = isExact
  }

  /// A count: the same on every machine.
  public init(exactly value: Double, of basis: Basis) {
    self.init(value, Interval(value, value), basis, isExact: true)
  }

  /// Whether its interval has no width.
  var isCertain: Bool { interval.map { $0.low == $0.high } ?? false }

  /// Nothing was measured.
  static let none = Figure(.nan, nil, of: Basis(0, "rounds"))
}

extension Figure {
  /// The median time of an operation.
  init(timeOf row: SummaryRow) {
    guard row.status == .ok, let median = row.time.medianNs else {
      self = .none
      return
    }
    let interval = Interval(row.time.lowNs, row.time.highNs)
    self.init(median, interval, of: Basis(row.rounds, "rounds"))
  }

  /// How many times as long as another figure's time this one's takes, by the ends of both
  /// intervals: for times that were not taken in the same rounds.
  func divided(by other: Figure) -> Figure {
    guard other.value > 0 else { return .none }
    var ends: Interval?
    if let mine = interval, let its = other.interval, its.low > 0 {
      ends = Interval(mine.low / its.high, mine.high / its.low)
    }
    let fewer = min(basis.count, other.basis.count)
    return Figure(value / other.value, ends, of: Basis(fewer, basis.unit))
  }
}

extension Interval {
  /// Both ends, or none.
  init?(_ low: Double?, _ high: Double?) {
    guard let low, let high else { return nil }
    self.init(low, high)
  }
}
