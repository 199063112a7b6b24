extension Double: CSVValue {
  /// What the field holds.
  public static var csvExpectation: String { "a decimal number" }

  /// The number; nil for NaN, infinity and hexadecimal forms.
  ///
  /// An exponent is accepted, because other programs write them.
  public init?(csv field: ArraySlice<UInt8>) {
    guard field.allSatisfy(Self.isDecimal),
      let value = Double(String(decoding: field, as: UTF8.self)), value.isFinite
    else { return nil }
    self = value
  }

  /// Writes the number without an exponent, in the fewest digits that read back as the same number.
  ///
  /// NaN and infinity are not figures: they leave the field empty.
  public func write(to csv: inout CSVWriter) {
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
