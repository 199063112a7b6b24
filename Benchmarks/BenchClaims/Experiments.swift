import BenchReporting
import BenchWorkloads
import ListLayout

extension HeightsSpec {
  static let rows44 = HeightsSpec.fixed(LayoutUnit(points: 44))
}

private func time(_ nanoseconds: Double) -> String { Quantity.time(nanoseconds: nanoseconds) }

/// The experiments on linear lists: the posts "Infinitely scrolling tables" and "UITableView infinite
/// scrolling in Swift", and the answer on RSDayFlow.
extension ClaimRunner {
  /// The experiments by the ID of the claim that they test.
  var experiments: [String: (Motion) throws -> Evidence] {
    [
      "fixed-math": fixedMath, "variable-heights": variableHeights, "window-jerky": windowJerky,
      "height-asked-once": heightAskedOnce, "necessary-data": necessaryData,
      "margin-preloads": marginPreloads, "working-cell": workingCell, "only-smooth": onlySmooth,
      "relayout-slower": relayoutSlower, "pager-unnoticed": pagerUnnoticed,
      "three-views": threeViews, "same-content": sameContent, "ratio-circle": ratioCircle,
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
      axis: "rows",
      conditions: [("200 to 1M rows", [times[1], times[1].divided(by: times[0])])],
      sentence: "\(time(times[1].number)) per offset for any number of rows")
  }

  private func variableHeights(_ motion: Motion) throws -> Evidence {
    let list = try lockstep(of: "all-heights", on: try heights(of: .chat, rows: 400))
    let asked = Double(list.now.work[.heightsAsked])
    let count = Quantity.amount(asked)
    return Evidence(
      axis: "cost per height", orderedNoun: "heights that cost",
      conditions: [1000, 10_000, 20_000, 50_000, 100_000, 1_000_000].map {
        (time($0), [.counts([asked * $0], "for \(count) heights")])
      },
      sentence: "\(count) heights of \(time(16_666_667 / asked)) fill a 60 Hz frame")
  }

  private func windowJerky(_ motion: Motion) throws -> Evidence {
    let flings = motion.singles() + motion.pairs
    // The post says only "a smaller number of rows", so the experiment tries several numbers.
    let windows = try [50, 100, 200, 400, 1000].map { rows in
      let id = "reload-window:window=\(rows)"
      let records = try records(of: id, on: .rows44, flings, motion)
      return (rows: Quantity.count(rows), records: records, stopped: records.map(\.cutShort))
    }
    return Evidence(
      axis: "window", orderedNoun: "windows of",
      conditions: windows.map {
        ("\($0.rows) rows", [.counts($0.stopped, "of \(flings.count) flings")])
      },
      sentence:
        "a window of 200 rows stops \(range(windows[2].stopped)) of \(flings.count) flings early",
      titles: [
        "rows in the window", "frames that did not move", "lost motion, pt",
        "heights requested per reload",
      ],
      details: windows.map {
        [$0.rows, range($0.records.map(\.stalls)), range($0.records.map(\.lost.points)), $0.rows]
      })
  }

  private func heightAskedOnce(_ motion: Motion) throws -> Evidence {
    // The first list has the row height of the post, assumed to be 44 pt; the other lists also contain
    // taller rows.
    let asked = try [44, 88, 132].map { tallest in
      let heights = LayoutUnit(points: 44)...LayoutUnit(points: tallest)
      return try records(
        of: "recycled-subview:row=44", on: tallest == 44 ? .rows44 : .uniform(heights),
        motion.singles(), motion
      ).map(\.heightsPerRow)
    }
    return Evidence(
      axis: "tallest row", orderedNoun: "rows of",
      conditions: zip(["44 pt", "88 pt", "132 pt"], asked).map { ($0, [.counts($1)]) },
      sentence: "\(range(asked[1])) calculations per row; \(range(asked[2])) with taller rows")
  }

  // MARK: The Japanese post of 2016, whose list loads rows near its ends and caches heights

  private func necessaryData(_ motion: Motion) throws -> Evidence {
    let speeds = [60, 240, 600, 1200, 2400]
    let records = try StrategyMode.allCases.map { mode in
      try speeds.map {
        try self.records(
          of: "on-demand", mode, on: .words, motion.drag(at: $0, seconds: 10), motion)
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
      sentence: "the latter loads \(range(published[0].map { $0.unreached.rounded() })) "
        + "extra screens",
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
    let calculated = try [list, 320].map {
      try heights(of: .words, width: LayoutUnit(points: $0))
    }
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
    // The techniques for endless lists that can show a calendar of months.
    let names = ["section-shift", "reload-window", "recycled-subview", "on-demand", "triple-copy"]
    let flings = motion.singles() + motion.pairs
    let records = try names.map { try self.records(of: $0, on: .calendar, flings, motion) }
    let rough = records.map { $0.map(\.rough) }
    let smooth = rough.dropFirst().count { $0.allSatisfy { $0 == 0 } }
    let basis = records[0][0].ofFrames
    return Evidence(
      axis: "list",
      conditions: [
        ("a calendar of 10k months", [.counts(rough[0], basis), .counts([Double(smooth)])])
      ],
      sentence: "\(smooth) of the \(names.count - 1) other techniques have no rough frame either",
      titles: ["technique", "rough frames", "largest jump or stop, pt"],
      details: names.indices.map {
        [names[$0], "\(range(rough[$0])) \(basis)", range(records[$0].map(\.largestSlip.points))]
      })
  }

  private func relayoutSlower(_ motion: Motion) throws -> Evidence {
    // The ratios of the times of the two code paths, for shifts by 6 and by 3 months. Each ratio has one
    // value for each of the two lists.
    let ratios = try [6, 3].map { months in
      let paths = [0, 1].map { "section-shift:step=\(months):path=\($0)" }
      // Each frame scrolls so far into the past that nearly every frame causes a shift.
      let leap = LayoutUnit(rawValue: Int64(Double(-250 * months * 64) * motion.factor))
      return try groups(
        of: paths, scenario: "scroll",
        // Rows of 8 pt represent DayFlow's day cells; a month of 292 pt has the height of about 37 such
        // rows.
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
      conditions: ["months of 37 rows", "months of one row"].enumerated().map { list, label in
        (label, ratios.map { $0[list] })
      },
      sentence: "the time ratios for shifts of 6 and 3 months are \(texts(0)) with 37 rows, "
        + "\(texts(1)) with one row")
  }
}
