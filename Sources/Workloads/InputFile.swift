import Basics
import ListLayout

/// A user's file, read whole.
struct InputFile {
  let path: String
  let bytes: [UInt8]

  /// Reads the file at `path`; a pipe will do. Throws as `FileSystem.bytes` does, and `badData` for an empty
  /// one, unless it may be, and later for a wrong line.
  init(path: String, mayBeEmpty: Bool = false) throws(RunFault) {
    self.path = path
    bytes = try FileSystem.bytes(at: path)
    guard mayBeEmpty || !bytes.isEmpty else {
      throw RunFault(.badData, "\(path): the file is empty")
    }
  }

  /// A fault on a line of this file; the first line is 1.
  func fault(line: Int, _ message: String) -> RunFault {
    .badData(file: path, line: line, message)
  }

  /// Calls `body` with each line, without a byte-order mark and LF or CR LF; the empty line after a last
  /// line break is none. What is not UTF-8 is replaced by U+FFFD.
  func forEachLine(_ body: (InputLine) throws(RunFault) -> Void) throws(RunFault) {
    var rest = bytes[(bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0)...]
    var number = 0
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = rest[..<end]
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      number += 1
      try body(InputLine(file: self, number: number, text: String(decoding: text, as: UTF8.self)))
      rest = rest[min(end + 1, rest.endIndex)...]
    }
  }

  /// Calls `body` with each line of a CSV file behind its header, and with its columns.
  func forEachRecord(
    header: String, _ body: (InputLine, [Substring]) throws(RunFault) -> Void
  ) throws(RunFault) {
    let width = header.split(separator: ",").count
    try forEachLine { line throws(RunFault) in
      let columns = line.text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      if line.number == 1 {
        guard columns.joined(separator: ",") == header else {
          throw line.fault("the header is \(line.text.quoted), expected \(header.quoted)")
        }
      } else if columns.count == width {
        try body(line, columns)
      } else {
        throw line.fault("\(line.text.quoted) has \(columns.count) columns, expected \(header)")
      }
    }
  }
}

/// A line of a user's file, with its place for the messages about it.
struct InputLine {
  let file: InputFile
  let number: Int
  let text: String

  func fault(_ message: String) -> RunFault { file.fault(line: number, message) }

  /// A field as a finite number, without the spaces around it; messages call it `name`.
  func number(_ field: some StringProtocol, _ name: String) throws(RunFault) -> Double {
    let word = Substring(field).trimmed
    if let number = Double(decimal: word) { return number }
    let isInfinite = !word.utf8.contains(0) && Double(String(word))?.isFinite == false
    throw fault("\(name) \(word.quoted) is not a \(isInfinite ? "finite " : "")number")
  }

  func length(_ field: Substring, _ name: String) throws(RunFault) -> LayoutUnit {
    guard let length = LayoutUnit(points: try number(field, name)) else {
      throw fault("\(name) \(field.quoted) is beyond \(LayoutUnit.maximumDistance) pt")
    }
    return length
  }
}

extension Substring {
  /// The text without spaces and tabs at its ends.
  fileprivate var trimmed: Substring {
    func isInk(_ byte: UInt8) -> Bool { byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") }
    guard let first = utf8.firstIndex(where: isInk), let last = utf8.lastIndex(where: isInk) else {
      return self[endIndex...]
    }
    return self[first..<utf8.index(after: last)]
  }
}

extension Double {
  /// The finite number that `text` writes in decimal digits, with an exponent if it likes: nothing that
  /// `Double` reads besides, as hexadecimal numbers.
  init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
      let number = Double(String(text)), number.isFinite
    else { return nil }
    self = number
  }
}
