extension CSVSchema {
  /// The names of all columns, with commas between them.
  public var header: String { columns.map(\.name).joined(separator: ",") }

  /// One row as a line of the file, with its line break.
  public func line(of row: Row) -> [UInt8] {
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
        let shown = found.map(RunFault.quoted) ?? "nothing"
        throw .badData(
          file: file, line: 1, "column \(index + 1): found \(shown), expected \"\(known[index])\"")
      }
    }
    var seen: Set<String> = []
    for name in names where !seen.insert(name).inserted {
      throw .badData(file: file, line: 1, "column \(RunFault.quoted(name)) stands here twice")
    }
    let absent = known.filter { !seen.contains($0) }
    for name in names where !known.contains(name) {
      guard let meant = Spelling.nearest(to: name, among: absent) else { continue }
      throw .badData(
        file: file, line: 1, "unknown column \(RunFault.quoted(name)), did you mean \"\(meant)\"?")
    }
    return names.map { known.firstIndex(of: $0) }
  }
}
