import ListLayout
import Reporting
import Workloads

/// "Infinitely scrolling tables", option 3: own views in a scroll view, the code of the post.
extension Claim {
  /// The tallest row of each list, in points: the post's views move when its own row height, 44 pt
  /// here, is used up.
  private static let tallest = [44, 88, 132, 300]

  private static func heights(upTo tallest: Int) -> HeightsSpec {
    let least = LayoutUnit(points: 44)
    return tallest == 44 ? .fixed(least) : .uniform(least...LayoutUnit(points: tallest))
  }

  private static let flings = Timing(
    "scroll", of: ["recycled-subview"], StrategyMode.allCases,
    on: tallest.map(heights(upTo:)), rows: [10_000])

  static let recycledSmooth = Claim(
    "recycled-smooth", .mealSchedule,
    .paraphrase(
      "Adding and removing own views at both ends is quick, and a few extra days make the "
        + "scrolling smooth"),
    experiment: """
      recycled-subview as published under recorded flings, on rows of 44 pt up to a tallest one: \
      every frame timed by itself, and every frame compared with the reference
      """,
    rules: [.steady, .inTime],
    limits: """
      Whether a layout comes to rest is arithmetic, the same on a phone; what is on screen stays \
      right meanwhile, and the processor busy, with pass after pass. The post does not give its row height: 44 pt is taken. Times \
      are without drawing and UIKit
      """, timing: flings
  ) { laboratory in
    var details: [[String]] = []
    let points = try zip(tallest, laboratory.groups(flings)).map { tallest, result in
      let courses = try StrategyMode.allCases.map { mode in
        try laboratory.course(
          of: "recycled-subview", mode, on: heights(upTo: tallest), rows: 10_000,
          strokes: Strokes.flings())
      }
      for (mode, course) in zip(StrategyMode.allCases, courses) {
        let time = result.slowestFrames(of: "recycled-subview", mode)
        details.append([
          "\(tallest) pt, \(mode.rawValue)", Quantity.count(course.jumps),
          Quantity.count(course.blankFrames), Quantity.count(course.cutFrames),
          Quantity.count(course.frames), Rule.inTime.text(of: time),
        ])
      }
      return Evidence.Point(
        "\(tallest) pt", size: Double(tallest),
        [
          Figure(exactly: Double(courses[0].roughFrames), of: .init(courses[0].frames, "frames")),
          result.slowestFrames(of: "recycled-subview", .published),
        ])
    }
    return Evidence(
      along: "the tallest row", points,
      details: .init(
        ["tallest row", "jumps", "blank", "never at rest", "frames", "99.9 % of frames"], details))
  }

  static let heightAskedOnce = Claim(
    "height-asked-once", .mealSchedule,
    .quotation("I could control the number of times each row had to be recalculated"),
    experiment: "recycled-subview as published under the 19 recorded flings; counted",
    rules: [
      Rule(
        "heights asked for each row that comes on screen", .ratio, .atMost, holds: 1.5, fails: 2,
        because: "under control: about once; twice or more is what it was to prevent")
    ],
    limits: "A count, the same on a phone; the post's rows of 44 pt are taken, as it gives none"
  ) { laboratory in
    Evidence(
      along: "the tallest row",
      try tallest.map { tallest in
        let course = try laboratory.course(
          of: "recycled-subview", .published, on: heights(upTo: tallest), rows: 10_000,
          strokes: Strokes.flings())
        let entered = max(1, course.rowsEntered)
        return Evidence.Point(
          "\(tallest) pt", size: Double(tallest),
          [
            Figure(
              exactly: Double(course.heightsAsked) / Double(entered), of: .init(entered, "rows"))
          ])
      },
      notes: [
        "Where layouts never come to rest the number says when they are cut, and no more."
      ])
  }
}
