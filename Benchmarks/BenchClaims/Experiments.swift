import BenchBasics
import BenchMeasuring
import BenchReplaying
import BenchReporting
import BenchWorkloads
import ListLayout

extension HeightsSpec {
  static let rows44 = HeightsSpec.fixed(LayoutUnit(points: 44))
}

private func time(_ nanoseconds: Double, digits: Int = 3) -> String {
  Quantity.time(nanoseconds: nanoseconds, digits: digits)
}

/// Returns the cost per height at which `heights` requests take exactly one frame at 60 Hz.
private func timeFilling60Hz(_ heights: Double) -> String { time(16_666_667 / heights) }

extension ClaimRunner {
  var experiments: [String: (Motion) throws -> Evidence] {
    [
      "fixed-math": fixedMath, "variable-heights": variableHeights, "window-jerky": windowJerky,
      "row-size-overhead": rowSizeOverhead, "height-asked-once": heightAskedOnce,
      "week-of-days": weekOfDays, "necessary-data": necessaryData, "offset-moves": offsetMoves,
      "margin-preloads": marginPreloads, "working-cell": workingCell, "only-smooth": onlySmooth,
      "relayout-slower": relayoutSlower, "pager-unnoticed": pagerUnnoticed,
      "three-views": threeViews, "same-content": sameContent, "ratio-circle": ratioCircle,
      "reload-delay": reloadDelay, "extra-days": extraDays,
    ]
  }

  // MARK: Infinitely scrolling tables

  private func fixedMath(_ motion: Motion) throws -> Evidence {
    let times = try groups(
      of: ["fixed-list"], .corrected, scenario: "offset", heights: [.rows44],
      rows: [200, 1_000_000], motion
    ).map { $0.time(of: "fixed-list") }
    guard times.count == 2 else { return Evidence(axis: "rows") }
    return Evidence(
      axis: "rows", conditions: [("200 to 1M rows", [times[1], times[1].divided(by: times[0])])],
      sentence: "\(time(times[1].number)) per offset with 200 and with 1M rows")
  }

  private func variableHeights(_ motion: Motion) throws -> Evidence {
    // Each table opens at the top and then scrolls to its middle row.
    let tables = try [100, 200, 500].map { row in
      let list = try lockstep(of: "all-heights", on: try heights(of: .chat, rows: 2 * row))
      let opening = Double(list.now.work[.heightsAsked])
      list.apply(.jump(row: row))
      return (row: row, opening: opening, scrolling: Double(list.now.work[.heightsAsked]))
    }
    let asked = tables[1].scrolling
    let count = Quantity.amount(asked)
    return Evidence(
      axis: "cost per height", orderedNoun: "heights that cost",
      conditions: [1000, 10_000, 20_000, 50_000, 100_000, 1_000_000].map {
        (time($0), [.counts([asked * $0], "for \(count) heights")])
      },
      sentence: "computed: \(count) heights of \(timeFilling60Hz(asked)) fill a 60 Hz frame",
      titles: [
        "rows", "row scrolled to", "heights requested by scrollToRow",
        "cost per height that fills a 60 Hz frame", "heights requested by the opening",
      ],
      details: tables.map {
        [
          Quantity.count(2 * $0.row), Quantity.count($0.row), Quantity.amount($0.scrolling),
          timeFilling60Hz($0.scrolling), Quantity.amount($0.opening),
        ]
      })
  }

  /// Returns records for `reload-window` with windows of several sizes, because the post only says "a smaller
  /// number of rows".
  private func windows(
    _ gestures: [[Gesture]], _ motion: Motion
  ) throws -> [(rows: String, records: [MotionRecord])] {
    try [50, 100, 200, 400, 1000].map { rows in
      let id = "reload-window:window=\(rows)"
      return (Quantity.count(rows), try records(of: id, on: .rows44, gestures, motion))
    }
  }

  private func windowJerky(_ motion: Motion) throws -> Evidence {
    let flings = motion.singles() + motion.pairs
    let windows = try windows(flings, motion)
    let stopped = windows.map { $0.records.map(\.cutShort) }
    return Evidence(
      axis: "window", orderedNoun: "windows of",
      conditions: zip(windows, stopped).map {
        ("\($0.rows) rows", [.counts($1, "of \(flings.count) flings")])
      },
      sentence: "200 rows of 44 pt stop \(range(stopped[2])) of \(flings.count) flings early",
      titles: [
        "rows in the window", "frames that did not move", "lost motion, pt",
        "heights requested per reload",
      ],
      details: windows.map { rows, records in
        [rows, range(records.map(\.stalls)), range(records.map(\.lost.points)), rows]
      })
  }

  private func rowSizeOverhead(_ motion: Motion) throws -> Evidence {
    let flings = motion.singles()
    let own = try records(of: "recycled-subview", on: .rows44, flings, motion)
    let windows = try windows(flings, motion)
    func peak(_ records: [MotionRecord]) -> String { range(records.map(\.heightsInOneFrame)) }
    return Evidence(
      axis: "window", orderedNoun: "windows of",
      conditions: windows.map { rows, records in
        let ratios = zip(records, own).map { $0.heightsAsked / max(1, $1.heightsAsked) }
        return ("\(rows) rows", [.counts(ratios)])
      },
      sentence: "a frame requests up to \(peak(windows[2].records)) heights, "
        + "with own views at most \(peak(own))",
      titles: [
        "technique", "maximum heights requested in one frame",
        "cost per height with which that frame takes 16.7 ms",
        "heights requested per row that comes on screen",
      ],
      details: ([("own views", own)] + windows.map { ("a table of \($0) rows", $1) }).map {
        let most = $1.map(\.heightsInOneFrame).max() ?? 0
        return [$0, peak($1), timeFilling60Hz(most), range($1.map(\.heightsPerRow))]
      })
  }

  private func heightAskedOnce(_ motion: Motion) throws -> Evidence {
    // Set DEFAULT_ROW_HEIGHT to the list's average row height, as an app developer would.
    let even = try [88, 132, 264].map { tallest in
      let range = LayoutUnit(points: 44)...LayoutUnit(points: tallest)
      return ("44 to \(tallest) pt", try heights(of: .uniform(range)))
    }
    let mixed = [88, 132, 264].map { tallest in
      var random = SplitMix64(seed: seed, purpose: "tall rows")
      let heights = (0..<10_000).map { _ in
        Int32(random.below(10) == 0 ? tallest : 44) * Int32(LayoutUnit.perPoint)
      }
      return ("44 pt, one row in ten \(tallest) pt", heights)
    }
    let lists = [("44 pt", try heights(of: .rows44))] + even + mixed
    func asked(_ id: String) throws -> [[Double]] {
      try lists.map { try records(of: id, on: $0.1, motion.singles(), motion).map(\.heightsPerRow) }
    }
    let (average, fixed) = (try asked("recycled-subview"), try asked("recycled-subview:row=44"))
    let labels = lists.map { _, heights in
      let sum = heights.reduce(0.0) { $0 + Double($1) }
      let multiple = Double(heights.max() ?? 0) * Double(heights.count) / sum
      return "\((multiple * 10).rounded() / 10)x the average"
    }
    return Evidence(
      axis: "tallest row", orderedNoun: "rows of",
      conditions: zip(labels, average).map { ($0, [.counts($1)]) },
      sentence: "at most \(most(average.prefix(5).flatMap(\.self))) requests per row, "
        + "\(most(average.dropFirst(5).flatMap(\.self))) beyond",
      titles: [
        "rows", "tallest row", "heights requested per row that comes on screen",
        "the same with a DEFAULT_ROW_HEIGHT of 44 pt",
      ],
      details: lists.indices.map {
        [lists[$0].0, labels[$0], range(average[$0]), range(fixed[$0])]
      })
  }

  private func weekOfDays(_ motion: Motion) throws -> Evidence {
    // Bars at the top leave 780 pt of the 844 pt screen for the list, which nevertheless keeps enough views
    // to fill the whole screen.
    let heights = try heights(of: .rows44)
    let flings = motion.singles()
    func change(by days: Int) throws -> (rebuilt: [Double], views: [Double]) {
      let lists = try motion.starts.map { fraction in
        let list = try lockstep(
          of: "recycled-subview:extra=15", on: heights, viewport: LayoutUnit(points: 780),
          start: Int(fraction * Double(heights.count)))
        var (rebuilt, views) = (0.0, 0.0)
        for fling in flings {
          for gesture in fling { list.apply(gesture) }
          let first = list.now.screen.first?.row ?? 0
          list.apply(.jump(row: min(max(0, first + days), heights.count - 1)))
          rebuilt += list.now.work[.reloads] > 0 ? 1 : 0
          views += Double(list.now.work[.viewsCreated])
        }
        return (rebuilt, views)
      }
      return (lists.map(\.0), lists.map(\.1))
    }
    let (forward, back) = (try change(by: 7), try change(by: -7))
    let changes = [("a week forward", forward), ("a week back", back)]
    return Evidence(
      axis: "change of date",
      conditions: changes.map { ($0, [.counts($1.rebuilt, "of \(flings.count) changes")]) },
      sentence: "the latter rebuilds the set in \(range(back.rebuilt)) of \(flings.count) changes",
      titles: ["change of date", "views created"], details: changes.map { [$0, range($1.views)] })
  }

  private func reloadDelay(_ motion: Motion) throws -> Evidence {
    let flings = motion.singles() + motion.pairs
    let lists = try [("rows of 44 pt", HeightsSpec.rows44), ("chat", .chat)].flatMap {
      name, heights in
      try StrategyMode.allCases.map { mode in
        (
          "\(mode.rawValue) code, \(name)",
          try records(of: "reload-window", mode, on: heights, flings, motion)
        )
      }
    }
    let all = lists.flatMap(\.1)
    return Evidence(
      axis: "cost per height", orderedNoun: "heights that cost",
      conditions: [10_000, 30_000, 100_000, 300_000, 1_000_000].map { cost in
        (
          time(cost, digits: 2),
          [.counts(all.map { Double($0.smoothness(cost, motion).stallNs ?? 0) })]
        )
      },
      sentence: "after a gesture, a reload requests \(most(all.map(\.heightsInOneFrame))) heights",
      titles: ["code and list"] + [MotionRecord].smoothTitles,
      details: lists.map { [$0] + $1.smoothTexts(motion) })
  }

  private func extraDays(_ motion: Motion) throws -> Evidence {
    let lists = [("chat messages", HeightsSpec.chat), ("rows of 44 pt", .rows44)]
    let extras = [0, 1, 7, 15]
    let records = try lists.map { list in
      try extras.map { extra in
        try StrategyMode.allCases.map {
          try self.records(
            of: "recycled-subview:extra=\(2 * extra)", $0, on: list.1,
            motion.singles() + motion.pairs, motion)
        }
      }
    }
    func rough(_ list: Int, _ extra: Int) -> [Double] { records[list][extra].joined().map(\.rough) }
    let basis = records[0][0][0][0].ofFrames
    return Evidence(
      axis: "rows",
      // The post keeps a week of extra rows at each end.
      conditions: lists.indices.map { list in
        (lists[list].0, [.counts(zip(rough(list, 0), rough(list, 2)).map { $0 - $1 }, basis)])
      },
      sentence: "without them, up to \(most(rough(0, 0))) \(basis) are rough, "
        + "with a week of them \(most(rough(0, 2)))",
      titles: ["rows, extra rows at either end, code"] + [MotionRecord].smoothTitles,
      details: lists.indices.flatMap { list in
        extras.indices.flatMap { extra in
          zip(StrategyMode.allCases, records[list][extra]).map { mode, records in
            ["\(lists[list].0), \(extras[extra]) extra, \(mode.rawValue)"]
              + records.smoothTexts(motion)
          }
        }
      })
  }

  // MARK: UITableView infinite scrolling in Swift, whose list loads rows near its ends and caches heights

  private func necessaryData(_ motion: Motion) throws -> Evidence {
    let speeds = [60, 240, 600, 1200, 2400]
    let records = try StrategyMode.allCases.map { mode in
      try speeds.map { speed in
        let drag = motion.drag(at: speed, seconds: 10)
        return try self.records(of: "on-demand", mode, on: .words, drag, motion)
      }
    }
    func values(_ records: [MotionRecord]) -> [MeasuredValue] {
      [.counts(records.map(\.stalls), records[0].ofFrames), .counts(records.map(\.unreached))]
    }
    let (published, corrected) = (records[0], records[1])
    return Evidence(
      axis: "code and speed",
      conditions: [
        ("corrected code at 60 pt/s", values(corrected[0])),
        ("higher speeds", values(corrected.dropFirst().flatMap(\.self))),
        ("published code", values(published.flatMap(\.self))),
      ],
      sentence: "\(range(published[0].map { $0.unreached.rounded() })) extra screens at 60 pt/s",
      titles: [
        "speed of the finger", "frames that did not move, published code",
        "screens not reached, published code", "frames that did not move, corrected code",
        "screens not reached, corrected code",
      ],
      details: speeds.indices.map { place in
        ["\(Quantity.count(speeds[place])) pt/s"]
          + records.flatMap { [range($0[place].map(\.stalls)), range($0[place].map(\.unreached))] }
      })
  }

  private func offsetMoves(_ motion: Motion) throws -> Evidence {
    // When the list opens, its first loaded row is within the margin at which the list loads more rows. After
    // ten seconds, either the rows above it have been loaded, or the finger is too far away to load more.
    let (heights, opening) = (try heights(of: .words), motion.drag(at: 60, seconds: 10))
    let drag = motion.drag(at: 60, seconds: 60)
    let records = try [StrategyMode.corrected, .published].map { mode in
      try [(opening.mirrored, drag.mirrored), (opening, drag)].map {
        try self.records(of: "on-demand", mode, on: heights, after: $0.flatMap(\.self), $1, motion)
      }
    }
    // The list never unloads rows, so its content grows by the height of the rows it loads.
    func values(_ records: [MotionRecord], isAbove: Bool) -> [MeasuredValue] {
      [
        .counts(records.map(\.rough), records[0].ofFrames),
        .counts(
          records.map { ($0.correction - (isAbove ? $0.contentGrowth : .zero)).magnitude.points }),
      ]
    }
    let (above, below) = (records[0][0], records[0][1])
    return Evidence(
      axis: "rows added",
      conditions: [
        ("rows added above", values(above, isAbove: true)),
        ("rows added below", values(below, isAbove: false)),
      ],
      sentence: "\(range(above.map(\.correction.points))) pt are added above, "
        + "and the offset moves by as much",
      titles: ["code, rows added", "height added, pt", "offset moved, pt", "rough frames"],
      details: zip(["corrected", "published"], records).flatMap { code, records in
        zip(["above", "below"], records).map { place, records in
          [
            "\(code), \(place)", range(records.map(\.contentGrowth.points)),
            range(records.map(\.correction.points)),
            "\(range(records.map(\.rough))) \(records[0].ofFrames)",
          ]
        }
      })
  }

  private func marginPreloads(_ motion: Motion) throws -> Evidence {
    let flings = motion.singles(isResting: true) + motion.onwards(isResting: true)
    let margins = [0, 100, 400, 1600]
    let records = try margins.map {
      try self.records(of: "on-demand:margin=\($0)", .corrected, on: .words, flings, motion)
    }
    let lost = records.map { $0.map(\.lost.points) }
    let saved = lost.map { zip(lost[0], $0).map { $0 - $1 } }
    let labels = margins.map { "\(Quantity.count($0)) pt" }
    return Evidence(
      axis: "margin", orderedNoun: "margins of",
      conditions: margins.indices.dropFirst().map {
        (labels[$0], [.counts(saved[$0], "of \(range(lost[0])) pt")])
      },
      sentence: "a margin of 100 pt saves \(range(saved[1])) of the \(range(lost[0])) pt "
        + "that are lost without a margin",
      titles: ["margin", "flings that lost motion", "all flings", "lost motion, pt"],
      details: margins.indices.map {
        [labels[$0], range(records[$0].map(\.cutShort)), "\(flings.count)", range(lost[$0])]
      })
  }

  private func workingCell(_ motion: Motion) throws -> Evidence {
    let list = Int((390 * motion.factor).rounded())
    let calculated = try [list, 320].map { try heights(of: .words, width: LayoutUnit(points: $0)) }
    let wrong = calculated.map { heights in
      stride(from: 0, to: 10_000, by: 1000).map { first in
        Double((first..<first + 1000).count { heights[$0] != calculated[0][$0] })
      }
    }
    return Evidence(
      axis: "cell",
      conditions: zip(["a cell as wide as the list", "the post's cell of 320 pt"], wrong).map {
        ($0, [.counts($1, "of 1,000 rows")])
      },
      sentence: "the latter gives wrong heights for \(range(wrong[1])) of 1,000 rows")
  }

  // MARK: RSDayFlow, a calendar that keeps twelve months loaded and shifts them by six months at a time

  private func onlySmooth(_ motion: Motion) throws -> Evidence {
    // Endless-list techniques that can show a calendar of months. Each window contains twelve months, as in
    // section-shift. The content of triple-copy spans one year, because no fling would reach the end of a
    // longer list.
    let techniques = [
      ("section-shift", 10_000, "12"), ("reload-window:window=12", 10_000, "12"),
      ("recycled-subview:extra=9", 10_000, "12"), ("on-demand", 10_000, "30 or more"),
      ("triple-copy", 12, "3 x 12"),
    ]
    let modes = StrategyMode.allCases
    let names = techniques.map { String($0.0.prefix { $0 != ":" }) }
    let flings = motion.singles() + motion.pairs
    let records = try modes.map { mode in
      try techniques.map {
        try self.records(of: $0.0, mode, on: .calendar, rows: $0.1, flings, motion)
      }
    }
    let smooth = records.map { records in
      let limit = records[0].map { $0.smoothUpTo(motion) }.min() ?? 0
      return names.indices.dropFirst().filter { place in
        records[place].allSatisfy {
          $0.rough == 0 && $0.repositioned > 0 && $0.smoothUpTo(motion) >= limit
        }
      }
    }
    func limit(_ place: Int) -> String { records[0][place].smoothTexts(motion)[0] }
    return Evidence(
      axis: "code",
      conditions: zip(modes, zip(records, smooth)).map { mode, results in
        let (own, smooth) = (results.0[0], Double(results.1.count))
        return (
          "the \(mode.rawValue) code",
          [.counts(own.map(\.rough), own[0].ofFrames), .counts([smooth])]
        )
      },
      // One counterexample refutes "the only technique".
      sentence: smooth[0].first.map {
        "\(names[$0]) is on time up to \(limit($0)) a height, section-shift up to \(limit(0))"
      } ?? "no other technique is as smooth",
      titles: ["technique", "code", "frames in which the technique acts"]
        + [MotionRecord].smoothTitles
        + ["largest jump or stop, pt"],
      details: names.indices.flatMap { place in
        zip(modes, records).map { mode, records in
          let own = records[place]
          return [
            "\(names[place]), \(techniques[place].2) months", mode.rawValue,
            range(own.map(\.repositioned)),
          ] + own.smoothTexts(motion) + [range(own.map(\.largestSlip.points))]
        }
      })
  }

  private func relayoutSlower(_ motion: Motion) throws -> Evidence {
    let ratios = try [6, 3].map { months in
      let paths = [0, 1].map { "section-shift:step=\(months):path=\($0)" }
      // Scroll far enough into the past that most frames cause a shift, but not so far that the section in
      // the middle of the screen leaves the window. If it did, both paths would show incorrect rows.
      let leap = LayoutUnit(rawValue: Int64(Double(-170 * months * 64) * motion.factor))
      return try groups(
        of: paths, scenario: "scroll",
        // Rows of 8 pt stand in for DayFlow's day cells; about 37 of them are as tall as a month of 292 pt.
        heights: [.fixed(LayoutUnit(points: 8)), .calendar],
        gestures: [ScrollGesture(frames: Array(repeating: leap, count: 240 / months))], motion
      ).map { $0.ratio(of: paths[0], to: paths[1]) }
    }
    guard ratios.allSatisfy({ $0.count == 2 }) else { return Evidence(axis: "months") }
    func texts(_ list: Int) -> String {
      ratios.map { Quantity.ratio($0[list].number) }.joined(separator: " and ")
    }
    return Evidence(
      axis: "months",
      conditions: [
        ("months of 37 rows", ratios.map(\.[0])), ("months of one row", ratios.map(\.[1])),
      ],
      sentence: "the time ratios for shifts of 6 and 3 months are \(texts(0)) with 37 rows, "
        + "\(texts(1)) with one row")
  }
}
