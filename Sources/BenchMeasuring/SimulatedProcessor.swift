import BenchBasics
import CBenchMeasuring
import Foundation

/// The sizes, in bytes, of the simulated processor's first-level data cache and last-level cache.
package struct SimulatedCaches: Equatable, Sendable {
  package let firstLevel, lastLevel: Int

  /// The caches of a typical server core from 2023.
  package static let usual = SimulatedCaches(firstLevel: 48 << 10, lastLevel: 2 << 20)

  /// Parses two sizes, such as `48k,2M`. Returns nil for sizes that valgrind cannot simulate.
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

  /// The sizes in the format that `init(_:)` parses.
  package var text: String {
    [firstLevel, lastLevel].map { size in
      size % (1 << 20) == 0 ? "\(size >> 20)M" : size % 1024 == 0 ? "\(size >> 10)k" : "\(size)"
    }.joined(separator: ",")
  }

  /// An associativity for a cache of `size` bytes, from 8 to 15 if possible, or nil if valgrind cannot
  /// simulate the size. Cache lines have 64 bytes, and the number of sets is a power of two.
  private static func ways(of size: Int) -> Int? {
    guard size >= 1024, size % 64 == 0 else { return nil }
    let lines = size / 64
    let sets = lines & -lines
    let ways = lines / min(sets, 1 << (Int.bitWidth - 1 - (lines / 8).leadingZeroBitCount))
    return ways < 64 ? ways : nil
  }

  /// The command-line options for valgrind.
  package var options: [String] {
    func cache(_ size: Int) -> String { "\(size),\(Self.ways(of: size) ?? 8),64" }
    return [
      "--tool=callgrind", "--cache-sim=yes", "--branch-sim=yes", "--I1=\(32 << 10),8,64",
      "--D1=\(cache(firstLevel))", "--LL=\(cache(lastLevel))", "--instr-atstart=no",
      "--collect-atstart=no", "--separate-threads=yes",
    ]
  }
}

/// Controls valgrind's simulated processor from inside the simulated program.
package final class SimulatedProcessor {
  /// The environment variable that contains the path of valgrind's output file.
  package static let variable = "LAYOUTBENCH_CALLGRIND"

  private let path: String
  private var dumps = 0

  /// Returns nil on a real processor or if the environment variable is not set.
  package init?() {
    guard layoutbench_is_simulated() != 0,
      let path = ProcessInfo.processInfo.environment[Self.variable]
    else { return nil }
    self.path = path
  }

  /// Calls `body` with a function that runs and counts the work passed to it. The simulated caches are
  /// initially empty.
  ///
  /// - Returns: instructions, data accesses, first-level and last-level data misses, and mispredicted
  ///   conditional branches. Mispredicted indirect jumps are not counted, because they depend on the code
  ///   layout: the simulated prediction table is small.
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
      throw .badData(file: file, line: 1, "expected the counts of callgrind")
    }
    return work
  }

  /// The path of the file that callgrind wrote last. Callgrind appends the thread number to the name.
  private func dump() throws(RunFault) -> String {
    let (folder, name) = FileSystem.parts(of: "\(path).\(dumps)-")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard let found = names.first(where: { $0.hasPrefix(name) }) else {
      throw RunFault(.internalFault, "callgrind wrote no \(path).\(dumps)-THREAD")
    }
    return "\(folder)/\(found)"
  }

  /// The event totals in callgrind's output, or nil if there are none. See "Callgrind Format Specification"
  /// in the valgrind manual.
  static func sums(in dump: String) -> [Double]? {
    func words(_ name: String) -> [Substring] {
      dump.split(separator: "\n").first { $0.hasPrefix(name) }?.split(separator: " ") ?? []
    }
    let (names, sums) = (words("events:").dropFirst(), words("summary:").dropFirst())
    // Callgrind omits trailing zeros.
    guard names.contains("Ir"), !sums.isEmpty, sums.count <= names.count else { return nil }
    let found = Dictionary(zip(names, sums.map { Double($0) ?? 0 }), uniquingKeysWith: +)
    return [["Ir"], ["Dr", "Dw"], ["D1mr", "D1mw"], ["DLmr", "DLmw"], ["Bcm"]].map { events in
      events.reduce(0) { $0 + (found[$1] ?? 0) }
    }
  }
}

/// Runs code on a fresh heap. The number of instructions that allocating and copying execute depends on
/// addresses, so exact counts require identical heaps. Each heap needs its own thread, which lives until the
/// process ends.
package enum FreshHeap {
  /// Runs `body` on a thread that has a new heap, and returns its result.
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
