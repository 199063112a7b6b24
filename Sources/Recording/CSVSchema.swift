/// The columns of a CSV file, from which it is both written and read.
public struct CSVSchema<Row: Sendable>: Sendable {
  /// The columns in the order they are written.
  public let columns: [Column<Row>]

  /// How many columns every file of this kind begins with, in this order; further ones may be
  /// absent, and unknown ones may follow.
  let promised: Int

  /// A row before its fields are read.
  private let blank: Row

  /// A file that begins with the `promised` columns, and has `further` ones.
  public init(blank: Row, promised: [Column<Row>], further: [Column<Row>] = []) {
    columns = promised + further
    self.promised = promised.count
    self.blank = blank
  }

  /// The file as text: the header and one line for each row.
  ///
  /// Complexity: O(bytes written).
  public func text(of rows: some Sequence<Row>) -> [UInt8] {
    var csv = CSVWriter()
    writeHeader(to: &csv)
    for row in rows { write(row, to: &csv) }
    return csv.bytes
  }

  /// The rows of a file.
  ///
  /// Throws bad data with the file, the line, the column, the value and what was expected.
  /// Complexity: O(bytes).
  public func rows(in bytes: [UInt8], file: String) throws(RunFault) -> [Row] {
    var rows: [Row] = []
    try forEachRow(in: bytes, file: file) { row, _ in rows.append(row) }
    return rows
  }

  /// Where a row stands in its file.
  struct Place {
    /// The line the row starts on; the first is 1.
    let line: Int
    /// The offset of the byte after the row.
    let end: Int
  }

  func forEachRow(
    in bytes: [UInt8], file: String, _ body: (Row, Place) throws(RunFault) -> Void
  ) throws(RunFault) {
    var reader = CSVReader(bytes, file: file)
    var record = CSVRecord()
    guard try reader.read(&record) else {
      throw .badData(file: file, line: 1, "the file is empty, expected a header: \(header)")
    }
    let order = try order(of: record.fields, file: file)
    while try reader.read(&record) {
      let row = try row(from: record, order: order, file: file)
      try body(row, Place(line: record.line, end: reader.offset))
    }
  }

  private func row(
    from record: CSVRecord, order: [Int?], file: String
  ) throws(RunFault) -> Row {
    guard record.count == order.count else {
      throw .badData(
        file: file, line: record.line,
        "fields: found \(record.count), expected \(order.count) as in the header")
    }
    var row = blank
    for (index, column) in order.enumerated() {
      guard let column else { continue }
      guard columns[column].read(record[index], &row) else {
        let found = RunFault.quoted(String(decoding: record[index], as: UTF8.self))
        throw .badData(
          file: file, line: record.line,
          "column \(columns[column].name): found \(found), expected \(columns[column].expectation)")
      }
    }
    return row
  }

  func write(_ row: Row, to csv: inout CSVWriter) {
    for column in columns { column.write(row, &csv) }
    csv.endRecord()
  }

  func writeHeader(to csv: inout CSVWriter) {
    for column in columns { csv.field(column.name) }
    csv.endRecord()
  }
}
