import Foundation

/// A file or list name. Two names are equal only if all their bytes are equal, as in most file systems.
/// `String` comparison, in contrast, ignores differences in how accents are encoded.
package struct ExactText: Sendable {
  package let string: String

  package init(_ string: String) { self.string = string }

  /// The text, encoded for use as a key in a JSON object. Text that is not in Unicode normalization form C is
  /// escaped, because decoders compare keys as `String`.
  package var key: String {
    let normal = string.precomposedStringWithCanonicalMapping
    if self == ExactText(normal) { return string }
    return string.unicodeScalars.map { $0.escaped(asASCII: true) }.joined()
  }
}

extension ExactText: Hashable {
  package static func == (left: ExactText, right: ExactText) -> Bool {
    left.string == right.string && left.string.utf8.elementsEqual(right.string.utf8)
  }

  package func hash(into hasher: inout Hasher) {
    var text = string
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

extension ExactText: ExpressibleByStringLiteral, CustomStringConvertible {
  package init(stringLiteral string: String) { self.init(string) }

  package var description: String { string }
  package var printable: String { string.printable }
}

extension ExactText: Codable {
  package init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(String.self))
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(string)
  }
}
