import ListLayout

/// A count of a cell, per operation. Counts are exact and equal on every machine, except those of the
/// processor. A kind of work is declared in `Work` alone; its column has the name of its case.
package enum Counter: Hashable, Sendable {
  case work(Work)
  case allocations
  case allocatedBytes
  /// Bytes that the strategy keeps, for each row of the list.
  case bytesPerRow
  /// Instructions executed in user space, of one build on one kind of processor; exact on a simulated
  /// processor, and then without those of the harness, as are all that follow.
  case instructions
  /// Loads and stores.
  case dataAccesses
  /// Cache lines missing in the first level, and in the last.
  case linesL1, linesLl
  /// Mispredicted branches.
  case mispredicted
}

extension Counter: CaseIterable, Encodable {
  /// The kinds of work that are compared. A layout that was cut off is a defect, not an amount.
  package static let work: [Counter] =
    Work.allCases.filter { $0 != .layoutsCut }.map(Counter.work)

  package static let allCases: [Counter] =
    work + [.allocations, .allocatedBytes, .bytesPerRow] + simulated

  /// The counters of the processor.
  package static let simulated: [Counter] = [
    .instructions, .dataAccesses, .linesL1, .linesLl, .mispredicted,
  ]

  /// The counters that are equal in two builds of one program.
  package static let compared = allCases.filter { !simulated.contains($0) }

  package var name: String {
    let name = if case .work(let work) = self { "\(work)" } else { "\(self)" }
    return name.reduce(into: "") { name, letter in
      name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

/// The counts of a cell, per operation; nil for those that were not made.
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
