import Basics

/// A row of `samples.csv` or `summary.csv`.
package protocol CSVRow: Sendable {
  associatedtype Identity: Hashable
  static var schema: CSVSchema<Self> { get }
  var cell: CellKey { get set }
  /// A key that is unique among the rows of a file.
  var identity: Identity { get }
  /// The description of the row in messages.
  var name: String { get }
  /// A message about the first value that no measurement can produce; nil if all values are possible.
  var impossibility: String? { get }
}

extension CSVRow {
  static var keyColumns: [Column<Self>] {
    [
      Column("schema", always: RunRecord.schemaVersion),
      Column("scenario", \.cell.group.scenario),
      Column("heights", \.cell.group.heights),
      Column("rows", \.cell.group.rows),
      Column("strategy", \.cell.strategy),
      Column("mode", \.cell.mode),
    ]
  }

  static var roleColumns: [Column<Self>] {
    [Column("role", \.cell.role), Column("caches", \.cell.group.caches)]
  }

  package static func checkedRows(in bytes: [UInt8], file: String) throws(RunFault) -> [Self] {
    try schema.rows(in: bytes, file: file)
  }
}

/// The columns of a CSV file, used both to write and to read it.
package struct CSVSchema<Row: CSVRow>: Sendable {
  private let columns: [Column<Row>]
  private let requiredCount: Int
  private let blank: Row

  /// Creates a schema. Files must begin with the `required` columns; `optional` and unknown columns may
  /// follow.
  init(blank: Row, required: [Column<Row>], optional: [Column<Row>]) {
    columns = required + optional
    requiredCount = required.count
    self.blank = blank
  }

  package var header: String { columns.map(\.name).joined(separator: ",") }

  package func text(of rows: some Sequence<Row>) -> [UInt8] {
    var csv = CSVWriter()
    csv.add(columns.map(\.name))
    for row in rows { write(row, to: &csv) }
    return csv.bytes
  }

  func write(_ row: Row, to csv: inout CSVWriter) { csv.add(columns.map { $0.write(row) }) }

  /// Parses the rows of a file. Throws `badData` for malformed fields, impossible values, duplicate rows and
  /// a last line without a line break. The error message contains the file, the line, the column, the value
  /// and the expected form.
  package func rows(in bytes: [UInt8], file: String) throws(RunFault) -> [Row] {
    var reader = CSVReader(bytes, file: file)
    var line = 1
    func fault(_ message: String) -> RunFault { .badData(file: file, line: line, message) }
    guard let names = try reader.next()?.map({ String(decoding: $0, as: UTF8.self) }) else {
      throw fault("the file is empty, expected a header: \(header)")
    }
    if let message = headerFault(names) {
      // If the file has another schema version, a message about the version is more helpful than one about
      // the header.
      var row = blank
      guard names.first == columns[0].name, let first = try reader.next()?.first,
        !columns[0].read(first, &row)
      else { throw fault(message) }
      line = 2
      throw fault(columns[0].mismatch(first))
    }
    let order = names.map { name in columns.first { $0.name == name } }
    var rows: [Row] = []
    var lines: [Row.Identity: Int] = [:]
    line = reader.line
    while let fields = try reader.next() {
      guard fields.count == order.count else {
        throw fault("fields: found \(fields.count), expected \(order.count) as in the header")
      }
      var row = blank
      for (field, column) in zip(fields, order) {
        if let column, !column.read(field, &row) { throw fault(column.mismatch(field)) }
      }
      if let impossibility = row.impossibility { throw fault("column \(impossibility)") }
      if let first = lines.updateValue(line, forKey: row.identity) {
        throw fault("\(row.name) occurs twice, first on line \(first)")
      }
      rows.append(row)
      line = reader.line
    }
    guard bytes.last == CSVByte.lineFeed else {
      // Without this check, a number that is cut off at the end of the file would be read as a smaller
      // number.
      line = bytes.count { $0 == CSVByte.lineFeed } + 1
      throw fault("the last line is incomplete: the file is truncated")
    }
    return rows
  }

  /// A message about the first missing required column, or the first duplicate or misspelled name; nil if the
  /// header is valid.
  private func headerFault(_ names: [String]) -> String? {
    for (index, column) in columns.prefix(requiredCount).enumerated() {
      let found = index < names.count ? names[index] : nil
      if found != column.name {
        return
          "column \(index + 1): found \(found?.quoted ?? "nothing"), expected \"\(column.name)\""
      }
    }
    let known = columns.map(\.name)
    let absent = known.filter { !names.contains($0) }
    for (index, name) in names.enumerated() {
      if names[..<index].contains(name) { return "column \(name.quoted) occurs twice" }
      if !known.contains(name), let meant = Spelling.nearest(to: name, among: absent) {
        return "unknown column \(name.quoted), did you mean \"\(meant)\"?"
      }
    }
    return nil
  }
}

/// A column of a CSV file.
package struct Column<Row: Sendable>: Sendable {
  /// The name of the column. The name ends in the unit of the values, as in `time_ns`.
  let name: String
  let expectation: String
  let write: @Sendable (Row) -> String
  /// Parses a field and stores its value in a row. Returns false if the field does not have the expected
  /// form.
  let read: @Sendable (ArraySlice<UInt8>, inout Row) -> Bool

  init<Value: CSVValue>(
    _ name: String, _ path: any WritableKeyPath<Row, Value> & Sendable,
    expecting expectation: String = Value.csvExpectation,
    accepting accepts: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) {
    (self.name, self.expectation) = (name, expectation)
    write = { $0[keyPath: path].csvText }
    read = { field, row in
      guard let value = Value(csv: field), accepts(value) else { return false }
      row[keyPath: path] = value
      return true
    }
  }

  /// Creates the column for the format version, which has the same number in every row.
  init(_ name: String, always number: Int) {
    (self.name, expectation) = (name, "\(number), the format of this version")
    write = { _ in number.csvText }
    read = { field, _ in Int(csv: field) == number }
  }

  func mismatch(_ field: ArraySlice<UInt8>) -> String {
    let text = String(decoding: field, as: UTF8.self)
    return "column \(name): found \(text.quoted), expected \(expectation)"
  }
}
