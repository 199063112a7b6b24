import Basics

/// The columns of a CSV file, from which it is both written and read.
package struct CSVSchema<Row: Sendable>: Sendable {
  private let columns: [Column<Row>]
  private let promised: Int
  private let blank: Row

  /// Files begin with the `promised` columns; others may be absent, and unknown ones may follow.
  init(blank: Row, promised: [Column<Row>], further: [Column<Row>]) {
    columns = promised + further
    self.promised = promised.count
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

  package func rows(in bytes: [UInt8], file: String) throws(RunFault) -> [Row] {
    var rows: [Row] = []
    try forEachRow(in: bytes, file: file) { row, _ in rows.append(row) }
    return rows
  }

  /// Where a row stands in its file: the line it starts on, from 1, and the offset of the byte after it.
  typealias Place = (line: Int, end: Int)

  /// Throws bad data with the file, the line, the column, the value and what was expected.
  func forEachRow(
    in bytes: [UInt8], file: String, _ body: (Row, Place) throws(RunFault) -> Void
  ) throws(RunFault) {
    var reader = CSVReader(bytes, file: file)
    var line = 1
    func refusal(_ what: String) -> RunFault { .badData(file: file, line: line, what) }
    guard let names = try reader.next()?.map({ String(decoding: $0, as: UTF8.self) }) else {
      throw refusal("the file is empty, expected a header: \(header)")
    }
    if let fault = fault(inHeader: names) {
      // Another schema may well have other columns: then its number says more.
      var row = blank
      guard names.first == columns[0].name, let first = try reader.next()?.first,
        !columns[0].read(first, &row)
      else { throw refusal(fault) }
      line = 2
      throw refusal(mismatch(columns[0], first))
    }
    let order = names.map { name in columns.first { $0.name == name } }
    line = reader.line
    while let fields = try reader.next() {
      guard fields.count == order.count else {
        throw refusal("fields: found \(fields.count), expected \(order.count) as in the header")
      }
      var row = blank
      for (field, column) in zip(fields, order) {
        guard let column, !column.read(field, &row) else { continue }
        throw refusal(mismatch(column, field))
      }
      try body(row, (line, reader.offset))
      line = reader.line
    }
  }

  private func mismatch(_ column: Column<Row>, _ field: ArraySlice<UInt8>) -> String {
    let text = String(decoding: field, as: UTF8.self)
    return "column \(column.name): found \(text.quoted), expected \(column.expectation)"
  }

  /// What is wrong with a header: promised columns, names twice or misspelled.
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

/// The rows of `samples.csv` and `summary.csv`: the columns that they share, and how both are read.
package protocol CellRow: Sendable {
  associatedtype Identity: Hashable
  static var schema: CSVSchema<Self> { get }
  var cell: CellKey { get set }
  /// What no other row of a file has, and what messages call the row.
  var identity: Identity { get }
  var name: String { get }
  /// The first value that no measurement can give, as a message says it; nil when all are possible.
  var impossibility: String? { get }
}

extension CellRow {
  static var firstColumns: [Column<Self>] {
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

  /// The rows of a file, each there once and possible. Throws bad data with the file, the line, the value
  /// and what was expected.
  package static func checkedRows(in bytes: [UInt8], file: String) throws(RunFault) -> [Self] {
    var rows: [Self] = []
    var lines: [Identity: Int] = [:]
    try schema.forEachRow(in: bytes, file: file) { (row, place) throws(RunFault) in
      if let impossibility = row.impossibility {
        throw .badData(file: file, line: place.line, "column \(impossibility)")
      }
      if let first = lines.updateValue(place.line, forKey: row.identity) {
        throw .badData(
          file: file, line: place.line,
          "\(row.name) stands on line \(first) already, expected once")
      }
      rows.append(row)
    }
    guard bytes.last == CSVByte.lineFeed else {
      // A number cut in half would pass for a smaller one.
      throw .badData(
        file: file, line: bytes.count { $0 == CSVByte.lineFeed } + 1,
        "the last line has no end: the file is truncated")
    }
    return rows
  }
}

/// One column of a CSV file: its name, how a row's value is written, and how it is read.
package struct Column<Row: Sendable>: Sendable {
  /// The name, which ends in the unit: `time_ns`.
  let name: String
  let expectation: String
  let write: @Sendable (Row) -> String
  /// Reads a field into a row; false when the field does not hold what is expected.
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

  /// The column that holds the same number in every row: the version of the format.
  init(_ name: String, always number: Int) {
    (self.name, expectation) = (name, "\(number), the format this bench knows")
    write = { _ in number.csvText }
    read = { field, _ in Int(csv: field) == number }
  }

}

/// A value that stands in one field of a CSV file, and reads back as the same value.
package protocol CSVValue: Sendable {
  static var csvExpectation: String { get }

  /// Nil when the field does not hold such a value.
  init?(csv field: ArraySlice<UInt8>)

  var csvText: String { get }
}

extension String: CSVValue {
  package static var csvExpectation: String { "UTF-8 text" }
  package init?(csv field: ArraySlice<UInt8>) { self.init(validating: field, as: UTF8.self) }
  package var csvText: String { self }
}

extension CSVValue where Self: RawRepresentable<String> {
  package init?(csv field: ArraySlice<UInt8>) {
    guard let value = String(csv: field).flatMap(Self.init(rawValue:)) else { return nil }
    self = value
  }

  package var csvText: String { rawValue }
}

/// Every whole number in our files is a count or a time: no sign, no fraction, and at most 2^53, so that
/// two can be added and data frames have them exactly.
extension Int: CSVValue {
  package static var csvExpectation: String { "a whole number, 0 or more" }

  package init?(csv field: ArraySlice<UInt8>) {
    guard !field.isEmpty else { return nil }
    var value = 0
    for byte in field {
      let digit = Int(byte) - Int(UInt8(ascii: "0"))
      value = value * 10 + digit
      guard (0...9).contains(digit), value <= 1 << 53 else { return nil }
    }
    self = value
  }

  package var csvText: String { String(self) }
}

/// A checksum, written as `0x` and 16 hexadecimal digits: where a column has missing values, data
/// frames read whole numbers as floating point, and lose the low bits.
extension UInt64: CSVValue {
  package static var csvExpectation: String { "0x and up to 16 hexadecimal digits" }

  package init?(csv field: ArraySlice<UInt8>) {
    let digits = field.dropFirst(2)
    guard field.starts(with: "0x".utf8), digits.count <= 16, digits.first != UInt8(ascii: "+"),
      let value = UInt64(String(decoding: digits, as: UTF8.self), radix: 16)
    else { return nil }
    self = value
  }

  package var csvText: String {
    let digits = String(self, radix: 16)
    return "0x" + String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension Bool: CSVValue {
  package static var csvExpectation: String { "0 or 1" }

  package init?(csv field: ArraySlice<UInt8>) {
    guard let value = Int(csv: field), value <= 1 else { return nil }
    self = value == 1
  }

  package var csvText: String { self ? "1" : "0" }
}

extension Optional: CSVValue where Wrapped: CSVValue {
  package static var csvExpectation: String { Wrapped.csvExpectation + ", or nothing" }

  package init?(csv field: ArraySlice<UInt8>) {
    guard !field.isEmpty else {
      self = Self.none
      return
    }
    guard let value = Wrapped(csv: field) else { return nil }
    self = Self.some(value)
  }

  package var csvText: String { self?.csvText ?? "" }
}

/// Written without an exponent, in the fewest digits that read back as the same number; NaN and infinity
/// are not figures: they leave the field empty. An exponent is read, because other programs write them.
extension Double: CSVValue {
  package static var csvExpectation: String { "a decimal number" }

  package init?(csv field: ArraySlice<UInt8>) {
    // The initialiser reads "nan", "infinity" and hexadecimal digits too: a file has none of them.
    guard !field.contains(where: { $0 > UInt8(ascii: "9") && $0 | 0x20 != UInt8(ascii: "e") }),
      let value = Double(String(decoding: field, as: UTF8.self)), value.isFinite
    else { return nil }
    self = value
  }

  package var csvText: String {
    let shortest = description
    guard isFinite, let mark = shortest.firstIndex(of: "e"),
      let exponent = Int(shortest[shortest.index(after: mark)...])
    else { return isFinite ? shortest : "" }
    let sign = shortest.hasPrefix("-") ? "-" : ""
    let mantissa = shortest[..<mark].drop { $0 == "-" }.split(separator: ".")
    let digits = mantissa.joined()
    // Digits that stand before the decimal point.
    let whole = (mantissa.first?.count ?? 0) + exponent
    if whole <= 0 { return "\(sign)0.\(String(repeating: "0", count: -whole))\(digits)" }
    // Swift writes an exponent only where every digit is part of the whole number.
    return "\(sign)\(digits)\(String(repeating: "0", count: max(0, whole - digits.count))).0"
  }
}
