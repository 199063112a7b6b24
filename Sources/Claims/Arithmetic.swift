import Foundation

/// The natural logarithm.
func logarithm(_ value: Double) -> Double { log(value) }

/// `base` to the power `exponent`.
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

/// A number with two significant digits: what an interpolation can tell.
func rounded(_ value: Double) -> Int {
  guard value >= 1, value < 1e15 else { return Int(max(0, min(value, 1e15))) }
  let unit = pow(10, max(0, floor(log10(value)) - 1))
  return Int((value / unit).rounded() * unit)
}
