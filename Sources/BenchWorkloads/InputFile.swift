import BenchBasics
import ListLayout

struct InputFile {
  let path: String
  let bytes: [UInt8]

  init(path: String, mayBeEmpty: Bool = false) throws(RunFault) {
    self.path = path
    bytes = try FileSystem.bytes(at: path)
    guard mayBeEmpty || !bytes.isEmpty else {
      throw RunFault(.badData, "\(path): the file is empty")
    }
  }

  func fault(line: Int, _ message: String) -> RunFault {
    .badData(file: path, line: line, message)
  }

  /// Calls `body` with each line, without its line ending. Skips blank lines at the end of the file.
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

  /// Calls `body` with the trimmed fields of each CSV record. The columns must match `header` exactly.
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

  var field: Substring { String(decoding: bytes, as: UTF8.self)[...].trimmed }

  func fault(_ message: String) -> RunFault { file.fault(line: number, message) }

  func number(_ field: Substring, _ name: String) throws(RunFault) -> Double {
    guard let number = Double(decimal: field) else {
      throw fault("\(name) \(field.quoted) is not a number")
    }
    return number
  }

  func length(_ field: Substring, _ name: String) throws(RunFault) -> LayoutUnit {
    guard let length = LayoutUnit(points: try number(field, name)) else {
      throw fault("\(name) \(field.quoted) is beyond \(LayoutUnit.maximumDistance) pt")
    }
    return length
  }

  func height(_ field: Substring) throws(RunFault) -> LayoutUnit {
    guard let height = LayoutUnit(height: field) else {
      throw fault("height \(field.quoted): expected 0 to \(LayoutUnit.maximumHeight) pt")
    }
    return height
  }

  /// The line's text. Rejects NULs, which indicate UTF-16, and carriage returns, which old Mac files use
  /// as line endings.
  func text() throws(RunFault) -> String {
    guard let text = String(validating: bytes, as: UTF8.self),
      text.utf8.allSatisfy({ $0 != 0 && $0 != 0x0d && $0 != 0x1b })
    else {
      let found = String(decoding: bytes, as: UTF8.self).quoted
      throw fault("found \(found), expected UTF-8 text with LF or CRLF line endings")
    }
    return text
  }
}

extension Substring {
  fileprivate var trimmed: Substring {
    func isInk(_ byte: UInt8) -> Bool { byte != UInt8(ascii: " ") && byte != UInt8(ascii: "\t") }
    guard let first = utf8.firstIndex(where: isInk), let last = utf8.lastIndex(where: isInk) else {
      return self[endIndex...]
    }
    return self[first..<utf8.index(after: last)]
  }
}

extension Double {
  init?(decimal text: some StringProtocol) {
    guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }),
      let number = Double(String(text)), number.isFinite
    else { return nil }
    self = number
  }
}

extension LayoutUnit {
  /// Parses a row height in points. Returns nil if the text is not a number or if the height is
  /// negative or above the maximum.
  init?(height text: some StringProtocol) {
    guard let points = Double(decimal: text), let height = LayoutUnit(points: points),
      height >= .zero, height <= .maximumHeight
    else { return nil }
    self = height
  }
}

extension Int {
  /// Parses a whole number, including forms such as `50.0` and `5e+01` that other programs write.
  init?(whole text: some StringProtocol) {
    guard let number = Int(text) ?? Double(decimal: text).flatMap(Int.init(exactly:)) else {
      return nil
    }
    self = number
  }
}
