import Basics
import CMeasuring
import Foundation

/// What a piece of work is on a simulated processor: exact, and the same on every machine that runs the
/// same program.
package struct SimulatedWork: Equatable, Sendable {
  package var instructions = 0.0
  /// Loads and stores.
  package var dataAccesses = 0.0
  /// Cache lines that were not in the first level, and of these such that were not in the last.
  package var linesL1 = 0.0
  package var linesLl = 0.0
  /// Conditional branches that went the other way than predicted, and jumps to another place.
  package var mispredicted = 0.0

  /// One step's part.
  package func divided(by steps: Double) -> SimulatedWork {
    SimulatedWork(
      instructions: instructions / steps, dataAccesses: dataAccesses / steps,
      linesL1: linesL1 / steps, linesLl: linesLl / steps, mispredicted: mispredicted / steps)
  }
}

/// The caches of a simulated processor: a first level for data and a last one, in bytes.
package struct SimulatedCaches: Equatable, Sendable {
  package let firstLevel, lastLevel: Int

  /// A server's core of 2023: 48 KiB, and 2 MiB that nobody else uses.
  package static let usual = SimulatedCaches(firstLevel: 48 << 10, lastLevel: 2 << 20)

  /// Caches of `firstLevel,lastLevel` bytes, `48k,2M`; nil for sizes that no simulation has.
  package init?(_ text: String) {
    let sizes = text.split(separator: ",", omittingEmptySubsequences: false).map { part -> Int? in
      let units = ["k": 10, "K": 10, "M": 20]
      let shift = part.last.flatMap { units[String($0)] }
      let digits = shift == nil ? part : part.dropLast()
      guard let number = Int(digits), (1...1 << 20).contains(number) else { return nil }
      return number << (shift ?? 0)
    }
    guard sizes.count == 2, let first = sizes[0], let last = sizes[1], first < last,
      [first, last].allSatisfy({ Self.ways(of: $0) != nil })
    else { return nil }
    self.init(firstLevel: first, lastLevel: last)
  }

  private init(firstLevel: Int, lastLevel: Int) {
    (self.firstLevel, self.lastLevel) = (firstLevel, lastLevel)
  }

  /// The text that `init(_:)` reads.
  package var text: String {
    [firstLevel, lastLevel].map { size in
      size % (1 << 20) == 0 ? "\(size >> 20)M" : size % 1024 == 0 ? "\(size >> 10)k" : "\(size)"
    }.joined(separator: ",")
  }

  /// Lines have 64 bytes; sets are a power of two, of 8 to 15 lines each.
  private static func ways(of size: Int) -> Int? {
    guard size >= 1024, size % 64 == 0 else { return nil }
    let lines = size / 64
    let sets = lines & -lines
    let ways = lines / min(sets, 1 << (Int.bitWidth - 1 - (lines / 8).leadingZeroBitCount))
    return ways < 64 ? ways : nil
  }

  /// The options of valgrind that make such a processor. Instructions have a first level of 32 KiB.
  package var options: [String] {
    func cache(_ size: Int) -> String { "\(size),\(Self.ways(of: size) ?? 8),64" }
    return [
      "--tool=callgrind", "--cache-sim=yes", "--branch-sim=yes", "--I1=\(32 << 10),8,64",
      "--D1=\(cache(firstLevel))", "--LL=\(cache(lastLevel))", "--instr-atstart=no",
      "--collect-atstart=no",
    ]
  }
}

/// The processor that valgrind simulates, seen from inside.
package final class SimulatedProcessor {
  /// The environment variable with the path that valgrind was told to write to.
  package static let variable = "LAYOUTBENCH_CALLGRIND"

  private let path: String
  private var dumps = 0

  /// Nil on a real processor, and where nothing says where counts go.
  package init?() {
    guard layoutbench_is_simulated() != 0,
      let path = ProcessInfo.processInfo.environment[Self.variable]
    else { return nil }
    self.path = path
  }

  /// Counts work, warm: caches are empty before `body`, which hands to its argument what is counted and
  /// does by itself what is not.
  package func count(_ body: ((() -> Void) -> Void) -> Void) throws(RunFault) -> SimulatedWork {
    layoutbench_ask_callgrind(layoutbench_callgrind_start)
    layoutbench_ask_callgrind(layoutbench_callgrind_zero)
    body { work in
      layoutbench_ask_callgrind(layoutbench_callgrind_toggle_collect)
      work()
      layoutbench_ask_callgrind(layoutbench_callgrind_toggle_collect)
    }
    layoutbench_ask_callgrind(layoutbench_callgrind_dump)
    layoutbench_ask_callgrind(layoutbench_callgrind_stop)
    dumps += 1
    let file = "\(path).\(dumps)"
    defer { unlink(file) }
    let text = String(decoding: try FileSystem.bytes(at: file), as: UTF8.self)
    guard let work = SimulatedWork(dump: text) else {
      throw .badData(file: file, line: 1, "expected what callgrind counted")
    }
    return work
  }
}

extension SimulatedWork {
  /// The sums of a file of callgrind's, by the names of its events (manual, "Callgrind Format
  /// Specification"); nil where it has no such sums.
  package init?(dump: String) {
    var names: [Substring] = []
    var sums: [Double] = []
    for line in dump.split(separator: "\n") {
      if line.hasPrefix("events:") { names = line.split(separator: " ").dropFirst().map { $0 } }
      if line.hasPrefix("summary:") || line.hasPrefix("totals:") {
        sums = line.split(separator: " ").dropFirst().compactMap { Double($0) }
      }
    }
    // Events at the end that are 0 are left out.
    guard names.contains("Ir"), !sums.isEmpty, sums.count <= names.count else { return nil }
    let found = Dictionary(zip(names, sums), uniquingKeysWith: +)
    func sum(_ events: Substring...) -> Double { events.reduce(0) { $0 + (found[$1] ?? 0) } }
    self.init(
      instructions: sum("Ir"), dataAccesses: sum("Dr", "Dw"), linesL1: sum("D1mr", "D1mw"),
      linesLl: sum("DLmr", "DLmw"), mispredicted: sum("Bcm", "Bim"))
  }
}
