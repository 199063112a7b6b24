import BenchReplaying
import Conformance
import ListLayout
import Testing

@Suite("TripleCopy")
struct TripleCopyTests {
  @Test(
    "A list is circular if its content is tall enough for the number of copies",
    arguments: [2, 3, 4, 9])
  func moreCopies(copies: Int) throws {
    let script = GestureScript(
      heights: [6400, 6400], options: LayoutOptions(viewport: points(500)), topology: .circular,
      gestures: Array(repeating: .scroll(points(37)), count: 100)
        + Array(repeating: .scroll(points(-53)), count: 150))
    let deviation = Deviation.measure(
      try strategy("triple-copy:copies=\(copies)"), mode: .corrected, script: script)
    #expect(deviation.showsTheSame == (copies >= 4))
  }

  @Test("The offset is reset after two copies when scrolling down, but after one when scrolling up")
  func periods() throws {
    let lists = try [StrategyMode.published, .corrected].map {
      try equalRows("triple-copy", of: 100, count: 20, viewport: 500, mode: $0)
    }
    // `resets` lists the frames in which the offset is reset. At the bottom, the offset changes from 5,500 pt
    // to 1,500 pt, and at the top, from 0 to 2,000 pt.
    for (step, resets) in [(100, [35, 75]), (-100, [40, 60, 80, 100])] {
      let found = (1...100).filter { _ in
        let work = lists[0].work(.scroll(points(step)))
        lists[1].scroll(step)
        #expect(lists[0].screen == lists[1].screen)
        return work[.layoutPasses] == 2
      }
      #expect(found == resets)
    }
  }

  @Test(
    "With three or four short rows, the offset keeps being reset until the layout pass limit is reached",
    arguments: [("", [1, 2, 5]), (":guard=0", [5])])
  func noRest(parameters: String, settling: [Int]) throws {
    for count in [1, 2, 3, 4, 5] where parameters.isEmpty || count > 2 {
      let list = try equalRows(
        "triple-copy" + parameters, of: 52, count: count, viewport: 480, mode: .published)
      let isCut = !settling.contains(count)
      #expect(list.store.counters[.layoutsCut] == (isCut ? 1 : 0), "\(count)")
      if isCut { #expect(list.store.counters[.layoutPasses] == 100, "\(count)") }
    }
  }

  @Test(
    "A fling loses only the motion past an end, with or without the guard",
    arguments: [(60, 4), (66, 52), (130, 394)])
  func steadyFling(distance: Int, lost: Int) throws {
    let script = GestureScript(
      heights: [Int32](repeating: 44 * 64, count: 60),
      options: LayoutOptions(viewport: points(844), start: 30), topology: .circular,
      gestures: Array(repeating: .scroll(points(distance)), count: 300))
    for id in ["triple-copy", "triple-copy:guard=0"] {
      let deviation = Deviation.measure(try strategy(id), mode: .published, script: script)
      #expect(deviation.lost == points(lost), "\(id)")
    }
  }
}
