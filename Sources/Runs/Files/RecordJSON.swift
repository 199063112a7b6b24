import Basics
import Foundation

extension RunRecord {
  /// The text of `run.json`, with sorted keys, one on each line. Throws `internalFault` for NaN and infinity.
  package func json() throws(RunFault) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    encoder.dateEncodingStrategy = .iso8601
    do {
      return try [UInt8](encoder.encode(self)) + [UInt8(ascii: "\n")]
    } catch {
      throw RunFault(.internalFault, "run.json cannot be written: \(Self.reason(of: error))")
    }
  }

  /// The record in a `file`. Throws `badData` with the key, the value and what was expected.
  package init(json bytes: [UInt8], file: String) throws(RunFault) {
    struct Version: Decodable { let schema: Int }
    let decoder = JSONDecoder()
    // The message of Foundation's own strategy lacks the value.
    decoder.dateDecodingStrategy = .custom { decoder in
      let container = try decoder.singleValueContainer()
      let text = try container.decode(String.self)
      if let date = try? Date(text, strategy: .iso8601) { return date }
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "found \(text.quoted), expected a time like 2026-03-01T10:15:00Z")
    }
    do {
      let version = try decoder.decode(Version.self, from: Data(bytes)).schema
      guard version == Self.schemaVersion else {
        let isOlder = version < Self.schemaVersion
        throw RunFault(
          .badData,
          "\(file): schema: found \(version), this bench reads \(Self.schemaVersion): "
            + (isOlder
              ? "an older one wrote it, so measure again, or read it with that one"
              : "a newer one wrote it"))
      }
      self = try decoder.decode(RunRecord.self, from: Data(bytes))
    } catch let fault as RunFault {
      throw fault
    } catch {
      throw RunFault(.badData, "\(file): \(Self.reason(of: error))")
    }
    if let impossibility = plan.impossibility {
      throw RunFault(.badData, "\(file): plan.\(impossibility)")
    }
  }

  private static func reason(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context.codingPath + [key])) is missing"
    case DecodingError.typeMismatch(let type, let context):
      "\(path(context.codingPath)): found something else, expected \(name(of: type))"
    case DecodingError.valueNotFound(let type, let context):
      "\(path(context.codingPath)): found nothing, expected \(name(of: type))"
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
      // The message of the parser.
      "not valid JSON"
        + (context.underlyingError.flatMap {
          ($0 as NSError).userInfo[NSDebugDescriptionErrorKey] as? String
        }.map { ": " + $0 } ?? "")
    case DecodingError.dataCorrupted(let context):
      "\(path(context.codingPath)): \(context.debugDescription)"
    case EncodingError.invalidValue(_, let context):
      "\(path(context.codingPath)) is not a number"
    default: "\(error)"
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String {
    let path = keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
    return path.isEmpty ? "the file" : String(path.drop { $0 == "." })
  }

  private static func name(of type: any Any.Type) -> String {
    switch type {
    case is String.Type: "text"
    case is any BinaryInteger.Type: "a whole number"
    case is Double.Type: "a number"
    case is Bool.Type: "true or false"
    case is [Any].Type: "a list"
    default: "an object"
    }
  }
}
