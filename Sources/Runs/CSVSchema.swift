import HostSystem
import Text

/// The columns of a CSV file, from which it is both written and read.
package struct CSVSchema<Row: Sendable>: Sendable {
  /// The columns in the order they are written.
  private let columns: [Column<Row>]
  /// How many columns every file of this kind begins with, in this order; further ones may be
  /// absent, and unknown ones may follow.
  private let promised: Int
  /// A row before its fields are read.
  private let blank: Row

  /// A file that begins with the `promised` columns, and has `further` ones.
  package init(blank: Row, promised: [Column<Row>], further: [Column<Row>] = []) {
    columns = promised + further
    self.promised = promised.count
    self.blank = blank
  }

  /// The names of all columns, with commas between them.
  package var header: String { columns.map(\.name).joined(separator: ",") }

  /// The file as text: the header and one line for each row. Complexity: O(bytes written).
  package func text(of rows: some Sequence<Row>) -> [UInt8] {
    var csv = CSVWriter()
    for column in columns { csv.field(column.name) }
    csv.endRecord()
    for row in rows { write(row, to: &csv) }
    return csv.bytes
  }

  /// Writes a line.
  func write(_ row: Row, to csv: inout CSVWriter) {
    for column in columns { column.write(row, &csv) }
    csv.endRecord()
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

  /// Where a row stands in its file: the line it starts on, from 1, and the offset of the byte after it.
  typealias Place = (line: Int, end: Int)

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
      try body(row(from: record, order, file), (record.line, reader.offset))
    }
  }

  private func row(
    from record: CSVRecord, _ order: [Column<Row>?], _ file: String
  ) throws(RunFault) -> Row {
    guard record.count == order.count else {
      throw .badData(
        file: file, line: record.line,
        "fields: found \(record.count), expected \(order.count) as in the header")
    }
    var row = blank
    for (index, column) in order.enumerated() {
      guard let column, !column.read(record[index], &row) else { continue }
      throw .badData(
        file: file, line: record.line,
        "column \(column.name): found \(record.fields[index].quoted), expected \(column.expectation)"
      )
    }
    return row
  }

  /// For every field of a header, the column it names; nil for a column unknown here.
  ///
  /// Refuses a header that does not begin with the promised columns, names one twice, or misspells
  /// one.
  private func order(of names: [String], file: String) throws(RunFault) -> [Column<Row>?] {
    func refusal(_ what: String) -> RunFault { .badData(file: file, line: 1, what) }
    for (index, column) in columns.prefix(promised).enumerated() {
      let found = index < names.count ? names[index] : nil
      guard found == column.name else {
        throw refusal(
          "column \(index + 1): found \(found?.quoted ?? "nothing"), expected \"\(column.name)\"")
      }
    }
    let absent = columns.map(\.name).filter { !names.contains($0) }
    var seen: Set<String> = []
    for name in names {
      guard seen.insert(name).inserted else {
        throw refusal("column \(name.quoted) stands here twice")
      }
      guard !columns.contains(where: { $0.name == name }) else { continue }
      if let meant = Spelling.nearest(to: name, among: absent) {
        throw refusal("unknown column \(name.quoted), did you mean \"\(meant)\"?")
      }
    }
    return names.map { name in columns.first { $0.name == name } }
  }
}

/// One column of a CSV file: its name, how a row's value is written, and how it is read.
package struct Column<Row: Sendable>: Sendable {
  /// The column's name, which ends in its unit: `median_ns`.
  let name: String
  /// What a field holds, in the words of an error message.
  let expectation: String
  /// Writes a row's value.
  let write: @Sendable (Row, inout CSVWriter) -> Void
  /// Reads a field into a row; false when the field does not hold what is expected.
  let read: @Sendable (ArraySlice<UInt8>, inout Row) -> Bool

  /// The column that holds the property at `path`, if `accepts` takes its value.
  package init<Value: CSVValue>(
    _ name: String, _ path: any WritableKeyPath<Row, Value> & Sendable,
    expecting expectation: String = Value.csvExpectation,
    accepting accepts: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) {
    self.name = name
    self.expectation = expectation
    write = { row, csv in csv.field(row[keyPath: path].csvText) }
    read = { field, row in
      guard let value = Value(csv: field), accepts(value) else { return false }
      row[keyPath: path] = value
      return true
    }
  }

  /// The column that holds the same number in every row: the version of the format.
  package init(_ name: String, always number: Int) {
    self.name = name
    expectation = "\(number), the format this bench knows"
    write = { _, csv in csv.field(number.csvText) }
    read = { field, _ in Int(csv: field) == number }
  }
}
