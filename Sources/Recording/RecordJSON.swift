import Foundation
import HostSystem
import Text

extension RunRecord {
  /// The record as `run.json` holds it: keys sorted, a line each, a line break at the end.
  ///
  /// Throws `internalFault` for NaN and infinity, which JSON does not have.
  package func json() throws(RunFault) -> [UInt8] {
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
  package init(json bytes: [UInt8], file: String) throws(RunFault) {
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

/// Words of `run.json`. The standard library's refusal would name a type of ours, and quote a word
/// whole however long it is.
extension RunStatus {
  /// Reads one of the words.
  package init(from decoder: any Decoder) throws {
    self = try Self.read(from: decoder, among: [.complete, .interrupted, .incomplete])
  }
}

extension CacheState {
  /// Reads one of the words.
  package init(from decoder: any Decoder) throws {
    self = try Self.read(from: decoder, among: Self.allCases)
  }
}

extension RunWarning.Kind {
  /// Reads one of the words.
  package init(from decoder: any Decoder) throws {
    self = try Self.read(from: decoder, among: Self.allCases)
  }
}

extension RawRepresentable<String> {
  fileprivate static func read(from decoder: any Decoder, among words: [Self]) throws -> Self {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let word = words.first(where: { $0.rawValue == text }) else {
      throw DecodingError.dataCorruptedError(
        in: container,
        debugDescription: "found \(text.quoted), expected one of "
          + words.map(\.rawValue).joined(separator: ", "))
    }
    return word
  }
}

/// The line on which a value of a JSON text stands, so that a message about it can name its line:
/// `JSONDecoder` names only the keys that lead to it.
struct JSONLines {
  private enum Container {
    case object(key: String)
    case array(index: Int)
  }

  /// The value and those that it stands in, the innermost first.
  private let wanted: [String]
  private var lines: [String: Int] = [:]
  private var containers: [Container] = []
  private var isKeyNext = false

  /// The line of the value that `path` leads to: `plan.rows[0]`; of what is missing, that of the value
  /// it is missing from; 1 for the whole. Of a text that is no JSON, what comes out means nothing.
  ///
  /// Complexity: O(bytes), and memory for the path alone: a file may have millions of values.
  static func line(of path: String, in bytes: [UInt8]) -> Int {
    var lines = JSONLines(path)
    lines.scan(bytes)
    return lines.wanted.lazy.compactMap { lines.lines[$0] }.first ?? 1
  }

  private init(_ path: String) {
    var wanted: [String] = []
    var path = path[...]
    while !path.isEmpty {
      wanted.append(String(path))
      path = path[..<(path.lastIndex { $0 == "." || $0 == "[" } ?? path.startIndex)]
    }
    self.wanted = wanted
  }

  private mutating func scan(_ bytes: [UInt8]) {
    var line = 1
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\n") { line += 1 }
      let text = byte == UInt8(ascii: "\"") ? Self.string(in: bytes, from: &position) : nil
      scan(byte, text: text, line: line)
    }
  }

  /// Takes the next byte, or with `text` a whole string.
  private mutating func scan(_ byte: UInt8, text: String?, line: Int) {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      note(line)
      isKeyNext = byte == UInt8(ascii: "{")
      containers.append(isKeyNext ? .object(key: "") : .array(index: 0))
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      _ = containers.popLast()
      isKeyNext = false
    case UInt8(ascii: ","):
      switch containers.popLast() {
      case .array(let index): containers.append(.array(index: index + 1))
      case let object?:
        containers.append(object)
        isKeyNext = true
      case nil: break
      }
    case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"), UInt8(ascii: "\n"),
      UInt8(ascii: ":"):
      break
    default:
      if let text, isKeyNext, !containers.isEmpty {
        containers[containers.count - 1] = .object(key: text)
        isKeyNext = false
      }
      note(line)
    }
  }

  /// Keeps the line of the value that the scan is at, if it is wanted, unless an earlier line has its
  /// key.
  private mutating func note(_ line: Int) {
    guard containers.count <= wanted.count else { return }
    let path = containers.map { container in
      switch container {
      case .object(let key): ".\(key)"
      case .array(let index): "[\(index)]"
      }
    }.joined()
    let name = String(path.drop { $0 == "." })
    if wanted.contains(name), lines[name] == nil { lines[name] = line }
  }

  /// A string's content, escapes as they stand; `position` goes from behind the first quote to behind
  /// the last.
  private static func string(in bytes: [UInt8], from position: inout Int) -> String {
    let start = position
    while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
      position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
    }
    let end = min(position, bytes.count)
    position = end + 1
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }
}
