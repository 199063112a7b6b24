import Foundation

/// JSON of values that encode themselves: indented, keys sorted, a line break at the end.
enum JSONText {
  /// The text of a value. Throws what its encoding throws.
  static func of(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try String(decoding: encoder.encode(value), as: UTF8.self) + "\n"
  }
}

/// A JSON value; the keys of an object keep their order.
enum JSON: Sendable {
  case text(String)
  case number(Double)
  case whole(Int)
  case flag(Bool)
  case null
  case list([JSON])
  case object([(String, JSON)])

  /// The value in one line; a number that is not finite, which JSON does not have, is null.
  var line: String { text(breaking: 0) }

  /// A document for scripts that people may look at, too: a line for each member, and for each item of a
  /// list; ends in a line break.
  var document: String { text(breaking: 2) + "\n" }

  private func text(breaking levels: Int) -> String {
    var text = ""
    write(to: &text, breaking: levels)
    return text
  }

  private func write(to json: inout String, breaking levels: Int) {
    switch self {
    case .text(let text): Self.write(text, to: &json)
    case .number(let number): json += number.isFinite ? "\(number)" : "null"
    case .whole(let number): json += String(number)
    case .flag(let flag): json += flag ? "true" : "false"
    case .null: json += "null"
    case .list(let values):
      Self.write(values, in: ("[", "]"), to: &json, breaking: levels) { value, json in
        value.write(to: &json, breaking: levels - 1)
      }
    case .object(let members):
      Self.write(members, in: ("{", "}"), to: &json, breaking: levels) { member, json in
        Self.write(member.0, to: &json)
        json += ":"
        member.1.write(to: &json, breaking: levels - 1)
      }
    }
  }

  private static func write<Item>(
    _ items: [Item], in brackets: (String, String), to json: inout String, breaking levels: Int,
    item: (Item, inout String) -> Void
  ) {
    let separator = levels > 0 && !items.isEmpty ? "\n" : ""
    json += brackets.0 + separator
    for (index, one) in items.enumerated() {
      if index > 0 { json += "," + separator }
      item(one, &json)
    }
    json += separator + brackets.1
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

extension JSON {
  /// A text, or null.
  init(_ text: String?) { self = text.map(JSON.text) ?? .null }
  /// A number, or null.
  init(_ number: Double?) { self = number.map(JSON.number) ?? .null }
  /// A whole number, or null.
  init(_ number: Int?) { self = number.map(JSON.whole) ?? .null }
  /// True, false or null.
  init(_ flag: Bool?) { self = flag.map(JSON.flag) ?? .null }
}
