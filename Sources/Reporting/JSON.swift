import Foundation

/// An object of JSON with members of any kind; what is nil is null.
struct JSONObject: Encodable, ExpressibleByDictionaryLiteral {
  private struct Member: Encodable {
    let value: any Encodable

    func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
  }

  private let members: [String: Member]

  init(_ members: [String: any Encodable]) { self.members = members.mapValues(Member.init) }

  init(dictionaryLiteral members: (String, any Encodable)...) {
    self.init(Dictionary(uniqueKeysWithValues: members))
  }

  func encode(to encoder: any Encoder) throws { try members.encode(to: encoder) }
}

extension Encodable {
  /// The value as JSON, keys sorted: a document that ends in a line break, or a single line that does not.
  func json(isDocument: Bool = true) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    if isDocument { encoder.outputFormatting.insert(.prettyPrinted) }
    // JSON has no word for them.
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    return try String(decoding: encoder.encode(self), as: UTF8.self) + (isDocument ? "\n" : "")
  }
}
