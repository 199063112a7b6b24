import BenchBasics
import CBenchMeasuring
import Foundation

/// The caches of a typical server core from 2023, which valgrind simulates.
package enum SimulatedCaches {
  /// Sizes of the first-level data cache and the last-level cache.
  package static let text = "48k,2M"
  package static let options = [
    "--tool=callgrind", "--cache-sim=yes", "--branch-sim=yes", "--I1=\(32 << 10),8,64",
    "--D1=\(48 << 10),12,64", "--LL=\(2 << 20),8,64", "--instr-atstart=no",
    "--collect-atstart=no", "--separate-threads=yes",
  ]
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
