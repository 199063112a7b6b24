import Foundation
import HostSystem

/// The questions that each operating system answers in its own way; nil is "not known".
///
/// The only file of this module that looks at the operating system.
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
  #elseif canImport(Darwin)
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
      let state = ProcessInfo.processInfo.thermalState
      return state == .serious || state == .critical
    }

    /// Darwin has no governor to name, and does not count.
    static var busySeconds: Double? { nil }
    static var governor: String? { nil }
    static var throttleCount: UInt64? { nil }
  #else
    static var busySeconds: Double? { nil }
    static var cpuModel: String? { nil }
    static var operatingSystem: String? { nil }
    static var governor: String? { nil }
    static var isOnBattery: Bool? { nil }
    static var throttleCount: UInt64? { nil }
    static var isHot: Bool? { nil }
  #endif

  /// The processor time of this program, in seconds.
  static var ownSeconds: Double? {
    var time = timespec()
    guard clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  /// What a command prints; nil when it is not there, fails, or takes longer than a minute.
  package static func output(
    of command: [String], environment: [String: String] = [:]
  ) -> String? {
    #if os(Linux) || os(macOS)
      let outcome = try? ChildProcess.run(
        command, environment: environment, deadline: 60)
      return outcome.flatMap { $0.ending.isSuccess ? $0.output : nil }
    #else
      return nil
    #endif
  }
}
