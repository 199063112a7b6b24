import Foundation

extension RunRecord {
  /// The record as `run.json` holds it: keys sorted, a line each, a line break at the end.
  ///
  /// Throws `internalFault` for NaN and infinity, which JSON does not have.
  public func json() throws(RunFault) -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return try [UInt8](encoder.encode(Versioned(record: self))) + [CSVByte.lineFeed]
    } catch {
      throw RunFault(.internalFault, "run.json cannot be written: \(Self.reason(of: error))")
    }
  }

  /// The record that `run.json` holds; `file` is its name in messages.
  ///
  /// Throws `badData` with the key, what was found and what was expected.
  public init(json bytes: [UInt8], file: String) throws(RunFault) {
    let decoder = JSONDecoder()
    let data = Data(bytes)
    do {
      let version = try decoder.decode(Version.self, from: data).schema
      guard version == Self.schemaVersion else {
        throw RunFault.badData(
          file: file, line: JSONLines.line(of: "schema", in: bytes),
          "schema: found \(version), this bench reads \(Self.schemaVersion)"
            + (version > Self.schemaVersion ? ": a newer one wrote it" : ""))
      }
      self = try decoder.decode(RunRecord.self, from: data)
    } catch let fault as RunFault {
      throw fault
    } catch {
      throw .badData(file: file, line: Self.line(of: error, in: bytes), Self.reason(of: error))
    }
    if let impossibility = plan.impossibility {
      let key = impossibility.prefix { $0 != ":" }
      throw .badData(
        file: file, line: JSONLines.line(of: "plan.\(key)", in: bytes), "plan.\(impossibility)")
    }
  }

  /// The line that an error is about.
  private static func line(of error: any Error, in bytes: [UInt8]) -> Int {
    switch error {
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
      return lineOfSyntaxError(in: bytes)
    case DecodingError.keyNotFound(_, let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.dataCorrupted(let context):
      return JSONLines.line(of: path(context.codingPath), in: bytes)
    default: return 1
    }
  }

  /// The line at which a text stops being JSON: the decoder does not say, the older parser does, by
  /// line or by byte; the last line where it names neither, because the text ends too early.
  private static func lineOfSyntaxError(in bytes: [UInt8]) -> Int {
    let lineFeeds = { (bytes: ArraySlice<UInt8>) in bytes.count { $0 == CSVByte.lineFeed } }
    let last = lineFeeds(bytes[...]) + 1
    do {
      _ = try JSONSerialization.jsonObject(with: Data(bytes))
      return 1
    } catch {
      let text = (error as NSError).userInfo[NSDebugDescriptionErrorKey] as? String ?? ""
      let words = text.split { !$0.isLetter && !$0.isNumber }
      func number(after word: Substring) -> Int? {
        words.firstIndex(of: word).flatMap { words.dropFirst($0 + 1).first }.flatMap { Int($0) }
      }
      if let line = number(after: "line") { return min(max(1, line), last) }
      return number(after: "character").map { lineFeeds(bytes.prefix($0)) + 1 } ?? last
    }
  }

  private struct Version: Codable {
    var schema = RunRecord.schemaVersion
  }

  /// The record and its schema, as keys of one object.
  private struct Versioned: Encodable {
    let record: RunRecord

    func encode(to encoder: any Encoder) throws {
      try Version().encode(to: encoder)
      try record.encode(to: encoder)
    }
  }

  /// One line for an error of `Codable`.
  private static func reason(of error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "\(path(context.codingPath + [key])) is missing"
    case DecodingError.typeMismatch(let type, let context):
      "\(path(context.codingPath)): found something else, expected \(name(of: type))"
    case DecodingError.valueNotFound(let type, let context):
      "\(path(context.codingPath)): found nothing, expected \(name(of: type))"
    case DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty:
      "not valid JSON"
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
