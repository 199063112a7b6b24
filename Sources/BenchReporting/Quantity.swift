import BenchMeasuring
import Foundation

/// Formats numbers for reports, by default with three significant digits. Infinity and NaN become `?`.
package enum Quantity {
  package static func time(nanoseconds: Double, digits: Int = 3) -> String {
    Scale.time.text(nanoseconds, digits: digits)
  }

  /// Formats a time in at most five columns, as in `410ns` or `1.2µs`.
  static func brief(nanoseconds: Double) -> String {
    Scale(units: Scale.time.units).text(nanoseconds, digits: 2).filter { $0 != " " }
  }

  package static func time(nanoseconds: Double, interval: Interval?, digits: Int = 3) -> String {
    Scale.time.text(nanoseconds, beside: interval, digits: digits)
  }

  package static func ratio(_ value: Double) -> String { Scale.ratio.text(value) }

  package static func ratio(_ value: Double, interval: Interval?) -> String {
    Scale.ratio.text(value, beside: interval)
  }

  static func bytes(_ value: Double) -> String { Scale.bytes.text(value) }

  package static func count(_ value: Int) -> String {
    var digits = Array(String(value.magnitude))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (value < 0 ? "-" : "") + String(digits)
  }

  /// Formats a number of rows and abbreviates it only if no digits are lost: `1k`, `1.5M`, `46,903`.
  package static func rows(_ value: Int) -> String {
    let (unit, size) = value < 1_000_000 ? ("k", 1000) : ("M", 1_000_000)
    guard value >= 1000, value % (size / 10) == 0 else { return count(value) }
    let tenths = value % size / (size / 10)
    return count(value / size) + (tenths == 0 ? "" : ".\(tenths)") + unit
  }

  package static func amount(_ value: Double) -> String {
    value.magnitude < 1e15 && value == value.rounded()
      ? count(Int(value)) : Scale(units: [("", 1)]).text(value)
  }

  /// Formats an average count in at most six columns (`412`, `1.23k`, `45.6M`), or in at most four if
  /// `digits` is 2 (`110k`).
  static func brief(amount: Double, digits: Int = 3) -> String {
    Scale(units: [("", 1), ("k", 1e3), ("M", 1e6), ("G", 1e9)], maxDecimals: digits - 1)
      .text(amount, digits: digits)
  }

  static func percent(_ value: Double) -> String {
    guard value.isFinite else { return "?" }
    if value >= 9.95 || value == 0 { return "\(count(Int(min(value, 1e9).rounded()))) %" }
    let tenths = Int((max(0, value) * 10).rounded())
    return tenths > 0 ? "\(tenths / 10).\(tenths % 10) %" : "<0.1 %"
  }

  static func duration(seconds: Double) -> String {
    guard seconds.isFinite else { return "?" }
    let total = Int(min(max(0, seconds), 1e9).rounded())
    if total < 60 { return "\(total) s" }
    return total < 3600
      ? String(format: "%d min %02d s", total / 60, total % 60)
      : String(format: "%d h %02d min", total / 3600, total / 60 % 60)
  }
}

private struct Scale {
  let units: [(name: String, size: Double)]
  /// Values that would round to 0 with this number of decimals are shown as `<0.01` instead.
  var maxDecimals = 2

  static let time = Scale(
    units: [(" ns", 1), (" µs", 1e3), (" ms", 1e6), (" s", 1e9)], maxDecimals: 3)
  static let bytes = Scale(
    units: [(" B", 1), (" KiB", 1024), (" MiB", 1_048_576), (" GiB", 1_073_741_824)])
  static let ratio = Scale(units: [("x", 1)])

  func text(_ value: Double, digits: Int = 3) -> String {
    guard value.isFinite else { return "?" }
    let value = digits < 3 ? value.rounded(toDigits: digits) : value
    let unit = unit(of: value)
    let smallest = 1 / pow(10, Double(maxDecimals))
    if value > 0, value < smallest / 2 { return "<" + Self.text(smallest, maxDecimals) + unit.name }
    let number = value / unit.size
    return Self.text(number, decimals(of: number, digits: digits)) + unit.name
  }

  /// Formats a number and its interval in the same unit. An unknown or very wide interval becomes `[?]`.
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

  private func unit(of value: Double) -> (name: String, size: Double) {
    let fitting = units.indices.dropFirst().last { place in
      let step = units[place].size / units[place - 1].size
      let below = value.magnitude / units[place - 1].size
      // A value that would round up to 1000 switches to the next unit, so 999.6 ns becomes 1.00 µs. Units of
      // bytes don't need this, because they are multiples of 1,024.
      return below >= step || (step == 1000 && below.rounded() >= step)
    }
    return units[fitting ?? 0]
  }

  private func decimals(of number: Double, digits: Int) -> Int {
    guard number != 0 else { return 0 }
    let bound = pow(10, Double(digits))
    return (0...maxDecimals).last { (number.magnitude * pow(10, Double($0))).rounded() < bound }
      ?? 0
  }

  private static func text(_ number: Double, _ decimals: Int) -> String {
    let unit = pow(10, Double(decimals))
    let scaled = (number.magnitude * unit).rounded()
    guard scaled < 9e15 else { return "\(number)" }
    let (whole, rest) = Int(scaled).quotientAndRemainder(dividingBy: Int(unit))
    return (number < 0 && scaled > 0 ? "-" : "") + Quantity.count(whole)
      + (decimals == 0 ? "" : ".\(String(Int(unit) + rest).dropFirst())")
  }
}

extension Double {
  func rounded(toDigits digits: Int) -> Double {
    guard self != 0, isFinite else { return self }
    let decimals = Double(digits - 1) - log10(magnitude).rounded(.down)
    let power = pow(10, abs(decimals))
    return decimals < 0 ? (self / power).rounded() * power : (self * power).rounded() / power
  }
}
