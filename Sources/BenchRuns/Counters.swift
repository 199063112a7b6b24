import ListLayout

package enum Counter: Hashable, Sendable {
  case work(Work)
  case allocations
  case allocatedBytes
  case bytesPerRow
  /// The number of executed instructions. This counter and all counters below come from a simulated CPU and
  /// exclude the harness overhead.
  case instructions
  case dataAccesses
  case linesL1, linesLl
  case mispredicted
}

extension Counter: CaseIterable, Encodable {
  /// Excludes `layoutsCut`, because an aborted layout is a bug rather than work.
  package static let work: [Counter] =
    Work.allCases.filter { $0 != .layoutsCut }.map(Counter.work)

  static let memory: [Counter] = [.allocations, .allocatedBytes, .bytesPerRow]

  package static let allCases: [Counter] = work + memory + simulated

  package static let simulated: [Counter] = [
    .instructions, .dataAccesses, .linesL1, .linesLl, .mispredicted,
  ]

  /// Whether a comparison fails if the counter increases. Cache misses and mispredictions depend on code
  /// addresses, which differ between builds of identical code.
  package var decides: Bool { ![.linesL1, .linesLl, .mispredicted].contains(self) }

  package var name: String {
    let name = if case .work(let work) = self { "\(work)" } else { "\(self)" }
    return name.reduce(into: "") { name, letter in
      name += letter.isUppercase ? "_" + letter.lowercased() : String(letter)
    }
  }

  var meaning: String {
    switch self {
    case .work(.heightsAsked): "requested row heights"
    case .work(.rowsScanned):
      "entries visited by loops whose number of iterations depends on the list"
    case .work(.viewsCreated): "created views"
    case .work(.viewsConfigured): "views bound to a row"
    case .work(.viewsMoved): "views moved within the content"
    case .work(.reloads): "layouts of the whole content"
    case .work(.layoutPasses): "layout passes"
    case .work(.layoutsCut): "layouts stopped after 100 passes"
    case .allocations: "heap allocations"
    case .allocatedBytes: "allocated bytes"
    case .bytesPerRow: "memory retained by the list, in bytes per row"
    case .instructions: "executed instructions"
    case .dataAccesses: "loads and stores"
    case .linesL1: "misses in the simulated first-level data cache"
    case .linesLl: "misses in the simulated last-level cache"
    case .mispredicted: "mispredicted conditional branches"
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(name)
  }
}

package typealias Counters = [Counter: Double]

extension Counters {
  package subscript(work: Work) -> Double? {
    get { self[.work(work)] }
    set { self[.work(work)] = newValue }
  }
}
