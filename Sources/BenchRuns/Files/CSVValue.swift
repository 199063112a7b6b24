import BenchBasics

package protocol CSVValue: Sendable {
  static var csvExpectation: String { get }

  static var isOptional: Bool { get }

  init?(csv field: ArraySlice<UInt8>)

  var csvText: String { get }
  var csvNumber: Double? { get }
  /// Whether the value could mean "not measured", as a blank field or a 0 in an integer column does.
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

/// Accepts whole numbers up to 2^53, the largest that data frames represent exactly. Decimals such as
/// `50.0` are accepted too, because that is how data frames write integers in a column with missing values.
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

/// Written as `0x` and 16 hexadecimal digits. In a column with missing values, data frame libraries
/// would read decimal checksums as floating-point numbers and lose the low bits.
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

/// Written without an exponent, using the fewest digits that read back exactly; NaN and infinity become
/// blank fields. Exponents are accepted when reading, because other programs write them.
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
    // In exponent notation, Swift prints one digit before the decimal point.
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

  /// Decodes a name. The error message of the standard library's implementation would mention a Swift type.
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
