/// Something about the machine, the build or the source that makes a run's figures doubtful.
public struct RunWarning: Codable, Equatable, Sendable {
  /// All there is to warn of: a closed list, each with what to do about it.
  public enum Kind: String, CaseIterable, Codable, Sendable {
    /// More than half of each core was taken by other programs.
    case busy
    /// Another `bench` measured on this machine at the same time.
    case otherBench = "other_bench"
    /// The machine ran on its battery.
    case battery
    /// The processor's governor changes its frequency.
    case governor
    /// The processor was too hot to run at full speed.
    case throttled
    /// The program was built without optimisation, with its invariants checked.
    case invariantChecks = "invariant_checks"
    /// The budget was too short for the plan: some cells have too few rounds for a verdict.
    case overBudget = "over_budget"
    /// Results to keep, of source that no commit holds.
    case dirtyTree = "dirty_tree"
    /// The parts of a merged run are of different machines.
    case severalMachines = "several_machines"
  }

  /// What it is about.
  public let kind: Kind
  /// One line: what was found, and what to do next.
  public let text: String

  /// A warning with its whole line.
  package init(_ kind: Kind, text: String) {
    self.kind = kind
    self.text = text
  }

  /// A warning of what was found; what to do next follows from its kind.
  package init(_ kind: Kind, found fact: String) {
    self.init(kind, text: "\(fact): \(kind.advice)")
  }

  enum CodingKeys: String, CodingKey {
    case kind = "name"
    case text
  }
}

extension RunWarning.Kind {
  /// What the user should do next.
  package var advice: String {
    switch self {
    case .busy: "close what runs, or believe only what a second run says too"
    case .otherBench: "run one bench at a time, or trust neither's times"
    case .battery: "plug it in and run again"
    case .governor: "set it to performance, as with cpupower frequency-set -g performance"
    case .throttled: "let it cool down, then run again with a shorter --budget"
    case .invariantChecks: "build with swift build -c release"
    case .overBudget: "give it more time, or fewer rows, scenarios or strategies"
    case .dirtyTree: "commit, then record again, so that others can repeat the run"
    case .severalMachines:
      "compare strategies within a scenario and a list, not times across them; counters always"
    }
  }
}
