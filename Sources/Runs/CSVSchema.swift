import HostSystem
import Text

/// The columns of a CSV file, from which it is both written and read.
package struct CSVSchema<Row: Sendable>: Sendable {
  private let columns: [Column<Row>]
  private let promised: Int
  /// A row before its fields are read.
  private let blank: Row

  /// A file that begins with the `promised` columns in this order; the `further` ones may be absent, and
  /// unknown ones may follow.
  package init(blank: Row, promised: [Column<Row>], further: [Column<Row>] = []) {
    columns = promised + further
    self.promised = promised.count
    self.blank = blank
  }

  package var header: String { columns.map(\.name).joined(separator: ",") }

  /// The file as text: the header and one line for each row.
  package func text(of rows: some Sequence<Row>) -> [UInt8] {
    var csv = CSVWriter()
    for column in columns { csv.field(column.name) }
    csv.endRecord()
    for row in rows { write(row, to: &csv) }
    return csv.bytes
  }

  func write(_ row: Row, to csv: inout CSVWriter) {
    for column in columns { csv.field(column.write(row)) }
    csv.endRecord()
  }

  /// The rows of a file. Throws bad data with the file, the line, the column, the value and what was
  /// expected.
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
    var line = 1
    func refusal(_ what: String) -> RunFault { .badData(file: file, line: line, what) }
    guard let names = try reader.next()?.map({ String(decoding: $0, as: UTF8.self) }) else {
      throw refusal("the file is empty, expected a header: \(header)")
    }
    if let fault = fault(inHeader: names) { throw refusal(fault) }
    let order = names.map { name in columns.first { $0.name == name } }
    line = reader.line
    while let fields = try reader.next() {
      guard fields.count == order.count else {
        throw refusal("fields: found \(fields.count), expected \(order.count) as in the header")
      }
      var row = blank
      for (field, column) in zip(fields, order) {
        guard let column, !column.read(field, &row) else { continue }
        let text = String(decoding: field, as: UTF8.self)
        throw refusal("column \(column.name): found \(text.quoted), expected \(column.expectation)")
      }
      try body(row, (line, reader.offset))
      line = reader.line
    }
  }

  /// What is wrong with a header that does not begin with the promised columns, names one twice, or
  /// misspells one.
  private func fault(inHeader names: [String]) -> String? {
    for (index, column) in columns.prefix(promised).enumerated() {
      let found = index < names.count ? names[index] : nil
      if found != column.name {
        return
          "column \(index + 1): found \(found?.quoted ?? "nothing"), expected \"\(column.name)\""
      }
    }
    let known = columns.map(\.name)
    let absent = known.filter { !names.contains($0) }
    for (index, name) in names.enumerated() {
      if names[..<index].contains(name) { return "column \(name.quoted) stands here twice" }
      if !known.contains(name), let meant = Spelling.nearest(to: name, among: absent) {
        return "unknown column \(name.quoted), did you mean \"\(meant)\"?"
      }
    }
    return nil
  }
}

/// One column of a CSV file: its name, how a row's value is written, and how it is read.
package struct Column<Row: Sendable>: Sendable {
  /// The name, which ends in the unit: `median_ns`.
  let name: String
  /// What a field holds, in the words of an error message.
  let expectation: String
  let write: @Sendable (Row) -> String
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
    write = { $0[keyPath: path].csvText }
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
    write = { _ in number.csvText }
    read = { field, _ in Int(csv: field) == number }
  }

  /// A column that had values once, and keeps its place.
  init(empty name: String) {
    self.name = name
    expectation = "anything"
    write = { _ in "" }
    read = { _, _ in true }
  }
}
