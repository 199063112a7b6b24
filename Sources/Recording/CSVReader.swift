/// Reads CSV strictly, as RFC 4180 has it, with quoted fields and line breaks inside them.
///
/// LF and CRLF both end a line, the last line may lack its end, and a UTF-8 byte order mark is
/// skipped. A quote inside an unquoted field, text after a closing quote, a quote never closed and
/// a carriage return on its own are refused.
public struct CSVReader: Sendable {
  /// The name that messages give the file.
  public let file: String

  /// Where the next record starts, in bytes from the start of the file.
  public private(set) var offset = 0

  /// The line the next record starts on.
  public private(set) var line = 1

  private let bytes: [UInt8]

  /// A reader at the first record of `bytes`.
  public init(_ bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) { offset = 3 }
  }

  /// Reads the next record into `record`; false at the end of the file.
  ///
  /// Throws bad data with the line. Complexity: O(bytes of the record).
  public mutating func read(_ record: inout CSVRecord) throws(RunFault) -> Bool {
    guard offset < bytes.count else { return false }
    record.begin(line: line)
    while true {
      if offset < bytes.count, bytes[offset] == CSVByte.quote {
        try readQuoted(into: &record)
      } else {
        try readPlain(into: &record)
      }
      record.endField()
      guard try skipComma(after: record) else { return true }
    }
  }

  private mutating func readPlain(into record: inout CSVRecord) throws(RunFault) {
    let start = offset
    scan: while offset < bytes.count {
      switch bytes[offset] {
      case CSVByte.comma, CSVByte.lineFeed, CSVByte.carriageReturn: break scan
      case CSVByte.quote:
        throw fault("a quote inside a field that does not begin with one", in: record)
      default: offset += 1
      }
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
    throw fault("a quote that is never closed", in: record)
  }

  /// Steps over what follows a field; true when it is a comma, so that another field follows.
  private mutating func skipComma(after record: CSVRecord) throws(RunFault) -> Bool {
    guard offset < bytes.count else { return false }
    switch bytes[offset] {
    case CSVByte.comma:
      offset += 1
      return true
    case CSVByte.lineFeed:
      offset += 1
    case CSVByte.carriageReturn:
      guard offset + 1 < bytes.count, bytes[offset + 1] == CSVByte.lineFeed else {
        throw fault("a carriage return without a line feed", in: record, before: true)
      }
      offset += 2
    default:
      throw fault("text after a closing quote", in: record, before: true)
    }
    line += 1
    return false
  }

  /// A fault in the field being read, or, with `before`, in the one just ended.
  private func fault(_ what: String, in record: CSVRecord, before: Bool = false) -> RunFault {
    .badData(file: file, line: line, "field \(record.count + (before ? 0 : 1)): \(what)")
  }
}
