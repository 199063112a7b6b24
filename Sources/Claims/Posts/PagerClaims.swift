import ListLayout
import Reporting

/// "Infinite scrolling with reusable views iOS": a circular pager of three views.
extension Claim {
  private static func label(_ pages: Int) -> String {
    pages == 1 ? "1 page" : "\(Quantity.count(pages)) pages"
  }

  private static func pager(
    _ pages: Int, _ strokes: [[Gesture]], in laboratory: Laboratory
  ) throws -> MotionRecord {
    try laboratory.record(
      of: "three-view-pager", .published, on: .pages, rows: pages, strokes: strokes)
  }

  static let viewsMemory = Claim(
    "views-memory", .pager,
    .quotation(
      "memory of a device should not be incorrectly used [...] There are 3 views at most at a "
        + "single time",
      at: "002:6-13"),
    experiment: """
      three-view-pager as published under the 19 recorded flings onwards and back, with 1 to 10k \
      pages; its views counted after every frame, beside a scroll view with one for each page
      """,
    rules: [
      Rule("most views at once", .count, .atMost, holds: 3, fails: 4, because: "three are three"),
      Rule(
        "views of a scroll view with one a page, for each of these", .ratio, .atLeast, holds: 2,
        fails: 1, because: "memory is saved: half of the views at least; none is saved at 1"),
    ],
    state: .changed(
      on: "2026-11-22", because: "that there are three views was all that the claim before it said"),
    limits: """
      A count, the same on a phone; what a view takes there, and views that UIKit adds by itself, \
      are not seen here
      """
  ) { laboratory in
    Evidence(
      along: "the number of pages",
      try [1, 3, 4, 6, 100, 10_000].map { pages in
        let record = try pager(pages, Strokes.flingsRoundAndBack, in: laboratory)
        let basis = Figure.Basis(record.frames, "frames")
        return Evidence.Point(
          label(pages), size: Double(pages),
          [
            Figure(exactly: Double(record.mostViews), of: basis),
            Figure(exactly: Double(pages) / Double(max(1, record.mostViews)), of: basis),
          ])
      })
  }

  static let alwaysCentred = Claim(
    "always-centred", .pager,
    .quotation(
      "Whenever scrolling is performed, UIScrollView.contentOffset is set back to center",
      at: "002:15"),
    experiment: """
      three-view-pager as published with 6 pages; gestures over a part of a page, eight of them one \
      after the other, and where the offset is after each
      """,
    rules: [
      Rule(
        "gestures that leave the offset off the centre", .count, .atMost, holds: 0, fails: 1,
        because: "whenever: after each; one is not whenever")
    ],
    limits: """
      A count, the same on a phone without paging. With paging, which the post does not mention, the \
      scroll view itself goes on to a full page
      """
  ) { laboratory in
    Evidence(
      along: "the gesture",
      try [25, 50, 75, 100].map { percent in
        let list = try laboratory.lockstep(
          of: "three-view-pager", .published, on: laboratory.heights(of: .pages, rows: 6))
        let distance = LayoutUnit(rawValue: Laboratory.viewport.rawValue * Int64(percent) / 100)
        let gestures = 8
        let off = (0..<gestures).count { _ in
          for part in [distance, .zero] { list.apply(.scroll(part)) }
          list.apply(.settle)
          return list.now.contentOffset != Laboratory.viewport
        }
        return Evidence.Point(
          percent == 100 ? "a full page" : "\(percent) % of a page", size: Double(percent),
          [Figure(exactly: Double(off), of: .init(gestures, "gestures"))])
      })
  }

  static let pagerUnnoticed = Claim(
    "pager-unnoticed", .pager,
    .quotation(
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
      Rule(
        "frames that jump, are partly blank or never come to rest", .count, .atMost, holds: 0,
        fails: 1,
        because: """
          unnoticed: no frame moves 1 pt or more otherwise than the finger, and none is blank; the \
          offset set back is a jump only if what is shown jumps
          """)
    ],
    state: .changed(
      on: "2026-11-22",
      because: "up to three pages nothing happens behind the scene: they are in circular-pager now"),
    limits: """
      A count, the same on a phone. The post does not show whether paging is on; its example has 6 \
      pages and would use it. The bounce at an edge is not modelled: the motion ends there
      """
  ) { laboratory in
    var details: [[String]] = []
    let points = try [4, 6, 100].flatMap { pages in
      try [("a page a gesture", true), ("flings", false)].map { way, isPaged in
        let record = try pager(
          pages,
          isPaged ? Strokes.pages(8, of: Laboratory.viewport) : Strokes.flingsRoundAndBack,
          in: laboratory)
        let label = "\(way) over \(label(pages))"
        details.append([
          label, Quantity.count(record.strokesCutShort), Quantity.count(record.strokes),
          Quantity.amount(record.largestJump.points), Quantity.amount(record.lost.points),
        ])
        return Evidence.Point(label, [record.roughFigure])
      }
    }
    return Evidence(
      along: "paging and the number of pages", points,
      details: .init(["", "gestures cut short", "of", "largest jump, pt", "points lost"], details))
  }

  static let circularPager = Claim(
    "circular-pager", .pager,
    .quotation(
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
  ) { laboratory in
    Evidence(
      along: "the number of pages",
      try [1, 2, 3, 4, 6, 100].map { pages in
        let record = try pager(
          pages, Strokes.pages(pages + 1, of: Laboratory.viewport), in: laboratory)
        return Evidence.Point(
          label(pages), size: Double(pages), [record.cutShortFigure(of: "turns")])
      })
  }
}
