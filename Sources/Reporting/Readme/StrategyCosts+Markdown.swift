extension StrategyCosts {
  /// The growth of every strategy's costs on every list, with intervals.
  var markdown: [String] {
    let tables = grownHeights.flatMap { heights, rows in
      ["", "\(Markdown.escaped(heights)), \(rows):", ""] + growthTable(heights)
    }
    guard !tables.isEmpty else { return [] }
    let note = """
      The time at the greatest number of rows over that at the least, with what it can be within \
      the intervals of both. "Not O(1)" and the like: faster growth than the card claims, beyond \
      what noise and caches explain.
      """
    return ["## What n costs", "", note] + tables
  }

  private func growthTable(_ heights: String) -> [String] {
    let rows = strategies.compactMap { name -> [String]? in
      let growths = scenarios.map { growth(of: name, in: $0, heights) }
      guard growths.contains(where: { $0 != nil }) else { return nil }
      let cells = growths.map { growth in
        growth.map { growth in
          let claim = growth.isContradicted ? growth.claim.map { ", not \($0.notation)" } : nil
          return Quantity.ratio(growth.ratio, interval: growth.interval) + (claim ?? "")
        } ?? "-"
      }
      return [Markdown.escaped(name)] + cells
    }
    return Markdown.table(["strategy"] + scenarios.map(Markdown.escaped), rows)
  }
}
