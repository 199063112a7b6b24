/// Where and when one part of a merged run was measured.
public struct ShardFacts: Codable, Equatable, Sendable {
  /// Which part, from 1.
  public var index: Int
  /// The command that measured it, word by word.
  public var command: [String]
  /// The machine it was measured on.
  public var machine: MachineFacts
  /// That machine's clock.
  public var clock: ClockFacts
  /// When it began.
  public var started: Timestamp
  /// When it ended.
  public var finished: Timestamp?

  /// The facts of a part's own record.
  init(index: Int, of record: RunRecord) {
    self.index = index
    command = record.command
    machine = record.machine
    clock = record.clock
    started = record.started
    finished = record.finished
  }
}

extension RunRecord {
  /// Whether parts of this run were measured on different machines.
  ///
  /// Then times of different groups must not be set against each other. Those of one group may: a
  /// group is never divided.
  public var isOfSeveralMachines: Bool {
    !FactDifference.among((shards ?? []).map(\.machine.timeFacts)).isEmpty
  }
}

extension MachineFacts {
  /// Several machines as one: the least that each offers, and all their names.
  ///
  /// `machines` is not empty.
  static func several(_ machines: [MachineFacts]) -> MachineFacts {
    func all(_ path: KeyPath<MachineFacts, String>) -> String {
      var names: [String] = []
      for name in machines.map({ $0[keyPath: path] }) where !names.contains(name) {
        names.append(name)
      }
      return names.joined(separator: " | ")
    }
    return MachineFacts(
      cpuModel: all(\.cpuModel), cores: machines.map(\.cores).min() ?? 0,
      memoryBytes: machines.map(\.memoryBytes).min() ?? 0, kernel: all(\.kernel), os: all(\.os),
      architecture: all(\.architecture), governor: all(\.governor),
      loadAverage: machines.map(\.loadAverage).max() ?? 0, host: all(\.host))
  }
}
