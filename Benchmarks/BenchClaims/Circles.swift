import BenchReporting
import BenchWorkloads
import ListLayout

extension ClaimRunner {
  func pagerUnnoticed(_ motion: Motion) throws -> Evidence {
    let (pages, flings) = (motion.pages(8).andBack, motion.onwards().andBack)
    let kinds = StrategyMode.allCases.flatMap { mode in
      [
        (label: "one page per gesture, \(mode.rawValue) code", mode: mode, gestures: pages),
        (label: "flings, without paging, \(mode.rawValue) code", mode: mode, gestures: flings),
      ]
    }
    let records = try kinds.map { kind in
      try [4, 6, 100].flatMap {
        try self.records(
          of: "three-view-pager", kind.mode, on: .pages, rows: $0, kind.gestures, motion)
      }
    }
    func values(_ records: [MotionRecord]) -> [MeasuredValue] {
      let late = records.map { Double($0.smoothness(0, motion).lateFrames ?? 0) }
      return [.counts(records.map(\.rough), records[0].ofFrames), .counts(late)]
    }
    let rough = most(records[1].map(\.rough))
    return Evidence(
      axis: "gesture and code", conditions: [0, 2].map { (kinds[$0].label, values(records[$0])) },
      sentence: "without paging, up to \(rough) \(records[1][0].ofFrames) are rough",
      titles: ["gesture and code"] + [MotionRecord].smoothTitles + ["largest stop, pt"],
      details: zip(kinds, records).map { kind, records in
        [kind.label] + records.smoothTexts(motion) + [range(records.map(\.largestSlip.points))]
      })
  }

  func threeViews(_ motion: Motion) throws -> Evidence {
    func views(_ id: String, _ pages: Int) throws -> [Double] {
      let heights = try heights(of: .pages, rows: pages)
      return try motion.starts.map { fraction in
        let list = try lockstep(of: id, on: heights, start: Int(fraction * Double(pages)))
        for gesture in motion.onwards().andBack.joined() { list.apply(gesture) }
        return Double(list.list.store.counters[.viewsCreated])
      }
    }
    let once = try [4, 6, 100, 10_000].flatMap { try views("three-view-pager", $0) }
    let twice = try views("three-view-pager:appearances=2", 6)
    return Evidence(
      axis: "appearance of the view",
      conditions: [
        ("the first appearance", [.counts(once)]), ("the second appearance", [.counts(twice)]),
      ],
      sentence: "\(range(once)) views after the first, \(range(twice)) after the second")
  }

  func sameContent(_ motion: Motion) throws -> Evidence {
    let lengths = [10, 15, 19, 20, 25, 50, 100, 400]
    // The code as posted comes first, then the code with the guard from the author's repository.
    let records = try ["triple-copy:guard=0", "triple-copy"].flatMap { id in
      try [motion.onwards(), motion.onwards().mirrored].map { gestures in
        try lengths.map { try self.records(of: id, on: .rows44, rows: $0, gestures, motion) }
      }
    }
    let stray = records.map { $0.map { $0.map(\.stray) } }
    // 19 rows of 44 pt are 836 pt tall, which is less than the screen height of 844 pt.
    let shorter = stray.prefix(2).flatMap { $0.prefix(3).joined() }
    let taller = stray.prefix(2).flatMap { $0.dropFirst(3).joined() }
    let lost = records.prefix(2).flatMap { $0.dropFirst(3).joined() }.map(\.largestSlip.points)
    return Evidence(
      axis: "height of a copy",
      conditions: [
        ("copies that fill the screen", [.counts(taller)]), ("shorter copies", [.counts(shorter)]),
      ],
      sentence: "a reset loses the motion past the end, up to \(most(lost)) pt",
      titles: [
        "rows per copy", "different frames, bottom end", "different frames, top end",
        "different frames with the guard, bottom end", "different frames with the guard, top end",
      ],
      details: lengths.indices.map { place in
        ["\(lengths[place])"] + stray.map { range($0[place]) }
      })
  }

  func ratioCircle(_ motion: Motion) throws -> Evidence {
    let distances = try StrategyMode.allCases.map { mode in
      try [22, 44, 88].flatMap { try distancesFromCircle(mode, rowHeight: $0, motion) }
    }
    let largest = distances.joined().max() ?? 0
    return Evidence(
      axis: "code",
      conditions: zip(StrategyMode.allCases, distances).map {
        ("the \($0.rawValue) code", [.counts($1)])
      },
      sentence: "rows of equal height are at most \(Quantity.amount(largest)) pt off the circle")
  }

  /// For each starting row, the maximum distance in points between a row's midpoint and a circle as high as
  /// the viewport.
  func distancesFromCircle(
    _ mode: StrategyMode, ratio hundredths: Int = 100, rowHeight: Int, _ motion: Motion
  ) throws -> [Double] {
    let heights = try heights(of: .fixed(LayoutUnit(points: rowHeight)), rows: 1000)
    let radius = Self.viewport.points / 2
    return try motion.starts.map { fraction in
      let list = try lockstep(
        of: "ellipse:ratio=\(hundredths)", mode, on: heights, start: Int(fraction * 1000))
      var middles: [(x: Double, y: Double)] = []
      for gesture in motion.drag(at: 60, seconds: 1).joined() {
        list.apply(gesture)
        let top = list.now.contentOffset
        list.list.visitViews { view in
          let y = (view.y - top).points
          guard y >= 0, y + view.height.points <= 2 * radius else { return }
          middles.append((view.x.points, y + view.height.points / 2 - radius))
        }
      }
      return distance(of: middles, fromCircleOf: radius, within: Double(rowHeight))
    }
  }

  /// Returns the maximum distance between the points and the best-fitting circle whose centre has a y
  /// coordinate between `-reach` and `reach`. For a given y, each point determines the x of the circle that
  /// passes through this point; the median of these x values is used for all points.
  private func distance(
    of points: [(x: Double, y: Double)], fromCircleOf radius: Double, within reach: Double
  ) -> Double {
    func distance(_ centre: Double) -> Double {
      let inside = points.filter { abs($0.y - centre) < radius }
      let centres = inside.map {
        $0.x - (radius * radius - ($0.y - centre) * ($0.y - centre)).squareRoot()
      }.sorted()
      guard !centres.isEmpty else { return 0 }
      let x = centres[centres.count / 2]
      return inside.map {
        abs((($0.x - x) * ($0.x - x) + ($0.y - centre) * ($0.y - centre)).squareRoot() - radius)
      }
      .max() ?? 0
    }
    // A ternary search works because the distance decreases towards the best centre on both sides.
    var (low, high) = (-reach, reach)
    for _ in 0..<24 {
      let third = (high - low) / 3
      if distance(low + third) < distance(high - third) { high -= third } else { low += third }
    }
    return distance((low + high) / 2)
  }
}
