import HostSystem
import Text

/// The state of the caches in which times are taken.
package enum CacheState: String, CaseIterable, Codable, Sendable, CSVValue {
  /// Steady state: a list that is in use. Steps are run until their time has settled, then timed.
  case warm
  /// The first use after something else had the caches: they are emptied before each timed step.
  case cold

  /// What the field holds.
  package static var csvExpectation: String { "warm or cold" }

  /// The state of that name.
  package init?(csv field: ArraySlice<UInt8>) {
    guard let state = String(csv: field).flatMap(CacheState.init(rawValue:)) else { return nil }
    self = state
  }

  /// Writes the name.
  package func write(to csv: inout CSVWriter) { csv.field(rawValue) }
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
package enum CellRole: String, CaseIterable, Codable, Sendable, CSVValue {
  /// To know what the technique costs.
  case strategy
  /// To know what the harness itself costs.
  case floor
  /// To know how far two equal things are measured apart: a strategy compiled a second time.
  case control

  /// What the field holds.
  package static var csvExpectation: String { "strategy, floor or control" }

  /// The role of that name.
  package init?(csv field: ArraySlice<UInt8>) {
    guard let role = String(csv: field).flatMap(CellRole.init(rawValue:)) else { return nil }
    self = role
  }

  /// Writes the name.
  package func write(to csv: inout CSVWriter) { csv.field(rawValue) }
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
