import Recording

/// Two runs, or two revisions, side by side: what changed, by which thresholds, and what could not be
/// compared. Reports are made from it, and the exit code.
public struct RunComparison: Sendable {
  /// What is compared with.
  public var base: ComparedRun
  /// What is compared.
  public var head: ComparedRun
  /// What a change must exceed to count.
  public var thresholds: Thresholds
  /// How the times were compared, in sentences; empty where they were not.
  public var method: [String] = []
  /// What the reader should know of the times as a whole, such as the machine's own shift.
  public var notes: [String] = []
  /// The cells' times with verdicts, worst first; empty where times were not compared.
  public var times: [CellComparison] = []
  /// All counts that both have.
  public var counters: [CounterComparison] = []
  /// Counters that only one of both has, in some cell that both have: they guard nothing there.
  public var uncounted: [Counter] = []
  /// The growth of work over rows.
  public var growth: [GrowthComparison] = []
  /// Cells that only one of both has.
  public var cells = CellDifference()

  /// A comparison of nothing yet.
  public init(base: ComparedRun, head: ComparedRun, thresholds: Thresholds) {
    self.base = base
    self.head = head
    self.thresholds = thresholds
  }
}

/// One side of a comparison.
public struct ComparedRun: Equatable, Sendable {
  /// The folder, file or revision, as the user named it.
  public var name: String
  /// The commit measured; nil when unknown.
  public var revision: String?
  /// Facts that a reader needs to see where both sides differ, and that forbid nothing.
  public var facts: [Fact] = []

  /// A side with its name.
  public init(name: String, revision: String? = nil) {
    self.name = name
    self.revision = revision
  }

  /// A fact of a run.
  public struct Fact: Equatable, Sendable {
    /// Its name in `run.json`.
    public var name: String
    /// Its value.
    public var value: String

    /// A fact.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }
}

/// A cell that one side has and the other has not.
public struct StrayCell: Equatable, Sendable {
  /// The cell.
  public let cell: CellKey
  /// Why the other side has no figure of it; nil when it does not name the cell at all.
  public let reason: String?

  /// A cell, and the other side's reason.
  public init(_ cell: CellKey, reason: String? = nil) {
    self.cell = cell
    self.reason = reason
  }
}

/// Where the cells of two runs differ.
public struct CellDifference: Equatable, Sendable {
  /// Cells that have a figure only before.
  public var onlyInBase: [StrayCell] = []
  /// Cells that have a figure only now.
  public var onlyInHead: [StrayCell] = []
  /// Whether new cells are fine.
  public var allowsNew = false

  /// No difference.
  public init() {}

  /// Whether the two do not hold the cells that they should.
  public var isFault: Bool { !onlyInBase.isEmpty || (!allowsNew && !onlyInHead.isEmpty) }
}

extension RunComparison {
  /// The cells that became slower.
  public var slower: [CellComparison] { times.filter { $0.verdict == .slower } }
  /// The cells that became faster.
  public var faster: [CellComparison] { times.filter { $0.verdict == .faster } }
  /// The cells whose times decide nothing.
  public var unresolved: [CellComparison] {
    times.filter { $0.verdict == .unresolved || $0.verdict == .withheld }
  }
  /// The counts that rose.
  public var risen: [CounterComparison] { counters.filter { $0.change == .more } }
  /// The counts that fell.
  public var fallen: [CounterComparison] { counters.filter { $0.change == .less } }
  /// Work that grows faster with the rows than before.
  public var grown: [GrowthComparison] { growth.filter(\.isRegression) }

  /// Whether something is certainly worse.
  public var hasRegression: Bool { !slower.isEmpty || !risen.isEmpty || !grown.isEmpty }

  /// The code for a script: a regression first, because it is certain; then cells that cannot be
  /// compared; then, with `strict`, times that decide nothing.
  public func exitCode(strict: Bool) -> ExitCode {
    if hasRegression { return .regression }
    if cells.isFault { return .differentCells }
    return strict && !unresolved.isEmpty ? .unresolved : .success
  }
}
