import Foundation

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

  /// A state with what is known of it.
  package init(
    busySeconds: Double? = nil, ownSeconds: Double? = nil, isOnBattery: Bool? = nil,
    throttleCount: UInt64? = nil,
    isHot: Bool? = nil
  ) {
    self.busySeconds = busySeconds
    self.ownSeconds = ownSeconds
    self.isOnBattery = isOnBattery
    self.throttleCount = throttleCount
    self.isHot = isHot
  }

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
