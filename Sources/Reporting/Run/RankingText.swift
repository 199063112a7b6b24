/// A ranking in a few lines: the fastest by name, then how many times as long all others take.
struct RankingText {
  /// How much is told of those behind the fastest.
  enum Detail: Equatable {
    /// All, each with the interval of its ratio.
    case intervals
    /// All, with their ratios alone.
    case ratios
    /// The first ones and the last, in so many lines.
    case lines(Int)
  }

  /// How wide the columns are, in all rankings of a run.
  struct Layout {
    /// A line.
    let width: Int
    /// The scenario's name, with the gap after it.
    let scenario: Int
    /// The name of the fastest and its time, where rankings are short and read as a table; else 0.
    let fastest: Int
    let time: Int
  }

  /// What stands for those that are left out.
  private enum Ending {
    case none
    /// `… all-heights 1,234x`
    case name
    /// `… 1,234x`
    case ratio
    case dots
  }

  let ranking: Ranking
  let layout: Layout
  let style: Style

  /// The ranking's lines, the first with the scenario's name.
  func lines(_ detail: Detail) -> [String] {
    guard let fastest = ranking.fastest else { return lines(["-"]) }
    let name = painted(fastest)
    let time = fastest.figure ?? ""
    guard case .lines(let most) = detail else {
      return lines(sentence(lead: "\(name) \(time)", withIntervals: detail == .intervals))
    }
    let lead = "\(name.padded(to: layout.fastest))  \(time.padded(to: layout.time)) "
    return shortened(lead: lead, to: most)
  }

  private func lines(_ pieces: [String]) -> [String] {
    Flow(width: layout.width, hanging: layout.scenario)
      .lines(style(ranking.group.scenario.id, .heading), pieces)
  }

  /// `a 412 ns [405, 420], as fast as b, not separated from c; d 1.31x [1.28, 1.34], e 2.10x [2.05, 2.14]`
  private func sentence(lead: String, withIntervals: Bool) -> [String] {
    let slower = ranking.slower.map { text(of: $0, withInterval: withIntervals) }
    var pieces = [lead]
    for (words, isUndecided) in [("as fast as", false), ("not separated from", true)] {
      let names = ranking.alike.filter { ($0.verdict != .equivalent) == isUndecided }
        .map { painted($0.result) }
      guard let first = names.first else { continue }
      pieces[pieces.count - 1] += ","
      pieces += enumerated(["\(words) \(first)"] + names.dropFirst())
    }
    if !slower.isEmpty { pieces[pieces.count - 1] += ";" }
    return pieces + enumerated(slower)
  }

  /// As much as fits: rather the runner-up and how far it goes on than the name of the last.
  private func shortened(lead: String, to most: Int) -> [String] {
    let all = ranking.alike.count + ranking.slower.count
    guard all > 0 else { return lines([lead]) }
    for ending in [Ending.name, .ratio, .dots] {
      for shown in stride(from: all, through: 1, by: -1) {
        let lines = lines([lead] + list(shown, shown == all ? .none : ending))
        if lines.count <= most { return lines }
      }
    }
    return lines([lead, "…"])
  }

  /// `~ b, c; d 1.31x, e 2.10x … z 1,234x`
  private func list(_ shown: Int, _ ending: Ending) -> [String] {
    let alike = ranking.alike.prefix(shown).map { painted($0.result) }
    let slower = ranking.slower.prefix(shown - alike.count)
      .map { text(of: $0, withInterval: false) }
    var pieces = enumerated(alike.prefix(1).map { "~ \($0)" } + alike.dropFirst())
    if !alike.isEmpty, !slower.isEmpty { pieces[pieces.count - 1] += ";" }
    pieces += enumerated(slower)
    let last = ranking.slower.last
    switch ending {
    case .none: break
    case .name: pieces.append(last.map { "… " + text(of: $0, withInterval: false) } ?? "…")
    case .ratio: pieces.append(last.map { "… " + Quantity.ratio($0.ratio) } ?? "…")
    case .dots: pieces.append("…")
    }
    return pieces
  }

  /// A leader's name; one that shows wrong rows leads by not doing its work.
  private func painted(_ result: StrategyResult) -> String {
    style(result.markedName, result.deviates ? .warning : .good)
  }

  private func text(of place: Ranking.Place, withInterval: Bool) -> String {
    let name = place.result.markedName
    let isUnsure = place.interval == nil || place.isUndecided
    let mark = isUnsure ? "?" : ""
    // Without an interval the figure itself says so.
    if withInterval { return "\(name) \(place.figure)" + (place.interval == nil ? "" : mark) }
    return "\(name) \(Quantity.ratio(place.ratio))\(mark)"
  }

  /// The words with commas between them.
  private func enumerated(_ words: [String]) -> [String] {
    words.dropLast().map { $0 + "," } + words.suffix(1)
  }
}
