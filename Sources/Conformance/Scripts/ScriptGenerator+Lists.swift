import ListLayout

extension ScriptGenerator {
  /// The start of the next script: rows and options, no gestures yet.
  mutating func list() -> GestureScript {
    number += 1
    kinds = temperament()
    let viewport = LayoutUnit(rawValue: Int64(random.below(8) == 0 ? 1 : 64) + below(300 * 64))
    height = card.requirement == .pages ? .fixed(Int32(viewport.rawValue)) : heightChoice()
    var heights: [Int32]
    if number % 8 == 0 {
      let lists = DegenerateList.all(for: card.requirement, viewport: viewport)
      heights = lists[number / 8 % lists.count].heights
      if card.requirement == .equalHeights, let first = heights.first { height = .fixed(first) }
    } else {
      let count = number % 3 == 0 ? random.below(5) : random.below(60)
      heights = []
      for _ in 0..<count { heights.append(newHeight()) }
    }
    let options = LayoutOptions(
      viewport: viewport, start: heights.isEmpty ? 0 : random.below(heights.count), mode: mode,
      loadLatency: [0, 1, 3, 60][random.below(4)])
    return GestureScript(heights: heights, options: options, topology: card.topology)
  }

  /// The viewport of an ordinary telephone.
  static var longListViewport: LayoutUnit { LayoutUnit(points: 844) }

  /// A list of 1,000 rows in that viewport, begun in the middle.
  mutating func longList() -> GestureScript {
    let viewport = Self.longListViewport
    switch card.requirement {
    case .anyHeights: height = .uniform(180)
    case .equalHeights: height = .fixed(44 * 64)
    case .pages: height = .fixed(Int32(viewport.rawValue))
    }
    return GestureScript(
      heights: (0..<1000).map { _ in newHeight() },
      options: LayoutOptions(viewport: viewport, start: 500, mode: mode), topology: card.topology)
  }

  /// Each degenerate list once, in a viewport of 100 pt.
  func degenerateLists() -> [GestureScript] {
    let viewport = LayoutUnit(points: 100)
    return DegenerateList.all(for: card.requirement, viewport: viewport).map { list in
      GestureScript(
        heights: list.heights,
        options: LayoutOptions(viewport: viewport, start: list.heights.count / 2, mode: mode),
        topology: card.topology)
    }
  }
}
