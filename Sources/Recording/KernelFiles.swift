import Foundation

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
