import Testing

@testable import Reporting

/// Lists whose right answer is known, with figures of real runs.
@Suite("What to take away of known lists")
struct AdviceOnListsTests {
  private typealias List = KnownList
  private static let (chat, equal) = (KnownList.chat, KnownList.equal)
  private static let (pages, calendar) = (KnownList.pages, KnownList.calendar)

  private func advice(
    _ list: List, _ scenarios: [String] = [], heightNs: Double = 400
  ) -> (start: String?, texts: [String: String]) {
    let advice = Advice(RankingSection(groups: list.groups(scenarios)), heightNs: heightNs)
    let pairs = advice.statements.map { ($0.label, $0.text) }
    return (advice.start, Dictionary(pairs, uniquingKeysWith: { first, _ in first }))
  }

  @Test("Messages: a window where heights are known; where they are dear, what asks for fewest")
  func messages() {
    let (start, texts) = advice(Self.chat, heightNs: 30e3)
    #expect(start == "sliding-window")
    #expect(
      texts["Dear heights"]
        == "estimated, where finding one takes 30.0 µs: open takes 265 µs; sliding-window 461 µs.")
    // An exact one opens in a frame only where heights are known: it is told, not recommended.
    #expect(texts["Exact offsets"]?.hasPrefix("adaptive, for a true scroll bar: ") == true)
    #expect(
      texts["Heights"]
        == "known here. Opening asks: sliding-window for 15, adaptive for 100,000, estimated for 9."
    )
  }

  @Test("Equal rows: arithmetic, as long as they stay equal")
  func equalRows() {
    let (start, texts) = advice(Self.equal)
    #expect(start == "fixed-list")
    #expect(texts["Start with"]?.contains(" As long as all rows stay of one height.") == true)
    #expect(texts["Start with"]?.contains(" The same where a height costs 400 ns.") == true)
    #expect(texts["Exact offsets"] == nil && texts["Dear heights"] == nil)
    // Where that is all that is asked, arithmetic cannot help.
    #expect(advice(Self.equal, ["recalc"]).start == "sliding-window")
  }

  @Test("Pages: not the pager that cannot rotate, and stops at a few pages")
  func pagesOnly() {
    #expect(advice(Self.pages).start == "fixed-list")
    #expect(advice(Self.pages, ["open", "scroll", "jump"]).start == "fixed-list")
  }

  @Test("A feed that grows at its end: nothing that shows wrong rows, however fast it appends")
  func feed() {
    let (start, texts) = advice(Self.chat, ["open", "scroll", "jump", "append"])
    #expect(start == "sliding-window")
    #expect(texts["Start with"]?.contains("that show the right rows everywhere") == true)
    #expect(texts["Wrong rows"]?.contains("on-demand, prefetch (scroll 9.0 %, jump 9.0 %)") == true)
    #expect(texts["But"] == nil)
  }

  @Test("A log with a true scroll bar: exact offsets that can append; both where two are close")
  func log() {
    let exact = advice(Self.chat, ["append", "edit", "prepend"]).texts["Exact offsets"]
    #expect(exact?.hasPrefix("sum-tree, for a true scroll bar: ") == true)
    #expect(exact?.hasSuffix("Close: adaptive.") == true)
  }

  @Test("A calendar: the sections that shift, which its post is about")
  func months() {
    #expect(advice(Self.calendar).start == "section-shift")
  }

  @Test("What loses motion does not win by nanoseconds; where there is nothing else it says so")
  func limits() {
    #expect(advice(Self.chat, ["scroll"]).start == "sliding-window")
    let alone = List(
      "name kind asked scroll\nreload-window w! 200 19.7\non-demand w! 30 80.2*")
    let (start, texts) = advice(alone)
    #expect(start == "reload-window" && texts["But"] == "Motion is lost at its end.")
  }

  @Test(
    "Without ends: by opening and rotation too, and not what loses its place, however fast it is")
  func circular() {
    let loops = List(
      """
      name kind asked endless open rotate scroll recalc prepend
      triple-copy c! 300000 73 7.1e6 6.2e6 75 6.1e6 -
      slow-copy c 300000 70 7.2e6 6.3e6 75 6.1e6 -
      cyclic c 100000 79 6.7e5 6.6e5 81 140 -
      sliding-window w 15 - 1200 270 9 230 100
      """)
    let (start, texts) = advice(loops)
    #expect(start == "sliding-window")
    #expect(
      texts["Endless"]
        == "cyclic: its longest is open, 670 µs, 8.0 % of a 120 Hz frame. On average the fastest of "
        + "the 3 without ends.")
  }
}
