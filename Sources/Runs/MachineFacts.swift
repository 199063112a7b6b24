import Foundation
import HostSystem
import Measuring

/// The machine a run took place on. What cannot be found out is `unknown`.
package struct MachineFacts: Codable, Equatable, Sendable {
  /// The processor as it names itself.
  package var cpuModel: String
  /// Processor cores that this program may use.
  package var cores: Int
  package var memoryBytes: UInt64
  /// The kernel's name and release.
  package var kernel: String
  /// The operating system's name and version.
  package var os: String
  /// The instruction set: `x86_64`, `arm64`.
  package var architecture: String
  /// What governs the processor's frequency. Virtual machines do not tell; that is no good sign.
  package var governor: String
  /// Processes that wanted a core when the run began, averaged over the minute before.
  package var loadAverage: Double
  /// A hash of the host's name: tells two machines of one model apart without naming them.
  ///
  /// A container has a new name each time, so a different hash proves nothing.
  package var host: String

  package init(
    cpuModel: String, cores: Int, memoryBytes: UInt64, kernel: String, os: String,
    architecture: String, governor: String, loadAverage: Double, host: String
  ) {
    (self.cpuModel, self.cores, self.memoryBytes) = (cpuModel, cores, memoryBytes)
    (self.kernel, self.os, self.architecture) = (kernel, os, architecture)
    (self.governor, self.loadAverage, self.host) = (governor, loadAverage, host)
  }

  enum CodingKeys: String, CodingKey {
    case cpuModel = "cpu_model"
    case cores
    case memoryBytes = "memory_bytes"
    case kernel, os, architecture, governor
    case loadAverage = "load_average"
    case host
  }
}

extension MachineFacts {
  static let unknown = "unknown"

  /// The facts of this machine, now.
  package static func gather() -> MachineFacts {
    var system = utsname()
    uname(&system)
    var load = 0.0
    let isLoadKnown = getloadavg(&load, 1) == 1
    var hash = SplitMix64(seed: 0, purpose: text(of: system.nodename))
    return MachineFacts(
      cpuModel: Platform.cpuModel ?? unknown,
      cores: ProcessInfo.processInfo.activeProcessorCount,
      memoryBytes: ProcessInfo.processInfo.physicalMemory,
      kernel: "\(text(of: system.sysname)) \(text(of: system.release))",
      os: Platform.operatingSystem ?? unknown,
      architecture: text(of: system.machine),
      governor: Platform.governor ?? unknown,
      loadAverage: isLoadKnown ? load : 0,
      host: String(hash.next(), radix: 16))
  }

  /// The memory that this process may have, in bytes: the machine's, or less where it is limited.
  package static var memoryLimit: Int {
    min(
      Int(clamping: ProcessInfo.processInfo.physicalMemory), PeakMemory.bound,
      KernelFiles().memoryLimit ?? .max)
  }

  /// The processor's name as part of a folder name: `amd-epyc-7b13`.
  package var slug: String {
    let words = cpuModel.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let noise: Set<Substring> = ["r", "tm", "cpu", "processor", "with"]
    let slug = words.filter { !noise.contains($0) }.joined(separator: "-").prefix(32)
    return slug.isEmpty ? Self.unknown : slug.split(separator: "-").joined(separator: "-")
  }

  /// The facts that decide whether times of two runs can be compared.
  ///
  /// Not the host: a container has a new name each time. Not the load: it is of the moment.
  package var timeFacts: [(name: String, value: String)] {
    [
      ("machine.cpu_model", cpuModel), ("machine.cores", String(cores)),
      ("machine.architecture", architecture), ("machine.os", os), ("machine.kernel", kernel),
      ("machine.governor", governor),
    ]
  }

  /// The text in one of the fixed arrays of characters that C structures hold.
  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  /// The processor's name in the text of Linux's `/proc/cpuinfo`; nil when the text names none.
  ///
  /// On ARM the text often holds numbers only: the implementer's and the part's.
  package static func cpuModel(inCPUInfo text: String) -> String? {
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

  /// The system's name in the text of Linux's `/etc/os-release`; nil when the text names none.
  package static func systemName(inOSRelease text: String) -> String? {
    let key = "PRETTY_NAME="
    let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key) }
    return line.map { $0.dropFirst(key.count).trimmingCharacters(in: ["\"", "'"]) }
  }
}

/// What about a machine changes by itself and spoils times. Nil is "cannot be found out", which is
/// never a warning: virtual machines and containers tell little.
package struct MachineState: Equatable, Sendable {
  /// Processor time that all programs have taken since the machine started, in seconds.
  package var busySeconds: Double?
  /// Processor time that this program has taken, in seconds.
  package var ownSeconds: Double?
  package var isOnBattery: Bool?
  /// How often its processors have throttled themselves since it started.
  package var throttleCount: UInt64?
  /// Whether it is too hot for full speed now.
  package var isHot: Bool?

  /// The state of this machine, now.
  package static func gather() -> MachineState {
    var time = timespec()
    let isKnown = clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0
    return MachineState(
      busySeconds: Platform.busySeconds,
      ownSeconds: isKnown ? Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 : nil,
      isOnBattery: Platform.isOnBattery, throttleCount: Platform.throttleCount,
      isHot: Platform.isHot)
  }

  /// Whether the output of macOS's `pmset -g batt` names the battery as the source of power; nil
  /// when it names no source.
  package static func isOnBattery(inPowerSettings text: String) -> Bool? {
    guard let line = text.split(whereSeparator: \.isNewline).first,
      line.contains("drawing from")
    else { return nil }
    return line.contains("'Battery Power'")
  }

  /// The cores that other programs took between two states, `seconds` apart; nil where the system does
  /// not tell.
  package static func otherCores(
    from before: MachineState, to after: MachineState, seconds: Double
  ) -> Double? {
    guard let busyBefore = before.busySeconds, let busyAfter = after.busySeconds,
      let ownBefore = before.ownSeconds, let ownAfter = after.ownSeconds, seconds > 0
    else { return nil }
    return max(0, (busyAfter - busyBefore) - (ownAfter - ownBefore)) / seconds
  }

  /// The processor time in the first line of Linux's `/proc/stat`, in seconds: all but idle, waiting and
  /// what guests took twice.
  package static func busySeconds(inProcStat text: String, ticksPerSecond: Double) -> Double? {
    guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
    let fields = line.split(separator: " ").dropFirst().compactMap { Double($0) }
    // user, nice, system, idle, iowait, irq, softirq, steal, guest, guest_nice
    guard fields.count >= 8, ticksPerSecond > 0 else { return nil }
    return (fields[0] + fields[1] + fields[2] + fields[5] + fields[6] + fields[7])
      / ticksPerSecond
  }
}
