import Basics
import Testing

@testable import Reporting
@testable import Runs

@Suite("What to take away")
struct AdviceTests {
  /// A list, and what is said of it: by labels patterns of texts, nil where nothing is to be said.
  struct Case: Sendable, CustomTestStringConvertible {
    let what: String
    let list: KnownList
    var scenarios: [String] = []
    var heights = "list"
    /// What a height costs; nothing where that is not in question.
    var heightNs = 0.0
    let says: [String: String?]
    var testDescription: String { what }
  }

  private static let small = [
    Case(
      what: "By time first, then why it is the first and of how many",
      list:
        "name kind asked scroll prepend\nwins e 1 100 900\nsteady e 1 150 310\nother e 1 400 300",
      says: [
        "Start with": "steady: nothing takes more than 0.1 % of a 120 Hz frame; its longest is "
          + "prepend, 310 ns. On average the fastest of the 3.", "Exact offsets": nil,
      ]),
    Case(
      what: "What can be felt of a frame counts more than a ratio of what cannot",
      list: "name kind asked scroll prepend\nspiky e 1 10 3e6\neven e 1 400 1e6",
      says: [
        "Start with": "even: its longest is prepend, 1.00 ms, 12 % of a 120 Hz frame. About the "
          + "least of the 2 where it can be felt (1 % of a frame)."
      ]),
    Case(
      what: "Both rotate as slowly, but for noise; only one is slow where rows come in",
      list: "name kind asked rotate prepend\ntree e 1 1.04e6 420\narray e 1 1e6 657e3",
      says: ["Start with": "tree: *"]),
    Case(
      what: "What comes close is named",
      list: "name kind asked scroll prepend\na e 1 100 134.85\nb e 1 105 140\nc e 1 100 500",
      says: ["Start with": "a: * Close: b."]),
    Case(
      what: "What comes close is named, whichever of the two is first",
      list: "name kind asked scroll prepend\na e 1 100 155.15\nb e 1 105 140\nc e 1 100 500",
      says: ["Start with": "b: * Close: a."]),
    Case(
      what: "What times out is not recommended, and does not count as wrong",
      list: "name kind asked scroll prepend\nlate e 1 10 cut\na e 1 300 300\nb e 1 900 900",
      says: [
        "Start with": "a: * In every frame and change the fastest of the 2 that never time out.",
        "Wrong rows": nil,
      ]),
    Case(
      what: "What shows wrong rows or times out anywhere is not recommended, however fast",
      list: "name kind asked scroll prepend\nwrong e 1 10* 10\nlate e 1 10 cut\nright e 1 300 300",
      says: [
        "Start with":
          "right: * The only one that shows the right rows everywhere and never times out.",
        "Wrong rows": "in so many steps: wrong (scroll 9.0 %).",
      ]),
    Case(
      what: "Only what can do all that was asked is recommended",
      list: "name kind asked scroll prepend\nhalf e 1 10 -\nwhole e 1 300 300",
      says: ["Start with": "* The only one that can do all of this."]),
    Case(
      what: "Exact offsets have a recommendation of their own, against each other",
      list: "name kind asked scroll prepend\nwindow w 1 10 10\ntree e 1 100 110\narray e 1 100 900",
      says: [
        "Start with": "window: *",
        "Exact offsets": "tree, for a true scroll bar: nothing takes more"
          + "*the fastest of the 2 with exact offsets*",
      ]),
    Case(
      what: "What takes longer than a frame is named, with its scenarios",
      list: "name kind asked scroll prepend\na e 1 100 100\nb e 1 100 9e6",
      says: ["Over a frame": "8.33 ms or more, half of the time: b (prepend).", "Frames": nil]),
    Case(
      what: "A slow question that decides nothing does not outweigh one that does",
      list: "name kind asked scroll prepend\nnoisy e 1 66e6 20e3\nsteady e 1 70e6 400",
      says: ["Start with": "steady: *"]),
    Case(
      what: "Heights asked for on opening are told; more of them than rows are some twice",
      list: "name kind asked open\nwindow w 20 100\nexact e 131228 1e5",
      says: ["Heights": "known here. Opening asks: window for 20, exact for 131,228 (some twice)."]),
    Case(
      what: "Text is measured on asking, and that is said; heights are then not dear once more",
      list: "name kind asked open\nwindow w 20 100", heights: "text:messages.txt", heightNs: 30e3,
      says: [
        "Heights": "measured whenever they are asked for. Opening asks: window for 20.",
        "Dear heights": nil,
      ]),
    Case(
      what: "What loses motion wins where there is nothing else, and says so",
      list: "name kind asked scroll\nreload-window w! 200 19.7\non-demand w! 30 80.2*",
      says: ["Start with": "reload-window: *", "But": "Motion is lost at its end."]),
    Case(
      what: "Without ends: by opening and rotation too, and not what loses its place, however fast",
      list: """
        name kind asked endless open rotate scroll recalc prepend
        triple-copy c! 300000 73 7.1e6 6.2e6 75 6.1e6 -
        slow-copy c 300000 70 7.2e6 6.3e6 75 6.1e6 -
        cyclic c 100000 79 6.7e5 6.6e5 81 140 -
        sliding-window w 15 - 1200 270 9 230 100
        """,
      says: [
        "Start with": "sliding-window: *",
        "Endless": "cyclic: its longest is open, 670 µs, 8.0 % of a 120 Hz frame. On average the "
          + "fastest of the 3 without ends.",
      ]),
  ]

  /// Lists whose right answer is known, with figures of real runs.
  private static let known = [
    Case(
      what: "Messages: a window where heights are known; where they are dear, what asks for fewest",
      list: .chat, heightNs: 30e3,
      says: [
        "Start with": "sliding-window: *",
        "Dear heights":
          "estimated, where finding one takes 30.0 µs: open takes 265 µs; sliding-window 461 µs.",
        // An exact one opens in a frame only where heights are known: it is told, not recommended.
        "Exact offsets": "adaptive, for a true scroll bar: *",
        "Heights": "known here. Opening asks: sliding-window for 15, adaptive for 100,000, "
          + "estimated for 9.",
      ]),
    Case(
      what: "Equal rows: arithmetic, as long as they stay equal", list: .equal, heightNs: 400,
      says: [
        "Start with": "fixed-list: * As long as all rows stay of one height. The same where a "
          + "height costs 400 ns.*", "Exact offsets": nil, "Dear heights": nil,
      ]),
    Case(
      what: "Where equal rows change, arithmetic cannot help", list: .equal, scenarios: ["recalc"],
      says: ["Start with": "sliding-window: *"]),
    Case(
      what: "Pages: not the pager that cannot rotate", list: .pages,
      says: ["Start with": "fixed-list: *"]),
    Case(
      what: "Pages: not the pager that stops at a few", list: .pages,
      scenarios: ["open", "scroll", "jump"],
      says: ["Start with": "fixed-list: *"]),
    Case(
      what: "A feed that grows at its end: nothing that shows wrong rows, however fast it appends",
      list: .chat, scenarios: ["open", "scroll", "jump", "append"],
      says: [
        "Start with": "sliding-window: *that show the right rows everywhere*", "But": nil,
        "Wrong rows": "*on-demand, prefetch (scroll 9.0 %, jump 9.0 %)*",
      ]),
    Case(
      what: "A log with a true scroll bar: exact offsets that can append; both where two are close",
      list: .chat, scenarios: ["append", "edit", "prepend"],
      says: ["Exact offsets": "sum-tree, for a true scroll bar: *Close: adaptive."]),
    Case(
      what: "A calendar: the sections that shift, which its post is about", list: .calendar,
      says: ["Start with": "section-shift: *"]),
    Case(
      what: "What loses motion does not win by nanoseconds", list: .chat, scenarios: ["scroll"],
      says: ["Start with": "sliding-window: *"]),
  ]

  private func statements(_ groups: [GroupReport], heightNs: Double = 0) -> [String: String] {
    let advice = Advice(RankingSection(groups: groups), heightNs: heightNs)
    return Dictionary(advice.statements.map { ($0.label, $0.text) }) { first, _ in first }
  }

  @Test("Of each list what is right, in words", arguments: small + known)
  func lists(list: Case) {
    let groups = list.list.groups(list.scenarios, heights: list.heights)
    let statements = statements(groups, heightNs: list.heightNs)
    for (label, expected) in list.says {
      let text = statements[label]
      let fits = expected.map { expected in
        text.map { NamePattern(expected)?.matches($0) ?? ($0 == expected) } ?? false
      }
      #expect(fits ?? (text == nil), "\(label): \(text ?? "nothing")")
    }
  }

  @Test("What seldom takes longer than a frame is named, with how often it does")
  func overAFrame() {
    var rare = KnownList("name kind asked scroll\na e 1 100\nb e 1 100\nc e 1 100").groups()
    // The last is one interruption among fewer than a hundred frames.
    let figures = [(9e6, 10e6, 40), (160e3, 9e6, 5), (160e3, 20.2e6, 1)]
    for (place, (p90, p99, over)) in figures.enumerated() {
      var frames = FrameFigures()
      (frames.p50Ns, frames.p90Ns, frames.p99Ns, frames.over8ms) = (100, p90, p99, over)
      rare[0].results[place].row.frames = frames
    }
    #expect(
      statements(rare)["Over a frame"]
        == "8.33 ms or more, one time in ten: a (scroll); one time in a hundred: b (scroll).")
    rare[0].results.removeFirst(2)
    #expect(statements(rare)["Frames"] == "everything fits a 120 Hz frame (8.33 ms).")
  }

  @Test("Nothing was measured: nothing is said")
  func nothing() {
    #expect(statements([]).isEmpty)
    #expect(statements([.of("scroll", "chat", 1000, [.absent("a", .timedOut("slow"))])]).isEmpty)
  }
}
