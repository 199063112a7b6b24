import BenchMeasuring
import Foundation

/// Formats all numbers in reports, with three significant digits by default and `?` for infinity and NaN. An
/// interval is formatted with the same unit and number of decimals as its value.
package enum Quantity {
  /// A time such as `412 ns` or `1.23 µs`; with two digits, `410 ns` or `1.2 µs`.
  package static func time(nanoseconds: Double, digits: Int = 3) -> String {
    Scale.time.text(nanoseconds, digits: digits)
  }

  /// A time with two digits in at most five columns, such as `410ns` or `1.2µs`.
  static func brief(nanoseconds: Double) -> String {
    Scale(units: Scale.time.units).text(nanoseconds, digits: 2).filter { $0 != " " }
  }

  /// A time with its interval, such as `412 ns [405, 420]`. A missing interval is shown as `[?]`.
  package static func time(nanoseconds: Double, interval: Interval?, digits: Int = 3) -> String {
    Scale.time.text(nanoseconds, beside: interval, digits: digits)
  }

  /// A factor such as `1.05x`, `12.3x` or `1,234x`.
  package static func ratio(_ value: Double) -> String { Scale.ratio.text(value) }

  /// A factor with its interval, such as `1.05x [1.02, 1.08]`. A missing interval is shown as `[?]`.
  package static func ratio(_ value: Double, interval: Interval?) -> String {
    Scale.ratio.text(value, beside: interval)
  }

  /// A size in memory, such as `412 B`, `1.50 KiB` or `4.56 MiB`.
  static func bytes(_ value: Double) -> String { Scale.bytes.text(value) }

  package static func count(_ value: Int) -> String {
    var digits = Array(String(value.magnitude))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (value < 0 ? "-" : "") + String(digits)
  }

  /// A number of rows, abbreviated if no digit is lost, such as `1k`, `100k`, `1.5M` or `46,903`.
  package static func rows(_ value: Int) -> String {
    let (unit, size) = value < 1_000_000 ? ("k", 1000) : ("M", 1_000_000)
    guard value >= 1000, value % (size / 10) == 0 else { return count(value) }
    let tenths = value % size / (size / 10)
    return count(value / size) + (tenths == 0 ? "" : ".\(tenths)") + unit
  }

  /// An average of exact counts, such as `0`, `12`, `1.50`, `1,000,000` or `<0.01`.
  package static func amount(_ value: Double) -> String {
    value.magnitude < 1e15 && value == value.rounded()
      ? count(Int(value)) : Scale(units: [("", 1)]).text(value)
  }

  /// An average in at most six columns (`412`, `1.23k`, `45.6M`). An average with two digits needs at most
  /// four columns (`0.3`, `110k`).
  static func brief(amount: Double, digits: Int = 3) -> String {
    Scale(units: [("", 1), ("k", 1e3), ("M", 1e6), ("G", 1e9)], maxDecimals: digits - 1)
      .text(amount, digits: digits)
  }

  /// A percentage such as `43 %`, `1.2 %` or `<0.1 %`.
  static func percent(_ value: Double) -> String {
    guard value.isFinite else { return "?" }
    if value >= 9.95 || value == 0 { return "\(count(Int(min(value, 1e9).rounded()))) %" }
    let tenths = Int((max(0, value) * 10).rounded())
    return tenths > 0 ? "\(tenths / 10).\(tenths % 10) %" : "<0.1 %"
  }

  /// A duration such as `34 s`, `1 min 05 s` or `2 h 03 min`.
  static func duration(seconds: Double) -> String {
    guard seconds.isFinite else { return "?" }
    let total = Int(min(max(0, seconds), 1e9).rounded())
    if total < 60 { return "\(total) s" }
    return total < 3600
      ? String(format: "%d min %02d s", total / 60, total % 60)
      : String(format: "%d h %02d min", total / 3600, total / 60 % 60)
  }
}

/// The units of a quantity, such as ns, µs, ms and s.
private struct Scale {
  /// The units from small to large, each with its size relative to the first unit.
  let units: [(name: String, size: Double)]
  /// The maximum number of decimals. With two decimals, a value that would be rounded to 0 is written as
  /// `<0.01`.
  var maxDecimals = 2

  static let time = Scale(
    units: [(" ns", 1), (" µs", 1e3), (" ms", 1e6), (" s", 1e9)], maxDecimals: 3)
  static let bytes = Scale(
    units: [(" B", 1), (" KiB", 1024), (" MiB", 1_048_576), (" GiB", 1_073_741_824)])
  static let ratio = Scale(units: [("x", 1)])

  /// The number with its unit, such as `1.23 µs` or `<0.001 ns`.
  func text(_ value: Double, digits: Int = 3) -> String {
    guard value.isFinite else { return "?" }
    let value = digits < 3 ? value.rounded(toDigits: digits) : value
    let unit = unit(of: value)
    let smallest = 1 / pow(10, Double(maxDecimals))
    if value > 0, value < smallest / 2 { return "<" + Self.text(smallest, maxDecimals) + unit.name }
    let number = value / unit.size
    return Self.text(number, decimals(of: number, digits: digits)) + unit.name
  }

  /// The number and its interval in the same unit, such as `1.23 µs [1.20, 1.31]`. An interval that is
  /// missing or extends beyond 1,000 times the number is shown as `[?]`.
  func text(_ value: Double, beside interval: Interval?, digits: Int = 3) -> String {
    let text = text(value, digits: digits)
    guard let interval, value.isFinite, interval.low.isFinite, interval.high.isFinite,
      value == 0 || interval.high <= 1000 * value.magnitude
    else { return text + " [?]" }
    let unit = unit(of: value)
    let decimals = decimals(of: value / unit.size, digits: digits)
    let ends = [interval.low, interval.high].map { Self.text($0 / unit.size, decimals) }
    return text + " [\(ends[0]), \(ends[1])]"
  }

  /// The largest unit that does not exceed the rounded number.
  private func unit(of value: Double) -> (name: String, size: Double) {
    let fitting = units.indices.dropFirst().last { place in
      let step = units[place].size / units[place - 1].size
      let below = value.magnitude / units[place - 1].size
      // A time of 999.6 ns is written as 1.00 µs. A size is not rounded up to the next unit, because one KiB
      // is 1,024 bytes.
      return below >= step || (step == 1000 && below.rounded() >= step)
    }
    return units[fitting ?? 0]
  }

  /// The number of decimals that gives `digits` significant digits, at most `maxDecimals`.
  private func decimals(of number: Double, digits: Int) -> Int {
    guard number != 0 else { return 0 }
    let bound = pow(10, Double(digits))
    return (0...maxDecimals).last {
      (number.magnitude * pow(10, Double($0))).rounded() < bound
    } ?? 0
  }

  /// The number with `decimals` decimals and with commas between groups of three digits.
  private static func text(_ number: Double, _ decimals: Int) -> String {
    let unit = pow(10, Double(decimals))
    let scaled = (number.magnitude * unit).rounded()
    // Numbers of 9e15 or more are not exact as `Double`, and may not fit into an `Int`.
    guard scaled < 9e15 else { return "\(number)" }
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: Int(unit))
    return (number < 0 && scaled > 0 ? "-" : "") + Quantity.count(whole)
      + (decimals == 0 ? "" : ".\(String(Int(unit) + rest).dropFirst())")
  }
}

extension Double {
  /// The number rounded to `digits` significant digits.
  func rounded(toDigits digits: Int) -> Double {
    guard self != 0, isFinite else { return self }
    let decimals = Double(digits - 1) - log10(magnitude).rounded(.down)
    let power = pow(10, abs(decimals))
    return decimals < 0 ? (self / power).rounded() * power : (self * power).rounded() / power
  }
}
