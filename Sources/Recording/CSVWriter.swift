/// Writes records as RFC 4180 has them; lines end in LF, fields are quoted only where they must be.
///
/// A record of one empty field is written as `""`, because readers skip empty lines.
public struct CSVWriter: Sendable {
  /// What has been written.
  public private(set) var bytes: [UInt8] = []
  private var fieldsInRecord = 0
  private var recordStart = 0

  /// A writer that has written nothing.
  public init() {}

  /// Adds a field to the record.
  ///
  /// Complexity: O(length of `text`).
  public mutating func field(_ text: some StringProtocol) {
    beginField()
    if text.utf8.contains(where: Self.needsQuotes) {
      bytes.append(CSVByte.quote)
      for byte in text.utf8 {
        if byte == CSVByte.quote { bytes.append(byte) }
        bytes.append(byte)
      }
      bytes.append(CSVByte.quote)
    } else {
      bytes.append(contentsOf: text.utf8)
    }
  }

  /// Adds an empty field: a missing value.
  public mutating func missing() { beginField() }

  /// Ends the record.
  public mutating func endRecord() {
    if fieldsInRecord == 1, bytes.count == recordStart {
      bytes.append(CSVByte.quote)
      bytes.append(CSVByte.quote)
    }
    bytes.append(CSVByte.lineFeed)
    fieldsInRecord = 0
    recordStart = bytes.count
  }

  private mutating func beginField() {
    if fieldsInRecord > 0 { bytes.append(CSVByte.comma) }
    fieldsInRecord += 1
  }

  private static func needsQuotes(_ byte: UInt8) -> Bool {
    byte == CSVByte.comma || byte == CSVByte.quote || byte == CSVByte.lineFeed
      || byte == CSVByte.carriageReturn
  }
}

/// The four bytes that mean something in CSV.
enum CSVByte {
  static let comma = UInt8(ascii: ",")
  static let quote = UInt8(ascii: "\"")
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")
}
