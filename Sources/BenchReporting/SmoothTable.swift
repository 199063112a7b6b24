import BenchBasics
import BenchRuns
import Conformance
import ListLayout

/// The first table of a report, which shows how smoothly each strategy scrolls and how long other operations
/// stall it, based on the run's assumed costs.
struct SmoothTable {
  /// The list length to show if the run includes it; otherwise, the table shows the longest lists.
  static let rows = 1_000_000
  private static let settleMark = "‡"
  private static let wrongMark = "*"
  private static let ownMark = "+"

  let table: Table
  let list: ListReport
  private(set) var strategies: [(name: String, results: [StrategyResult])] = []
  let assumption, explanation: String
  var legend: String { assumption + " " + explanation }
  /// A note below the table that names the strategies that were measured on other lists. On a terminal, the
  /// note also names strategies that have no row of their own because their values equal another
  /// strategy's.
  let same: String

  /// Strategies that can't lay out the first list are shown on another one. Returns nil if no motion was
  /// counted.
  init?(_ lists: [ListReport], _ costs: FrameCosts, isScreen: Bool = false) {
    guard let first = lists.first else { return nil }
    list = first
    var shown: Set<String> = []
    var rows: [(cells: [Table.Cell], same: [String])] = []
    var elsewhere: [String] = []
    for list in lists {
      let other = list.heights == first.heights ? "" : " (\(list.heights.printable))"
      for (name, results) in list.results.grouped(by: \.name) {
        guard !shown.contains(name), !isScreen || !results[0].isSuperseded,
          let cells = Self.cells(results, costs)
        else { continue }
        shown.insert(name)
        let text = results[0].shortName
        // Ignore the mark for long computations, because it depends on times.
        func key(_ cells: [Table.Cell]) -> [String] {
          cells.suffix(5).map { $0.text.replacing(Self.ownMark, with: "") }
        }
        if isScreen, let known = rows.firstIndex(where: { key($0.cells) == key(cells) }) {
          rows[known].same.append(text + other)
          continue
        }
        if !other.isEmpty { elsewhere.append(text + other) }
        var title = Table.Cell(isScreen ? text : text + other)
        title.tip = results[0].descriptor?.title
        rows.append(([title] + cells, []))
        strategies.append((title.text, results))
      }
    }
    guard !rows.isEmpty else { return nil }
    let titles = [
      first.title, "smooth up to", "hitch ms/s", "worst frame", "stall/open/ rotate", "verdict",
    ]
    table = Table(titles, rows: rows.map(\.cells), endsInSentences: true)
    let copies = rows.filter { !$0.same.isEmpty }.map {
      "\($0.same.joined(separator: ", ")) as \($0.cells[0].text)"
    }
    let others = isScreen ? elsewhere : []
    same = [("The same", copies, "; "), ("On other lists", others, ", ")].filter { !$0.1.isEmpty }
      .map { "\($0): \($1.joined(separator: $2))." }.joined(separator: " ")
    func time(_ nanoseconds: Int64) -> String {
      Quantity.time(nanoseconds: Double(nanoseconds), digits: 2)
    }
    assumption =
      "At \(time(costs.rowNs)) a height, \(time(costs.viewNs)) a view and \(costs.hz) Hz."
    explanation = Self.explanation(of: table)
  }

  private static func motion(in results: [StrategyResult]) -> StrategyResult? {
    ["scroll", "endless"].compactMap { scenario in
      results.first { $0.scenario == scenario && $0.row.smoothness.hitchNsPerSecond != nil }
    }.first
  }

  private static func cells(_ results: [StrategyResult], _ costs: FrameCosts) -> [Table.Cell]? {
    guard let motion = motion(in: results)?.row.smoothness else { return nil }
    func stall(_ scenario: String) -> Int64? {
      results.first { $0.scenario == scenario }?.row.smoothness.stallNs
    }
    func time(_ nanoseconds: Int64?) -> String {
      nanoseconds.map { $0 == 0 ? "0" : Quantity.brief(nanoseconds: Double($0)) } ?? "-"
    }
    var limit = Table.Cell(motion.smoothUpToNs.map { $0 == 0 ? "no" : time($0) } ?? "any")
    limit.mark = motion.smoothUpToIn == .settle ? settleMark : ""
    let ratio = Quantity.brief(amount: Double(motion.hitchNsPerSecond ?? 0) / 1e6, digits: 2)
    let worst = [time(motion.worstFrameNs), motion.work(at: costs)].filter { !$0.isEmpty }
    let stalls = [motion.stallNs, stall("open"), stall("rotate")].map(time)
    let marks = marks(of: results)
    let rating = [motion.rating].filter { $0 != .good }.compactMap { $0?.rawValue }
    let faults = (rating + motion.faults).joined(separator: ", ")
    let words = faults.isEmpty ? (marks.hasPrefix(wrongMark) ? "wrong" : "good") : faults
    return [
      limit, .init(ratio, motion.rating == .critical ? .bad : nil),
      .init(worst.joined(separator: " ")), .init(stalls.joined(separator: "/")),
      .init(words + marks, words == "good" ? .good : nil),
    ]
  }

  private static func marks(of results: [StrategyResult]) -> String {
    let isLong = results.contains { $0.timeNs ?? 0 > 0.1 * Recommendation.frameNs }
    return (results.contains(where: \.deviates) ? wrongMark : "") + (isLong ? ownMark : "")
  }

  private static func explanation(of table: Table) -> String {
    let (marks, verdicts) = (table.rows.map(\.[1].mark), table.rows.compactMap { $0.last?.text })
    func isVerdict(_ mark: String) -> Bool { verdicts.contains { $0.contains(mark) } }
    return "smooth up to: largest cost of a height without a late frame."
      + (marks.contains(settleMark) ? " \(settleMark): late after a gesture." : "")
      + (isVerdict("rough") ? " rough: frames unlike the gesture." : "")
      + (isVerdict(wrongMark) ? " \(wrongMark): wrong rows." : "")
      + (isVerdict(ownMark) ? " \(ownMark): computes over a tenth of a frame." : "")
  }
}

extension Smoothness {
  fileprivate var faults: [String] {
    let rough = roughFrames ?? 0
    return (rough > 0 ? ["\(Quantity.count(rough)) rough"] : [])
      + (unsettledFrames ?? 0 > 0 ? ["does not settle"] : [])
  }

  fileprivate var work: [(amount: Int, text: String)] {
    [(worstFrameHeights ?? 0, "height"), (worstFrameViews ?? 0, "view")].map { amount, unit in
      (amount, amount == 0 ? "" : "\(Quantity.rows(amount)) \(unit)\(amount == 1 ? "" : "s")")
    }
  }

  fileprivate func work(at costs: FrameCosts) -> String {
    let (heights, views) = (work[0], work[1])
    let asksMore =
      Double(heights.amount) * Double(costs.rowNs) >= Double(views.amount) * Double(costs.viewNs)
    return heights.amount > 0 && asksMore || views.amount == 0 ? heights.text : views.text
  }
}

// MARK: The page's section

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
