import ListLayout

/// What is counted of a cell, per operation: exact, and the same on every machine, which no time is.
///
/// A kind of work is declared in `Work` and nowhere else: its column is called as its case is.
package enum Counter: Hashable, Sendable {
  case work(Work)
  case allocations
  case allocatedBytes
  /// Bytes that the strategy keeps, for each row of the list.
  case bytesPerRow
  /// Instructions executed in user space; nearly exact, and of one build on one kind of processor.
  case instructions
}

extension Counter: CaseIterable, Encodable {
  /// The kinds of work that are compared: a layout that was cut is a fault, and no amount.
  package static let work: [Counter] =
    Work.allCases.filter { $0 != .layoutsCut }.map(Counter.work)

  /// All counters, in the order of the columns.
  package static let allCases: [Counter] =
    work + [.allocations, .allocatedBytes, .bytesPerRow, .instructions]

  /// Those that are the same in two builds of one program.
  package static let compared = allCases.filter { $0 != .instructions }

  /// The column's name: `heights_asked`.
  package var name: String {
    let words = if case .work(let work) = self { "\(work)" } else { "\(self)" }
    return words.reduce(into: "") { name, letter in
      name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// What was counted of a cell, per operation; nil where it was not.
package struct Counters: Equatable, Sendable {
  private var amounts: [Counter: Double] = [:]

  package init() {}

  package subscript(counter: Counter) -> Double? {
    get { amounts[counter] }
    set { amounts[counter] = newValue }
  }

  package subscript(work: Work) -> Double? {
    get { amounts[.work(work)] }
    set { amounts[.work(work)] = newValue }
  }
}
