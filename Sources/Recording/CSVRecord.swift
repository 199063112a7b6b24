/// One record of a CSV file: its fields, with the quotes taken off, and the line it starts on.
///
/// The fields stand one after the other in one buffer, which is used again for the next record.
public struct CSVRecord: Sendable {
  /// The line the record starts on; the first is 1.
  public internal(set) var line = 0

  private var text: [UInt8] = []
  private var ends: [Int] = []

  /// A record without fields, to be filled by a `CSVReader`.
  public init() {}

  /// The number of fields.
  public var count: Int { ends.count }

  /// A field's bytes; `index` is in `0..<count`.
  public subscript(index: Int) -> ArraySlice<UInt8> {
    text[(index == 0 ? 0 : ends[index - 1])..<ends[index]]
  }

  /// The fields as text; bytes that are not UTF-8 become U+FFFD.
  public var fields: [String] { (0..<count).map { String(decoding: self[$0], as: UTF8.self) } }

  mutating func begin(line: Int) {
    self.line = line
    text.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  mutating func append(_ bytes: ArraySlice<UInt8>) { text.append(contentsOf: bytes) }

  mutating func endField() { ends.append(text.count) }
}
