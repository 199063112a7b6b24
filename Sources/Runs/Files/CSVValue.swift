import Basics

/// A value that one field of a CSV file can represent.
package protocol CSVValue: Sendable {
  static var csvExpectation: String { get }

  /// Parses a field; nil if the field does not represent a value of this type.
  init?(csv field: ArraySlice<UInt8>)

  var csvText: String { get }
}

extension String: CSVValue {
  package static var csvExpectation: String { "UTF-8 text" }
  package init?(csv field: ArraySlice<UInt8>) { self.init(validating: field, as: UTF8.self) }
  package var csvText: String { self }
}

extension CSVValue where Self: RawRepresentable<String> {
  package init?(csv field: ArraySlice<UInt8>) {
    guard let value = String(csv: field).flatMap(Self.init(rawValue:)) else { return nil }
    self = value
  }

  package var csvText: String { rawValue }
}

/// A count or a time: a whole number from 0 to 2^53, which data frames represent exactly.
extension Int: CSVValue {
  package static var csvExpectation: String { "a whole number, 0 or more" }

  package init?(csv field: ArraySlice<UInt8>) {
    guard !field.isEmpty else { return nil }
    var value = 0
    for byte in field {
      let digit = Int(byte) - Int(UInt8(ascii: "0"))
      value = value * 10 + digit
      guard (0...9).contains(digit), value <= 1 << 53 else { return nil }
    }
    self = value
  }

  package var csvText: String { String(self) }
}

/// A checksum, written as `0x` and 16 hexadecimal digits. If checksums were written as decimal numbers, data
/// frame libraries would read a column with missing values as floating-point numbers, and the low bits of the
/// checksums would be lost.
extension UInt64: CSVValue {
  package static var csvExpectation: String { "0x and up to 16 hexadecimal digits" }

  package init?(csv field: ArraySlice<UInt8>) {
    let digits = field.dropFirst(2)
    guard field.starts(with: "0x".utf8), digits.count <= 16, digits.first != UInt8(ascii: "+"),
      let value = UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    self = value
  }

  package var csvText: String {
    let digits = String(self, radix: 16)
    return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Bool: CSVValue {
  package static var csvExpectation: String { "0 or 1" }

  package init?(csv field: ArraySlice<UInt8>) {
    guard let value = Int(csv: field), value <= 1 else { return nil }
    self = value == 1
  }

  package var csvText: String { self ? "1" : "0" }
}

extension Optional: CSVValue where Wrapped: CSVValue {
  package static var csvExpectation: String { Wrapped.csvExpectation + ", or nothing" }

  package init?(csv field: ArraySlice<UInt8>) {
    guard !field.isEmpty else {
      self = Self.none
      return
    }
    guard let value = Wrapped(csv: field) else { return nil }
    self = Self.some(value)
  }

  package var csvText: String { self?.csvText ?? "" }
}

/// A number, written without an exponent and with only as many digits as are needed to read it back exactly.
/// NaN and infinity are written as empty fields. Numbers with exponents can be read, because other programs
/// write them.
extension Double: CSVValue {
  package static var csvExpectation: String { "a decimal number" }

  package init?(csv field: ArraySlice<UInt8>) {
    // The initialiser of `Double` would accept "nan", "infinity" and hexadecimal digits.
    guard !field.contains(where: { $0 > UInt8(ascii: "9") && $0 | 0x20 != UInt8(ascii: "e") }),
      let value = Double(String(decoding: field, as: UTF8.self)), value.isFinite
    else { return nil }
    self = value
  }

  package var csvText: String {
    let shortest = description
    guard isFinite, let mark = shortest.firstIndex(of: "e"),
      let exponent = Int(shortest[shortest.index(after: mark)...])
    else { return isFinite ? shortest : "" }
    let sign = shortest.hasPrefix("-") ? "-" : ""
    let mantissa = shortest[..<mark].drop { $0 == "-" }.split(separator: ".")
    let digits = mantissa.joined()
    // The number of digits before the decimal point.
    let whole = (mantissa.first?.count ?? 0) + exponent
    if whole <= 0 { return "\(sign)0.\(String(repeating: "0", count: -whole))\(digits)" }
    // Swift writes a positive exponent only for numbers without a fractional part.
    return "\(sign)\(digits)\(String(repeating: "0", count: max(0, whole - digits.count))).0"
  }
}

/// A value that JSON and CSV files represent by its name.
package protocol NamedValue: RawRepresentable<String>, CaseIterable, Codable, CSVValue {}

extension NamedValue {
  package static var csvExpectation: String {
    "one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// Decodes a name. This initialiser replaces that of the standard library, whose error message contains the
  /// name of a Swift type.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(rawValue: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "found \(text.quoted), expected \(Self.csvExpectation)")
    }
    self = value
  }
}
