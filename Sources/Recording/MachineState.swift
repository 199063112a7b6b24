import Foundation

/// What about a machine changes by itself and spoils times. Nil is "cannot be found out", which is
/// never a warning: virtual machines and containers tell little.
package struct MachineState: Equatable, Sendable {
  /// Processes that wanted a core, averaged over the last minute.
  package var load: Double?
  /// Whether it runs on its battery.
  package var isOnBattery: Bool?
  /// How often its processors have throttled themselves since it started.
  package var throttleCount: UInt64?
  /// Whether it is too hot for full speed now.
  package var isHot: Bool?

  /// A state with what is known of it.
  package init(
    load: Double? = nil, isOnBattery: Bool? = nil, throttleCount: UInt64? = nil,
    isHot: Bool? = nil
  ) {
    self.load = load
    self.isOnBattery = isOnBattery
    self.throttleCount = throttleCount
    self.isHot = isHot
  }

  /// The state of this machine, now.
  package static func gather() -> MachineState {
    var load = 0.0
    return MachineState(
      load: getloadavg(&load, 1) == 1 ? load : nil, isOnBattery: Platform.isOnBattery,
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

  /// The load without this program's own part: a thread that has run for `seconds` has brought the
  /// average over a minute, which decays as e^(-t/60), up to 1 - e^(-seconds/60).
  package static func load(_ load: Double, withoutOwn seconds: Double) -> Double {
    max(0, load - (1 - exp(-max(0, seconds) / 60)))
  }
}
