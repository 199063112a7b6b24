import BenchBasics

/// A deliberate increase that comparisons should not report as a regression. Each line of
/// `results/accepted.csv` stores one accepted increase.
package struct AcceptedIncrease: Equatable, Sendable {
  package var cell: CellKey
  package var counter: Counter
  package var limit: Double
  package var reason: String

  package static let file = "results/accepted.csv"

  package init(_ increase: CounterComparison, reason: String) {
    (cell, counter, limit) = (increase.cell, increase.counter, increase.head)
    self.reason = reason
  }

  package static func read(_ path: String = file) throws(RunFault) -> [AcceptedIncrease] {
    FileSystem.holds(path) ? try rows(in: FileSystem.bytes(at: path), file: path) : []
  }

  /// A new line replaces the existing one for the same cell and counter.
  package static func write(
    _ lines: [AcceptedIncrease], replacing new: [AcceptedIncrease], to path: String = file
  ) throws(RunFault) {
    let folder = FileSystem.folder(of: path)
    if !FileSystem.holdsFolder(folder) { try FileSystem.createFolder(folder) }
    let replaced = Set(new.map(\.identity))
    let kept = lines.filter { !replaced.contains($0.identity) }
    try FileSystem.replaceFile(at: path, with: csv(of: kept + new))
  }
}

extension AcceptedIncrease: CSVRow {
  package static let blank = AcceptedIncrease(
    CounterComparison(cell: .blank, counter: .allocations, base: 0, head: 0), reason: "")

  package mutating func code(_ columns: inout CSVColumns) {
    cell.code(&columns)
    columns("counter", &counter, "the column of `summary.csv` that may increase")
    columns("limit", &limit, "largest accepted value of that column", .fromZero)
    columns("reason", &reason, "why the increase was accepted")
    columns.endRequired()
  }

  package struct Identity: Hashable {
    let cell: CellKey
    let counter: Counter
  }

  package var identity: Identity { Identity(cell: cell, counter: counter) }
  package var name: String { "\(counter.name) of \(cell.text)" }
}

extension Counter: CSVValue {
  package static var csvExpectation: String { allCases.map(\.name).listed("or") }

  package init?(csv field: ArraySlice<UInt8>) {
    guard let text = String(csv: field),
      let counter = Self.allCases.first(where: { $0.name == text })
    else { return nil }
    self = counter
  }

  package var csvText: String { name }
}

extension RunComparison {
  /// Marks increases within the limits of `lines` as accepted, and adds a note for each obsolete line.
  package mutating func accept(_ lines: [AcceptedIncrease]) {
    var others = 0
    for line in lines {
      let index = counters.firstIndex { $0.cell == line.cell && $0.counter == line.counter }
      guard let index else {
        others += 1
        continue
      }
      let found = counters[index]
      if found.change != .more {
        notes.append(
          "\(AcceptedIncrease.file): \(line.name) has not increased, so remove its line.")
      } else if found.head <= line.limit + found.tolerance {
        counters[index].acceptance = line.reason
      } else {
        notes.append(
          "\(AcceptedIncrease.file): \(line.name) is \(found.head), above its limit \(line.limit).")
      }
    }
    if others > 0 {
      notes.append(
        "\(AcceptedIncrease.file): lines for counters that were not compared: \(others).")
    }
  }
}
