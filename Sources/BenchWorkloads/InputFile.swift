import BenchBasics
import ListLayout

/// The contents of a user's file or pipe, with its path for messages.
struct InputFile {
  /// The first bytes of pointer files, and the program that stores the contents elsewhere.
  private static let pointers: KeyValuePairs = [
    "version https://git-lfs.": "Git LFS", "/annex/objects/": "git-annex",
  ]

  let path: String
  let bytes: [UInt8]

  init(path: String, mayBeEmpty: Bool = false) throws(RunFault) {
    self.path = path
    bytes = try FileSystem.bytes(at: path)
    guard mayBeEmpty || !bytes.isEmpty else {
      throw RunFault(.badData, "\(path): the file is empty")
    }
    if [[0xff, 0xfe], [0xfe, 0xff]].contains(Array(bytes.prefix(2))) {
      throw .badData(file: path, line: 1, "the file is in UTF-16, expected UTF-8")
    }
    if let program = Self.pointers.first(where: { bytes.starts(with: $0.key.utf8) })?.value {
      throw .badData(
        file: path, line: 1, "the file is a pointer of \(program), expected the file's contents")
    }
  }

  /// Returns an error about a line of this file. Lines are counted from 1.
  func fault(line: Int, _ message: String) -> RunFault {
    .badData(file: path, line: line, message)
  }

  /// Calls `body` with each line, without its line end and without a byte order mark. Blank lines at the end of
  /// the file are skipped.
  func forEachLine(_ body: (InputLine) throws(RunFault) -> Void) throws(RunFault) {
    var rest = bytes.withoutBlankLinesAtEnd
    if rest.starts(with: [0xef, 0xbb, 0xbf]) { rest = rest.dropFirst(3) }
    var number = 0
    while !rest.isEmpty {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let line = rest[..<end]
      number += 1
      let text = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      try body(InputLine(file: self, number: number, bytes: text))
      rest = rest[min(end + 1, rest.endIndex)...]
    }
  }

  /// Calls `body` with each record of a CSV file and its trimmed fields. Blank lines at the end of the file are
  /// skipped. Throws if the file violates RFC 4180, has a header other than `header`, or has a record with the
  /// wrong number of fields.
  func forEachRecord(
    header: String, _ body: (InputLine, [Substring]) throws(RunFault) -> Void
  ) throws(RunFault) {
    let width = header.split(separator: ",").count
    var reader = CSVReader(bytes, file: path)
    var line = InputLine(file: self, number: 1)
    while let fields = try reader.next() {
      let columns = fields.map { String(decoding: $0, as: UTF8.self)[...].trimmed }
      var text: String { columns.joined(separator: ",") }
      if line.number == 1 {
        guard text == header else {
          throw line.fault("the header is \(text.quoted), expected \(header.quoted)")
        }
      } else if columns.count == width {
        try body(line, columns)
      } else {
        throw line.fault("\(text.quoted) has \(columns.count) columns, expected \(header)")
      }
      line = InputLine(file: self, number: reader.line)
    }
    guard line.number > 1 else { throw line.fault("no header, expected \(header.quoted)") }
  }
}

struct InputLine {
  let file: InputFile
  let number: Int
  var bytes: ArraySlice<UInt8> = []

  /// The only field of a line, without surrounding spaces and quotes.
  var field: Substring {
    let text = String(decoding: bytes, as: UTF8.self)[...].trimmed
    let isQuoted = text.utf8.count > 1 && text.hasPrefix("\"") && text.hasSuffix("\"")
    return isQuoted ? text.dropFirst().dropLast() : text
  }

  func fault(_ message: String) -> RunFault { file.fault(line: number, message) }

  /// Parses a field, called `name` in messages, as a finite number.
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

  /// The text of the line. Throws if it is not plain text: UTF-8 without NUL, escape sequences or carriage
  /// returns.
  func text() throws(RunFault) -> String {
    if let found = bytes.firstIndex(where: { $0 == 0 || $0 == 0x0d || $0 == 0x1b }) {
      let place = "in byte \(found - bytes.startIndex + 1) of the line"
      switch bytes[found] {
      case 0: throw fault("a NUL \(place), as UTF-16 has; expected text in UTF-8")
      case 0x0d: throw fault("a carriage return \(place); expected lines that end in LF or CR LF")
      default: throw fault("a terminal escape sequence \(place); expected plain text")
      }
    }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var (decoder, rest, place) = (UTF8(), bytes.makeIterator(), bytes.startIndex)
    while case .scalarValue(let scalar) = decoder.decode(&rest) { place += UTF8.width(scalar) }
    let hex = String(bytes[place], radix: 16, uppercase: true)
    throw fault("byte \(place - bytes.startIndex + 1) of the line, 0x\(hex), is not UTF-8")
  }
}

extension Substring {
  /// The text without leading and trailing spaces and tabs.
  fileprivate var trimmed: Substring {
    func isInk(_ byte: UInt8) -> Bool { byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") }
    guard let first = utf8.firstIndex(where: isInk), let last = utf8.lastIndex(where: isInk) else {
      return self[endIndex...]
    }
    return self[first..<utf8.index(after: last)]
  }
}

extension Double {
  /// Parses a finite decimal number with an optional exponent. Hexadecimal numbers are rejected.
  init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
      let number = Double(String(text)), number.isFinite
    else { return nil }
    self = number
  }
}

extension Int {
  /// Parses a whole number, which other programs may write as a decimal number, such as `50.0` or `5e+01`.
  init?(whole text: some StringProtocol) {
    guard let number = Int(text) ?? Double(decimal: text).flatMap(Int.init(exactly:)) else {
      return nil
    }
    self = number
  }
}
