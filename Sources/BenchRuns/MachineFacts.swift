import BenchBasics
import BenchMeasuring
import Foundation

/// The machine on which a run was made. A fact that is not available is `unknown`.
package struct MachineFacts: Codable, Equatable, Sendable {
  package var cpuModel = Self.unknown
  package var cores = ProcessInfo.processInfo.activeProcessorCount
  package var memoryBytes = ProcessInfo.processInfo.physicalMemory
  package var kernel = Self.unknown
  package var os = Self.unknown
  /// The instruction set, such as `x86_64` or `arm64`.
  package var architecture = Self.unknown
  /// The frequency governor of the processor; `unknown` in virtual machines.
  package var governor = Self.unknown
  /// The load average over the minute before the run.
  package var loadAverage = 0.0
  /// A hash of the host name, which distinguishes machines of the same model without revealing their names.
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

  /// The name of the operating system's kernel, such as `Linux` or `Darwin`.
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
      // The text begins with the word "Version".
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

  /// The memory that this process may use, in bytes: the memory of the machine, or the limit of the process
  /// or its control group if that limit is lower.
  package static var memoryLimit: Int {
    min(
      Int(clamping: ProcessInfo.processInfo.physicalMemory), PeakMemory.bound,
      text(of: "/sys/fs/cgroup/memory.max").flatMap { Int($0) } ?? .max)
  }

  /// The version of the C library, such as `glibc 2.36`; nil if the system does not report it.
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

  /// The name of the processor for folder names, such as `amd-epyc-7b13`.
  var slug: String {
    let words = cpuModel.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let noise: Set<Substring> = ["r", "tm", "cpu", "processor", "with"]
    let slug = words.filter { !noise.contains($0) }.joined(separator: "-").prefix(32)
    return slug.isEmpty ? Self.unknown : slug.split(separator: "-").joined(separator: "-")
  }

  /// The facts on which the times of a run depend. Containers change the host name, and the load average
  /// changes from minute to minute, so both are excluded.
  package var timeFacts: [(name: String, value: String)] {
    [
      ("machine.cpu_model", cpuModel), ("machine.cores", String(cores)),
      ("machine.architecture", architecture), ("machine.os", os), ("machine.kernel", kernel),
      ("machine.governor", governor),
    ]
  }

  /// The processor time that other programs have used since the machine started, in seconds; nil if unknown,
  /// as in many virtual machines and containers.
  package static var secondsOfOthers: Double? {
    var own = timespec()
    let busy = text(of: "/proc/stat").flatMap {
      busySeconds(inProcStat: $0, ticksPerSecond: Double(sysconf(Int32(_SC_CLK_TCK))))
    }
    guard let busy, clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &own) == 0 else { return nil }
    return busy - Double(own.tv_sec) - Double(own.tv_nsec) / 1e9
  }

  /// The text in a fixed-size character array of a C structure.
  private static func text<Characters>(in characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The text of the file at `path`; nil if it cannot be read.
  private static func text(of path: String) -> String? {
    (try? FileSystem.bytes(at: path)).map {
      String(decoding: $0, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }
  }
}

// Parsers of Linux system files; their results are nil if the text lacks the value.
extension MachineFacts {
  /// The name of the processor in the text of `/proc/cpuinfo`. On ARM the name often consists of an
  /// implementer number and a part number.
  static func cpuModel(inCPUInfo text: String) -> String? {
    var values: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 2, values[parts[0]] == nil else { continue }
      values[parts[0]] = parts[1]
    }
    if let name = values["model name"] ?? values["Model"] ?? values["Hardware"] { return name }
    guard let implementer = values["CPU implementer"], let part = values["CPU part"] else {
      return nil
    }
    return "ARM implementer \(implementer) part \(part)"
  }

  /// The name of the operating system in the text of `/etc/os-release`.
  static func systemName(inOSRelease text: String) -> String? {
    let key = "PRETTY_NAME="
    let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key) }
    return line.map { $0.dropFirst(key.count).trimmingCharacters(in: ["\"", "'"]) }
  }

  /// The busy time of all processors in the first line of `/proc/stat`, in seconds, without idle and waiting
  /// times. Guest times are excluded, because user time already includes them.
  static func busySeconds(inProcStat text: String, ticksPerSecond: Double) -> Double? {
    guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
    let fields = line.split(separator: " ").dropFirst().compactMap { Double($0) }
    // The fields are user, nice, system, idle, iowait, irq, softirq, steal, guest and guest_nice.
    guard fields.count >= 8, ticksPerSecond > 0 else { return nil }
    return (fields[0...2].reduce(0, +) + fields[5...7].reduce(0, +)) / ticksPerSecond
  }
}
