private let comma = UInt8(ascii: ",")
private let quote = UInt8(ascii: "\"")
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")

private func isSpecial(_ byte: UInt8) -> Bool {
  byte == comma || byte == quote || byte == lineFeed || byte == carriageReturn
}

/// Reads CSV as specified in RFC 4180, ignoring a byte order mark and blank lines at the end.
package struct CSVReader: Sendable {
  /// The maximum length of a record, in bytes. Without this limit, a file that contains only commas would
  /// need 60 times its size in memory, because each parsed field takes about 60 bytes.
  package static let longestRecord = 1 << 16

  package private(set) var line = 1
  private var offset: Int
  private let file: String
  private let bytes: ArraySlice<UInt8>
  private var limit = 0

  package init(_ bytes: [UInt8], file: String) {
    (self.bytes, self.file) = (bytes.withoutBlankLinesAtEnd, file)
    offset = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  package var endsInLineBreak: Bool { bytes.last == lineFeed }

  package mutating func next() throws(RunFault) -> [ArraySlice<UInt8>]? {
    guard byte != nil else { return nil }
    limit = min(bytes.count, offset + Self.longestRecord)
    var fields: [ArraySlice<UInt8>] = []
    repeat {
      fields.append(try byte == quote ? quoted(fields.count + 1) : plain(fields.count + 1))
    } while skip(comma)
    if skip(carriageReturn), byte != lineFeed {
      throw fault("a carriage return without a line feed", fields.count)
    }
    guard skip(lineFeed) || byte == nil else {
      throw fault("text after a closing quote", fields.count)
    }
    line += 1
    return fields
  }

  private var byte: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skip(_ expected: UInt8) -> Bool {
    guard byte == expected else { return false }
    offset += 1
    return true
  }

  private mutating func plain(_ field: Int) throws(RunFault) -> ArraySlice<UInt8> {
    let start = offset
    offset = bytes[start..<max(start, limit)].firstIndex(where: isSpecial) ?? max(start, limit)
    guard offset < limit || limit == bytes.count else {
      throw .badData(
        file: file, line: line, "the record is longer than \(Self.longestRecord) bytes")
    }
    guard byte != quote else {
      throw fault("a quote inside an unquoted field", field)
    }
    return bytes[start..<offset]
  }

  private mutating func quoted(_ field: Int) throws(RunFault) -> ArraySlice<UInt8> {
    let opening = line
    var text: ArraySlice<UInt8> = []
    offset += 1
    while let end = bytes[offset..<max(offset, limit)].firstIndex(of: quote) {
      let piece = bytes[offset..<end]
      line += piece.count { $0 == lineFeed }
      offset = end + 1
      guard skip(quote) else { return text.isEmpty ? piece : text + piece }
      text += bytes[piece.startIndex...end]
    }
    line = opening
    throw fault(
      limit < bytes.count
        ? "a quote that is not closed within \(Self.longestRecord) bytes"
        : "a quote that is never closed", field)
  }

  private func fault(_ what: String, _ field: Int) -> RunFault {
    .badData(file: file, line: line, "field \(field): \(what)")
  }
}

extension [UInt8] {
  package var withoutBlankLinesAtEnd: ArraySlice<UInt8> {
    var end = count
    while end > 0 {
      let byte = self[end - 1]
      let endsLine = byte == carriageReturn && end < count && self[end] == lineFeed
      guard byte == lineFeed || isBlank(byte) || endsLine else { break }
      end -= 1
    }
    guard end > 0 else { return [] }
    // The last nonblank line may end in spaces, so keep all of it.
    return self[..<(self[end...].firstIndex(of: lineFeed).map { $0 + 1 } ?? count)]
  }
}

private func isBlank(_ byte: UInt8) -> Bool {
  byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t")
}

extension [String] {
  package var csvRecord: [UInt8] {
    let fields = map { field -> [UInt8] in
      // If a record has only one field and that field is blank, quote it. Otherwise, readers would skip it as
      // a blank line.
      let isBlankLine = count == 1 && field.utf8.allSatisfy(isBlank)
      guard isBlankLine || field.utf8.contains(where: isSpecial) else { return [UInt8](field.utf8) }
      let pieces = field.utf8.split(separator: quote, omittingEmptySubsequences: false)
      return [quote] + pieces.joined(separator: "\"\"".utf8) + [quote]
    }
    return fields.joined(separator: [comma]) + [lineFeed]
  }
}
