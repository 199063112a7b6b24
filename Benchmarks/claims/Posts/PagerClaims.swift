import ListLayout
import Reporting

/// "Infinite scrolling with reusable views iOS": a circular pager of three views.
extension Claim {
  private static func label(_ pages: Int) -> String {
    pages == 1 ? "1 page" : "\(Quantity.count(pages)) pages"
  }

  private static func pager(
    _ pages: Int, _ gestures: [[Gesture]], in runner: ClaimRunner
  ) throws -> MotionRecord {
    try runner.record(of: "three-view-pager", .published, on: .pages, rows: pages, gestures)
  }

  static let threeViews = Claim(
    id: "three-views", post: .pager,
    sentence: .quotation("There are 3 views at most at a single time", at: "002:13"),
    experiment: """
      three-view-pager as published under the 19 recorded flings onwards and back, with 1 to 10k \
      pages; its views counted after every frame
      """,
    rules: [
      Rule("most views at once", .count, .atMost, holds: 3, fails: 4, because: "three are three")
    ],
    change: .init(
      on: "2026-11-23",
      because: """
        it was stitched together of two sentences and judged whether memory is saved, which this one \
        does not say
        """),
    limits: """
      A count, the same on a phone as long as the view appears once: each further `viewDidAppear` of \
      the post's controller adds three views and removes none (002:244), which is not modelled here
      """
  ) { runner in
    Evidence(
      "the number of pages",
      try [1, 3, 4, 6, 100, 10_000].map { pages in
        let record = try pager(pages, GestureSequences.flingsRoundAndBack, in: runner)
        return Evidence.Point(
          label(pages),
          [.exact(Double(record.mostViews), over: record.frames, "frames")])
      })
  }

  static let alwaysCentred = Claim(
    id: "always-centred", post: .pager,
    sentence: .quotation(
      "Whenever scrolling is performed, UIScrollView.contentOffset is set back to center",
      at: "002:15"),
    experiment: """
      three-view-pager as published with 6 pages; gestures over a part of a page or all of it, eight \
      one after the other, and where the offset is after each: with paging, which goes on to the nearest \
      page when the finger leaves, and without
      """,
    rules: [
      Rule(
        "gestures that leave the offset off the centre", .count, .atMost, holds: 0, fails: 1,
        because: "whenever: after each; one is not whenever")
    ],
    change: .init(
      on: "2026-11-23",
      because: "it was judged without paging alone, and the class is InfinitePagingScrollView"),
    limits: """
      A count, the same on a phone. The code that switches paging on is not in the post. Where paging \
      goes depends on the finger's speed, too: the nearest page is taken
      """
  ) { runner in
    let parts = [25, 50, 75, 100]
    let gestures = 8
    let points = try [("with paging", true), ("without paging", false)].map { label, isPaged in
      let off = try parts.map { percent in
        let list = try runner.lockstep(
          of: "three-view-pager", .published, on: runner.heights(of: .pages, rows: 6))
        let page = ClaimRunner.viewport
        let distance = LayoutUnit(rawValue: page.rawValue * Int64(percent) / 100)
        let rest = (percent >= 50 ? page : .zero) - distance
        return (0..<gestures).count { _ in
          for part in [distance, isPaged ? rest : .zero] { list.apply(.scroll(part)) }
          list.apply(.settle)
          return list.now.contentOffset != page
        }
      }
      return Evidence.Point(
        "gestures \(label)", [.share(off.reduce(0, +), of: parts.count * gestures, "gestures")],
        detail: off.map(Quantity.count))
    }
    return Evidence(
      "paging", isOrdered: false, points,
      titles: ["off the centre, of 8 gestures over"] + parts.map { "\($0) % of a page" })
  }

  static let pagerUnnoticed = Claim(
    id: "pager-unnoticed", post: .pager,
    sentence: .quotation(
      "After contentOffset is at center, depending upon the scrolling (left or right) the new "
        + "center position is calculated and view at center is replaced by the view expected for "
        + "the position. This happens smoothly enough and user doesn't suspect the happening behind "
        + "scene",
      at: "002:16"),
    experiment: """
      three-view-pager as published with more than three pages: a page a gesture, as with paging \
      switched on, and the 19 recorded flings, as without it; each frame compared with the reference
      """,
    rules: [
      .notRough(
        because: """
          unnoticed: no frame moves 1 pt or more otherwise than the finger, and none is blank; the \
          offset set back is a jump only if what is shown jumps
          """)
    ],
    change: .init(
      on: "2026-11-22",
      because: "up to three pages nothing happens behind the scene: they are in circular-pager now"),
    limits: """
      A count, the same on a phone. The post does not show whether paging is on; its example has 6 \
      pages and would use it. The bounce at an edge is not modelled: the motion ends there
      """
  ) { runner in
    let points = try [4, 6, 100].flatMap { pages in
      try [("a page a gesture", true), ("flings", false)].map { way, isPaged in
        let record = try pager(
          pages,
          isPaged
            ? GestureSequences.pages(8, of: ClaimRunner.viewport)
            : GestureSequences.flingsRoundAndBack,
          in: runner)
        return Evidence.Point(
          "\(way) over \(label(pages))", [record.roughFigure],
          detail: [
            Quantity.count(record.cutShort), Quantity.count(record.sequences),
            Quantity.amount(record.largestJump.points), Quantity.amount(record.lost.points),
          ])
      }
    }
    return Evidence(
      "paging and the number of pages", isOrdered: false, points,
      titles: ["", "gestures cut short", "of", "largest jump, pt", "points lost"])
  }

  static let circularPager = Claim(
    id: "circular-pager", post: .pager,
    sentence: .quotation(
      "If the current position is the first (index 0) the view before is the last "
        + "view(viewCount-1) and if current position is last (index, viewCount-1) next view is "
        + "first (index 0). Giving a circular scrolling behaviour",
      at: "002:18"),
    experiment: """
      three-view-pager as published, turned page by page once round and one page further, then \
      back; each frame compared with the reference
      """,
    rules: [
      Rule(
        "pages that could not be turned", .count, .atMost, holds: 0, fails: 1,
        because: "circular: there is always a next page and one before")
    ],
    limits: "A count, the same on a phone with paging"
  ) { runner in
    Evidence(
      "the number of pages",
      try [1, 2, 3, 4, 6, 100].map { pages in
        let turns = GestureSequences.pages(pages + 1, of: ClaimRunner.viewport)
        return Evidence.Point(
          label(pages),
          [try pager(pages, turns, in: runner).cutShortFigure(of: "turns")])
      })
  }
}
