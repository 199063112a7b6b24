import BenchBasics

package protocol CSVRow: Sendable {
  associatedtype Identity: Hashable
  static var blank: Self { get }
  var identity: Identity { get }
  var name: String { get }
  /// Visits every column in order. The header, the writer and the parser all use this function.
  mutating func code(_ columns: inout CSVColumns)
}

extension CellKey {
  mutating func code(_ columns: inout CSVColumns) {
    columns.version(RunRecord.schemaVersion)
    columns("scenario", &group.scenario, "see `bench list scenarios`")
    columns("heights", &group.heights, "row heights, see `bench list heights`")
    columns("rows", &group.rows, "number of rows in the list")
    columns("strategy", &strategy, "see `bench list strategies`")
    columns("mode", &mode, "`published` (a post's original code) or `corrected`")
  }
}

extension CSVRow {
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

  static var columns: CSVColumns {
    var (row, columns) = (blank, CSVColumns(.list))
    row.code(&columns)
    return columns
  }

  /// Parses a CSV file whose header begins with the required columns. Throws `badData` for malformed or
  /// missing values, duplicate rows and a truncated last line.
  package static func rows(in bytes: [UInt8], file: String) throws(RunFault) -> [Self] {
    var reader = CSVReader(bytes, file: file)
    var line = 1
    func fault(_ message: String) -> RunFault { .badData(file: file, line: line, message) }
    let columns = columns
    guard let header = try reader.next()?.map({ String(decoding: $0, as: UTF8.self) }) else {
      throw fault(
        "the file is empty, expected a header: \(columns.names.joined(separator: ","))")
    }
    let places = columns.names.map(header.firstIndex)
    func row(_ fields: [ArraySlice<UInt8>]) throws(RunFault) -> Self {
      var row = blank
      var columns = CSVColumns(
        .read, places.map { $0.flatMap { $0 < fields.count ? fields[$0] : nil } })
      row.code(&columns)
      if let message = columns.fault { throw fault(message) }
      return row
    }
    if let message = columns.headerFault(header) {
      // If the file has a different schema version, report the version instead, because it explains why the
      // header differs.
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
        throw fault("found \(fields.count) fields, but the header has \(header.count)")
      }
      let row = try row(fields)
      if let first = lines.updateValue(line, forKey: row.identity) {
        throw fault("\(row.name) occurs twice, first on line \(first)")
      }
      rows.append(row)
      line = reader.line
    }
    guard reader.endsInLineBreak else {
      // Without this check, a truncated number at the end of the file would be read as a smaller number.
      line = bytes.count { $0 == UInt8(ascii: "\n") } + 1
      throw fault("the last line is incomplete: the file is truncated")
    }
    return rows
  }
}

package struct CSVColumns {
  enum Task {
    case list, write, read
  }

  private let task: Task
  private(set) var listed: [(name: String, meaning: String)] = []
  var names: [String] { listed.map(\.name) }
  private var requiredCount = 0
  private(set) var texts: [String] = []
  private let fields: [ArraySlice<UInt8>?]
  private var next = 0
  private(set) var fault: String?

  init(_ task: Task, _ fields: [ArraySlice<UInt8>?] = []) {
    (self.task, self.fields) = (task, fields)
  }

  /// Visits the next column. Column names end in their unit, as in `time_ns`.
  ///
  /// - Parameters:
  ///   - meaning: The column's description in `Columns.md`, including its unit.
  ///   - range: The range of values that a measurement can produce.
  package mutating func callAsFunction<Value: CSVValue>(
    _ name: String, _ value: inout Value, _ meaning: String,
    _ range: ValueRange = .any
  ) {
    switch task {
    case .list: listed.append((name, meaning))
    case .write: texts.append(value.csvText)
    case .read:
      defer { next += 1 }
      guard fault == nil, let field = fields[next] else { return }
      if let read = Value(csv: field), read.csvNumber.map(range.contains) ?? true {
        value = read
      } else {
        let text = field.isEmpty ? "nothing" : String(decoding: field, as: UTF8.self).quoted
        fault = "column \(name): found \(text), expected \(range.text ?? Value.csvExpectation)"
      }
    }
  }

  /// Visits a column whose value is in nanoseconds in memory but in a larger unit in the file.
  mutating func callAsFunction(
    _ name: String, _ nanoseconds: inout Int64?, _ meaning: String, per unit: Double
  ) {
    var value = nanoseconds.map { Double($0) / unit }
    self(name, &value, meaning, .fromZero)
    if task == .read { nanoseconds = value.flatMap { Int64(exactly: ($0 * unit).rounded()) } }
  }

  mutating func version(_ number: Int) {
    var found = number
    let range = ValueRange(text: "\(number), the format of this version") { $0 == Double(number) }
    self("schema", &found, "version of the format", range)
  }

  mutating func endRequired() { requiredCount = listed.count }

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

package struct ValueRange: Sendable {
  let text: String?
  let contains: @Sendable (Double) -> Bool

  package static let any = ValueRange(text: nil) { _ in true }
  static let fromZero = ValueRange(text: "0 or more") { $0 >= 0 }
  static let aboveZero = ValueRange(text: "more than 0") { $0 > 0 }
  static let share = ValueRange(text: "more than 0 and at most 1") { $0 > 0 && $0 <= 1 }
  static let ratio = ValueRange(text: "more than 0 and less than 1e15") { $0 > 0 && $0 < 1e15 }
}
