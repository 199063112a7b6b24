import Measuring

/// The spelling of every figure that is shown: one place, so that a time looks the same everywhere.
///
/// Three significant digits: more would be noise. An interval is written in the unit and to the
/// decimals of its value. What is not a finite number shows as `?`.
package enum Quantity {
  /// A time: `412 ns`, `1.23 µs`, `4.56 ms`, `1.20 s`.
  package static func time(nanoseconds: Double) -> String {
    Scale.time.text(nanoseconds)
  }

  /// A time in at most six columns, where columns are narrow: `412ns`, `1.23µs`, `0.73ns`.
  static func brief(nanoseconds: Double) -> String {
    Scale(units: Scale.time.units, mostDecimals: 2).text(nanoseconds).filter { $0 != " " }
  }

  /// A time with its interval: `412 ns [405, 420]`; `[?]` when too few rounds allow none.
  package static func time(nanoseconds: Double, interval: Interval?) -> String {
    Scale.time.text(nanoseconds) + " " + Scale.time.text(interval, beside: nanoseconds)
  }

  /// A factor: `1.05x`, `12.3x`, `1,234x`.
  package static func ratio(_ value: Double) -> String { Scale.ratio.text(value) }

  /// A factor with its interval: `1.05x [1.02, 1.08]`; `[?]` when too few rounds allow none.
  package static func ratio(_ value: Double, interval: Interval?) -> String {
    Scale.ratio.text(value) + " " + Scale.ratio.text(interval, beside: value)
  }

  /// A size in memory: `412 B`, `1.50 KiB`, `4.56 MiB`.
  package static func bytes(_ value: Double) -> String { Scale.bytes.text(value) }

  /// A whole number: `1,000,000`.
  package static func count(_ value: Int) -> String {
    var digits = Array(String(value.magnitude))
    for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
    return (value < 0 ? "-" : "") + String(digits)
  }

  /// A number of rows, short where that loses nothing: `1k`, `100k`, `1.5M`, `46,903`.
  package static func rows(_ value: Int) -> String {
    guard value >= 1000 else { return count(value) }
    let (unit, size) = value < 1_000_000 ? ("k", 1000) : ("M", 1_000_000)
    if value % size == 0 { return count(value / size) + unit }
    let tenth = size / 10
    guard value % tenth == 0 else { return count(value) }
    return "\(count(value / size)).\(value % size / tenth)\(unit)"
  }

  /// An average of exact counts: `0`, `12`, `1.50`, `1,000,000`; `<0.01` for less.
  package static func amount(_ value: Double) -> String {
    guard value.isFinite else { return "?" }
    if value.magnitude < 1e15, value == value.rounded() { return count(Int(value)) }
    return Scale.plain.text(value)
  }

  /// A share: `43 %`, `1.2 %`, `<0.1 %`.
  package static func percent(_ value: Double) -> String {
    guard value.isFinite else { return "?" }
    if value >= 9.95 || value == 0 { return "\(count(Int(min(value, 1e9).rounded()))) %" }
    let tenths = Int((max(0, value) * 10).rounded())
    return tenths > 0 ? "\(tenths / 10).\(tenths % 10) %" : "<0.1 %"
  }

  /// A time that one waits for: `34 s`, `1 min 05 s`, `2 h 03 min`.
  package static func duration(seconds: Double) -> String {
    guard seconds.isFinite else { return "?" }
    let total = Int(min(max(0, seconds), 1e9).rounded())
    func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if total < 60 { return "\(total) s" }
    if total < 3600 { return "\(total / 60) min \(padded(total % 60)) s" }
    return "\(total / 3600) h \(padded(total / 60 % 60)) min"
  }
}

/// Units of one kind, and three significant digits of a number in the one that fits.
struct Scale {
  /// The units, small to large, with the size of each in the first one.
  let units: [(name: String, size: Double)]
  /// Decimals beyond which a small number is only said to be smaller.
  let mostDecimals: Int

  static let time = Scale(
    units: [(" ns", 1), (" µs", 1e3), (" ms", 1e6), (" s", 1e9)], mostDecimals: 3)
  static let bytes = Scale(
    units: [(" B", 1), (" KiB", 1024), (" MiB", 1_048_576), (" GiB", 1_073_741_824)],
    mostDecimals: 2)
  static let ratio = Scale(units: [("x", 1)], mostDecimals: 2)
  static let plain = Scale(units: [("", 1)], mostDecimals: 2)

  /// The number with its unit: `1.23 µs`; `<0.001 ns` where the decimals do not suffice.
  func text(_ value: Double) -> String {
    guard value.isFinite else { return "?" }
    let unit = unit(of: value)
    let least = 1 / Self.power(of: mostDecimals)
    if value > 0, value < least / 2 {
      return "<" + Self.digits(least, decimals: mostDecimals) + unit.name
    }
    let number = value / unit.size
    return Self.digits(number, decimals: decimals(of: number)) + unit.name
  }

  /// An interval in the unit and to the decimals of the value it belongs to: `[1.20, 1.31]`; `[?]` for
  /// none, and for one that is so wide that its digits would say more than it does.
  func text(_ interval: Interval?, beside value: Double) -> String {
    guard let interval, value.isFinite, interval.low.isFinite, interval.high.isFinite,
      value == 0 || interval.high <= 1000 * value.magnitude
    else { return "[?]" }
    let unit = unit(of: value)
    let decimals = decimals(of: value / unit.size)
    let ends = [interval.low, interval.high].map {
      Self.digits($0 / unit.size, decimals: decimals)
    }
    return "[\(ends[0]), \(ends[1])]"
  }

  /// The largest unit of which there is one; or the next, when three digits round up to one of it.
  private func unit(of value: Double) -> (name: String, size: Double) {
    let fitting = units.indices.last { place in
      guard place > 0 else { return true }
      let step = units[place].size / units[place - 1].size
      let below = value.magnitude / units[place - 1].size
      // 999.6 ns is 1.00 µs; of 1024 B or more the digits never round up so far.
      return below >= step || (step == 1000 && below.rounded() >= step)
    }
    return units[fitting ?? 0]
  }

  /// How many decimals make three significant digits, once rounded; at most `mostDecimals`.
  private func decimals(of number: Double) -> Int {
    guard number != 0 else { return 0 }
    return (0...mostDecimals).last { (number.magnitude * Self.power(of: $0)).rounded() < 1000 } ?? 0
  }

  private static func power(of decimals: Int) -> Double {
    (0..<decimals).reduce(1) { product, _ in product * 10 }
  }

  /// A number to so many decimals, its whole part in groups of three.
  private static func digits(_ number: Double, decimals: Int) -> String {
    let scaled = (number.magnitude * power(of: decimals)).rounded()
    // Beyond, not every whole number is a `Double`, and an `Int` would overflow.
    guard scaled < 9e15 else { return "\(number)" }
    let sign = number < 0 && scaled > 0 ? "-" : ""
    let unit = Int(power(of: decimals))
    let whole = Quantity.count(Int(scaled) / unit)
    guard decimals > 0 else { return sign + whole }
    let fraction = String(Int(scaled) % unit)
    return "\(sign)\(whole)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
