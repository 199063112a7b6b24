import BenchMeasuring

package struct RunWarning: Codable, Equatable, Sendable {
  package enum Kind: String, NamedValue {
    case ruledOut = "ruled_out"
    case busy
    case governor
    case invariantChecks = "invariant_checks"
    case leftOut = "left_out"
    case overBudget = "over_budget"
    case dirtyTree = "dirty_tree"

    fileprivate var advice: String {
      switch self {
      case .ruledOut: "to reproduce the first failure, run"
      case .busy: "close other programs, or confirm with a second run"
      case .governor:
        "set it to performance, for example with cpupower frequency-set -g performance"
      case .invariantChecks: "build with swift build -c release"
      case .leftOut: "they need --budget"
      case .overBudget: "raise the budget, or choose fewer rows, scenarios or strategies"
      case .dirtyTree: "commit the changes, then record the run again, so that others can repeat it"
      }
    }
  }

  package let kind: Kind
  package private(set) var text: String

  package init(_ kind: Kind, text: String) { (self.kind, self.text) = (kind, text) }

  package init(_ kind: Kind, found fact: String) {
    self.init(kind, text: "\(fact): \(kind.advice)")
  }

  /// Warns about cells that failed verification. A/A controls are mentioned only if no strategy failed.
  /// `command` returns a command line that measures only the given cell.
  package init?(ruledOut rows: [CellResult], repeatedBy command: (CellKey) -> String) {
    let all = rows.filter(\.status.isWrong)
    let strategies = all.filter { $0.cell.role != .control }
    let cells = strategies.isEmpty ? all : strategies
    guard let first = cells.first else { return nil }
    let names = Self.firstThree(of: cells.map { "\($0.cell.text) (\($0.status.text))" })
    self.init(.ruledOut, found: "no result for \(names)")
    text += " " + command(first.cell)
  }

  package init?(leftOut: [(list: CellKey, seconds: Double)], budget: Double) {
    guard !leftOut.isEmpty else { return nil }
    let names = Self.firstThree(
      of: leftOut.map { "\($0.list.name) on \($0.list.group.heights), \($0.list.group.rows) rows" })
    let needed = (budget + leftOut.reduce(0) { $0 + $1.seconds } * 1.1).rounded(.up)
    self.init(
      .leftOut, found: "the slowest lists were not timed, to stay within the budget: \(names)")
    text += " \(Int(needed))s"
  }

  private static func firstThree(of names: [String]) -> String {
    names.prefix(3).joined(separator: "; ")
      + (names.count > 3 ? " and \(names.count - 3) more" : "")
  }

  enum CodingKeys: String, CodingKey {
    case kind = "name"
    case text
  }
}

extension RunWarning {
  package static func all(
    on machine: MachineFacts, _ disturbance: Disturbance, seconds: Double,
    budget: Double = .infinity, keepsDirtyTree: Bool = false,
    isOptimised: Bool = BuildFacts.isOptimised
  ) -> [RunWarning] {
    var warnings: [RunWarning] = []
    func warn(_ kind: Kind, _ fact: String, if isFound: Bool) {
      if isFound { warnings.append(RunWarning(kind, found: fact)) }
    }
    let busyness = disturbance.busyness(ofCores: machine.cores)
    warn(.busy, busyness, if: !busyness.isEmpty)
    warn(
      .governor, "the CPU governor is \(machine.governor)",
      if: ![MachineFacts.unknown, "performance"].contains(machine.governor))
    warn(.invariantChecks, "this is a debug build", if: !isOptimised)
    // Every list is built at least once, even if that exceeds the budget.
    warn(
      .overBudget, "the run took \(tenths(seconds)) s, its budget was \(tenths(budget)) s",
      if: seconds > 1.05 * budget && budget > 0)
    warn(.dirtyTree, "the source has uncommitted changes", if: keepsDirtyTree)
    return warnings
  }
}

func tenths(_ value: Double) -> String {
  String(Double(Int(min(value * 10, 1e9).rounded())) / 10)
}

/// Interference by other programs during a run.
package struct Disturbance: Codable, Equatable, Sendable {
  /// Average number of cores in use by other programs.
  package var otherCores: Double?
  package var repetitions = 0
  package var disturbed = 0

  package init() {}

  enum CodingKeys: String, CodingKey {
    case otherCores = "other_programs_cores"
    case repetitions, disturbed
  }

  package mutating func noteOthers(
    from before: Double?, to after: Double? = MachineFacts.secondsOfOthers, seconds: Double
  ) {
    guard let before, let after, seconds > 0 else { return }
    otherCores = max(0, after - before) / seconds
  }

  fileprivate func busyness(ofCores number: Int) -> String {
    var facts: [String] = []
    if let cores = otherCores, cores > 0.1 {
      facts.append("other programs used \(tenths(cores)) of \(number) cores during the run")
    }
    if 4 * disturbed > repetitions {
      let percent = Int((Double(disturbed) / Double(repetitions) * 100).rounded())
      facts.append("\(percent) % of all repetitions were interrupted")
    }
    return facts.joined(separator: ", ")
  }
}
