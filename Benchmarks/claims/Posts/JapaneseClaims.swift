import ListLayout
import Reporting
import Workloads

/// The Japanese post of 2016: rows loaded near the ends, heights cached.
extension Claim {
  /// on-demand on the post's own rows.
  private static func onDemand(
    _ mode: StrategyMode, margin: Int = 100, _ gestures: [[Gesture]], latency: Int = 60,
    in runner: ClaimRunner
  ) throws -> MotionRecord {
    try runner.record(
      of: "on-demand:margin=\(margin)", mode, on: .words, rows: 10_000, gestures,
      latency: latency)
  }

  // MARK: Loading

  static let necessaryData = Claim(
    id: "necessary-data", post: .japanese,
    sentence: .translation(
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
  ) { runner in
    func unreached(_ record: MotionRecord) -> Double {
      max(0, (record.contentGrowth - record.travelled).points / ClaimRunner.viewport.points)
    }
    let points = try [60, 240, 600, 1200, 2400].map { speed in
      let records = try StrategyMode.allCases.map { mode in
        try onDemand(mode, [GestureSequences.steadily(at: speed, seconds: 10)], in: runner)
      }
      let published = records[0]
      return Evidence.Point(
        "\(Quantity.count(speed)) pt/s",
        [
          .share(published.stalls, of: published.frames, "frames"),
          .exact(unreached(published), over: published.frames, "frames"),
        ],
        detail: records.flatMap { [Quantity.count($0.stalls), Quantity.amount(unreached($0))] })
    }
    return Evidence(
      "the finger", points,
      titles: [
        "the finger", "frames that stood still, published", "viewports not reached",
        "frames that stood still, corrected", "viewports not reached",
      ])
  }

  static let marginPreloads = Claim(
    id: "margin-preloads", post: .japanese,
    sentence: .translation(
      "Giving this test a certain margin makes loading ahead possible; this sample fetches in one "
        + "go when it is needed",
      of: """
        ここの判定に一定のマージンを設ける事で事前読み込みが可能となります \
        このサンプルでは必要となったときにガバッと取得
        """, at: "001:288-289"),
    experiment: """
      on-demand corrected, which is the post's code with its test the right way round, under the 19 \
      recorded flings, as they were and all onwards, a second of rest after each; with a margin of 0 \
      and with margins from 50 pt up, of which 100 is the post's, with loads of the post's 0.5 s
      """,
    rules: [
      Rule(
        "flings that had to wait for rows without a margin and need not with it", .count, .atLeast,
        holds: 1, fails: 0,
        because: "possible: with the margin fewer wait than without")
    ],
    change: .init(
      on: "2026-11-23",
      because: """
        it asked that a tenth of all flings or fewer wait, and had no margin of 0 to compare with; on \
        2026-11-22, because it ran the post's reversed test, where the margin does nothing
        """),
    limits: """
      A count, the same on a phone at 120 Hz. 0.5 s are the post's stand-in for a server ("try a \
      little wait", 001:212): the table has shorter loads beside it
      """
  ) { runner in
    let flings =
      GestureSequences.flings(resting: 120) + GestureSequences.flingsOnwards(resting: 120)
    let latencies = [60, 30, 12, 6]
    func records(_ margin: Int) throws -> [MotionRecord] {
      try latencies.map {
        try onDemand(.corrected, margin: margin, flings, latency: $0, in: runner)
      }
    }
    func cells(_ records: [MotionRecord]) -> [String] {
      records.map { "\(Quantity.count($0.cutShort)), \(Quantity.amount($0.lost.points)) pt" }
    }
    let without = try records(0)
    let measured = try [50, 100, 200, 400, 800, 1600].map { margin in
      (margin: margin, records: try records(margin))
    }
    let points = measured.map { margin, with in
      Evidence.Point(
        "a margin of \(Quantity.count(margin)) pt",
        [.share(without[0].cutShort - with[0].cutShort, of: without[0].cutShort, "flings")],
        detail: cells(with))
    }
    return Evidence(
      "the margin", points,
      titles: ["flings that waited, points lost"]
        + latencies.map { "\($0 * 1000 / 120) ms a load" },
      details: [["no margin"] + cells(without)],
      notes: [
        "With loads of 50 ms \(measured[1].records[3].cutShort) flings wait with the post's margin of "
          + "100 pt, and \(without[3].cutShort) without."
      ])
  }

  static let offsetMoves = Claim(
    id: "offset-moves", post: .japanese,
    sentence: .translation(
      "When scrolling down, the data is added at the end, so the scroll position need not change; "
        + "upwards, data is added before the place that is shown. So the place has to be moved down "
        + "by the height of the cells that were loaded",
      of: """
        下方向にスクロールした場合にはデータを末尾に追加するのでスクロール位置は変更しなくて良いのですが、\
        上方向の場合には今表示している位置より前にデータを追加することになります。\
        ですので、今の表示位置を読み込んだセルの高さ分だけ下に調整してあげる必要があります
        """, at: "001:328-329"),
    experiment: """
      on-demand corrected, which loads no row twice, loads above and below under a slow finger (60 \
      pt/s), so that nothing has to wait; each frame compared with the reference
      """,
    rules: [
      .notRough(because: "what is read must not move by itself: one frame that does is seen")
    ],
    change: .init(
      on: "2026-11-23",
      because: """
        published code shows rows twice (001:215-217), and a reader who passed such rows counted \
        against the offset
        """),
    limits: "A count, the same on a phone"
  ) { runner in
    let step = LayoutUnit(rawValue: 32 as Int64)
    let ways = [("rows added above, offset moved", -step), ("rows added below, offset left", step)]
    let points = try ways.map { label, distance in
      let records = try [StrategyMode.corrected, .published].map { mode in
        try onDemand(mode, [GestureSequences.slowly(by: distance, frames: 8000)], in: runner)
      }
      return Evidence.Point(
        label, [records[0].roughFigure], detail: records.map { Quantity.count($0.roughFrames) })
    }
    let above = [Gesture](repeating: .insert(row: 0, height: LayoutUnit(points: 100)), count: 5)
    let left = try runner.record(
      of: "all-heights", .published, on: .words, rows: 1000, [above])
    return Evidence(
      "where rows are added", isOrdered: false, points,
      titles: ["rough frames", "corrected", "published"],
      notes: [
        "For comparison: five rows of 100 pt added above, the offset left where it was "
          + "(all-heights as published): what is read moves by "
          + "\(Quantity.amount(left.largestDisplacement.points)) pt."
      ])
  }

  static let arrayWillDo = Claim(
    id: "array-will-do", post: .japanese,
    sentence: .translation(
      "An ordinary Array is fine, too: scrolling up, add the data at the front, and scrolling down, at "
        + "the end",
      of: "普通のArrayでも大丈夫です。上にスクロールするときは先頭にデータを追加、下にスクロールした時は末尾に追加すれば良いのです",
      at: "001:331-332"),
    experiment: """
      on-demand, which sorts loaded rows in as the post's SortedList does, under a finger of 60 and \
      of 600 pt/s for 10 s each way; frames that show a row twice, because it was loaded twice
      """,
    rules: [
      Rule(
        "frames that show a row twice", .count, .atMost, holds: 0, fails: 1,
        because: """
          an Array will do if loads come in order and each row once, as then nothing has to be \
          sorted; a row that comes again belongs beside the first, and the Array has it elsewhere
          """)
    ],
    limits: """
      A count, the same on a phone. Loads overlap as published (001:215-217); how the Array would be \
      written is not in the post, and its wrong order is concluded, not run
      """
  ) { runner in
    let heights = try runner.heights(of: .words, rows: 10_000)
    let points = try StrategyMode.allCases.flatMap { mode in
      try [("downwards", false), ("upwards", true)].map { way, isMirrored in
        var (frames, doubled) = (0, 0)
        for speed in [60, 600] {
          let list = try runner.lockstep(of: "on-demand", mode, on: heights)
          let onwards = GestureSequences.steadily(at: speed, seconds: 10)
          for gesture in isMirrored ? GestureSequences.mirrored([onwards])[0] : onwards {
            list.apply(gesture)
            frames += 1
            if Set(list.now.screen.map(\.row)).count < list.now.screen.count { doubled += 1 }
          }
        }
        return Evidence.Point("\(way) as \(mode.rawValue)", [.share(doubled, of: frames, "frames")])
      }
    }
    return Evidence("the way and the code", isOrdered: false, points)
  }

  // MARK: Heights

  private static let asking = Timing(
    "open", of: ["on-demand"], [.published], on: [.words, .measured(.words)], rows: [10_000])

  static let heightsCostly = Claim(
    id: "heights-costly", post: .japanese,
    sentence: .translation(
      "Finding a height is fairly costly, so we define a class that stores the calculated height "
        + "in a pair with the data to be shown",
      of: """
        高さを求めるのはそれなりにコストが高いので、\
        計算した高さを表示用データとペアにして格納するためのクラスを定義します
        """, at: "001:30"),
    experiment: """
      on-demand as published opens the post's own rows (1 to 50 random words), with heights from a \
      table and with text measured at each ask: the difference is what finding them takes; and the \
      heights that its reloads look up are counted beside those that it asks for, after 1 to 19 \
      flings onwards
      """,
    rules: [
      Rule(
        "time to find the heights of an opening over that of all else in it", .ratio, .atLeast,
        holds: 1, fails: 0.1,
        because: """
          fairly costly: as much as rows, views and offsets together, or more; a tenth of these is \
          not
          """),
      Rule(
        "heights that reloads look up for each that is asked for", .ratio, .atLeast, holds: 10,
        fails: 2,
        because: "a cache is worth its upkeep if it saves nine asks of ten, not if less than half"),
    ],
    change: .init(
      on: "2026-11-23",
      because: """
        whole openings were divided, in which views hide what a height takes; on 2026-11-22, because \
        it ran on all-heights, which keeps all heights of any list
        """),
    limits: """
      Our typesetter adds widths and breaks lines greedily; the post sizes a UILabel, which costs \
      more: the first figure is a lower bound of the phone's. The second is a count
      """, timings: [asking]
  ) { runner in
    let times = try runner.groups(asking).map { $0.time(of: "on-demand", .published) }
    let share = times.count == 2 ? times[1].divided(by: times[0]) - 1 : .none
    let flings = GestureSequences.flingsOnwards(resting: 120)
    let points = try [1, 5, 19].map { count in
      let record = try onDemand(.published, Array(flings.prefix(count)), in: runner)
      let looked = Double(record.rowsReloaded) / Double(max(1, record.heightsAsked))
      return Evidence.Point(
        count == 1 ? "1 fling" : "\(count) flings",
        [share, .exact(looked, over: record.heightsAsked, "heights asked")])
    }
    return Evidence(
      "how far the reader is", points,
      notes: times.count == 2
        ? [
          "The first screen takes \(time(times[0].value)) with heights from a table and "
            + "\(time(times[1].value)) with text that is measured."
        ] : [])
  }

  static let workingCell = Claim(
    id: "working-cell", post: .japanese,
    sentence: .translation(
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
  ) { runner in
    let rows = 10_000
    let calculated = try runner.heights(of: .words, rows: rows, width: LayoutUnit(points: 320))
    let points = try [320, 375, 390, 414, 768].map { width in
      let needed = try runner.heights(of: .words, rows: rows, width: LayoutUnit(points: width))
      let gaps = zip(calculated, needed).map { LayoutUnit(rawValue: Int64($0) - Int64($1)) }
      let wrong = gaps.count { $0 != .zero }
      let sum = gaps.reduce(LayoutUnit.zero) { $0 + $1.magnitude }
      let most = gaps.map(\.magnitude).max() ?? .zero
      return Evidence.Point(
        "a list of \(width) pt", [.share(wrong, of: rows, "rows")],
        detail: [
          Quantity.count(wrong), Quantity.amount(most.points),
          Quantity.amount(sum.points / Double(max(1, wrong))),
          Quantity.count(gaps.count { $0 < .zero }),
        ])
    }
    return Evidence(
      "the list", points,
      titles: [
        "the list", "rows of another height", "by at most, pt", "by on average, pt",
        "rows too low for their text",
      ])
  }
}
