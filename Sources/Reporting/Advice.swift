import Basics
import Runs

/// What a run says to an engineer who has to choose a technique for a list, all of it in one order,
/// `Standing`. Nothing that shows wrong rows is recommended.
struct Advice {
  struct Statement {
    let label, text: String
    /// The same where there is little room; nil where it cannot be shorter, empty where it can wait.
    var short: String?
  }

  /// What happens to lists in apps.
  private static let decisive = [
    "open", "rotate", "recalc", "prepend", "append", "edit", "scroll", "jump",
  ]
  /// Scenarios that lists of equal rows may skip.
  private static let resizing: Set = ["recalc", "recalc-10", "recalc-100", "expand"]
  /// What finding out a height may take: the text of a label on a phone, in nanoseconds.
  static let usualHeightNs = 30e3

  /// All groups, and those in which something has a figure.
  private let asked, rankings: [Ranking]
  /// What was measured or should have been, without the floor.
  private let results: [StrategyResult]
  private let corrected: Set<String>
  /// Whether frames and changes decide, as where they are part of the run, and not lookups.
  private let isOfFrames: Bool
  /// Lists with a first and a last row; those without, where the run has no others.
  private let lists: Standing
  /// The same with the cost of heights; empty where heights are measured anyway or were not counted.
  private let dear: Standing
  private let heightNs: Double
  /// Lists without ends, which cannot do all that others can: by what all of them are asked.
  private let endless: Standing
  /// What the techniques in question can do and others cannot; empty where all can.
  private let among: String

  /// What rankings of one list and length come to, where a dear height costs `heightNs`.
  init(_ section: RankingSection, heightNs: Double = usualHeightNs) {
    let decided = section.rankings.filter { $0.fastest != nil }
    (asked, rankings, self.heightNs) = (section.rankings, decided, heightNs)
    let known = decided.filter { Self.decisive.contains($0.group.id) }
    isOfFrames = !known.isEmpty
    let questions = known.isEmpty ? decided : known
    results = section.results
    let wrong = Set(results.filter { $0.deviates || $0.isWrongOrFailed }.map(\.name))
    let timedOut = Set(results.filter(\.row.status.isTimedOut).map(\.name))
    let corrected = results.corrected
    self.corrected = corrected
    let eligible = results.filter { !wrong.contains($0.name) && !$0.isMended(by: corrected) }
    let linear = eligible.filter { $0.family != .circular }.map(\.name).unique
    let inTime = linear.filter { !timedOut.contains($0) }
    let able = inTime.compactMap { Candidate($0, questions: questions, excused: Self.resizing) }
    let turns = (questions + decided.filter { $0.group.id == "endless" }).filter { ranking in
      ranking.group.results.contains { $0.family == .circular && $0.median != nil }
    }
    endless = Standing(
      eligible.filter { $0.family == .circular && !timedOut.contains($0.name) }.map(\.name).unique
        .compactMap { Candidate($0, questions: turns) })
    lists = able.isEmpty ? endless : Standing(able)
    let isMeasured = decided.contains { $0.group.measuresHeights }
    dear = Standing(
      isMeasured || heightNs <= 0 ? [] : able.compactMap { $0.costing(heightNs: heightNs) })
    let isAnyWrong = results.contains {
      wrong.contains($0.name) && !$0.isPublished && $0.family != .circular
    }
    among = [
      isAnyWrong ? "show the right rows everywhere" : nil,
      inTime.count < linear.count ? "never time out" : nil,
      able.count < inTime.count ? "can do all of this" : nil,
    ].compactMap { $0 }.listed("and")
  }

  var start: String? { lists.order.first?.name }

  /// What to begin with, in a few words; nil where there is nothing to choose from.
  func choice(on heights: String) -> Statement? {
    guard lists.order.count > 1, let best = lists.order.first else { return nil }
    return Statement(
      label: heights, text: "\(best.name): \(times(of: best)).", short: best.name + ".")
  }

  var statements: [Statement] {
    guard !rankings.isEmpty else { return [noFigures].compactMap { $0 } }
    let exact = Standing(lists.order.filter { $0.results[0].family == .exact })
    let best = lists.order.first
    let offsets = best?.results[0].family == .window ? exact.order.first : nil
    let isAsked = rankings.contains { $0.group.id == "endless" }
    let turns = endless.order.first.flatMap { isAsked && $0.name != best?.name ? $0 : nil }
    let recommended = [best, offsets, dear.order.first, turns].compactMap { $0 }
    return [
      best.map { recommendation("Start with", $0, in: lists) },
      best?.limit.map { Statement(label: "But", text: $0.printable) },
      offsets.map {
        recommendation(
          "Exact offsets", $0, ", for a true scroll bar", in: exact, "with exact offsets")
      }, dearHeights, turns.map { recommendation("Endless", $0, in: endless, "without ends") },
      inAnApp(recommended), opening(of: recommended), overAFrame, wrongRows, noFigures,
    ].compactMap { $0 }
  }
}

// MARK: Recommendations

extension Advice {
  /// `a, for x: nothing takes more than 0.1 % of a 120 Hz frame; its longest is jump, 5.81 µs. On average
  /// the fastest of 9, of a kind. Close: b.`
  private func recommendation(
    _ label: String, _ best: Candidate, _ purpose: String = "", in standing: Standing,
    _ kind: String? = nil
  ) -> Statement {
    let isStart = best.name == start
    let notes = [
      best.isExcused ? "As long as all rows stay of one height." : nil,
      isStart && dear.order.first?.name == start
        ? "The same where a height costs \(Quantity.time(nanoseconds: heightNs))." : nil,
      isStart ? nil : best.limit.map { "But: \($0.printable)" }, standing.close,
    ]
    let why = reason(of: standing, kind).map { $0 + "." }
    let times = times(of: best)
    let text = ["\(best.name)\(purpose): \(times).", why] + notes
    let short = ["\(best.name): \(times).", isStart ? why : nil] + notes
    return Statement(
      label: label, text: text.compactMap { $0 }.joined(separator: " "),
      short: short.compactMap { $0 }.joined(separator: " "))
  }

  /// `nothing takes more than 0.1 % of a 120 Hz frame; its longest is jump, 5.81 µs`
  private func times(of candidate: Candidate) -> String {
    // Of all that was measured, so that it is true of every column.
    let all = results.filter { $0.name == candidate.name && $0.median != nil }
    guard let longest = all.max(by: { $0.median ?? 0 < $1.median ?? 0 }), let time = longest.time
    else { return "" }
    let scenario = longest.scenario
    let share = (longest.median ?? 0) / Standing.frameNs
    // Of little not more than a bound, rounded up to a tenth of a percent.
    let bound = max(1, (share * 1000 - 1e-9).rounded(.up)) / 10
    let part =
      (share >= 10
        ? "\(Quantity.ratio(share)) the time"
        : Quantity.percent(share >= 0.01 ? share * 100 : bound)) + " of a 120 Hz frame"
    if candidate.results.count == 1 {
      return "\(scenario) takes \(time)"
        + (isOfFrames ? ", \(share < 0.01 ? "at most " : "")\(part)" : "")
    }
    let lead = "its longest is \(scenario), \(time)"
    if !isOfFrames { return lead }
    return share < 0.01 ? "nothing takes more than \(part); \(lead)" : "\(lead), \(part)"
  }

  private func reason(of standing: Standing, _ kind: String?) -> String? {
    let words = kind ?? (among.isEmpty ? nil : "that " + among)
    let all = "the \(standing.order.count)" + (words.map { " " + $0 } ?? "")
    switch standing.reason {
    case nil: return nil
    case .alone:
      return words.map {
        "The only one "
          + $0.replacing("that show ", with: "that shows ").replacing(
            "never time ", with: "never times ")
      }
    case .fastestInAll:
      return standing.order.first?.results.count == 1
        ? "The fastest of \(all)"
        : "In every \(isOfFrames ? "frame and change" : "question") the fastest of \(all)"
    case .fastestOnAverage: return "On average the fastest of \(all)"
    case .fastestWithoutLimit: return "On average the fastest of those of \(all) that lose nothing"
    case .leastFelt: return "About the least of \(all) where it can be felt (1 % of a frame)"
    }
  }

  private var dearHeights: Statement? {
    guard let best = dear.order.first, best.name != start,
      let longest = best.results.max(by: { best.time($0) < best.time($1) })
    else { return nil }
    func text(_ candidate: Candidate, _ result: StrategyResult) -> String {
      Quantity.time(nanoseconds: candidate.time(result), digits: result.digits)
    }
    let other = dear.order.first { $0.name == start }.flatMap { other in
      other.results.first { $0.scenario == longest.scenario }
        .map { "; \(other.name) \(text(other, $0))" }
    }
    return Statement(
      label: "Dear heights",
      text: "\(best.name), where finding one takes \(Quantity.time(nanoseconds: heightNs)): "
        + "\(longest.scenario) takes \(text(best, longest))\(other ?? "")."
        + (dear.close.map { " " + $0 } ?? ""))
  }

  private func opening(of candidates: [Candidate]) -> Statement? {
    guard let opening = rankings.first(where: { $0.group.id == "open" })?.group else { return nil }
    let asked = candidates.map(\.name).unique.compactMap { name -> String? in
      let result = opening.results.first { $0.name == name }
      guard let heights = result?.row.counters[.heightsAsked]?.rounded() else { return nil }
      let twice = heights > Double(opening.rows) ? " (some twice)" : ""
      return "\(name) for \(Quantity.amount(heights))\(twice)"
    }
    guard !asked.isEmpty else { return nil }
    let lead = opening.measuresHeights ? "measured whenever they are asked for" : "known here"
    return Statement(
      label: "Heights", text: "\(lead). Opening asks: \(asked.joined(separator: ", ")).",
      short: asked.contains { $0.hasSuffix(")") } ? nil : "")
  }

  private func inAnApp(_ candidates: [Candidate]) -> Statement? {
    let kinds = candidates.compactMap(\.results[0].inAnApp)
    let products = together(kinds.map { ($0.need, $0.product) }).map { "\($1[0]) for \($0)" }
    return products.isEmpty
      ? nil : Statement(label: "In an app", text: products.joined(separator: "; ") + ".")
  }
}

// MARK: What is wrong

extension Advice {
  private var overAFrame: Statement? {
    // A published form takes as long as its corrected one or longer: the matrix has it.
    let over = rankings.flatMap(\.order).filter {
      !$0.isMended(by: corrected) && $0.overAFrame != nil
    }
    guard !over.isEmpty else {
      return Statement(label: "Frames", text: "everything fits a 120 Hz frame (8.33 ms).")
    }
    let parts = StrategyResult.overruns.compactMap { overrun -> String? in
      let places = Self.places(of: over.filter { $0.overAFrame == overrun }, \.scenario)
      return places.isEmpty ? nil : "\(overrun): \(places.joined(separator: ", "))"
    }
    let count = over.map(\.name).unique.count
    return Statement(
      label: "Over a frame", text: "8.33 ms or more, \(parts.joined(separator: "; ")).",
      short: count > 2 ? "\(count) techniques take 8.33 ms or more somewhere." : nil)
  }

  private var wrongRows: Statement? {
    let wrong = results.filter(\.deviates)
    guard !wrong.isEmpty else { return nil }
    let unmended = wrong.filter { !$0.isMended(by: corrected) }
    let places = Self.places(of: unmended) { result in
      [result.scenario, result.wrongShare.map { Quantity.percent($0 * 100) }]
        .compactMap { $0 }.joined(separator: " ")
    }
    // What is wrong as published and right as corrected is no surprise: of many a number is enough.
    let mended = wrong.filter { $0.isMended(by: corrected) }.map(\.id).unique
    let names = mended.count > 3 ? "\(mended.count) techniques" : mended.joined(separator: ", ")
    let published = mended.isEmpty ? [] : ["as published \(names)"]
    return Statement(
      label: "Wrong rows",
      text: (places.isEmpty ? "" : "in so many steps: ")
        + (places + published).joined(separator: "; ") + ".",
      short: (unmended.map(\.name).unique + published).joined(separator: ", ") + ".")
  }

  /// `a, b (scroll, jump)`: techniques of which the same is to be said in the same places stand together.
  private static func places(
    of results: [StrategyResult], _ words: (StrategyResult) -> String
  ) -> [String] {
    together(results.map { ($0.name, words($0)) }).map { names, words in
      // Of many only the first: the matrix and the README have all.
      let shown = words.count > 3 ? words.prefix(2) + ["\(words.count - 2) more"] : words[...]
      return "\(names) (\(shown.joined(separator: ", ")))"
    }
  }

  /// What was wrong while it was timed, or failed, so that its cells have no times.
  private var noFigures: Statement? {
    let groups = asked.map { ranking in
      GroupReport(key: ranking.group.key, results: ranking.group.results.filter(\.isWrongOrFailed))
    }
    let reasons = groups.absences
    return reasons.isEmpty
      ? nil : Statement(label: "No figure", text: reasons.joined(separator: "; ") + ".")
  }
}

extension StrategyResult {
  fileprivate static let overruns = [
    "half of the time", "one time in ten", "one time in a hundred",
  ]

  /// How often an operation takes longer than a frame; nil where that is rarer than once in a hundred. One
  /// or two long frames of some hundreds may be interruptions.
  fileprivate var overAFrame: String? {
    let (frame, figures) = (Standing.frameNs, row.frames)
    if median ?? 0 > frame || figures.p50Ns ?? 0 > frame { return Self.overruns[0] }
    if figures.p90Ns ?? 0 > frame { return Self.overruns[1] }
    return figures.p99Ns ?? 0 > frame && figures.over8ms ?? 0 >= 3 ? Self.overruns[2] : nil
  }

  fileprivate var wrongShare: Double? {
    guard let wrong = row.deviation.wrongSteps, let checked = row.deviation.checkedSteps,
      checked > 0
    else { return nil }
    return Double(wrong) / Double(checked)
  }
}
