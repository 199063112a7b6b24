import ListLayout

/// A counter of a cell, whose value is per operation. Counters of work are equal on every machine. The kinds
/// of work are declared only in `Work`; the column of a kind has the name of its case.
package enum Counter: Hashable, Sendable {
  case work(Work)
  case allocations
  case allocatedBytes
  /// The bytes that the strategy keeps in memory, per row of the list.
  case bytesPerRow
  /// The number of executed instructions. This counter and the counters declared after it come from a
  /// simulated processor and exclude the harness.
  case instructions
  /// The number of loads and stores.
  case dataAccesses
  /// The number of cache lines that missed the first-level cache, and the number that missed the last-level
  /// cache.
  case linesL1, linesLl
  /// The number of mispredicted branches.
  case mispredicted
}

extension Counter: CaseIterable, Encodable {
  /// The kinds of work that are compared. `layoutsCut` is excluded, because a layout that was cut off is a
  /// defect and not an amount of work.
  package static let work: [Counter] =
    Work.allCases.filter { $0 != .layoutsCut }.map(Counter.work)

  package static let allCases: [Counter] =
    work + [.allocations, .allocatedBytes, .bytesPerRow] + simulated

  /// The counters of the simulated processor.
  package static let simulated: [Counter] = [
    .instructions, .dataAccesses, .linesL1, .linesLl, .mispredicted,
  ]

  /// The counters whose values are equal in any two builds of the same program.
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

/// The values of the counters of a cell, per operation; nil for a counter that was not measured.
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
