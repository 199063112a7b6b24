import BenchMeasuring
import BenchReplaying
import ListLayout
import Testing

/// Uses random lists to check that both modes of a technique start their work under the same condition,
/// except in the cases listed under "Triggers" in Sources/PostStrategies/README.md.
@Suite("The triggers of the posts' techniques")
struct TriggerTests {
  /// A case in which the modes differ. The raw value is its row in the document.
  enum Exception: String, CaseIterable {
    case changeOutside = """
      | `reload-window` | a row outside the table changes (000:11) | the table is reloaded | it is not reloaded |
      """
    case grownViewport = """
      | `reload-window` | the viewport grows past the end of the table | it is not reloaded | the table is reloaded |
      """
    case visibleEnd = """
      | `recycled-subview` | an end of the content is on screen, but the midpoints are close together (000:63) \
      | no row moves | a row moves unless it is on screen |
      """
    case tallRow = """
      | `recycled-subview` | the midpoints are far apart, but without the row, the other end would extend further \
      (000:66, 84) | a row moves | no row moves |
      """
    case bothEnds = """
      | `on-demand` | both ends are within 100 pt (001:302) | rows are loaded above | rows are loaded below only |
      """
    case noCells = """
      | `section-shift` | all rows on screen have height 0 (003:187) | the sections stay | the sections are shifted |
      """
    case firstLayout = """
      | `three-view-pager` | the first layout (002:186) | a page is turned | no page is turned |
      """
    case lowFirstRow = """
      | `triple-copy` | row 0 is so short that V / (its height) rows are never visible (repository) \
      | the offset stays | the offset is set back |
      """
    case shortContent = """
      | `triple-copy` | two copies are shorter than the viewport, with `guard=0` (004:37, 39) | the offset is set back \
      | the offset stays |
      """

    /// Whether the technique does its work in this case.
    func acts(in mode: StrategyMode) -> Bool {
      switch self {
      case .changeOutside, .tallRow, .bothEnds, .firstLayout, .shortContent: mode == .published
      case .grownViewport, .visibleEnd, .noCells, .lowFirstRow: mode == .corrected
      }
    }
  }

  /// What a technique did in a frame and what the document says it should do.
  struct Frame {
    let acts: Bool
    /// Whether the modes' shared condition is met.
    let condition: Bool
    /// Exception that applies, or nil if the shared condition decides.
    var exception: Exception?

    func isRight(in mode: StrategyMode) -> Bool {
      acts == (exception?.acts(in: mode) ?? condition)
    }
  }

  @Test("Both modes start their work under the same condition, except in the documented cases")
  func conditions() throws {
    let techniques = [
      reloadWindow, recycledSubview, onDemand, sectionShift, threeViewPager, tripleCopy,
    ]
    var seen: [Exception: Set<StrategyMode>] = [:]
    for (place, technique) in techniques.enumerated() {
      for mode in StrategyMode.allCases {
        var counts: [Bool: Int] = [:]
        for number in 0..<60 {
          var random = SplitMix64(seed: UInt64(number), purpose: "triggers \(place)")
          for (step, frame) in try technique(mode, &random).enumerated() {
            #expect(frame.isRight(in: mode), "technique \(place), \(mode), list \(number), \(step)")
            counts[frame.acts, default: 0] += 1
            if let exception = frame.exception { seen[exception, default: []].insert(mode) }
          }
        }
        #expect(counts[true, default: 0] > 20 && counts[false, default: 0] > 20, "\(place) \(mode)")
      }
    }
    for exception in Exception.allCases {
      #expect(seen[exception] == Set(StrategyMode.allCases), "\(exception)")
    }
  }

  @Test("The document lists exactly these cases")
  func document() throws {
    let section = try #require(try PostTableTests.sections()["Triggers"])
    let table = try #require(section.components(separatedBy: "| technique | case |").last)
    let rows = table.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
    #expect(rows == Exception.allCases.map(\.rawValue))
  }

  // MARK: The techniques

  private func reloadWindow(_ mode: StrategyMode, _ random: inout SplitMix64) throws -> [Frame] {
    let size = 40 + random.below(160)
    let heights = (0..<400).map { _ in 20 + random.below(100) }
    let list = try list("reload-window:window=\(size)", heights, start: 200, mode: mode)
    var viewport = points(844)
    return try (0..<20).map { _ in
      let first = list.origin(of: try #require(list.screen.first).row)
      let table = first..<first + size
      let gesture: Gesture
      switch random.below(4) {
      case 0: gesture = .settle
      case 1: gesture = .resize(row: random.below(400), height: points(20 + random.below(100)))
      case 2: gesture = .viewport(points(400 + random.below(2600)))
      default: gesture = .scroll(points(random.below(1000) - 500))
      }
      let (offset, height) = (list.contentOffset, list.contentHeight)
      let acts = list.work(gesture)[.reloads] > 0
      switch gesture {
      case .settle: return Frame(acts: acts, condition: true)
      case .resize(let row, _) where !table.contains(row):
        return Frame(acts: acts, condition: false, exception: .changeOutside)
      case .resize: return Frame(acts: acts, condition: true)
      case .viewport(let new):
        viewport = new
        let isGrown = table.upperBound < 400 && offset + viewport > height
        return Frame(acts: acts, condition: false, exception: isGrown ? .grownViewport : nil)
      default: return Frame(acts: acts, condition: false)
      }
    }
  }

  private func recycledSubview(_ mode: StrategyMode, _ random: inout SplitMix64) throws -> [Frame] {
    let tallest = [60, 120, 400][random.below(3)]
    let heights = (0..<2000).map { _ in random.below(8) == 0 ? tallest : 44 }
    let extra = [0, 1, 14][random.below(3)]
    let viewport = points(844)
    let list = try list("recycled-subview:extra=\(extra)", heights, start: 1000, mode: mode)
    let buffer = LayoutUnit(rawValue: 2 * Int64(heights.prefix(64).reduce(0, +)))
    return try (0..<20).compactMap { _ in
      let rows = list.boundRows
      let (first, last) = (try #require(rows.first), try #require(rows.last))
      let distance = LayoutUnit(rawValue: Int64(random.below(240 * 64) - 120 * 64))
      let above = list.contentOffset + distance
      let below = list.contentHeight - above - viewport
      let fillsViewport = list.contentHeight >= viewport
      let acts = list.asked(.scroll(distance)) > 0
      // Both ends are on screen if the views do not fill the viewport.
      guard fillsViewport else { return nil }
      // Twice the distance between the midpoints.
      let apart = above - below
      let condition = apart.magnitude > buffer
      let isDown = apart > .zero
      let row = points(heights[isDown ? first : last])
      // Corrected mode leaves a row where it is if the row is on screen, or if the other end would extend
      // further without it.
      let canLeave = isDown ? row <= above && row < apart : above < .zero || row < -apart
      if condition {
        return Frame(acts: acts, condition: true, exception: canLeave ? nil : .tallRow)
      }
      let rest = above - points(heights[first])
      let showsEnd = above < .zero || below < .zero && rest >= .zero && rest > below
      return Frame(acts: acts, condition: false, exception: showsEnd ? .visibleEnd : nil)
    }
  }

  private func onDemand(_ mode: StrategyMode, _ random: inout SplitMix64) throws -> [Frame] {
    let heights = (0..<1000).map { _ in 20 + random.below(60) }
    let viewport = 600 + random.below(1000)
    let list = try list(
      "on-demand", heights, viewport: viewport, start: 500, mode: mode, latency: 1)
    let (first, height) = (list.origin(of: 500), list.contentHeight)
    let distance = points(1 + random.below(600) - 300)
    guard distance != .zero else { return [] }
    let top = list.contentOffset + distance
    let bottom = height - top - points(viewport)
    list.apply(.scroll(distance))
    list.settle()
    // The rows arrive one frame after the request.
    let added = heights[list.origin(of: 500)..<first].reduce(0, +)
    let isLoadedBelow = list.contentHeight - height > points(added)
    let margin = points(100)
    return [
      Frame(
        acts: isLoadedBelow, condition: mode == .published ? bottom >= margin : bottom <= margin),
      Frame(
        acts: added > 0, condition: top <= margin,
        exception: top <= margin && bottom <= margin ? .bothEnds : nil),
    ]
  }

  private func sectionShift(_ mode: StrategyMode, _ random: inout SplitMix64) throws -> [Frame] {
    let hasGap = random.below(3) == 0
    let heights = (0..<2000).map { hasGap && 800..<1200 ~= $0 ? 0 : 20 + random.below(100) }
    let list = try list("section-shift", heights, start: 1000, mode: mode)
    // The first layout of a list that opens among zero-height rows, where opening counts as one reload.
    if hasGap {
      let acts = list.store.counters[.reloads] > 1
      return [Frame(acts: acts, condition: true, exception: .noCells)]
    }
    return (0..<20).map { _ in
      let distance = points(random.below(1600) - 800)
      let top = list.contentOffset + distance
      let condition = top < .zero || top > list.contentHeight - points(844)
      return Frame(acts: list.work(.scroll(distance))[.reloads] > 0, condition: condition)
    }
  }

  private func threeViewPager(_ mode: StrategyMode, _ random: inout SplitMix64) throws -> [Frame] {
    let list = try equalRows(
      "three-view-pager", of: 100, count: 4 + random.below(20), viewport: 100, mode: mode)
    let opening = Frame(
      acts: list.store.counters[.viewsConfigured] > 3, condition: false, exception: .firstLayout)
    return [opening]
      + (0..<20).map { _ in
        let distance = points(random.below(300) - 150)
        let apart = list.contentOffset + distance - points(100)
        return Frame(
          acts: list.work(.scroll(distance))[.viewsConfigured] > 0,
          condition: apart.magnitude >= points(100))
      }
  }

  private func tripleCopy(_ mode: StrategyMode, _ random: inout SplitMix64) throws -> [Frame] {
    let isShort = random.below(3) == 0
    let viewport = 400
    let count = isShort ? 3 : 12 + random.below(20)
    let heights = (0..<count).map { _ in isShort ? 20 + random.below(40) : 40 + random.below(80) }
      .enumerated().map { $0 == 0 && random.below(2) == 0 && !isShort ? 10 : $1 }
    let list = try list(
      "triple-copy" + (isShort ? ":guard=0" : ""), heights, viewport: viewport, mode: mode)
    let copies = heights + heights + heights
    /// Number of rows visible at an offset.
    func visible(_ offset: Int) -> Int {
      var (y, rows) = (0, 0)
      for height in copies {
        rows += y < offset + viewport && y + height > max(0, offset) ? 1 : 0
        y += height
      }
      return rows
    }
    // Bias the motion towards one end of the copies.
    let drift = random.below(2) == 0 ? 150 : 450
    return (0..<20).map { _ in
      let distance = random.below(600) - drift
      let moved = Int(list.contentOffset.points) + distance
      let last = copies.reduce(0, +) - viewport
      let stopped = max(0, min(moved, last))
      let work = list.work(.scroll(points(distance)))
      let acts = list.contentOffset != points(stopped) || work[.layoutsCut] > 0
      let condition = moved <= 0 || moved >= last
      guard condition else { return Frame(acts: acts, condition: false) }
      if isShort { return Frame(acts: acts, condition: true, exception: .shortContent) }
      let isGuarded = max(visible(moved), visible(stopped)) < viewport / heights[0]
      return Frame(acts: acts, condition: true, exception: isGuarded ? .lowFirstRow : nil)
    }
  }
}
