import BenchBasics
import BenchRuns

/// A report's first table. Shows how smoothly each strategy scrolls, and how long other operations stall
/// it, at the run's assumed costs.
struct SmoothTable {
  /// The list length to show if the run includes it; otherwise, the table shows the longest lists.
  static let rows = 1_000_000
  private static let settleMark = "‡"
  private static let wrongMark = "*"
  private static let ownMark = "+"

  let table: Table
  /// The first list, and each row's title and results.
  let list: ListReport
  private(set) var strategies: [(name: String, results: [StrategyResult])] = []
  /// `assumption` gives the assumed costs; `explanation` explains the columns and marks.
  let assumption, explanation: String
  var legend: String { assumption + " " + explanation }
  /// On a terminal, strategies with the same values share one row. `same` names the strategies without
  /// their own row and those measured on other lists; nil if there are none.
  let same: String?

  /// Creates the first list's table. Strategies that can't lay it out are shown on another list. Returns nil
  /// if no motion was counted.
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
    func time(_ nanoseconds: Int64) -> String {
      Quantity.time(nanoseconds: Double(nanoseconds), digits: 2)
    }
    assumption =
      "At \(time(costs.rowNs)) a height, \(time(costs.viewNs)) a view and \(costs.hz) Hz."
    explanation = Self.explanation(of: table)
  }

  /// Returns the result of `scroll` or `endless`; nil if the motion of neither was counted.
  static func motion(in results: [StrategyResult]) -> StrategyResult? {
    ["scroll", "endless"].compactMap { scenario in
      results.first { $0.scenario == scenario && $0.row.smoothness.hitchNsPerSecond != nil }
    }.first
  }

  /// A strategy's cells, except for its name; nil if its motion was not counted.
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

  /// Returns the verdict's marks for wrong rows and for long computations.
  static func marks(of results: [StrategyResult]) -> String {
    let isLong = results.contains { $0.timeNs ?? 0 > 0.1 * Recommendation.frameNs }
    return (results.contains(where: \.deviates) ? wrongMark : "") + (isLong ? ownMark : "")
  }

  private static func explanation(of table: Table) -> String {
    let (marks, verdicts) = (table.rows.map(\.[1].mark), table.rows.compactMap { $0.last?.text })
    let all: [(isShown: Bool, text: String)] = [
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
  /// How the motion differs from the gestures, regardless of costs.
  var faults: [String] {
    let rough = roughFrames ?? 0
    return (rough > 0 ? ["\(Quantity.count(rough)) rough"] : [])
      + (unsettledFrames ?? 0 > 0 ? ["does not settle"] : [])
  }

  /// The maximum number of heights and of views in a frame, each with a text such as `200 heights`. The text
  /// is empty if the number is 0.
  var work: [(amount: Int, text: String)] {
    [(worstFrameHeights ?? 0, "height"), (worstFrameViews ?? 0, "view")].map { amount, unit in
      (amount, amount == 0 ? "" : "\(Quantity.rows(amount)) \(unit)\(amount == 1 ? "" : "s")")
    }
  }

  /// Describes whichever work costs more, the heights or the views.
  fileprivate func work(at costs: FrameCosts) -> String {
    let (heights, views) = (work[0], work[1])
    let asksMore =
      Double(heights.amount) * Double(costs.rowNs) >= Double(views.amount) * Double(costs.viewNs)
    return heights.amount > 0 && asksMore || views.amount == 0 ? heights.text : views.text
  }
}
