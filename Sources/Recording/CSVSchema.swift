import HostSystem
import Text

/// The columns of a CSV file, from which it is both written and read.
package struct CSVSchema<Row: Sendable>: Sendable {
  /// The columns in the order they are written.
  package let columns: [Column<Row>]

  /// How many columns every file of this kind begins with, in this order; further ones may be
  /// absent, and unknown ones may follow.
  let promised: Int

  /// A row before its fields are read.
  private let blank: Row

  /// A file that begins with the `promised` columns, and has `further` ones.
  package init(blank: Row, promised: [Column<Row>], further: [Column<Row>] = []) {
    columns = promised + further
    self.promised = promised.count
    self.blank = blank
  }

  /// The file as text: the header and one line for each row.
  ///
  /// Complexity: O(bytes written).
  package func text(of rows: some Sequence<Row>) -> [UInt8] {
    var csv = CSVWriter()
    writeHeader(to: &csv)
    for row in rows { write(row, to: &csv) }
    return csv.bytes
  }

  /// The rows of a file.
  ///
  /// Throws bad data with the file, the line, the column, the value and what was expected.
  /// Complexity: O(bytes).
  package func rows(in bytes: [UInt8], file: String) throws(RunFault) -> [Row] {
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
        let found = String(decoding: record[index], as: UTF8.self).quoted
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

extension CSVSchema {
  /// The names of all columns, with commas between them.
  package var header: String { columns.map(\.name).joined(separator: ",") }

  /// One row as a line of the file, with its line break.
  package func line(of row: Row) -> [UInt8] {
    var csv = CSVWriter()
    write(row, to: &csv)
    return csv.bytes
  }

  /// For every field of a header, the column it names; nil for a column unknown here.
  ///
  /// Refuses a header that does not begin with the promised columns, names one twice, or misspells
  /// one.
  func order(of names: [String], file: String) throws(RunFault) -> [Int?] {
    let known = columns.map(\.name)
    for index in 0..<promised {
      let found = index < names.count ? names[index] : nil
      guard found == known[index] else {
        let shown = found.map(\.quoted) ?? "nothing"
        throw .badData(
          file: file, line: 1, "column \(index + 1): found \(shown), expected \"\(known[index])\"")
      }
    }
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw .badData(file: file, line: 1, "column \(name.quoted) stands here twice")
    }
    let absent = known.filter { !seen.contains($0) }
    for name in names where !known.contains(name) {
      guard let meant = Spelling.nearest(to: name, among: absent) else { continue }
      throw .badData(
        file: file, line: 1, "unknown column \(name.quoted), did you mean \"\(meant)\"?")
    }
    return names.map { known.firstIndex(of: $0) }
  }
}

/// One column of a CSV file: its name, how a row's value is written, and how it is read.
package struct Column<Row: Sendable>: Sendable {
  /// The column's name, which ends in its unit: `median_ns`.
  package let name: String

  /// What a field holds, in the words of an error message.
  let expectation: String

  /// Writes a row's value.
  let write: @Sendable (Row, inout CSVWriter) -> Void

  /// Reads a field into a row; false when the field does not hold what is expected.
  let read: @Sendable (ArraySlice<UInt8>, inout Row) -> Bool

  /// The column that holds the property at `path`.
  package init<Value: CSVValue>(
    _ name: String, _ path: any WritableKeyPath<Row, Value> & Sendable
  ) {
    self.name = name
    expectation = Value.csvExpectation
    write = { row, csv in row[keyPath: path].write(to: &csv) }
    read = { field, row in
      guard let value = Value(csv: field) else { return false }
      row[keyPath: path] = value
      return true
    }
  }

  /// The column that holds the whole number at `path`, which is `least` or more.
  package init(
    _ name: String, _ path: any WritableKeyPath<Row, Int> & Sendable, atLeast least: Int
  ) {
    self.name = name
    expectation = "a whole number, \(least) or more"
    write = { row, csv in row[keyPath: path].write(to: &csv) }
    read = { field, row in
      guard let value = Int(csv: field), value >= least else { return false }
      row[keyPath: path] = value
      return true
    }
  }

  /// The column that holds the same number in every row: the version of the format.
  package init(_ name: String, always number: Int) {
    self.name = name
    expectation = "\(number), the format this bench knows"
    write = { _, csv in number.write(to: &csv) }
    read = { field, _ in Int(csv: field) == number }
  }
}
