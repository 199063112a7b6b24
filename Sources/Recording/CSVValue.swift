/// A value that stands in one field of a CSV file, and reads back as the same value.
package protocol CSVValue: Sendable {
  /// What a field of this kind holds, in the words of an error message.
  static var csvExpectation: String { get }

  /// The value of a field; nil when the field does not hold one.
  init?(csv field: ArraySlice<UInt8>)

  /// Writes the value as one field.
  func write(to csv: inout CSVWriter)
}

extension String: CSVValue {
  /// Any text.
  package static var csvExpectation: String { "UTF-8 text" }

  /// The field's text; nil when it is not UTF-8.
  package init?(csv field: ArraySlice<UInt8>) { self.init(validating: field, as: UTF8.self) }

  /// Writes the text.
  package func write(to csv: inout CSVWriter) { csv.field(self) }
}

extension Int: CSVValue {
  /// Every whole number in our files is a count or a time.
  package static var csvExpectation: String { "a whole number, 0 or more" }

  /// No time and no count of a run is more; two of them can be added, and data frames have them exactly.
  private static let greatestInCSV = 1 << 53

  /// The number; nil for a sign, a fraction, or more than 2^53.
  package init?(csv field: ArraySlice<UInt8>) {
    guard !field.isEmpty else { return nil }
    var value = 0
    for byte in field {
      let digit = Int(byte) - Int(UInt8(ascii: "0"))
      guard (0...9).contains(digit) else { return nil }
      value = value * 10 + digit
      guard value <= Self.greatestInCSV else { return nil }
    }
    self = value
  }

  /// Writes the digits.
  package func write(to csv: inout CSVWriter) { csv.field(String(self)) }
}

/// A checksum, written as `0x` and 16 hexadecimal digits.
///
/// Not as a decimal number: where a column has missing values, data frames read whole numbers as
/// floating point, and lose the low bits.
extension UInt64: CSVValue {
  /// What the field holds.
  package static var csvExpectation: String { "0x and up to 16 hexadecimal digits" }

  /// The number; nil without `0x`, or with more digits than fit.
  package init?(csv field: ArraySlice<UInt8>) {
    guard field.starts(with: "0x".utf8), (3...18).contains(field.count) else { return nil }
    var value: UInt64 = 0
    for byte in field.dropFirst(2) {
      guard let digit = Self.hexadecimalDigit(byte) else { return nil }
      value = value << 4 | UInt64(digit)
    }
    self = value
  }

  /// Writes all 16 digits.
  package func write(to csv: inout CSVWriter) {
    let digits = String(self, radix: 16)
    csv.field("0x" + String(repeating: "0", count: 16 - digits.count) + digits)
  }

  private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

extension Bool: CSVValue {
  /// What the field holds.
  package static var csvExpectation: String { "0 or 1" }

  /// False for `0`, true for `1`; nil for all else.
  package init?(csv field: ArraySlice<UInt8>) {
    switch Int(csv: field) {
    case 0: self = false
    case 1: self = true
    default: return nil
    }
  }

  /// Writes the digit.
  package func write(to csv: inout CSVWriter) { csv.field(self ? "1" : "0") }
}

extension Optional: CSVValue where Wrapped: CSVValue {
  /// What the field holds.
  package static var csvExpectation: String { Wrapped.csvExpectation + ", or nothing" }

  /// An empty field is a missing value.
  package init?(csv field: ArraySlice<UInt8>) {
    guard !field.isEmpty else {
      self = Self.none
      return
    }
    guard let value = Wrapped(csv: field) else { return nil }
    self = Self.some(value)
  }

  /// Writes the value, or nothing.
  package func write(to csv: inout CSVWriter) {
    if let value = self { value.write(to: &csv) } else { csv.missing() }
  }
}

extension Double: CSVValue {
  /// What the field holds.
  package static var csvExpectation: String { "a decimal number" }

  /// The number; nil for NaN, infinity and hexadecimal forms.
  ///
  /// An exponent is accepted, because other programs write them.
  package init?(csv field: ArraySlice<UInt8>) {
    guard field.allSatisfy(Self.isDecimal),
      let value = Double(String(decoding: field, as: UTF8.self)), value.isFinite
    else { return nil }
    self = value
  }

  /// Writes the number without an exponent, in the fewest digits that read back as the same number.
  ///
  /// NaN and infinity are not figures: they leave the field empty.
  package func write(to csv: inout CSVWriter) {
    if isFinite { csv.field(plainDecimal) } else { csv.missing() }
  }

  private static func isDecimal(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
      UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
      true
    default: false
    }
  }

  /// The shortest decimal that reads back as this number, its exponent written out: `0.00001`.
  var plainDecimal: String {
    let shortest = description
    guard let mark = shortest.firstIndex(of: "e"),
      let exponent = Int(shortest[shortest.index(after: mark)...])
    else { return shortest }
    let sign = shortest.hasPrefix("-") ? "-" : ""
    let mantissa = shortest[..<mark].drop { $0 == "-" }.split(separator: ".")
    let digits = mantissa.joined()
    // Digits that stand before the decimal point.
    let whole = (mantissa.first?.count ?? 0) + exponent
    if whole <= 0 { return "\(sign)0.\(String(repeating: "0", count: -whole))\(digits)" }
    // Swift writes an exponent only where every digit is part of the whole number.
    return "\(sign)\(digits)\(String(repeating: "0", count: max(0, whole - digits.count))).0"
  }
}
