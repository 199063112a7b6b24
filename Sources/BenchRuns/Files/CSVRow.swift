import BenchBasics

/// A row of a CSV file.
package protocol CSVRow: Sendable {
  associatedtype Identity: Hashable
  /// The row whose fields are replaced when a line is read.
  static var blank: Self { get }
  /// A key that is unique among the rows of a file.
  var identity: Identity { get }
  /// The description of the row in messages.
  var name: String { get }
  /// Passes all columns, with the property that each contains, to `columns`, which writes or reads them.
  mutating func code(_ columns: inout CSVColumns)
}

extension CellKey {
  /// The columns with which every file begins.
  mutating func code(_ columns: inout CSVColumns) {
    columns.version(RunRecord.schemaVersion)
    columns("scenario", &group.scenario, neededIf: true)
    columns("heights", &group.heights, neededIf: true)
    columns("rows", &group.rows)
    columns("strategy", &strategy, neededIf: true)
    columns("mode", &mode, neededIf: true)
  }
}

extension CSVRow {
  /// The text of a file with these rows.
  package static func csv(of rows: some Sequence<Self>) -> [UInt8] {
    columns.names.csvRecord + lines(of: rows)
  }

  static func lines(of rows: some Sequence<Self>) -> [UInt8] {
    rows.flatMap { row in
      var (row, columns) = (row, CSVColumns(.write))
      row.code(&columns)
      return columns.texts.csvRecord
    }
  }

  private static var columns: CSVColumns {
    var (row, columns) = (blank, CSVColumns(.list))
    row.code(&columns)
    return columns
  }

  /// Parses the rows of a file, which begins with the required columns; other columns may follow. Throws `badData`
  /// for malformed fields, values that no measurement can produce, missing values, duplicate rows and a last
  /// line without a line break. The message contains the file, the line, the column, the value and the expected
  /// form.
  package static func rows(in bytes: [UInt8], file: String) throws(RunFault) -> [Self] {
    var reader = CSVReader(bytes, file: file)
    var line = 1
    func fault(_ message: String) -> RunFault { .badData(file: file, line: line, message) }
    let columns = columns
    guard let header = try reader.next()?.map({ String(decoding: $0, as: UTF8.self) }) else {
      throw fault(
        "the file is empty, expected a header: \(columns.names.joined(separator: ","))")
    }
    // The place of each column in the file; nil for a column that the file lacks.
    let places = columns.names.map(header.firstIndex)
    func row(_ fields: [ArraySlice<UInt8>]) throws(RunFault) -> Self {
      var row = blank
      for task in [CSVColumns.Task.read, .check] {
        var columns = CSVColumns(
          task, places.map { $0.flatMap { $0 < fields.count ? fields[$0] : nil } })
        row.code(&columns)
        if let message = columns.fault { throw fault(message) }
      }
      return row
    }
    if let message = columns.headerFault(header) {
      // A message about another schema version is more helpful than one about the header.
      if header.first == columns.names[0], let version = try reader.next()?.first {
        line = 2
        _ = try row([version])
        line = 1
      }
      throw fault(message)
    }
    line = reader.line
    var rows: [Self] = []
    var lines: [Identity: Int] = [:]
    while let fields = try reader.next() {
      guard fields.count == header.count else {
        throw fault("fields: found \(fields.count), expected \(header.count) as in the header")
      }
      let row = try row(fields)
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
}

/// The columns of a CSV file, while a row passes its properties to be listed, written or read.
package struct CSVColumns {
  enum Task {
    case list, write
    /// Stores the fields of a line in the row.
    case read
    /// Checks, after the row was read, that no value is missing.
    case check
  }

  private let task: Task
  private(set) var names: [String] = []
  private var requiredCount = 0
  /// The fields to write.
  private(set) var texts: [String] = []
  /// The fields of the line, one for each column; nil for a column that the file lacks.
  private let fields: [ArraySlice<UInt8>?]
  private var next = 0
  /// A message about the first invalid field.
  private(set) var fault: String?

  init(_ task: Task, _ fields: [ArraySlice<UInt8>?] = []) {
    (self.task, self.fields) = (task, fields)
  }

  /// Adds the next column. Its name ends in the unit of the values, as in `time_ns`.
  ///
  /// - Parameters:
  ///   - range: The values that a measurement can produce.
  ///   - isNeeded: Whether the other values of the row show that this value was measured. Then, its field must
  ///     not be blank, or 0 in a column of whole numbers, both of which mean "not measured".
  package mutating func callAsFunction<Value: CSVValue>(
    _ name: String, _ value: inout Value, _ range: ValueRange = .any,
    neededIf isNeeded: Bool = false
  ) {
    switch task {
    case .list: names.append(name)
    case .write: texts.append(value.csvText)
    case .read, .check:
      defer { next += 1 }
      guard fault == nil, let field = fields[next] else { return }
      func found(_ problem: String) {
        let text = field.isEmpty ? "nothing" : String(decoding: field, as: UTF8.self).quoted
        fault = "column \(name): found \(text), \(problem)"
      }
      if task == .check {
        if isNeeded, value.isMissing {
          found("but the rest of the line shows that it was measured")
        }
      } else if let read = Value(csv: field), read.csvNumber.map(range.contains) ?? true {
        value = read
      } else {
        found("expected \(range.expectation(of: Value.self))")
      }
    }
  }

  /// Adds the column of a time in nanoseconds, which the file contains in a larger unit.
  mutating func callAsFunction(_ name: String, _ nanoseconds: inout Int64?, per unit: Double) {
    var value = nanoseconds.map { Double($0) / unit }
    self(name, &value, .fromZero)
    if task == .read { nanoseconds = value.flatMap { Int64(exactly: ($0 * unit).rounded()) } }
  }

  /// Adds the column of the format's version, which has the same number in every row.
  mutating func version(_ number: Int) {
    var found = number
    self(
      "schema", &found, ValueRange("\(number), the format of this version") { $0 == Double(number) }
    )
  }

  /// Marks the end of the columns with which a file must begin.
  mutating func endRequired() { requiredCount = names.count }

  /// A message about the first missing required column; nil if there is none.
  fileprivate func headerFault(_ header: [String]) -> String? {
    for (index, name) in names.prefix(requiredCount).enumerated() {
      let found = index < header.count ? header[index] : nil
      if found != name {
        return "column \(index + 1): found \(found?.quoted ?? "nothing"), expected \"\(name)\""
      }
    }
    return nil
  }
}

/// The range of the numbers in a column.
package struct ValueRange: Sendable {
  private let text: String?
  let contains: @Sendable (Double) -> Bool

  init(_ text: String?, contains: @escaping @Sendable (Double) -> Bool) {
    (self.text, self.contains) = (text, contains)
  }

  package static let any = ValueRange(nil) { _ in true }
  static let fromZero = ValueRange("0 or more") { $0 >= 0 }
  static let aboveZero = ValueRange("more than 0") { $0 > 0 }
  static let share = ValueRange("more than 0 and at most 1") { $0 > 0 && $0 <= 1 }
  /// The quotient of two measurable times.
  static let ratio = ValueRange("more than 0 and less than 1e15") { $0 > 0 && $0 < 1e15 }

  func expectation<Value: CSVValue>(of type: Value.Type) -> String {
    text.map { $0 + (Value.isOptional ? ", or nothing" : "") } ?? Value.csvExpectation
  }
}
