import Measuring
import Reporting

/// A rule that answers yes or no for a measured value, with a threshold for each answer. A value between the
/// two thresholds leaves the answer open.
struct Rule: Decodable, Sendable {
  enum Unit: String, Decodable {
    case nanoseconds, ratio, count, points
  }

  /// The answer of a rule under one condition. The answer is open unless the whole interval of the value is
  /// beyond a threshold.
  enum Answer: String {
    case yes, no, open

    /// The word that a verdict uses for the answer.
    var word: String { self == .yes ? "true" : self == .no ? "false" : "not decided" }
  }

  /// The name of the measured quantity, used as a title.
  let quantity: String
  let unit: Unit
  /// The threshold for the answer yes, either a minimum (`atLeast`) or a maximum (`atMost`); exactly one of
  /// these two properties is set.
  var atLeast, atMost: Double?
  /// The threshold for the answer no: a maximum if `atLeast` is set, and a minimum if `atMost` is set.
  let no: Double
  /// The reason for the thresholds, as one or more sentences without the last full stop.
  let because: String

  enum CodingKeys: String, CodingKey {
    case quantity = "figure"
    case unit, atLeast, atMost, no, because
  }

  /// The answer for a value. The answer is open unless the whole interval of the value is beyond a threshold.
  /// If the threshold for the answer no is a minimum, a single starting row whose count reaches this minimum
  /// is enough for that answer.
  func answer(to value: MeasuredValue) -> Answer {
    guard let interval = value.interval else { return .open }
    if let atLeast {
      return interval.low >= atLeast ? .yes : interval.high <= no ? .no : .open
    }
    let worst = value.isExact ? interval.high : interval.low
    return interval.high <= atMost ?? 0 ? .yes : worst >= no ? .no : .open
  }

  /// The thresholds in words, such as `yes if at least 16.7 ms, no if at most 8.33 ms`.
  var thresholds: String {
    if let atLeast { return "yes if at least \(text(of: atLeast)), no if at most \(text(of: no))" }
    return "yes if at most \(text(of: atMost ?? 0)), no if at least \(text(of: no))"
  }

  private func text(of number: Double) -> String {
    switch unit {
    case .nanoseconds: Quantity.time(nanoseconds: number)
    case .ratio: Quantity.ratio(number)
    case .count: Quantity.amount(number)
    case .points: Quantity.amount(number) + " pt"
    }
  }

  /// The value as text with its unit and basis; unless the value is a count, the text includes its interval.
  func text(of value: MeasuredValue) -> String {
    guard value.number.isFinite else { return "-" }
    let (number, interval) = (value.number, value.interval)
    let result =
      switch (unit, value.isExact) {
      case (.nanoseconds, false): Quantity.time(nanoseconds: number, interval: interval)
      case (.ratio, false): Quantity.ratio(number, interval: interval)
      default: interval.map { $0.text(text) } ?? text(of: number)
      }
    return value.basis.isEmpty ? result : "\(result) \(value.basis)"
  }
}

/// A measured number in the unit of the rule that judges it, with its uncertainty.
struct MeasuredValue: Sendable {
  let number: Double
  /// The confidence interval of a time, or the range of the counts; nil if too little was measured.
  let interval: Interval?
  /// The basis of the number, which is printed after it, such as `of 38 flings` or `over 174 rounds`.
  let basis: String
  /// Whether the number is a count, which is the same on every machine.
  var isExact = false

  static let none = MeasuredValue(number: .nan, interval: nil, basis: "")

  /// The value for counts from several starting rows: their maximum, with their range as the interval.
  static func counts(_ values: [Double], _ basis: String = "") -> MeasuredValue {
    guard let range = Interval(values) else { return .none }
    return MeasuredValue(number: range.high, interval: range, basis: basis, isExact: true)
  }

  /// The ratio of two times that were measured in different rounds. The interval of the ratio extends from
  /// the smallest to the largest quotient of values in the intervals of the two times.
  func divided(by other: MeasuredValue) -> MeasuredValue {
    guard other.number > 0 else { return .none }
    var quotients: Interval?
    if let interval, let divisor = other.interval, divisor.low > 0 {
      quotients = Interval(interval.low / divisor.high, interval.high / divisor.low)
    }
    return MeasuredValue(number: number / other.number, interval: quotients, basis: basis)
  }
}

extension Interval {
  /// Creates the range from the smallest to the largest value; nil if there are no values.
  init?(_ values: [Double]) {
    guard let low = values.min(), let high = values.max() else { return nil }
    self.init(low, high)
  }

  /// The interval as text, such as `3 to 7`, or `3` if both ends are equal.
  func text(_ format: (Double) -> String) -> String {
    let (low, high) = (format(low), format(high))
    return low == high ? low : "\(low) to \(high)"
  }
}

/// The range of counts as text, such as `3 to 7`, or `3` if all counts are equal.
func range(_ values: [Double]) -> String {
  (Interval(values) ?? Interval(0, 0)).text(Quantity.amount)
}
