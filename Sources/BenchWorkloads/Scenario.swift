import BenchReplaying
import ListLayout

/// A timed operation on a list. A new scenario with an existing loop needs only an entry in `all`.
package struct Scenario: Sendable {
  package let id: String
  package let loop: Loop
  /// The name of one operation, such as `query`, `change`, `frame` or `list`.
  package let unit: String
  /// The number of rows that a step changes or inserts, or the distance in rows of a jump to a nearby row.
  package private(set) var width = 1
  /// The group that includes the scenario on the command line; nil for variants of other scenarios.
  package private(set) var group: Group? = .usual
  package private(set) var question = Question.screen
  /// What a strategy must be able to do.
  package private(set) var needs: StrategyDescriptor.Abilities = []
  /// The list topology that the scenario needs; nil if the list may be linear or circular.
  package private(set) var topology: StrategyDescriptor.Topology?
  /// Returns the complexity that a strategy claims for an operation of the scenario; nil if claims do not
  /// apply to the scenario.
  package let claim: (@Sendable (Complexity) -> Growth)?
  /// A few words for the legend of a table; nil if the ID explains itself.
  package private(set) var brief: String?
  /// The purpose of the scenario and how to interpret its results.
  package let why: String

  /// A group of scenarios that has a name on the command line.
  package enum Group: String, Sendable {
    /// The default scenarios.
    case usual
    /// The scenarios that test a data structure alone, without laying out a screen.
    case structure
  }

  /// What an operation asks of a list. Only answers to the same question are ranked.
  package enum Question: Sendable {
    case screen
    /// A screen and the offset of a row. A window answers with an offset in the window, which is another
    /// question; estimates are answers, too.
    case offsetAndScreen
    /// The exact offset of any row. A window answers with an offset in the window, which is another question.
    case offset
    /// Exact positions in the whole list, which a window does not know.
    case positions
  }

  /// Whether an operation asks for the exact positions of rows anywhere in the list.
  package var asksPositions: Bool { question == .offset || question == .positions }

  /// Whether steps change the rows, so that each strategy needs its own copy of the rows.
  package var changesRows: Bool { !needs.isDisjoint(with: [.resize, .edit, .relayout]) }

  /// The reason why a strategy does not support the scenario, in a few words; nil if the strategy supports
  /// it.
  package func unsupportedReason(for descriptor: StrategyDescriptor) -> String? {
    if let topology, descriptor.topology != topology {
      return topology == .circular ? "is not circular" : "is circular"
    }
    if question == .positions, descriptor.contentSpace == .window { return "knows only its window" }
    if asksPositions, descriptor.contentSpace == .estimated { return "its offsets are estimates" }
    let missing = needs.subtracting(descriptor.abilities)
    if missing.contains(.resize) { return "rows cannot change height" }
    if missing.contains(.edit) { return "rows cannot be inserted or deleted" }
    if missing.contains(.relayout) { return "cannot be laid out again" }
    if missing.contains(.viewport) { return "the viewport cannot change" }
    return nil
  }

  package static func named(_ id: String) -> Scenario? { all.first { $0.id == id } }

  /// All scenarios, in the order in which reports list them: first the operations that the project focuses on,
  /// then the most common ones.
  package static let all: [Scenario] = [
    Scenario(
      id: "offset", loop: .offset, unit: "query", question: .offset, claim: { $0.offset },
      brief: "find the y position of a random row",
      why: """
        The offset of a random row, in independent queries: throughput. A window computes the window \
        that it would build around the row.
        """),
    Scenario(
      id: "expand", loop: .expand, unit: "frame", needs: .resize, claim: { $0.change },
      brief: "change a visible row, then lay out a frame",
      why:
        "A visible row changes its height and the frame is laid out: a row expands, an image or text arrives."
    ),
    Scenario(
      id: "recalc", loop: .recalc, unit: "frame", question: .offsetAndScreen, needs: .resize,
      claim: { $0.change },
      brief: "change a row, then answer an offset query and a hit test, and lay out a frame",
      why: """
        One random row changes, then an offset and a hit-test are queried and the frame is laid out: \
        the full cost of a height recalculation.
        """),
    Scenario(
      id: "scroll", loop: .frames, unit: "frame", claim: { $0.frame },
      why: "Drags and flings, frame by frame, at the display's refresh rate."),
    Scenario(
      id: "open", loop: .open, unit: "list", claim: { $0.open },
      why:
        "Build a list and its first screen. Includes reading all heights, for techniques that need them."
    ),
    Scenario(
      id: "rotate", loop: .rotate, unit: "rotation", needs: .relayout, claim: { $0.rotate },
      why: "Every height changes, as in a rotation or with another text size."),
    Scenario(
      id: "prepend", loop: .prepend, unit: "batch", width: 50, needs: .edit, topology: .linear,
      claim: { $0.edit },
      why: """
        Fifty older rows are inserted at the top while the visible rows stay; after 20 batches the \
        thousand rows are deleted.
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
        Fifty rows are inserted at the end, as in a feed that loads more, while the visible rows stay.
        """),
    Scenario(
      id: "hit-test", loop: .hitTest, unit: "query", question: .positions, claim: { $0.hitTest },
      why: "The row at a random offset, in independent queries: throughput."),
    Scenario(
      id: "recalc-100", loop: .recalc, unit: "frame", width: 100, question: .offsetAndScreen,
      needs: .resize,
      claim: { $0.change },
      why: "As `recalc` with 100 changed rows per frame, which share an O(n) rebuild."),
    Scenario(
      id: "endless", loop: .frames, unit: "frame", topology: .circular, claim: { $0.frame },
      why: "Flings of a list that repeats over its end, forwards and backwards."),
    Scenario(
      id: "recalc-10", loop: .recalc, unit: "frame", width: 10, group: nil,
      question: .offsetAndScreen, needs: .resize,
      claim: { $0.change },
      why: "As `recalc` with 10 changed rows per frame: images arrive while a feed is shown."),
    Scenario(
      id: "week", loop: .jump, unit: "frame", width: 7, group: nil, claim: { $0.frame },
      why: "Jump by seven rows, as by a week in a calendar. `jump` has random distances."),
    Scenario(
      id: "follow", loop: .follow, unit: "batch", width: 50, group: nil, needs: .edit,
      topology: .linear,
      claim: { $0.edit },
      why: "Fifty rows are inserted at the end and the list follows the end, as in a chat or a log."
    ),
    Scenario(
      id: "offset-chain", loop: .offsetChain, unit: "query", group: .structure, question: .offset,
      claim: { $0.offset },
      why: "As `offset`, but each query depends on the last answer: latency."),
    Scenario(
      id: "hit-test-chain", loop: .hitTestChain, unit: "query", group: .structure,
      question: .positions,
      claim: { $0.hitTest },
      why: "As `hit-test`, but each query depends on the last answer: latency."),
    Scenario(
      id: "mixed", loop: .mixed, unit: "update", group: .structure, question: .positions,
      needs: .resize,
      claim: { $0.change },
      why: """
        A random row changes, then a random offset and a random row are queried, without layout: the \
        data structure alone.
        """),
    Scenario(
      id: "change", loop: .change, unit: "change", group: .structure, needs: .resize, claim: nil,
      why: """
        One random row changes, without queries. Techniques that defer work look free here: compare \
        with `recalc`.
        """),
  ]
}

/// The size of a list on screen.
package struct Screen: Hashable, Sendable {
  package var width: LayoutUnit
  /// The list's visible height.
  package var viewport: LayoutUnit

  package init(width: LayoutUnit, viewport: LayoutUnit) {
    (self.width, self.viewport) = (width, viewport)
  }

  /// The maximum number of rows on screen. This maximum allows rows of 1/64 pt in a viewport of 16,384 pt.
  static let maxVisibleRows = 1 << 20

  /// Whether a viewport filled with rows of one height shows at most `maxVisibleRows` rows.
  static func holds(_ viewport: LayoutUnit, rowsOf height: Int32) -> Bool {
    viewport.rawValue / Int64(max(1, height)) <= maxVisibleRows
  }

  package var rotated: Screen { Screen(width: viewport, viewport: width) }
}
