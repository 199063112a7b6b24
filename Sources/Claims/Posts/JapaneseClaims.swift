import ListLayout
import Reporting
import Workloads

/// The Japanese post of 2016: rows loaded near the ends, heights cached.
extension Claim {
  // MARK: Loading

  static let necessaryData = Claim(
    "necessary-data", .japanese,
    .translation(
      "Loads the necessary data at the necessary time, as the table view is scrolled",
      of: "UITableViewのスクロールに応じて必要なデータを必要なタイミングでロード", at: "001:9"),
    experiment: """
      on-demand as published on the post's own rows, 10 s under a finger of one speed; frames that \
      waited for rows, and rows that were loaded and not reached, counted
      """,
    rules: [
      Rule(
        "frames that stood still", .count, .atMost, holds: 0, fails: 1,
        because: "at the necessary time: before the reader comes to its end"),
      Rule(
        "viewports of rows loaded and not reached", .ratio, .atMost, holds: 2, fails: 4,
        because: """
          the necessary data: ten rows are about a viewport, so one load too many and the one before \
          it are no fault; twice as much is
          """),
    ],
    limits: """
      A count, the same on a phone at 120 Hz, with loads of 0.5 s as in the post. Its test of the \
      lower end is the wrong way round, and is run as it was published
      """
  ) { laboratory in
    var details: [[String]] = []
    func unreached(_ record: MotionRecord) -> Double {
      max(0, (record.contentGrowth - record.travelled).points / Laboratory.viewport.points)
    }
    let points = try [60, 240, 600, 1200, 2400].map { speed in
      let records = try StrategyMode.allCases.map { mode in
        try laboratory.record(
          of: "on-demand", mode, on: .words, rows: 10_000,
          strokes: [Strokes.steadily(at: speed, seconds: 10)])
      }
      let label = "\(Quantity.count(speed)) pt/s"
      details.append(
        [label]
          + records.flatMap { [Quantity.count($0.stalls), Quantity.amount(unreached($0))] })
      let published = records[0]
      return Evidence.Point(
        label, size: Double(speed),
        [
          Figure(exactly: Double(published.stalls), of: .init(published.frames, "frames")),
          Figure(exactly: unreached(published), of: .init(published.frames, "frames")),
        ])
    }
    return Evidence(
      along: "the finger", points,
      details: .init(
        [
          "the finger", "frames that stood still, published", "viewports not reached",
          "frames that stood still, corrected", "viewports not reached",
        ], details))
  }

  static let marginPreloads = Claim(
    "margin-preloads", .japanese,
    .translation(
      "Giving this test a certain margin makes loading ahead possible",
      of: "ここの判定に一定のマージンを設ける事で事前読み込みが可能となります", at: "001:288"),
    experiment: """
      on-demand corrected, which is the post's code with its test the right way round, under the 19 \
      recorded flings, as they were and all onwards, a second of rest after each; margins from 50 pt \
      up, the post's is 100, with loads of the post's 0.5 s
      """,
    rules: [
      Rule(
        "flings that had to wait for rows", .count, .atMost, holds: 0, fails: 4,
        because: "loading ahead: nobody waits; a tenth of all 38 that wait is no loading ahead")
    ],
    state: .changed(
      on: "2026-11-22",
      because: """
        the experiment before it ran the post's reversed test, which loads because the reader is far \
        from the end, so that the margin did nothing
        """),
    limits: "A count, the same on a phone at 120 Hz"
  ) { laboratory in
    let strokes = Strokes.flings(resting: 120) + Strokes.flingsOnwards(resting: 120)
    let latencies = [6, 12, 30, 60]
    var details: [[String]] = []
    let points = try [50, 100, 200, 400, 800, 1600].map { margin in
      let records = try latencies.map { frames in
        try laboratory.record(
          of: margin == 100 ? "on-demand" : "on-demand:margin=\(margin)", .corrected, on: .words,
          rows: 10_000, strokes: strokes, latency: frames)
      }
      let label = "a margin of \(Quantity.count(margin)) pt"
      details.append(
        [label]
          + records.map {
            "\(Quantity.count($0.strokesCutShort)), \(Quantity.amount($0.lost.points)) pt"
          })
      return Evidence.Point(
        label, size: Double(margin), [records[latencies.count - 1].cutShortFigure()])
    }
    return Evidence(
      along: "the margin", points,
      details: .init(
        ["flings that waited, points lost"] + latencies.map { "\($0 * 1000 / 120) ms a load" },
        details))
  }

  static let offsetMoves = Claim(
    "offset-moves", .japanese,
    .translation(
      "When scrolling down, the data is added at the end, so the scroll position need not change; "
        + "upwards, data is added before the place that is shown. So the place has to be moved down "
        + "by the height of the cells that were loaded",
      of: """
        下方向にスクロールした場合にはデータを末尾に追加するのでスクロール位置は変更しなくて良いのですが、\
        上方向の場合には今表示している位置より前にデータを追加することになります。\
        ですので、今の表示位置を読み込んだセルの高さ分だけ下に調整してあげる必要があります
        """, at: "001:328-329"),
    experiment: """
      on-demand as published loads above and below under a slow finger (60 pt/s), so that nothing \
      has to wait; each frame compared with the reference
      """,
    rules: [
      Rule(
        "frames that jump, are partly blank or never come to rest", .count, .atMost, holds: 0,
        fails: 1,
        because: "what is read must not move by itself: one frame that does is seen")
    ],
    limits: "A count, the same on a phone"
  ) { laboratory in
    let step = LayoutUnit(rawValue: 32 as Int64)
    let ways = [("rows added above, offset moved", -step), ("rows added below, offset left", step)]
    let points = try ways.map { label, distance in
      let record = try laboratory.record(
        of: "on-demand", .published, on: .words, rows: 10_000,
        strokes: [Strokes.slowly(by: distance, frames: 8000)])
      return Evidence.Point(label, [record.roughFigure])
    }
    let left = try laboratory.record(
      of: "all-heights", .published, on: .words, rows: 1000,
      strokes: [
        [Gesture](repeating: .insert(row: 0, height: LayoutUnit(points: 100)), count: 5)
      ])
    return Evidence(
      along: "where rows are added", points,
      notes: [
        "For comparison: five rows of 100 pt added above, the offset left where it was "
          + "(all-heights as published): what is read moves by "
          + "\(Quantity.amount(left.largestDisplacement.points)) pt."
      ])
  }

  // MARK: Heights

  private static let asking = Timing(
    "open", of: ["on-demand"], [.published], on: [.words, .measured(.words)], rows: [10_000])

  static let heightsCostly = Claim(
    "heights-costly", .japanese,
    .translation(
      "Finding a height is fairly costly, so we define a class that stores the calculated height "
        + "in a pair with the data to be shown",
      of: """
        高さを求めるのはそれなりにコストが高いので、\
        計算した高さを表示用データとペアにして格納するためのクラスを定義します
        """, at: "001:30"),
    experiment: """
      on-demand as published opens the post's own rows (1 to 50 random words), with heights from a \
      table and with text measured at each ask; and the heights that its reloads look up are counted \
      beside those that it asks for, after 1 to 19 flings onwards
      """,
    rules: [
      Rule(
        "time to open with measuring over time with a table", .ratio, .atLeast, holds: 10, fails: 2,
        because: "costly: an order of magnitude more than to look it up; not: less than twice"),
      Rule(
        "heights that reloads look up for each that is asked for", .ratio, .atLeast, holds: 10,
        fails: 2,
        because: "a cache is worth its upkeep if it saves nine asks of ten, not if less than half"),
    ],
    state: .changed(
      on: "2026-11-22",
      because: "the experiment before it ran on all-heights, which keeps all heights of any list"),
    limits: """
      Our typesetter adds widths and breaks lines greedily; the post sizes a UILabel, which costs \
      more: the first figure is a lower bound of the phone's. The second is a count
      """, timing: asking
  ) { laboratory in
    let times = try laboratory.groups(asking).map { result in
      result.row("on-demand", .published).map(Figure.init) ?? .none
    }
    let ratio = times.count == 2 ? times[1].divided(by: times[0]) : .none
    let flings = Strokes.flingsOnwards(resting: 120)
    let points = try [1, 5, 19].map { count in
      let record = try laboratory.record(
        of: "on-demand", .published, on: .words, rows: 10_000,
        strokes: Array(flings.prefix(count)))
      let share = Double(record.rowsReloaded) / Double(max(1, record.heightsAsked))
      return Evidence.Point(
        count == 1 ? "1 fling" : "\(count) flings", size: Double(count),
        [ratio, Figure(exactly: share, of: .init(record.heightsAsked, "heights asked"))])
    }
    return Evidence(
      along: "how far the reader is", points,
      notes: times.count == 2
        ? [
          "The first screen takes \(time(times[0].value)) with heights from a table and "
            + "\(time(times[1].value)) with text that is measured."
        ] : [])
  }

  static let workingCell = Claim(
    "working-cell", .japanese,
    .translation(
      "Finding a cell's height takes almost the same code as showing it, so letting a real cell "
        + "calculate it is a good way",
      of: "セルの高さを求める時には表示用のコードと殆ど同じになりますので、実際のセルに計算させると良いかと", at: "001:44"),
    experiment: """
      10k of the post's own rows are typeset at 320 pt, the width that UIKit gives the posted \
      working cell, of which the code sets none, and at the width of the list that shows them
      """,
    rules: [
      Rule(
        "rows whose calculated height is not the one they need", .count, .atMost, holds: 0,
        fails: 100,
        because: "a good way: the height fits; not if one row in a hundred is cut or has a gap")
    ],
    limits: """
      A count, with our typesetter and its table of advances in place of a UILabel: on a phone other \
      rows differ, about as many. That a table view's cell is 320 pt wide by default is UIKit's
      """
  ) { laboratory in
    let rows = 10_000
    let calculated = try laboratory.heights(of: .words, rows: rows, width: LayoutUnit(points: 320))
    var details: [[String]] = []
    let points = try [320, 375, 390, 414, 768].map { width in
      let needed = try laboratory.heights(of: .words, rows: rows, width: LayoutUnit(points: width))
      let gaps = zip(calculated, needed).map { LayoutUnit(rawValue: Int64($0) - Int64($1)) }
      let wrong = gaps.count { $0 != .zero }
      let sum = gaps.reduce(LayoutUnit.zero) { $0 + $1.magnitude }
      let most = gaps.map(\.magnitude).max() ?? .zero
      let label = "a list of \(width) pt"
      details.append([
        label, Quantity.count(wrong), Quantity.amount(most.points),
        Quantity.amount(sum.points / Double(max(1, wrong))),
        Quantity.count(gaps.count { $0 < .zero }),
      ])
      return Evidence.Point(
        label, size: Double(width), [Figure(exactly: Double(wrong), of: .init(rows, "rows"))])
    }
    return Evidence(
      along: "the list", points,
      details: .init(
        [
          "the list", "rows of another height", "by at most, pt", "by on average, pt",
          "rows too low for their text",
        ], details))
  }
}
