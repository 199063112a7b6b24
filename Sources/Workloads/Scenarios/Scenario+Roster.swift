extension Scenario {
  /// Those of one group, in the order of reports.
  public static func all(of group: Group) -> [Scenario] { all.filter { $0.group == group } }

  /// All scenarios, in the order of reports: the one place that lists them.
  public static let all: [Scenario] = [
    Scenario(
      "open", .open, unit: "list", claim: { $0.open },
      why: "From nothing to the first screen. A technique that asks for every height pays here."),
    Scenario(
      "offset", .offset, unit: "question", claim: { $0.offset },
      why: """
        Where does row i start? Independent questions about random rows: throughput. A window works \
        out the window that it would build around the row.
        """),
    Scenario(
      "offset-chain", .offsetChain, unit: "question", claim: { $0.offset },
      why: "The same, but each question waits for the last answer: latency."),
    Scenario(
      "hit-test", .hitTest, unit: "question", asksWholeList: true, claim: { $0.hitTest },
      why: "Which row is at y? Independent questions about random offsets: throughput."),
    Scenario(
      "hit-test-chain", .hitTestChain, unit: "question", asksWholeList: true,
      claim: { $0.hitTest },
      why: "The same, but each question waits for the last answer: latency."),
    Scenario(
      "mixed", .mixed, unit: "turn", needs: .resize, asksWholeList: true, claim: { $0.change },
      why: """
        A random row changes, a random offset and a random row are asked, nothing is laid out: the \
        data structure alone.
        """),
    Scenario(
      "change", .change, unit: "change", needs: .resize, claim: nil,
      why: """
        One random row changes and nobody asks. A technique that puts its work off looks free here: \
        read `recalc` beside it.
        """),
    Scenario(
      "recalc", .recalc, unit: "frame", needs: .resize, claim: { $0.change },
      why: """
        One random row changes, then an offset and a hit-test are asked and the frame is laid out: \
        the honest cost of a height recalculation.
        """),
    Scenario(
      "recalc-10", .recalc, unit: "frame", width: 10, needs: .resize, claim: { $0.change },
      why: "The same with 10 changed rows in one frame: images arrive while a feed is shown."),
    Scenario(
      "recalc-100", .recalc, unit: "frame", width: 100, needs: .resize, claim: { $0.change },
      why: "The same with 100 changed rows: here an O(n) rebuild is shared by many changes."),
    Scenario(
      "expand", .expand, unit: "frame", needs: .resize, claim: { $0.change },
      why: "A visible row changes and the frame is laid out: expand, image, streamed text."),
    Scenario(
      "rotate", .rotate, unit: "rotation", needs: .relayout, claim: { $0.rotate },
      why: "Every height changes: rotation, another text size. At best memory speed."),
    Scenario(
      "scroll", .frames, unit: "frame", claim: { $0.frame },
      why: "Drags and flings at 120 Hz, a frame at a time: what a finger feels."),
    Scenario(
      "jump", .jump, unit: "frame", claim: { $0.frame },
      why: "Scroll to a random row and lay out the frame."),
    Scenario(
      "week", .jump, unit: "frame", width: 7, claim: { $0.frame },
      why: """
        Scroll to the row seven before or after the last one: a near jump, as most changes of a date \
        are. `jump` is the far one.
        """),
    Scenario(
      "prepend", .prepend, unit: "batch", width: 50, needs: .edit, topology: .linear,
      claim: { $0.edit },
      why: """
        Fifty older rows arrive on top and what is read must not move; every 20 batches the thousand \
        rows are dropped again.
        """),
    Scenario(
      "append", .append, unit: "batch", width: 50, needs: .edit, topology: .linear,
      claim: { $0.edit },
      why: "The same at the end: the feed loads more."),
    Scenario(
      "edit", .edit, unit: "edit", needs: .edit, topology: .linear, claim: { $0.edit },
      why: "A row is inserted or deleted anywhere and the frame is laid out."),
    Scenario(
      "endless", .frames, unit: "frame", topology: .circular, claim: { $0.frame },
      why: "A circular list flung over its seam, forwards and back."),
  ]
}
