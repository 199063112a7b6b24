import BenchReplaying
import ListLayout

/// A timed operation on a list. To add a scenario that uses an existing loop, add an entry to `all`.
package struct Scenario: Sendable {
  package let id: String
  package let loop: Loop
  package let unit: String
  /// The number of rows that each step changes or inserts. For jumps to a nearby row, this is the
  /// distance in rows.
  package private(set) var width = 1
  /// The command-line group that includes the scenario, or nil for variants of other scenarios.
  package private(set) var group: Group? = .usual
  package private(set) var question = Question.screen
  package private(set) var needs: StrategyDescriptor.Abilities = []
  /// The topology that the scenario needs; nil if it works with both linear and circular lists.
  package private(set) var topology: StrategyDescriptor.Topology?
  /// Returns the growth rate that a strategy claims for the scenario's operation. Nil if no claim
  /// covers the scenario.
  package let claim: (@Sendable (Complexity) -> Growth)?
  /// A few words for a table's legend, or nil if the ID is self-explanatory.
  package private(set) var brief: String?
  package let why: String

  package enum Group: String, Sendable {
    case usual
    /// Scenarios that test only the data structure and do not lay out a screen.
    case structure
  }

  /// The information that an operation needs from a list. Strategies are ranked only against others
  /// that answer the same question.
  package enum Question: Sendable {
    case screen
    /// A screen and the offset of a row, which may be an estimate. Offsets relative to a window do
    /// not answer this question.
    case offsetAndScreen
    /// The exact offset of any row. Offsets relative to a window do not answer this question.
    case offset
    /// Exact positions in the whole list, which a windowed strategy does not know.
    case positions
  }

  package var changesRows: Bool { !needs.isDisjoint(with: [.resize, .edit, .relayout]) }

  /// Returns the reason a strategy does not support the scenario, or nil if it supports it.
  package func unsupportedReason(for descriptor: StrategyDescriptor) -> String? {
    if let topology, descriptor.topology != topology {
      return topology == .circular ? "is not circular" : "is circular"
    }
    if question == .positions, descriptor.contentSpace == .window { return "knows only its window" }
    if question == .offset || question == .positions, descriptor.contentSpace == .estimated {
      return "its offsets are estimates"
    }
    let missing = needs.subtracting(descriptor.abilities)
    if missing.contains(.resize) { return "rows cannot change height" }
    if missing.contains(.edit) { return "rows cannot be inserted or deleted" }
    if missing.contains(.relayout) { return "cannot be laid out again" }
    if missing.contains(.viewport) { return "the viewport cannot change" }
    return nil
  }

  package static func named(_ id: String) -> Scenario? { all.first { $0.id == id } }

  /// All scenarios in the order used in reports: the operations that the project focuses on, then the most
  /// common ones.
  package static let all: [Scenario] = [
    Scenario(
      id: "offset", loop: .offset, unit: "query", question: .offset, claim: { $0.offset },
      brief: "find the y position of a random row",
      why: """
        Find the offset of a random row. Queries are independent, so this measures throughput. A \
        windowed technique computes the window that it would build around the row.
        """),
    Scenario(
      id: "expand", loop: .expand, unit: "frame", needs: .resize, claim: { $0.change },
      brief: "change a visible row, then lay out a frame",
      why: """
        A visible row changes its height and the frame is laid out, as when a row expands or an \
        image arrives.
        """
    ),
    Scenario(
      id: "recalc", loop: .recalc, unit: "frame", question: .offsetAndScreen, needs: .resize,
      claim: { $0.change },
      brief: "change a row, then answer an offset query and a hit test, and lay out a frame",
      why: """
        A random row changes, an offset query and a hit test follow, and the frame is laid out. \
        This is the full cost of recalculating heights.
        """),
    Scenario(
      id: "scroll", loop: .frames, unit: "frame", claim: { $0.frame },
      why: "Drags and flings, frame by frame, at the display's refresh rate."),
    Scenario(
      id: "open", loop: .open, unit: "list", claim: { $0.open },
      why: """
        Build a list and its first screen. Includes reading all heights if the technique needs them.
        """
    ),
    Scenario(
      id: "rotate", loop: .rotate, unit: "rotation", needs: .relayout, claim: { $0.rotate },
      why: "Every height changes, as after a rotation or a change of text size."),
    Scenario(
      id: "prepend", loop: .prepend, unit: "batch", width: 50, needs: .edit, topology: .linear,
      claim: { $0.edit },
      why: """
        Fifty older rows are inserted at the top while the visible rows stay in place. After 20 \
        batches, the thousand rows are deleted.
        """),
    Scenario(
      id: "jump", loop: .jump, unit: "frame", claim: { $0.frame },
      why: "Scroll to a random row and lay out the frame."),
    Scenario(
      id: "edit", loop: .edit, unit: "edit", needs: .edit, topology: .linear, claim: { $0.edit },
      why: "A row is inserted or deleted at a random index and the frame is laid out."),
    Scenario(
      id: "append", loop: .append, unit: "batch", width: 50, needs: .edit, topology: .linear,
      claim: { $0.edit },
      why: """
        Fifty rows are inserted at the end, as in a feed that loads more, while the visible rows \
        stay in place.
        """),
    Scenario(
      id: "hit-test", loop: .hitTest, unit: "query", question: .positions, claim: { $0.hitTest },
      why: """
        Find the row at a random offset. Queries are independent, so this measures throughput.
        """),
    Scenario(
      id: "recalc-100", loop: .recalc, unit: "frame", width: 100, question: .offsetAndScreen,
      needs: .resize,
      claim: { $0.change },
      why: """
        Like `recalc`, but 100 rows change per frame, so that all of them share one O(n) rebuild.
        """),
    Scenario(
      id: "endless", loop: .frames, unit: "frame", topology: .circular, claim: { $0.frame },
      why: "Fling a circular list past its end, forwards and backwards."),
    Scenario(
      id: "recalc-10", loop: .recalc, unit: "frame", width: 10, group: nil,
      question: .offsetAndScreen, needs: .resize,
      claim: { $0.change },
      why: "Like `recalc`, but 10 rows change per frame, as when a feed loads images."),
    Scenario(
      id: "week", loop: .jump, unit: "frame", width: 7, group: nil, claim: { $0.frame },
      why: "Jump by seven rows, like a week in a calendar. In `jump`, distances are random."),
    Scenario(
      id: "follow", loop: .follow, unit: "batch", width: 50, group: nil, needs: .edit,
      topology: .linear,
      claim: { $0.edit },
      why: "Fifty rows are inserted at the end and the list scrolls there, as in a chat or a log."
    ),
    Scenario(
      id: "offset-chain", loop: .offsetChain, unit: "query", group: .structure, question: .offset,
      claim: { $0.offset },
      why: """
        Like `offset`, but each query depends on the previous answer, so this measures latency.
        """),
    Scenario(
      id: "hit-test-chain", loop: .hitTestChain, unit: "query", group: .structure,
      question: .positions,
      claim: { $0.hitTest },
      why: """
        Like `hit-test`, but each query depends on the previous answer, so this measures latency.
        """),
    Scenario(
      id: "mixed", loop: .mixed, unit: "update", group: .structure, question: .positions,
      needs: .resize,
      claim: { $0.change },
      why: """
        A random row changes, then a random offset and a random row are queried. Nothing is laid \
        out, so this measures the data structure alone.
        """),
    Scenario(
      id: "change", loop: .change, unit: "change", group: .structure, needs: .resize, claim: nil,
      why: """
        A random row changes, without any queries. Techniques that defer work look free here, so \
        compare with `recalc`.
        """),
  ]
}

package struct Screen: Hashable, Sendable {
  package var width: LayoutUnit
  package var viewport: LayoutUnit

  package init(width: LayoutUnit, viewport: LayoutUnit) {
    (self.width, self.viewport) = (width, viewport)
  }

  /// The maximum number of visible rows, enough for 1/64 pt rows in a viewport of 16,384 pt.
  static let maxVisibleRows = 1 << 20

  static func holds(_ viewport: LayoutUnit, rowsOf height: Int32) -> Bool {
    viewport.rawValue / Int64(max(1, height)) <= maxVisibleRows
  }

  package var rotated: Screen { Screen(width: viewport, viewport: width) }
}
