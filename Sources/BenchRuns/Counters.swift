import ListLayout

/// A counter of a cell, as an amount per operation or, for `bytesPerRow`, per row. Counters of layout work
/// have the same values on every machine. Each CSV column is named after its case.
package enum Counter: Hashable, Sendable {
  case work(Work)
  case allocations
  case allocatedBytes
  /// The bytes that the strategy keeps in memory, per row of the list.
  case bytesPerRow
  /// The number of executed instructions. This counter and the following ones come from a simulated processor
  /// and exclude the work of the harness.
  case instructions
  /// The number of loads and stores.
  case dataAccesses
  /// The numbers of cache lines that were missing from the first-level and from the last-level cache.
  case linesL1, linesLl
  /// The number of mispredicted branches.
  case mispredicted
}

extension Counter: CaseIterable, Encodable {
  /// The counters of layout work that are compared between runs. An aborted layout (`layoutsCut`) is a defect
  /// and not an amount of work.
  package static let work: [Counter] =
    Work.allCases.filter { $0 != .layoutsCut }.map(Counter.work)

  /// The counters of allocations and memory.
  static let memory: [Counter] = [.allocations, .allocatedBytes, .bytesPerRow]

  package static let allCases: [Counter] = work + memory + simulated

  /// The counters of the simulated processor.
  package static let simulated: [Counter] = [
    .instructions, .dataAccesses, .linesL1, .linesLl, .mispredicted,
  ]

  /// Whether a comparison judges this counter. Misses of caches and mispredictions depend on the addresses of
  /// the code, which differ between two builds of equal strategies.
  package var decides: Bool { ![.linesL1, .linesLl, .mispredicted].contains(self) }

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

/// The values of the counters of a cell, without counters that were not measured.
package typealias Counters = [Counter: Double]

extension Counters {
  package subscript(work: Work) -> Double? {
    get { self[.work(work)] }
    set { self[.work(work)] = newValue }
  }
}
