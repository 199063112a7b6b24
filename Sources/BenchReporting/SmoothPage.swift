import BenchBasics
import BenchRuns
import Conformance
import ListLayout

extension RunReport {
  /// Empty if no motion was counted. If the run recorded frames, the page's script recomputes all tables at
  /// costs chosen by the reader. Without the script, the tables use the run's costs.
  var smoothnessSection: String {
    guard let first = smoothness() else { return "" }
    let others = allHeights.flatMap { heights in
      lengths(of: heights).reversed().compactMap { rows in
        SmoothTable([list(heights, rows: rows)], costs)
      }
    }.filter { $0.list.title != first.list.title }
    let details = others.map { HTML.details($0.list.title, $0.table.html(style: "advice")) }
      .joined(separator: "\n")
    return HTML.filled(
      PackageResources.smoothness_html,
      [
        "ASSUMPTION": HTML.escaped(first.assumption),
        "EXPLANATION": HTML.escaped(first.explanation),
        "CONTROLS": frames.isEmpty ? "" : HTML.filled(PackageResources.costs_html, [:]),
        "TABLE": first.table.html(style: "advice"),
        "OTHERS": frames.isEmpty ? details : "<noscript>\(details)</noscript>",
        "DATA": frames.isEmpty ? "null" : data(of: [first] + others),
      ])
  }

  private func data(of tables: [SmoothTable]) -> String {
    let frames = Dictionary(grouping: frames, by: \.cell)
    let lists = tables.map { table -> JSONObject in
      let (heights, rows) = (table.list.heights, table.list.rows)
      return [
        "key": heights == allHeights.first ? "\(rows)" : "\(heights.string),\(rows)",
        "title": table.list.title,
        "rows": table.strategies.map { SmoothTable.data(of: $1, named: $0, frames) },
      ]
    }
    let data: JSONObject = [
      "row": costs.rowNs, "view": costs.viewNs, "hz": costs.hz, "lists": lists,
    ]
    // Encoding can't fail, because the data contains only numbers and text.
    return (try? HTML.script(data)) ?? "null"
  }
}

extension SmoothTable {
  fileprivate static func data(
    of results: [StrategyResult], named name: String, _ frames: [CellKey: [FrameRow]]
  ) -> JSONObject {
    let motion = motion(in: results)
    func work(_ result: StrategyResult?, _ isWanted: (FramePhase) -> Bool) -> [Int] {
      let own = result.flatMap { frames[$0.row.cell] } ?? []
      return own.filter { isWanted($0.kind.phase) }.grouped(by: \.costed)
        .flatMap { $0.key + [$0.elements.map(\.count).reduce(0, +)] }
    }
    func operation(_ scenario: String) -> [Int] {
      work(results.first { $0.scenario == scenario }) { $0 != .scroll }
    }
    let smoothness = motion?.row.smoothness ?? Smoothness()
    return [
      "name": name, "family": results[0].family.rawValue, "faults": smoothness.faults,
      "marks": marks(of: results), "amounts": smoothness.work.map(\.amount),
      "texts": smoothness.work.map(\.text),
      "frames": [
        work(motion) { $0 == .scroll }, work(motion) { $0 != .scroll }, operation("open"),
        operation("rotate"),
      ],
    ]
  }
}

extension FrameRow {
  /// The number of requested heights, the cost of creating and configuring views (in multiples of the cost
  /// of configuring one view), and the number of moved views.
  fileprivate var costed: [Int] {
    let views = kind.work[.viewsConfigured] + 4 * kind.work[.viewsCreated]
    return [kind.work[.heightsAsked], views, kind.work[.viewsMoved]]
  }
}
