import Foundation

/// A JSON object with members of any type. Nil members are written as null, whereas synthesised `Encodable`
/// conformances omit them.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Member: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  private var members: [String: Member]

  init(dictionaryLiteral members: (String, any Encodable)...) {
    self.members = Dictionary(members.map { ($0, Member(value: $1)) }) { $1 }
  }

  /// The object with further members, which replace members of the same name.
  func with(_ more: JSONObject) -> JSONObject {
    var object = self
    object.members.merge(more.members) { $1 }
    return object
  }

  func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

extension Encodable {
  /// The value as JSON with sorted keys: an indented document with a final line break, or a single line.
  package func json(isDocument: Bool = true) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isDocument { encoder.outputFormatting.insert(.prettyPrinted) }
    // JSON has no numbers for infinity and NaN.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try String(decoding: encoder.encode(self), as: UTF8.self) + (isDocument ? "\n" : "")
  }
}
