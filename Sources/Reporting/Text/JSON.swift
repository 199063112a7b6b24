import Foundation

/// JSON for scripts: indented, keys sorted, a line break at the end.
enum JSONText {
  /// The text of a value. Throws what its encoding throws.
  static func of(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try String(decoding: encoder.encode(value), as: UTF8.self) + "\n"
  }
}

/// A JSON value whose keys keep their order, written without spaces.
enum JSONValue: Sendable {
  case text(String)
  case number(Double)
  case whole(Int)
  case flag(Bool)
  case null
  case list([JSONValue])
  case object([(String, JSONValue)])

  /// Numbers in a list.
  static func numbers(_ numbers: [Double]) -> JSONValue { .list(numbers.map(JSONValue.number)) }

  /// A number, or null.
  static func optional(_ number: Double?) -> JSONValue { number.map(JSONValue.number) ?? .null }

  /// The value as JSON; a number that is not finite, which JSON does not have, as null.
  var json: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to json: inout String) {
    switch self {
    case .text(let text): Self.write(text, to: &json)
    case .number(let number): json += number.isFinite ? "\(number)" : "null"
    case .whole(let number): json += String(number)
    case .flag(let flag): json += flag ? "true" : "false"
    case .null: json += "null"
    case .list(let values):
      json += "["
      for (index, value) in values.enumerated() {
        if index > 0 { json += "," }
        value.write(to: &json)
      }
      json += "]"
    case .object(let members):
      json += "{"
      for (index, (key, value)) in members.enumerated() {
        if index > 0 { json += "," }
        Self.write(key, to: &json)
        json += ":"
        value.write(to: &json)
      }
      json += "}"
    }
  }

  private static func write(_ text: String, to json: inout String) {
    json += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case _ where scalar.value < 0x20:
        json += (scalar.value < 16 ? "\\u000" : "\\u00") + String(scalar.value, radix: 16)
      default: json.unicodeScalars.append(scalar)
      }
    }
    json += "\""
  }
}
