import HostSystem
import Text

/// The state of the caches in which times are taken.
package enum CacheState: String, Word {
  /// Steady state: a list that is in use. Steps are run until their time has settled, then timed.
  case warm
  /// The first use after something else had the caches: they are emptied before each timed step.
  case cold
}

/// What is measured under the same conditions by all strategies, in the same repetitions.
package struct CellGroup: Hashable, Sendable {
  /// The scenario's id: `offset`.
  package var scenario: String
  /// The heights, as the command line names them: `uniform:20-200`.
  package var heights: String
  /// The number of rows of the list.
  package var rows: Int
  /// The state of the caches.
  package var caches: CacheState

  /// The group with these names.
  package init(scenario: String, heights: String, rows: Int, caches: CacheState = .warm) {
    self.scenario = scenario
    self.heights = heights
    self.rows = rows
    self.caches = caches
  }
}

/// What a cell is measured for.
package enum CellRole: Hashable, Sendable {
  /// To know what the technique costs.
  case strategy
  /// To know what the harness itself costs.
  case floor
  /// To know how far two equal things are measured apart: the strategy of this id, compiled a second time.
  case control(of: String)

  /// What files call it.
  package var name: String {
    switch self {
    case .strategy: "strategy"
    case .floor: "floor"
    case .control: "control"
    }
  }

  /// Whether it is a null control.
  package var isControl: Bool { if case .control = self { true } else { false } }
}

/// One cell of a run: a strategy, in one of its modes, in a group.
package struct CellKey: Hashable, Sendable {
  /// What the cell shares with those it is compared with.
  package var group: CellGroup
  /// The strategy's id: `fenwick`.
  package var strategy: String
  /// The strategy's mode: `corrected` or `published`.
  package var mode: String
  /// What it is measured for.
  package var role: CellRole

  /// The cell of a strategy in a group.
  package init(group: CellGroup, strategy: String, mode: String, role: CellRole = .strategy) {
    self.group = group
    self.strategy = strategy
    self.mode = mode
    self.role = role
  }

  static let blank = CellKey(
    group: CellGroup(scenario: "", heights: "", rows: 0), strategy: "", mode: "")

  /// How files end the id of a null control, of which they name the role but not the strategy.
  private static let controlEnding = "-twin"

  /// The role in a file, where the strategy's id stands before it.
  var roleName: RoleName {
    get { RoleName(role: role) }
    set {
      role = newValue.role
      guard role.isControl else { return }
      let isMarked = strategy.hasSuffix(Self.controlEnding)
      role = .control(
        of: isMarked ? String(strategy.dropLast(Self.controlEnding.count)) : strategy)
    }
  }

  /// A role in a file; of a null control it does not know the strategy.
  struct RoleName: CSVValue {
    var role: CellRole

    static var csvExpectation: String { "strategy, floor or control" }

    init(role: CellRole) { self.role = role }

    init?(csv field: ArraySlice<UInt8>) {
      let roles = [CellRole.strategy, .floor, .control(of: "")]
      guard let role = roles.first(where: { field.elementsEqual($0.name.utf8) }) else {
        return nil
      }
      self.role = role
    }

    var csvText: String { role.name }
  }
}

extension CellKey {
  /// Words that data frames read as a missing value, quoted or not.
  ///
  /// Source: the defaults of pandas' `read_csv`.
  static let missingValueWords: Set<String> = [
    "", "#N/A", "#N/A N/A", "#NA", "-1.#IND", "-1.#QNAN", "-NaN", "-nan", "1.#IND", "1.#QNAN",
    "<NA>", "N/A", "NA", "NULL", "NaN", "None", "n/a", "nan",
    "null",
  ]

  /// Refuses names that a reader of the CSV files would lose: words for a missing value, and
  /// control characters, of which a line break would make a torn line look like two whole ones.
  ///
  /// The journal and the summary check what they write; a plan had better check before measuring.
  /// Throws `usage`.
  package func check() throws(RunFault) {
    for name in [group.scenario, group.heights, strategy, mode] {
      guard !Self.missingValueWords.contains(name) else {
        throw RunFault(
          .usage, "the name \(name.quoted) reads as a missing value in data frames")
      }
      guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
        throw RunFault(.usage, "the name \(name.quoted) holds a control character")
      }
    }
  }
}
