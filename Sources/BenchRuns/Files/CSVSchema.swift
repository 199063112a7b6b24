import BenchBasics

/// A row of `samples.csv` or `summary.csv`.
package protocol CSVRow: Sendable {
  associatedtype Identity: Hashable
  static var schema: CSVSchema<Self> { get }
  var cell: CellKey { get set }
  /// A key that is unique among the rows of a file.
  var identity: Identity { get }
  /// The description of the row in messages.
  var name: String { get }
}

extension CSVRow {
  static var keyColumns: [Column<Self>] {
    [
      Column("schema", always: RunRecord.schemaVersion),
      Column("scenario", \.cell.group.scenario, neededIf: { _ in true }),
      Column("heights", \.cell.group.heights, neededIf: { _ in true }),
      Column("rows", \.cell.group.rows),
      Column("strategy", \.cell.strategy, neededIf: { _ in true }),
      Column("mode", \.cell.mode, neededIf: { _ in true }),
    ]
  }

  static var roleColumn: Column<Self> { Column("role", \.cell.role) }
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

  /// The text of a file with these rows.
  package func text(of rows: some Sequence<Row>) -> [UInt8] {
    columns.map(\.name).csvRecord + lines(of: rows)
  }

  func lines(of rows: some Sequence<Row>) -> [UInt8] {
    rows.flatMap { row in columns.map { $0.write(row) }.csvRecord }
  }

  /// Parses the rows of a file. Throws `badData` for malformed fields, values that no measurement can produce,
  /// missing values, duplicate rows and a last line without a line break. The error message contains the file,
  /// the line, the column, the value and the expected form.
  package func rows(in bytes: [UInt8], file: String) throws(RunFault) -> [Row] {
    var reader = CSVReader(bytes, file: file)
    var line = 1
    func fault(_ message: String) -> RunFault { .badData(file: file, line: line, message) }
    guard let names = try reader.next()?.map({ String(decoding: $0, as: UTF8.self) }) else {
      let header = columns.map(\.name).joined(separator: ",")
      throw fault("the file is empty, expected a header: \(header)")
    }
    if let message = headerFault(names) {
      // A message about another schema version is more helpful than one about the header.
      let version = columns[0]
      var row = blank
      guard names.first == version.name, let field = try reader.next()?.first,
        !version.read(field, &row)
      else { throw fault(message) }
      line = 2
      throw fault(version.mismatch(field))
    }
    let order = names.map { name in columns.first { $0.name == name } }
    line = reader.line
    var rows: [Row] = []
    var lines: [Row.Identity: Int] = [:]
    while let fields = try reader.next() {
      guard fields.count == order.count else {
        throw fault("fields: found \(fields.count), expected \(order.count) as in the header")
      }
      var row = blank
      for (field, column) in zip(fields, order) {
        if let column, !column.read(field, &row) { throw fault(column.mismatch(field)) }
      }
      for (field, column) in zip(fields, order) {
        if let column, column.isAbsent(row) { throw fault(column.absence(field)) }
      }
      if let first = lines.updateValue(line, forKey: row.identity) {
        throw fault("\(row.name) occurs twice, first on line \(first)")
      }
      rows.append(row)
      line = reader.line
    }
    guard reader.endsInLineBreak else {
      // Without this check, a number that is cut off at the end of the file would be read as a smaller
      // number.
      line = bytes.count { $0 == UInt8(ascii: "\n") } + 1
      throw fault("the last line is incomplete: the file is truncated")
    }
    return rows
  }

  /// A message about the first missing required column; nil if there is none.
  private func headerFault(_ names: [String]) -> String? {
    for (index, column) in columns.prefix(requiredCount).enumerated() {
      let found = index < names.count ? names[index] : nil
      if found != column.name {
        return
          "column \(index + 1): found \(found?.quoted ?? "nothing"), expected \"\(column.name)\""
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
  /// Whether the value of a row is missing although other values show that it was measured.
  let isAbsent: @Sendable (Row) -> Bool

  /// Creates the column for a property.
  ///
  /// - Parameters:
  ///   - range: the values that a measurement can produce.
  ///   - isNeeded: whether the other values of a row show that this value was measured. Such a row must not
  ///     have a blank field, or 0 in a column of whole numbers, both of which mean "not measured".
  init<Value: CSVValue>(
    _ name: String, _ path: any WritableKeyPath<Row, Value> & Sendable, _ range: ValueRange = .any,
    neededIf isNeeded: @escaping @Sendable (Row) -> Bool = { _ in false }
  ) {
    (self.name, expectation) = (name, range.expectation(of: Value.self))
    write = { $0[keyPath: path].csvText }
    read = { field, row in
      guard let value = Value(csv: field), value.csvNumber.map(range.contains) ?? true else {
        return false
      }
      row[keyPath: path] = value
      return true
    }
    isAbsent = { isNeeded($0) && $0[keyPath: path].isMissing }
  }

  /// Creates the column for the format version, which has the same number in every row.
  init(_ name: String, always number: Int) {
    (self.name, expectation) = (name, "\(number), the format of this version")
    write = { _ in number.csvText }
    read = { field, _ in Int(csv: field) == number }
    isAbsent = { _ in false }
  }

  func mismatch(_ field: ArraySlice<UInt8>) -> String {
    let text = String(decoding: field, as: UTF8.self)
    return "column \(name): found \(text.quoted), expected \(expectation)"
  }

  func absence(_ field: ArraySlice<UInt8>) -> String {
    let text = field.isEmpty ? "nothing" : String(decoding: field, as: UTF8.self).quoted
    return "column \(name): found \(text), but the rest of the line shows that it was measured"
  }
}

/// The range of the numbers in a column.
package struct ValueRange: Sendable {
  private let text: String?
  let contains: @Sendable (Double) -> Bool

  static let any = ValueRange(text: nil) { _ in true }
  static let fromZero = ValueRange(text: "0 or more") { $0 >= 0 }
  static let aboveZero = ValueRange(text: "more than 0") { $0 > 0 }
  static let share = ValueRange(text: "more than 0 and at most 1") { $0 > 0 && $0 <= 1 }
  /// The quotient of two measurable times.
  static let ratio = ValueRange(text: "more than 0 and less than 1e15") { $0 > 0 && $0 < 1e15 }

  func expectation<Value: CSVValue>(of type: Value.Type) -> String {
    text.map { $0 + (Value.isOptional ? ", or nothing" : "") } ?? Value.csvExpectation
  }
}

// MARK: Values

/// A value that one field of a CSV file can represent.
package protocol CSVValue: Sendable {
  static var csvExpectation: String { get }

  /// Whether a blank field represents a value.
  static var isOptional: Bool { get }

  /// Parses a field; nil if the field does not represent a value of this type.
  init?(csv field: ArraySlice<UInt8>)

  var csvText: String { get }
  /// The value as a number; nil if it is not a number.
  var csvNumber: Double? { get }
  /// Whether the value may mean "not measured": a blank field, or the whole number 0.
  var isMissing: Bool { get }
}

extension CSVValue {
  package static var isOptional: Bool { false }
  package var csvNumber: Double? { nil }
  package var isMissing: Bool { csvText.isEmpty }
}

extension String: CSVValue {
  package static var csvExpectation: String { "UTF-8 text" }
  package init?(csv field: ArraySlice<UInt8>) { self.init(validating: field, as: UTF8.self) }
  package var csvText: String { self }
}

extension ExactText: CSVValue {
  package static var csvExpectation: String { String.csvExpectation }
  package init?(csv field: ArraySlice<UInt8>) {
    guard let text = String(csv: field) else { return nil }
    self.init(text)
  }
  package var csvText: String { string }
}

extension CSVValue where Self: RawRepresentable<String> {
  package init?(csv field: ArraySlice<UInt8>) {
    guard let value = String(csv: field).flatMap(Self.init(rawValue:)) else { return nil }
    self = value
  }

  package var csvText: String { rawValue }
}

/// A count or a time: a whole number from 0 to 2^53, which data frames represent exactly. Data frames write
/// whole numbers as decimal numbers, such as `50.0`, if values are missing from the column.
extension Int: CSVValue {
  package static var csvExpectation: String { "a whole number, 0 or more" }

  package init?(csv field: ArraySlice<UInt8>) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let first = field.first, digits.contains(first) else { return nil }
    let value =
      field.allSatisfy(digits.contains)
      ? Int(String(decoding: field, as: UTF8.self)) : Double(csv: field).flatMap(Int.init(exactly:))
    guard let value, value <= 1 << 53 else { return nil }
    self = value
  }

  package var csvText: String { String(self) }
  package var csvNumber: Double? { Double(self) }
  package var isMissing: Bool { self == 0 }
}

/// A checksum, written as `0x` and 16 hexadecimal digits. If checksums were written as decimal numbers, data
/// frame libraries would read a column with missing values as floating-point numbers, and the low bits of the
/// checksums would be lost.
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
  package static var isOptional: Bool { true }

  package init?(csv field: ArraySlice<UInt8>) {
    guard !field.isEmpty else {
      self = Self.none
      return
    }
    guard let value = Wrapped(csv: field) else { return nil }
    self = Self.some(value)
  }

  package var csvText: String { self?.csvText ?? "" }
  package var csvNumber: Double? { self?.csvNumber }
  package var isMissing: Bool { if case .none = self { true } else { false } }
}

/// A number, written without an exponent and with only as many digits as are needed to read it back exactly.
/// NaN and infinity are written as empty fields. Numbers with exponents can be read, because other programs
/// write them.
extension Double: CSVValue {
  package static var csvExpectation: String { "a decimal number" }
  package var csvNumber: Double? { self }

  package init?(csv field: ArraySlice<UInt8>) {
    // The initialiser of `Double` would accept "nan", "infinity" and hexadecimal digits.
    guard !field.contains(where: { $0 > UInt8(ascii: "9") && $0 | 0x20 != UInt8(ascii: "e") }),
      let value = Double(String(decoding: field, as: UTF8.self)), value.isFinite
    else { return nil }
    self = value
  }

  package var csvText: String {
    guard isFinite else { return "" }
    let parts = description.split(separator: "e")
    guard parts.count == 2, let exponent = Int(parts[1]) else { return description }
    // With an exponent, Swift writes one digit before the decimal point.
    let (sign, digits) = (self < 0 ? "-" : "", parts[0].filter(\.isNumber))
    if exponent < 0 {
      return "\(sign)0.\(String(repeating: "0", count: -exponent - 1))\(digits)"
    }
    let zeros = String(repeating: "0", count: max(0, exponent + 1 - digits.count))
    return "\(sign)\(digits)\(zeros).0"
  }
}

/// A value that JSON and CSV files represent by its name.
package protocol NamedValue: RawRepresentable<String>, CaseIterable, Codable, CSVValue {}

extension NamedValue {
  package static var csvExpectation: String {
    "one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }

  /// Decodes a name. This initialiser replaces that of the standard library, whose error message contains the
  /// name of a Swift type.
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let value = Self(rawValue: text) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "found \(text.quoted), expected \(Self.csvExpectation)")
    }
    self = value
  }
}

// MARK: Samples

/// A timed sample: a line of `samples.csv`.
package struct SampleRow: Equatable, Sendable {
  package var cell: CellKey
  /// The number of the repetition, counted from 0. When two cells of a group are compared, their repetitions
  /// with equal numbers form pairs.
  package var round: Int
  /// The position of the strategy, counted from 0, in the order in which the strategies ran in this
  /// repetition.
  package var slot: Int
  /// The number of timed operations, at least 1.
  package var operations: Int
  /// The time of all operations together, in nanoseconds.
  package var elapsedNs: Int
  /// The checksum of the answers, which two revisions of a strategy must agree on. It is not written to
  /// `samples.csv`, because strategies may run different operations, and `CellCheck` compares their answers
  /// with the reference.
  package var checksum: UInt64?
  /// The number of the sample, counted from 0, among the samples of the same strategy and repetition.
  package var segment = 0
  /// The index of the first step of the script that the sample timed.
  package var firstStep = 0
  /// Whether the thread was preempted during the sample, or whether a probe (a fixed amount of work) ran too
  /// slowly before or after the sample.
  package var isDisturbed = false

  var perOperation: Double { Double(elapsedNs) / Double(max(1, operations)) }
}

extension SampleRow: CSVRow {
  package static let schema = CSVSchema(blank: blank, required: timeColumns, optional: otherColumns)

  /// The schema of the samples that two programs exchange, which also has the checksums.
  package static let exchangeSchema = CSVSchema(
    blank: blank,
    required: timeColumns + [Column("checksum", \.checksum, neededIf: { _ in true })],
    optional: otherColumns)

  private static let blank = SampleRow(
    cell: .blank, round: 0, slot: 0, operations: 0, elapsedNs: 0)

  private static let timeColumns: [Column<SampleRow>] =
    keyColumns + [
      Column("round", \.round),
      Column("slot", \.slot),
      Column("operations", \.operations, .aboveZero),
      Column("elapsed_ns", \.elapsedNs, .aboveZero),
    ]

  private static let otherColumns: [Column<SampleRow>] =
    [
      roleColumn,
      Column("segment", \.segment),
      Column("first_step", \.firstStep),
      Column("disturbed", \.isDisturbed),
    ]

  package struct Identity: Hashable {
    let cell: CellKey
    let round, segment: Int
  }

  package var identity: Identity { Identity(cell: cell, round: round, segment: segment) }
  package var name: String { "segment \(segment) of round \(round) of \(cell.text)" }
}
