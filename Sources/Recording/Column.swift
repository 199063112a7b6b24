/// One column of a CSV file: its name, how a row's value is written, and how it is read.
public struct Column<Row: Sendable>: Sendable {
  /// The column's name, which ends in its unit: `median_ns`.
  public let name: String

  /// What a field holds, in the words of an error message.
  let expectation: String

  /// Writes a row's value.
  let write: @Sendable (Row, inout CSVWriter) -> Void

  /// Reads a field into a row; false when the field does not hold what is expected.
  let read: @Sendable (ArraySlice<UInt8>, inout Row) -> Bool

  /// The column that holds the property at `path`.
  public init<Value: CSVValue>(
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
  public init(
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
  public init(_ name: String, always number: Int) {
    self.name = name
    expectation = "\(number), the format this bench knows"
    write = { _, csv in number.write(to: &csv) }
    read = { field, _ in Int(csv: field) == number }
  }
}
