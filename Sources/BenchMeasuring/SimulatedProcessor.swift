import BenchBasics
import CBenchMeasuring
import Foundation

package struct SimulatedCaches: Equatable, Sendable {
  package let text: String
  private let firstLevel, lastLevel: Int

  /// The caches of a typical server core from 2023.
  package static let usual = SimulatedCaches("48k,2M")!

  /// Parses two sizes in bytes, such as `48k,2M`. Returns nil for sizes that valgrind can't simulate.
  package init?(_ text: String) {
    let sizes = text.split(separator: ",", omittingEmptySubsequences: false).map { part -> Int? in
      let shift = part.last.flatMap { ["k": 10, "K": 10, "M": 20][$0] }
      guard let number = Int(shift == nil ? part : part.dropLast()), (1...1 << 20).contains(number)
      else { return nil }
      return number << (shift ?? 0)
    }
    guard sizes.count == 2, let first = sizes[0], let last = sizes[1], first < last,
      [first, last].allSatisfy({ Self.ways(of: $0) != nil })
    else { return nil }
    (self.text, firstLevel, lastLevel) = (text, first, last)
  }

  /// An associativity from 8 to 15 if possible. Cache lines have 64 bytes, and the number of sets is a
  /// power of two.
  private static func ways(of size: Int) -> Int? {
    guard size >= 1024, size % 64 == 0 else { return nil }
    let lines = size / 64
    let sets = lines & -lines
    let ways = lines / min(sets, 1 << (Int.bitWidth - 1 - (lines / 8).leadingZeroBitCount))
    return ways < 64 ? ways : nil
  }

  package var options: [String] {
    func cache(_ size: Int) -> String { "\(size),\(Self.ways(of: size) ?? 8),64" }
    return [
      "--tool=callgrind", "--cache-sim=yes", "--branch-sim=yes", "--I1=\(32 << 10),8,64",
      "--D1=\(cache(firstLevel))", "--LL=\(cache(lastLevel))", "--instr-atstart=no",
      "--collect-atstart=no", "--separate-threads=yes",
    ]
  }
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

  /// Calls `body` with a function that counts the work passed to it, starting with empty caches. Returns
  /// one count for each of `Counter.simulated`. Indirect jumps aren't counted, because their mispredictions
  /// depend on the code layout.
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

/// The instructions that allocating and copying execute depend on addresses, so exact counts require
/// identical heaps. Each heap needs its own thread, which lives until the process ends.
package enum FreshHeap {
  package static func run<Result>(_ body: () -> Result) -> Result {
    callFromC(body) { layoutbench_call_on_fresh_heap($0, $1) }
  }
}
