import BenchBasics
import BenchMeasuring
import Foundation

package struct MachineFacts: Codable, Equatable, Sendable {
  package var cpuModel = Self.unknown
  package var cores = ProcessInfo.processInfo.activeProcessorCount
  package var memoryBytes = ProcessInfo.processInfo.physicalMemory
  package var kernel = Self.unknown
  package var os = Self.unknown
  package var architecture = Self.unknown
  package var governor = Self.unknown
  package var loadAverage = 0.0
  /// A hash of the host name, which distinguishes machines of the same model.
  package var host = Self.unknown

  enum CodingKeys: String, CodingKey {
    case cpuModel = "cpu_model"
    case memoryBytes = "memory_bytes"
    case loadAverage = "load_average"
    case cores, kernel, os, architecture, governor, host
  }
}

extension MachineFacts {
  static let unknown = "unknown"

  var system: String { String(kernel.prefix { $0 != " " }) }

  package static func gather() -> MachineFacts {
    var system = utsname()
    uname(&system)
    var facts = MachineFacts()
    #if os(Linux)
      facts.cpuModel = text(of: "/proc/cpuinfo").flatMap(cpuModel(inCPUInfo:)) ?? unknown
      facts.os = text(of: "/etc/os-release").flatMap(systemName(inOSRelease:)) ?? unknown
    #else
      let command = ["sysctl", "-n", "machdep.cpu.brand_string"]
      if let answer = try? ChildProcess.run(command, deadline: 60), answer.ending.isSuccess {
        facts.cpuModel = answer.output.trimmingCharacters(in: .newlines)
      }
      // Skip the leading word "Version".
      facts.os = "macOS \(ProcessInfo.processInfo.operatingSystemVersionString.dropFirst(8))"
    #endif
    facts.kernel = "\(text(in: system.sysname)) \(text(in: system.release))"
    facts.architecture = text(in: system.machine)
    facts.governor =
      text(of: "/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor") ?? unknown
    var load = 0.0
    if getloadavg(&load, 1) == 1 { facts.loadAverage = load }
    var hash = SplitMix64(seed: 0, purpose: text(in: system.nodename))
    facts.host = String(hash.next(), radix: 16)
    return facts
  }

  /// The machine's memory in bytes, or the memory limit of the process or its control group if that is lower.
  package static var memoryLimit: Int {
    min(
      Int(clamping: ProcessInfo.processInfo.physicalMemory), PeakMemory.bound,
      text(of: "/sys/fs/cgroup/memory.max").flatMap { Int($0) } ?? .max)
  }

  static var libc: String? {
    #if canImport(Glibc)
      var text = [UInt8](repeating: 0, count: 64)
      let size = text.withUnsafeMutableBytes {
        confstr(
          Int32(_CS_GNU_LIBC_VERSION), $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count
        )
      }
      return size > 1 ? String(decoding: text.prefix { $0 != 0 }, as: UTF8.self) : nil
    #else
      return nil
    #endif
  }

  var slug: String {
    let words = cpuModel.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let noise: Set<Substring> = ["r", "tm", "cpu", "processor", "with"]
    let slug = words.filter { !noise.contains($0) }.joined(separator: "-").prefix(32)
    return slug.isEmpty ? Self.unknown : String(slug)
  }

  package var timeFacts: [(name: String, value: String)] {
    [
      ("machine.cpu_model", cpuModel), ("machine.cores", String(cores)),
      ("machine.architecture", architecture), ("machine.os", os), ("machine.kernel", kernel),
      ("machine.governor", governor),
    ]
  }

  /// CPU seconds that other programs have used since boot; nil where the system doesn't report them, as in
  /// many containers.
  package static var secondsOfOthers: Double? {
    var own = timespec()
    let busy = text(of: "/proc/stat").flatMap {
      busySeconds(inProcStat: $0, ticksPerSecond: Double(sysconf(Int32(_SC_CLK_TCK))))
    }
    guard let busy, clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own) == 0 else { return nil }
    return busy - Double(own.tv_sec) - Double(own.tv_nsec) / 1e9
  }

  private static func text<Characters>(in characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func text(of path: String) -> String? {
    (try? FileSystem.bytes(at: path)).map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}

extension MachineFacts {
  static func cpuModel(inCPUInfo text: String) -> String? {
    var values: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let parts = line.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      if parts.count == 2 { values[parts[0]] = parts[1] }
    }
    return values["model name"] ?? values["CPU part"].map { "ARM part \($0)" }
  }

  static func systemName(inOSRelease text: String) -> String? {
    let key = "PRETTY_NAME="
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
    return line.map { $0.dropFirst(key.count).trimmingCharacters(in: ["\"", "'"]) }
  }

  /// User time already includes guest time.
  static func busySeconds(inProcStat text: String, ticksPerSecond: Double) -> Double? {
    guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
    let fields = line.split(separator: " ").dropFirst().compactMap { Double($0) }
    // Fields: user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice.
    guard fields.count >= 8 else { return nil }
    return (fields[0...2].reduce(0, +) + fields[5...7].reduce(0, +)) / ticksPerSecond
  }
}
