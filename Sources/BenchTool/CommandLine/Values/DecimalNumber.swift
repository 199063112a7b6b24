/// A non-negative number as people write it, kept exactly: `844`, `37.5`, `0.01`.
///
/// Digits with at most one point among them, and at most 19 that matter. No sign, no exponent, no
/// hexadecimal, no `nan`: these are refused rather than guessed at.
package struct DecimalNumber: Hashable, Sendable {
  private let digits: UInt64
  private let divisor: UInt64

  /// Reads a number; nil when the text is not one or has too many digits.
  package init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, !whole.isEmpty else { return nil }
    var fraction = parts.count > 1 ? parts[1] : ""
    guard parts.count == 1 || !fraction.isEmpty else { return nil }
    while fraction.last == "0" { fraction.removeLast() }
    var digits: UInt64 = 0
    var divisor: UInt64 = 1
    for byte in whole.utf8 {
      guard let sum = Self.append(byte, to: digits) else { return nil }
      digits = sum
    }
    for byte in fraction.utf8 {
      let (product, overflow) = divisor.multipliedReportingOverflow(by: 10)
      guard !overflow, let sum = Self.append(byte, to: digits) else { return nil }
      (digits, divisor) = (sum, product)
    }
    (self.digits, self.divisor) = (digits, divisor)
  }

  /// `factor` times the number, to the nearest whole one, ties upwards; nil beyond `UInt64`.
  package func rounded(times factor: UInt64) -> UInt64? {
    guard let (quotient, remainder) = scaled(by: factor) else { return nil }
    let isUp = remainder >= divisor - remainder
    let (sum, overflow) = quotient.addingReportingOverflow(isUp ? 1 : 0)
    return overflow ? nil : sum
  }

  /// `factor` times the number; nil when that is not whole or beyond `UInt64`.
  package func exactly(times factor: UInt64) -> UInt64? {
    guard let (quotient, remainder) = scaled(by: factor), remainder == 0 else { return nil }
    return quotient
  }

  private func scaled(by factor: UInt64) -> (quotient: UInt64, remainder: UInt64)? {
    let product = digits.multipliedFullWidth(by: factor)
    // The division traps exactly when the quotient does not fit, which is when this fails.
    guard product.high < divisor else { return nil }
    return divisor.dividingFullWidth(product)
  }

  private static func append(_ byte: UInt8, to digits: UInt64) -> UInt64? {
    guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { return nil }
    let (product, overflow) = digits.multipliedReportingOverflow(by: 10)
    let (sum, carry) = product.addingReportingOverflow(UInt64(byte - UInt8(ascii: "0")))
    return overflow || carry ? nil : sum
  }
}
