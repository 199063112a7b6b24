import BenchBasics
import BenchRuns

/// The first table of a report: how smoothly each strategy scrolls a list of one length, and how long it stalls
/// when nothing moves, at the run's assumed costs.
struct SmoothTable {
  /// The length of the table's lists, in rows, in a run that has it; otherwise, the longest list is shown.
  static let rows = 1_000_000
  private static let settleMark = "‡"
  private static let ownMark = " +"

  let table: Table
  /// The explanation of the columns and marks, and the assumed costs.
  let legend: String
  /// On a screen, strategies that do the same work in every frame share one row. This sentence names the
  /// strategies without a row of their own; nil if there are none.
  let same: String?

  /// Creates the table of the first list; strategies that cannot lay it out are shown on another list. Returns
  /// nil if no motion was counted.
  init?(_ lists: [ListReport], _ costs: FrameCosts, isScreen: Bool = false) {
    guard let first = lists.first else { return nil }
    var shown: Set<String> = []
    var rows: [(cells: [Table.Cell], same: [String])] = []
    for list in lists {
      let other = list.heights == first.heights ? "" : " (\(list.heights.printable))"
      let strategies = list.results.grouped(by: \.name)
      for (name, results) in strategies.map({ ($0.0, $0.elements) }) {
        guard !shown.contains(name), !isScreen || !results[0].isSuperseded,
          let cells = Self.cells(results, costs)
        else { continue }
        shown.insert(name)
        let known = rows.firstIndex {
          isScreen && $0.cells.dropFirst().map(\.text) == cells.map(\.text)
        }
        if let known {
          rows[known].same.append(results[0].shortName)
        } else {
          var title = Table.Cell(results[0].shortName + other)
          title.tip = results[0].descriptor?.title
          rows.append(([title] + cells, []))
        }
      }
    }
    guard !rows.isEmpty else { return nil }
    let titles = [
      first.title, "smooth up to", "hitches ms/s", "worst frame", "stall", "open / rotate",
      "verdict",
    ]
    var table = Table(titles, rows: rows.map(\.cells))
    table.endsInSentences = true
    self.table = table
    let copies = rows.filter { !$0.same.isEmpty }.map {
      "\($0.same.joined(separator: ", ")) as \($0.cells[0].text)"
    }
    same = copies.isEmpty ? nil : "The same: \(copies.joined(separator: "; "))."
    legend = Self.legend(of: table, costs)
  }

  /// The cells of a strategy after its name; nil if its motion was not counted.
  private static func cells(_ results: [StrategyResult], _ costs: FrameCosts) -> [Table.Cell]? {
    func result(_ scenario: String) -> Smoothness? {
      results.first { $0.scenario == scenario }?.row.smoothness
    }
    guard
      let motion = ["scroll", "endless"].compactMap(result)
        .first(where: { $0.hitchNsPerSecond != nil })
    else { return nil }
    func time(_ nanoseconds: Int64?) -> String? {
      nanoseconds.map { Quantity.brief(nanoseconds: Double($0)) }
    }
    var limit = Table.Cell(
      motion.smoothUpToNs.map { $0 == 0 ? "no" : time($0) ?? "" } ?? "any cost")
    limit.mark = motion.smoothUpToIn == .settle ? settleMark : ""
    let ratio = Quantity.brief(
      amount: Double(motion.hitchNsPerSecond ?? 0) / 1e6, digits: 2)
    let stalls = ["open", "rotate"].map { time(result($0)?.stallNs) ?? "-" }
    let verdict = verdict(motion, results)
    return [
      limit, .init(ratio, motion.rating == .critical ? .bad : nil),
      .init(
        [time(motion.worstFrameNs), motion.work(at: costs)].compactMap { $0 }.joined(
          separator: ", ")),
      .init(time(motion.stallNs) ?? "-"), .init(stalls.joined(separator: " / ")),
      .init(verdict, verdict.hasPrefix("good") ? .good : nil),
    ]
  }

  /// The word for a strategy's motion, which is `good` only if its rows are right and move as the gestures ask.
  private static func verdict(_ motion: Smoothness, _ results: [StrategyResult]) -> String {
    let rough = motion.roughFrames ?? 0
    let parts = [
      motion.rating == .good ? nil : motion.rating?.rawValue,
      rough > 0 ? "\(Quantity.count(rough)) rough" : nil,
      results.contains(where: \.deviates) ? "wrong rows" : nil,
      motion.unsettledFrames ?? 0 > 0 ? "does not settle" : nil,
    ].compactMap { $0 }
    let isLong = results.contains { $0.timeNs ?? 0 > 0.1 * Recommendation.frameNs }
    return (parts.isEmpty ? "good" : parts.joined(separator: ", ")) + (isLong ? ownMark : "")
  }

  private static func legend(of table: Table, _ costs: FrameCosts) -> String {
    let (row, view) = (Quantity.brief(nanoseconds: Double(costs.rowNs)), Double(costs.viewNs))
    let marks = table.rows.map { ($0[1].mark, $0.last?.text ?? "") }
    let all: [(isShown: Bool, text: String)] = [
      (
        true,
        "Computed from the work of every frame at \(row) a height, \(Quantity.brief(nanoseconds: view)) a "
          + "view (\(Quantity.brief(nanoseconds: 4 * view)) more if new) and \(costs.hz) Hz."
      ),
      (true, "smooth up to: largest cost of a height without a late frame"),
      (marks.contains { $0.0 == settleMark }, "(\(settleMark): the first is after a gesture)"),
      (true, "; stall: longest frame after a gesture"),
      (true, "; verdict: below 5 ms/s good, above 10 critical"),
      (marks.contains { $0.1.contains("rough") }, "; rough: frames that move unlike the gesture"),
      (
        marks.contains { $0.1.hasSuffix(ownMark) },
        "; +: an operation computes longer than a tenth of a frame, see the times"
      ),
    ]
    return all.filter(\.isShown).map(\.text).joined(separator: " ").replacing(" ;", with: ";") + "."
  }
}

extension Smoothness {
  /// The work of the worst frame, such as `200 heights`; nil if it only moves views.
  fileprivate func work(at costs: FrameCosts) -> String? {
    let (heights, views) = (worstFrameHeights ?? 0, worstFrameViews ?? 0)
    let asksMore = Double(heights) * Double(costs.rowNs) >= Double(views) * Double(costs.viewNs)
    let (amount, unit) =
      heights > 0 && asksMore || views == 0 ? (heights, "height") : (views, "view")
    guard amount > 0 else { return nil }
    return "\(Quantity.rows(amount)) \(unit)\(amount == 1 ? "" : "s")"
  }
}
