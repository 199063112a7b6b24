import BenchBasics

package protocol CSVValue: Sendable {
  static var csvExpectation: String { get }

  init?(csv field: ArraySlice<UInt8>)

  var csvText: String { get }
  var csvNumber: Double? { get }
}

extension CSVValue {
  package var csvNumber: Double? { nil }
}

extension String: CSVValue {
  package static var csvExpectation: String { "UTF-8 text" }
  package init?(csv field: ArraySlice<UInt8>) {
    guard !field.isEmpty else { return nil }
    self.init(validating: field, as: UTF8.self)
  }
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
    guard let text = String(csv: field) else { return nil }
    self.init(rawValue: text)
  }

  package var csvText: String { rawValue }
}

/// Data frame libraries represent whole numbers exactly up to 2^53. In a column with missing values, these
/// libraries store integers as doubles and write, for example, `50.0`.
extension Int: CSVValue {
  package static var csvExpectation: String { "a whole number, 0 or more" }

  package init?(csv field: ArraySlice<UInt8>) {
    guard let value = Double(csv: field).flatMap(Int.init(exactly:)), (0...1 << 53).contains(value)
    else { return nil }
    self = value
  }

  package var csvText: String { String(self) }
  package var csvNumber: Double? { Double(self) }
}

/// Hashes are written in hexadecimal, because data frame libraries would read a decimal number as a double
/// and lose its low bits.
extension UInt64: CSVValue {
  package static var csvExpectation: String { "0x and up to 16 hexadecimal digits" }

  package init?(csv field: ArraySlice<UInt8>) {
    guard field.starts(with: "0x".utf8) else { return nil }
    self.init(String(decoding: field.dropFirst(2), as: UTF8.self), radix: 16)
  }

  package var csvText: String { "0x" + String(self, radix: 16) }
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
  package var csvNumber: Double? { self?.csvNumber }
}

/// Numbers are written without an exponent and with the fewest digits needed to recover the exact value. NaN
/// and infinity become blank fields.
extension Double: CSVValue {
  package static var csvExpectation: String { "a decimal number" }
  package var csvNumber: Double? { self }

  package init?(csv field: ArraySlice<UInt8>) {
    // `Double.init` would accept "nan", "infinity" and hexadecimal digits.
    guard !field.contains(where: { $0 > UInt8(ascii: "9") && $0 | 0x20 != UInt8(ascii: "e") }),
      let value = Double(String(decoding: field, as: UTF8.self)), value.isFinite
    else { return nil }
    self = value
  }

  package var csvText: String {
    guard isFinite else { return "" }
    let parts = description.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return description }
    let (sign, digits) = (self < 0 ? "-" : "", parts[0].filter(\.isNumber))
    if exponent < 0 {
      return "\(sign)0.\(String(repeating: "0", count: -exponent - 1))\(digits)"
    }
    let zeros = String(repeating: "0", count: max(0, exponent + 1 - digits.count))
    return "\(sign)\(digits)\(zeros).0"
  }
}

package protocol NamedValue: RawRepresentable<String>, CaseIterable, Codable, CSVValue {}

extension NamedValue {
  package static var csvExpectation: String {
    "one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// Replaces the standard library's implementation, whose error message mentions a Swift type.
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
