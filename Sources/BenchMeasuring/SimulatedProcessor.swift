import BenchBasics
import CBenchMeasuring
import Foundation

/// The caches that valgrind simulates, which are those of a typical server core from 2023.
package enum SimulatedCaches {
  /// Sizes of the first-level data cache and the last-level cache.
  package static let text = "48k,2M"
  package static let options = [
    "--tool=callgrind", "--cache-sim=yes", "--branch-sim=yes", "--I1=\(32 << 10),8,64",
    "--D1=\(48 << 10),12,64", "--LL=\(2 << 20),8,64", "--instr-atstart=no",
    "--collect-atstart=no", "--separate-threads=yes",
  ]
}

package final class SimulatedProcessor {
  package static let variable = "LAYOUTBENCH_CALLGRIND"

  private let path: String
  private var dumps = 0

  /// Returns nil on a real processor or if the environment variable isn't set.
  package init?() {
    guard layoutbench_is_simulated() != 0,
      let path = ProcessInfo.processInfo.environment[Self.variable]
    else { return nil }
    self.path = path
  }

  /// Calls `body` with a function that runs the work passed to it on the simulated CPU and counts it. The
  /// caches are empty at the start. Returns one count for each counter in `Counter.simulated`. Indirect
  /// jumps aren't counted, because their mispredictions depend on the code layout.
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

  private func dump() throws(RunFault) -> String {
    let (folder, name) = FileSystem.parts(of: "\(path).\(dumps)-")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    guard let found = names.first(where: { $0.hasPrefix(name) }) else {
      throw RunFault(.internalFault, "callgrind wrote no \(path).\(dumps)-THREAD")
    }
    return "\(folder)/\(found)"
  }

  /// See "Callgrind Format Specification" in the valgrind manual.
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

/// Runs code on a heap that is always in the same state. Exact counts require this, because the number of
/// instructions needed to allocate and copy memory depends on addresses. Each heap needs its own thread,
/// which lives until the process ends.
package enum FreshHeap {
  package static func run<Result>(_ body: () -> Result) -> Result {
    callFromC(body) { layoutbench_call_on_fresh_heap($0, $1) }
  }
}
