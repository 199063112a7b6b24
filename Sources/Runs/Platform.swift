import Foundation
import HostSystem

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

  /// The governor of the first core's frequency.
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
