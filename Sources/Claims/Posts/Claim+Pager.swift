import Reporting

/// "Infinite scrolling with reusable views iOS": a circular pager of three views.
extension Claim {
  static let threeViews = Claim(
    "three-views", .pager, .quotation("There are 3 views at most at a single time"),
    experiment: """
      three-view-pager as published under the 19 recorded flings onwards and back, with 1 to 100 \
      pages; its views counted after every frame
      """,
    rules: [
      Rule(
        "most views at once", .count, .atMost, holds: 3, fails: 4, because: "three are three")
    ],
    limits: "A count, the same on a phone; views that UIKit adds by itself are not seen here"
  ) { laboratory in
    Evidence(
      along: "the number of pages",
      try [1, 2, 3, 4, 6, 100].map { pages in
        let course = try laboratory.course(
          of: "three-view-pager", .published, on: .pages, rows: pages,
          strokes: Strokes.flingsRoundAndBack)
        return Evidence.Point(
          label(pages), size: Double(pages),
          [Figure(exactly: Double(course.mostViews), of: .init(course.frames, "frames"))])
      })
  }

  static let pagerUnnoticed = Claim(
    "pager-unnoticed", .pager,
    .quotation("This happens smoothly enough and user doesn't suspect the happening behind scene"),
    experiment: """
      three-view-pager as published: a page a gesture, as with paging switched on, and the 19 \
      recorded flings, as without it; each frame compared with the reference
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
    limits: """
      A count, the same on a phone. The post does not show whether paging is on; its example has 6 \
      pages and would use it. The bounce at an edge is not modelled: the motion ends there
      """
  ) { laboratory in
    var details: [[String]] = []
    let points = try [3, 6].flatMap { pages in
      try [("a page a gesture", true), ("flings", false)].map { way, isPaged in
        let course = try laboratory.course(
          of: "three-view-pager", .published, on: .pages, rows: pages,
          strokes: isPaged
            ? Strokes.pages(8, of: Laboratory.viewport) : Strokes.flingsRoundAndBack)
        let label = "\(label(pages)), \(way)"
        details.append([
          label, Quantity.count(course.strokesCutShort), Quantity.count(course.strokes),
          Quantity.amount(course.largestJump.points), Quantity.amount(course.lost.points),
        ])
        return Evidence.Point(
          label, [Figure(exactly: Double(course.roughFrames), of: .init(course.frames, "frames"))])
      }
    }
    return Evidence(
      along: "paging and the number of pages", points,
      details: .init(
        ["", "gestures cut short", "of", "largest jump, pt", "points lost"], details))
  }

  private static func label(_ pages: Int) -> String { pages == 1 ? "1 page" : "\(pages) pages" }
}
