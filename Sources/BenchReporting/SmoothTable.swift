import BenchBasics
import BenchRuns

/// The first table of a report: how smoothly each strategy scrolls a list of one length, and how long it stalls
/// when nothing moves, at the run's assumed costs.
struct SmoothTable {
  /// The length of the table's lists, in rows, in a run that has it; otherwise, the longest list is shown.
  static let rows = 1_000_000
  private static let settleMark = "‡"
  private static let wrongMark = "*"
  private static let ownMark = "+"

  let table: Table
  /// The explanation of the columns and marks, and the assumed costs.
  let legend: String
  /// On a screen, strategies with the same values share one row. This text names the strategies without a row of
  /// their own and those on other lists; nil if there are none.
  let same: String?

  /// Creates the table of the first list; strategies that cannot lay it out are shown on another list. Returns
  /// nil if no motion was counted.
  init?(_ lists: [ListReport], _ costs: FrameCosts, isScreen: Bool = false) {
    guard let first = lists.first else { return nil }
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
        // Only the mark may differ, because it depends on times.
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
      }
    }
    guard !rows.isEmpty else { return nil }
    let titles = [
      first.title, "smooth up to", "hitch ms/s", "worst frame", "stall/open/ rotate", "verdict",
    ]
    table = {
      var table = Table(titles, rows: rows.map(\.cells))
      table.endsInSentences = true
      return table
    }()
    let copies = rows.filter { !$0.same.isEmpty }.map {
      "\($0.same.joined(separator: ", ")) as \($0.cells[0].text)"
    }
    let notes = [
      copies.isEmpty ? nil : "The same: \(copies.joined(separator: "; ")).",
      elsewhere.isEmpty || !isScreen
        ? nil : "On other lists: \(elsewhere.joined(separator: ", ")).",
    ].compactMap(\.self)
    same = notes.isEmpty ? nil : notes.joined(separator: " ")
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
    func time(_ nanoseconds: Int64?) -> String {
      nanoseconds.map { $0 == 0 ? "0" : Quantity.brief(nanoseconds: Double($0)) } ?? "-"
    }
    var limit = Table.Cell(motion.smoothUpToNs.map { $0 == 0 ? "no" : time($0) } ?? "any")
    limit.mark = motion.smoothUpToIn == .settle ? settleMark : ""
    let ratio = Quantity.brief(amount: Double(motion.hitchNsPerSecond ?? 0) / 1e6, digits: 2)
    let worst = [time(motion.worstFrameNs), motion.work(at: costs)].compactMap(\.self)
    let stalls = [motion.stallNs, result("open")?.stallNs, result("rotate")?.stallNs].map(time)
    let verdict = verdict(motion, results)
    return [
      limit, .init(ratio, motion.rating == .critical ? .bad : nil),
      .init(worst.joined(separator: " ")), .init(stalls.joined(separator: "/")),
      .init(verdict, verdict.hasPrefix("good") ? .good : nil),
    ]
  }

  /// The word for a strategy's motion, which is `good` only if its rows are right and move as the gestures ask.
  private static func verdict(_ motion: Smoothness, _ results: [StrategyResult]) -> String {
    let rough = motion.roughFrames ?? 0
    let parts = [
      motion.rating == .good ? nil : motion.rating?.rawValue,
      rough > 0 ? "\(Quantity.count(rough)) rough" : nil,
      motion.unsettledFrames ?? 0 > 0 ? "does not settle" : nil,
    ].compactMap(\.self)
    let isWrong = results.contains(where: \.deviates)
    let isLong = results.contains { $0.timeNs ?? 0 > 0.1 * Recommendation.frameNs }
    let words = parts.isEmpty ? (isWrong ? "wrong" : "good") : parts.joined(separator: ", ")
    return words + (isWrong ? wrongMark : "") + (isLong ? ownMark : "")
  }

  private static func legend(of table: Table, _ costs: FrameCosts) -> String {
    func time(_ nanoseconds: Int64) -> String {
      Quantity.time(nanoseconds: Double(nanoseconds), digits: 2)
    }
    let (marks, verdicts) = (table.rows.map(\.[1].mark), table.rows.compactMap { $0.last?.text })
    let all: [(isShown: Bool, text: String)] = [
      (true, "At \(time(costs.rowNs)) a height, \(time(costs.viewNs)) a view and \(costs.hz) Hz."),
      (true, "smooth up to: largest cost of a height without a late frame."),
      (marks.contains(settleMark), "\(settleMark): late after a gesture."),
      (verdicts.contains { $0.contains("rough") }, "rough: frames unlike the gesture."),
      (verdicts.contains { $0.contains(wrongMark) }, "\(wrongMark): wrong rows."),
      (
        verdicts.contains { $0.hasSuffix(ownMark) }, "\(ownMark): computes over a tenth of a frame."
      ),
    ]
    return all.filter(\.isShown).map(\.text).joined(separator: " ")
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
