import Basics

package enum CacheState: String, NamedValue {
  /// Steady state: a list that is in use. Steps are run until their time has settled, then timed.
  case warm
  /// The first use after something else had the caches: they are emptied before each timed step.
  case cold
}

/// What all strategies measure under the same conditions, in the same repetitions.
package struct CellGroup: Hashable, Codable, Sendable {
  package var scenario: String
  /// As the command line names them: `uniform:20-200`.
  package var heights: String
  package var rows: Int
  package var caches: CacheState

  package init(scenario: String, heights: String, rows: Int, caches: CacheState = .warm) {
    (self.scenario, self.heights, self.rows, self.caches) = (scenario, heights, rows, caches)
  }

  /// What random choices about the group are seeded with. Two revisions that are compared must agree on it, so
  /// it never changes: `offset chat 1000 warm`.
  var seedText: String { "\(scenario) \(heights) \(rows) \(caches.rawValue)" }
}

package enum CellRole: String, NamedValue {
  /// To know what the technique costs.
  case strategy
  /// To know what the harness itself costs.
  case floor
  /// The A/A control: the strategy of the key's id and mode, run a second time.
  case control
}

/// One cell of a run: a strategy, in one of its modes, in a group. An A/A control has the key of its base but
/// for the role.
package struct CellKey: Hashable, Codable, Sendable {
  package var group: CellGroup
  package var strategy: String
  /// `corrected` or `published`.
  package var mode: String
  package var role: CellRole

  package init(group: CellGroup, strategy: String, mode: String, role: CellRole = .strategy) {
    (self.group, self.strategy, self.mode, self.role) = (group, strategy, mode, role)
  }

  static let blank = CellKey(
    group: CellGroup(scenario: "", heights: "", rows: 0), strategy: "", mode: "")

  /// The strategy as messages name it: `fenwick (corrected)`, `fenwick (A/A control)`.
  package var name: String { "\(strategy) (\(role == .control ? "A/A control" : mode))" }

  /// The cell as messages name it: `fenwick (corrected) in offset, chat, 1000 rows`.
  package var text: String {
    "\(name) in \(group.scenario), \(group.heights), \(group.rows) rows"
      + (group.caches == .warm ? "" : ", \(group.caches.rawValue)")
  }
}

extension CellKey {
  /// Refuses, as wrong usage, names that a reader of the CSV files would lose: words that data frames take
  /// for a missing value, and control characters, of which a line break would make a torn line look like
  /// two whole ones.
  package func check() throws(RunFault) {
    for name in [group.scenario, group.heights, strategy, mode] {
      guard !["", "na", "n/a", "nan", "none", "null"].contains(name.lowercased()) else {
        throw RunFault(
          .usage, "the name \(name.quoted) reads as a missing value in data frames")
      }
      guard !name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7f }) else {
        throw RunFault(.usage, "the name \(name.quoted) holds a control character")
      }
    }
  }
}
