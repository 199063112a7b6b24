import HostSystem

/// Reads CSV strictly, as RFC 4180 has it, with quoted fields and line breaks inside them.
///
/// LF and CRLF both end a line, the last line may lack its end, and a UTF-8 byte order mark is
/// skipped. A quote inside an unquoted field, text after a closing quote, a quote never closed and
/// a carriage return on its own are refused.
package struct CSVReader: Sendable {
  /// Where the next record starts, in bytes from the start of the file.
  package private(set) var offset = 0
  private let file: String
  private let bytes: [UInt8]
  /// The line the next record starts on.
  private var line = 1

  /// A reader at the first record of `bytes`; messages call it `file`.
  package init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { offset = 3 }
  }

  /// Reads the next record into `record`; false at the end of the file.
  ///
  /// Throws bad data with the line. Complexity: O(bytes of the record).
  package mutating func read(_ record: inout CSVRecord) throws(RunFault) -> Bool {
    guard offset < bytes.count else { return false }
    record.begin(line: line)
    repeat {
      if offset < bytes.count, bytes[offset] == CSVByte.quote {
        try readQuoted(into: &record)
      } else {
        try readPlain(into: &record)
      }
      record.endField()
    } while try skipComma(after: record)
    return true
  }

  private mutating func readPlain(into record: inout CSVRecord) throws(RunFault) {
    let start = offset
    while offset < bytes.count, !CSVByte.isSpecial(bytes[offset]) { offset += 1 }
    guard offset == bytes.count || bytes[offset] != CSVByte.quote else {
      throw fault("a quote inside a field that does not begin with one", record.count + 1)
    }
    record.append(bytes[start..<offset])
  }

  private mutating func readQuoted(into record: inout CSVRecord) throws(RunFault) {
    let opening = line
    offset += 1
    var start = offset
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      if byte == CSVByte.lineFeed { line += 1 }
      guard byte == CSVByte.quote else { continue }
      record.append(bytes[start..<(offset - 1)])
      guard offset < bytes.count, bytes[offset] == CSVByte.quote else { return }
      // A doubled quote stands for one: the second is the first byte of the next piece.
      start = offset
      offset += 1
    }
    line = opening
    throw fault("a quote that is never closed", record.count + 1)
  }

  /// Steps over what follows a field; true when it is a comma, so that another field follows.
  private mutating func skipComma(after record: CSVRecord) throws(RunFault) -> Bool {
    guard offset < bytes.count else { return false }
    let byte = bytes[offset]
    if byte == CSVByte.comma {
      offset += 1
      return true
    }
    if byte == CSVByte.carriageReturn {
      guard offset + 1 < bytes.count, bytes[offset + 1] == CSVByte.lineFeed else {
        throw fault("a carriage return without a line feed", record.count)
      }
      offset += 1
    } else if byte != CSVByte.lineFeed {
      throw fault("text after a closing quote", record.count)
    }
    offset += 1
    line += 1
    return false
  }

  private func fault(_ what: String, _ field: Int) -> RunFault {
    .badData(file: file, line: line, "field \(field): \(what)")
  }
}

/// One record of a CSV file: its fields, with the quotes taken off, and the line it starts on.
///
/// The fields stand one after the other in one buffer, which is used again for the next record.
package struct CSVRecord: Sendable {
  /// The line the record starts on; the first is 1.
  package private(set) var line = 0
  private var text: [UInt8] = []
  private var ends: [Int] = []

  /// A record without fields, to be filled by a `CSVReader`.
  package init() {}

  /// The number of fields.
  package var count: Int { ends.count }

  /// A field's bytes; `index` is in `0..<count`.
  package subscript(index: Int) -> ArraySlice<UInt8> {
    text[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// The fields as text; bytes that are not UTF-8 become U+FFFD.
  package var fields: [String] { (0..<count).map { String(decoding: self[$0], as: UTF8.self) } }

  fileprivate mutating func begin(line: Int) {
    self.line = line
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  fileprivate mutating func append(_ bytes: ArraySlice<UInt8>) { text += bytes }

  fileprivate mutating func endField() { ends.append(text.count) }
}

/// Writes records as RFC 4180 has them; lines end in LF, fields are quoted only where they must be.
///
/// A record of one empty field is written as `""`, because readers skip empty lines.
package struct CSVWriter: Sendable {
  /// What has been written.
  package private(set) var bytes: [UInt8] = []
  private var fieldsInRecord = 0
  private var recordStart = 0

  /// A writer that has written nothing.
  package init() {}

  /// Adds a field to the record; an empty one is a missing value. Complexity: O(length of `text`).
  package mutating func field(_ text: some StringProtocol) {
    if fieldsInRecord > 0 { bytes.append(CSVByte.comma) }
    fieldsInRecord += 1
    guard text.utf8.contains(where: CSVByte.isSpecial) else {
      bytes += text.utf8
      return
    }
    bytes.append(CSVByte.quote)
    for byte in text.utf8 {
      if byte == CSVByte.quote { bytes.append(byte) }
      bytes.append(byte)
    }
    bytes.append(CSVByte.quote)
  }

  /// Ends the record.
  package mutating func endRecord() {
    if fieldsInRecord == 1, bytes.count == recordStart { bytes += [CSVByte.quote, CSVByte.quote] }
    bytes.append(CSVByte.lineFeed)
    fieldsInRecord = 0
    recordStart = bytes.count
  }
}

/// The four bytes that mean something in CSV.
enum CSVByte {
  static let comma = UInt8(ascii: ",")
  static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  static func isSpecial(_ byte: UInt8) -> Bool {
    byte == comma || byte == quote || byte == lineFeed || byte == carriageReturn
  }

  /// Throws where a file's last line has no end: a number cut in half would pass for a smaller one.
  static func checkEnd(of bytes: [UInt8], file: String) throws(RunFault) {
    guard bytes.last != lineFeed else { return }
    throw .badData(
      file: file, line: bytes.count { $0 == lineFeed } + 1,
      "the last line has no end: the file is truncated")
  }
}
