import Measuring

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
