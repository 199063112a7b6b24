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
