import BenchBasics

/// A value that one field of a CSV file can represent.
package protocol CSVValue: Sendable {
  static var csvExpectation: String { get }

  /// Whether a blank field represents a value.
  static var isOptional: Bool { get }

  /// Parses a field; nil if the field does not represent a value of this type.
  init?(csv field: ArraySlice<UInt8>)

  var csvText: String { get }
  /// The value as a number; nil if it is not a number.
  var csvNumber: Double? { get }
  /// Whether the value may mean "not measured": a blank field, or the whole number 0.
  var isMissing: Bool { get }
}

extension CSVValue {
  package static var isOptional: Bool { false }
  package var csvNumber: Double? { nil }
  package var isMissing: Bool { csvText.isEmpty }
}

extension String: CSVValue {
  package static var csvExpectation: String { "UTF-8 text" }
  package init?(csv field: ArraySlice<UInt8>) { self.init(validating: field, as: UTF8.self) }
  package var csvText: String { self }
}

extension ExactText: CSVValue {
  package static var csvExpectation: String { String.csvExpectation }
  package init?(csv field: ArraySlice<UInt8>) {
    guard let text = String(csv: field) else { return nil }
    self.init(text)
  }
  package var csvText: String { string }
}

extension CSVValue where Self: RawRepresentable<String> {
  package init?(csv field: ArraySlice<UInt8>) {
    guard let value = String(csv: field).flatMap(Self.init(rawValue:)) else { return nil }
    self = value
  }

  package var csvText: String { rawValue }
}

/// A count or a time: a whole number from 0 to 2^53, which data frames represent exactly. Data frames write
/// whole numbers as decimal numbers, such as `50.0`, if values are missing from the column.
extension Int: CSVValue {
  package static var csvExpectation: String { "a whole number, 0 or more" }

  package init?(csv field: ArraySlice<UInt8>) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = field.first, digits.contains(first) else { return nil }
    let value =
      field.allSatisfy(digits.contains)
      ? Int(String(decoding: field, as: UTF8.self)) : Double(csv: field).flatMap(Int.init(exactly:))
    guard let value, value <= 1 << 53 else { return nil }
    self = value
  }

  package var csvText: String { String(self) }
  package var csvNumber: Double? { Double(self) }
  package var isMissing: Bool { self == 0 }
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
  package static var isOptional: Bool { true }

  package init?(csv field: ArraySlice<UInt8>) {
    guard !field.isEmpty else {
      self = Self.none
      return
    }
    guard let value = Wrapped(csv: field) else { return nil }
    self = Self.some(value)
  }

  package var csvText: String { self?.csvText ?? "" }
  package var csvNumber: Double? { self?.csvNumber }
  package var isMissing: Bool { if case .none = self { true } else { false } }
}

/// A number, written without an exponent and with only as many digits as are needed to read it back exactly.
/// NaN and infinity are written as empty fields. Numbers with exponents can be read, because other programs
/// write them.
extension Double: CSVValue {
  package static var csvExpectation: String { "a decimal number" }
  package var csvNumber: Double? { self }

  package init?(csv field: ArraySlice<UInt8>) {
    // The initialiser of `Double` would accept "nan", "infinity" and hexadecimal digits.
    guard !field.contains(where: { $0 > UInt8(ascii: "9") && $0 | 0x20 != UInt8(ascii: "e") }),
      let value = Double(String(decoding: field, as: UTF8.self)), value.isFinite
    else { return nil }
    self = value
  }

  package var csvText: String {
    guard isFinite else { return "" }
    let parts = description.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return description }
    // With an exponent, Swift writes one digit before the decimal point.
    let (sign, digits) = (self < 0 ? "-" : "", parts[0].filter(\.isNumber))
    if exponent < 0 {
      return "\(sign)0.\(String(repeating: "0", count: -exponent - 1))\(digits)"
    }
    let zeros = String(repeating: "0", count: max(0, exponent + 1 - digits.count))
    return "\(sign)\(digits)\(zeros).0"
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
