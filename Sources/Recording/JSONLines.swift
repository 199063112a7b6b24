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
