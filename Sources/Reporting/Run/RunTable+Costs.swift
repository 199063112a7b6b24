extension RunTable {
  /// What more rows cost each strategy, what it keeps and what it allocates.
  var costs: [String] {
    let costs = StrategyCosts(report)
    let strategies = costs.strategies.compactMap { name in
      costs.heights(of: name).map { (name: name, heights: $0) }
    }
    let growth = costs.scenarios.map { scenario in
      (scenario, strategies.map { cell(costs.growth(of: $0.name, in: scenario, $0.heights)) })
    }
    let bytes = strategies.map { cell(costs.bytesPerRow(of: $0.name, $0.heights)) }
    let allocations = strategies.map { cell(costs.allocations(of: $0.name, $0.heights)) }
    let columns = (growth + [("bytes/row", bytes), ("allocs", allocations)])
      .filter { _, cells in cells.contains { $0.text != "-" } }
    guard !columns.isEmpty else { return [] }
    let names = strategies.map { name, heights in
      TextTable.Cell(heights == report.heights.first ? name : "\(name) (\(heights))")
    }
    let table = TextTable(
      columns: [.words("strategy", wraps: true)]
        + columns.map { .init(title: $0.0, alignment: .right, wraps: true) },
      rows: strategies.indices.map { row in [names[row]] + columns.map { $0.1[row] } })
    let title = costsTitle(showing: Set(columns.map(\.0)))
    return Flow(width: width).lines(of: title).map { style($0, .heading) }
      + table.lines(width: width, style: style)
  }

  private func costsTitle(showing columns: Set<String>) -> String {
    let heights = report.heights.first ?? ""
    let rows = report.rows(of: heights)
    let (least, most) = (Quantity.rows(rows.first ?? 0), Quantity.rows(rows.last ?? 0))
    let hasGrowth = !columns.subtracting(["bytes/row", "allocs"]).isEmpty
    let parts = [
      hasGrowth
        ? "what n costs: time at \(most) rows over time at \(least) (\(heights.printable))" : nil,
      columns.contains("bytes/row") ? "memory per row" : nil,
      columns.contains("allocs") ? "allocations per scrolled frame" : nil,
    ]
    let title = parts.compactMap { $0 }.joined(separator: "; ")
    return title.prefix(1).uppercased() + title.dropFirst()
  }

  private func cell(_ growth: CostGrowth?) -> TextTable.Cell {
    guard let growth else { return "-" }
    let ratio = Quantity.ratio(growth.ratio)
    guard growth.isContradicted, let claim = growth.claim else { return .init(ratio) }
    return .init("\(ratio), not \(claim.notation)", .warning)
  }

  private func cell(_ amount: Double?) -> TextTable.Cell {
    .init(amount.map(Quantity.amount) ?? "-")
  }
}
