import Basics
import Foundation
import Measuring

/// The machine a run took place on. What cannot be found out is `unknown`.
package struct MachineFacts: Codable, Equatable, Sendable {
  package var cpuModel: String
  package var cores: Int
  package var memoryBytes: UInt64
  package var kernel: String
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
  package var isHot: Bool?

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

/// The questions that each operating system answers in its own way; nil is "not known".
package enum Platform {
  #if os(Linux)
    static var cpuModel: String? {
      text(of: "/proc/cpuinfo").flatMap(MachineFacts.cpuModel(inCPUInfo:))
    }

    static var operatingSystem: String? {
      text(of: "/etc/os-release").flatMap(MachineFacts.systemName(inOSRelease:))
    }

    static var busySeconds: Double? {
      text(of: "/proc/stat").flatMap {
        MachineState.busySeconds(
          inProcStat: $0, ticksPerSecond: Double(sysconf(Int32(_SC_CLK_TCK))))
      }
    }

    static var governor: String? { KernelFiles().governor }
    static var isOnBattery: Bool? { KernelFiles().isOnBattery }
    static var throttleCount: UInt64? { KernelFiles().throttleCount }
    static var isHot: Bool? { KernelFiles().isHot }

    private static func text(of path: String) -> String? {
      guard let bytes = try? FileSystem.bytes(at: path) else { return nil }
      return String(decoding: bytes, as: UTF8.self)
    }
  #else
    static var cpuModel: String? {
      var size = 0
      let name = "machdep.cpu.brand_string"
      guard sysctlbyname(name, nil, &size, nil, 0) == 0 else { return nil }
      var text = [UInt8](repeating: 0, count: size)
      guard sysctlbyname(name, &text, &size, nil, 0) == 0 else { return nil }
      return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
    }

    static var operatingSystem: String? {
      #if os(macOS)
        let name = "macOS"
      #else
        let name = "Darwin"
      #endif
      return "\(name) \(ProcessInfo.processInfo.operatingSystemVersionString)"
    }

    static var isOnBattery: Bool? {
      output(of: ["pmset", "-g", "batt"]).flatMap(MachineState.isOnBattery(inPowerSettings:))
    }

    static var isHot: Bool? {
      [.serious, .critical].contains(ProcessInfo.processInfo.thermalState)
    }

    /// Darwin has no governor to name, and does not count.
    static var busySeconds: Double? { nil }
    static var governor: String? { nil }
    static var throttleCount: UInt64? { nil }
  #endif

  /// What a command prints; nil when it is not there, fails, or takes longer than a minute.
  package static func output(
    of command: [String], environment: [String: String] = [:]
  ) -> String? {
    #if os(Linux) || os(macOS)
      let outcome = try? ChildProcess.run(command, environment: environment, deadline: 60)
      return outcome.flatMap { $0.ending.isSuccess ? $0.output : nil }
    #else
      return nil
    #endif
  }
}

/// The files in which Linux tells how the machine is: `/sys`, or a folder like it. A file that is not there,
/// or holds something else, tells nothing.
package struct KernelFiles {
  private let root: String

  package init(root: String = "/sys") { self.root = root }

  package var governor: String? { text("devices/system/cpu/cpu0/cpufreq/scaling_governor") }

  /// Whether any battery of the machine's own is being discharged; a mouse's does not count.
  package var isOnBattery: Bool? {
    let supplies = folders("class/power_supply", prefix: "").filter { supply in
      text(supply + "/type") == "Battery" && text(supply + "/scope") != "Device"
    }
    guard !supplies.isEmpty else { return nil }
    return supplies.contains { text($0 + "/status") == "Discharging" }
  }

  /// How often cores and packages have throttled, all together.
  package var throttleCount: UInt64? {
    let counts = folders("devices/system/cpu", prefix: "cpu").flatMap { core in
      ["core_throttle_count", "package_throttle_count"].compactMap { name in
        text("\(core)/thermal_throttle/\(name)").flatMap { UInt64($0) }
      }
    }
    return counts.isEmpty ? nil : counts.reduce(0, &+)
  }

  /// Whether a thermal zone has reached a trip point at which the kernel slows the processor down.
  package var isHot: Bool? {
    let zones = folders("class/thermal", prefix: "thermal_zone").compactMap { zone -> Bool? in
      guard let temperature = text(zone + "/temp").flatMap({ Int($0) }) else { return nil }
      // The kernel's most: a zone has at most 12 trip points.
      let trips = (0..<12).filter { text("\(zone)/trip_point_\($0)_type") == "passive" }
        .compactMap { text("\(zone)/trip_point_\($0)_temp").flatMap { Int($0) } }
        .filter { $0 > 0 }
      return trips.isEmpty ? nil : trips.contains { temperature >= $0 }
    }
    return zones.isEmpty ? nil : zones.contains(true)
  }

  /// The bytes of memory that all processes of the container may have together; nil where nothing
  /// limits them.
  package var memoryLimit: Int? { text("fs/cgroup/memory.max").flatMap { Int($0) } }

  private func folders(_ path: String, prefix: String) -> [String] {
    let names = (try? FileSystem.names(in: "\(root)/\(path)")) ?? []
    return names.filter { $0.hasPrefix(prefix) }.map { "\(path)/\($0)" }
  }

  private func text(_ path: String) -> String? {
    guard let bytes = try? FileSystem.bytes(at: "\(root)/\(path)") else { return nil }
    let text = String(decoding: bytes, as: UTF8.self)
    return text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
