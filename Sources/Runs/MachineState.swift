import Foundation
import HostSystem

/// What about a machine changes by itself and spoils times. Nil is "cannot be found out", which is
/// never a warning: virtual machines and containers tell little.
package struct MachineState: Equatable, Sendable {
  /// Processor time that all programs have taken since the machine started, in seconds.
  package var busySeconds: Double?
  /// Processor time that this program has taken, in seconds.
  package var ownSeconds: Double?
  /// Whether it runs on its battery.
  package var isOnBattery: Bool?
  /// How often its processors have throttled themselves since it started.
  package var throttleCount: UInt64?
  /// Whether it is too hot for full speed now.
  package var isHot: Bool?

  /// The state of this machine, now.
  package static func gather() -> MachineState {
    MachineState(
      busySeconds: Platform.busySeconds, ownSeconds: Platform.ownSeconds,
      isOnBattery: Platform.isOnBattery,
      throttleCount: Platform.throttleCount, isHot: Platform.isHot)
  }
}

extension MachineState {
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

/// The files in which Linux tells how the machine is: `/sys`, or a folder like it.
///
/// A file that is not there, or holds something else, tells nothing.
package struct KernelFiles {
  private let root: String

  /// The files below `root`.
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
