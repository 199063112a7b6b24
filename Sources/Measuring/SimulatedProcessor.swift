import Basics
import CMeasuring
import Foundation

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
      "--collect-atstart=no", "--separate-threads=yes",
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
  ///
  /// - Returns: instructions; loads and stores; lines that were not in the first level of cache, and those of
  ///   them that were not in the last; conditional branches that went another way than predicted. Jumps to
  ///   computed places are left out: the simulated table of them is so small that they depend on where the
  ///   linker put what.
  package func count(_ body: ((() -> Void) -> Void) -> Void) throws(RunFault) -> [Double] {
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
    let file = try dump()
    defer { unlink(file) }
    let text = String(decoding: try FileSystem.bytes(at: file), as: UTF8.self)
    guard let work = Self.sums(in: text) else {
      throw .badData(file: file, line: 1, "expected what callgrind counted")
    }
    return work
  }

  /// The file of the last dump, which is this thread's: callgrind adds the thread's number to its name.
  private func dump() throws(RunFault) -> String {
    let (folder, name) = FileSystem.parts(of: "\(path).\(dumps)-")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard let found = names.first(where: { $0.hasPrefix(name) }) else {
      throw RunFault(.internalFault, "callgrind wrote no \(path).\(dumps)-THREAD")
    }
    return "\(folder)/\(found)"
  }

  /// The sums of a file of callgrind's, by the names of its events (manual, "Callgrind Format
  /// Specification"); nil where it has no such sums.
  static func sums(in dump: String) -> [Double]? {
    func words(_ name: String) -> [Substring] {
      dump.split(separator: "\n").first { $0.hasPrefix(name) }?.split(separator: " ") ?? []
    }
    let (names, sums) = (words("events:").dropFirst(), words("summary:").dropFirst())
    // Events at the end that are 0 are left out.
    guard names.contains("Ir"), !sums.isEmpty, sums.count <= names.count else { return nil }
    let found = Dictionary(zip(names, sums.map { Double($0) ?? 0 }), uniquingKeysWith: +)
    return [["Ir"], ["Dr", "Dw"], ["D1mr", "D1mw"], ["DLmr", "DLmw"], ["Bcm"]].map { events in
      events.reduce(0) { $0 + (found[$1] ?? 0) }
    }
  }
}

/// A heap that nothing has used before: the allocator takes longer in a heap with holes, and memory is copied in
/// more instructions at some addresses than at others, so equal work executes equal instructions only in equal
/// heaps. For processes that count and end soon: each heap costs a thread that stays until then.
package enum FreshHeap {
  /// What the body returns, run on a thread with a heap of its own.
  package static func run<Result>(_ body: () -> Result) -> Result {
    var result: Result?
    withoutActuallyEscaping({ result = body() }) { call in
      withUnsafePointer(to: call) {
        layoutbench_call_on_fresh_heap(
          { $0?.assumingMemoryBound(to: (() -> Void).self).pointee() },
          UnsafeMutableRawPointer(mutating: $0))
      }
    }
    return result!
  }
}
