import Reporting

extension Claim {
  /// Does the experiment, applies the rules, and puts both into words.
  ///
  /// - Throws: as `evidence(in:)`.
  package func assessed(in laboratory: Laboratory) throws -> ClaimEntry {
    ClaimEntry(self, try evidence(in: laboratory))
  }
}

extension ClaimEntry {
  /// A claim with its evidence.
  init(_ claim: Claim, _ evidence: Evidence) {
    let ruling = Ruling(claim.rules, evidence)
    self.init(
      id: claim.id, post: claim.post.rawValue, sentence: claim.sentence.words,
      original: claim.sentence.translated, experiment: claim.experiment,
      rules: claim.rules.map { "\($0.figure): \($0.thresholds); \($0.reason)" },
      ruleState: claim.ruleState.text, isRuleChanged: claim.ruleState.isChanged,
      limits: claim.limits, figure: Self.headline(claim.rules, evidence, ruling),
      verdict: ruling.verdict.rawValue, outcome: ruling.sentence,
      command: "bench claims --claim \(claim.id)", axis: evidence.axis,
      points: zip(evidence.points, ruling.answers).map { point, answer in
        Point(
          place: point.label, figures: zip(claim.rules, point.figures).map(Figure.init),
          answer: answer.rawValue)
      },
      details: evidence.details.map { Table(titles: $0.titles, rows: $0.rows) },
      notes: evidence.notes)
  }

  /// The figures that decide: on both sides of the first turn, or at both ends; of what is not
  /// decided, the first that is open.
  private static func headline(
    _ rules: [Rule], _ evidence: Evidence, _ ruling: Ruling
  ) -> String {
    let ends = ruling.places.map { evidence.points[$0] }
    let parts = ends.map { point -> (title: String, text: String) in
      let pairs = Array(zip(rules, point.figures))
      let deciding =
        pairs.first { $0.answer(to: $1) == .no } ?? pairs.first { $0.answer(to: $1) == .open }
        ?? pairs.first
      guard let (rule, figure) = deciding else { return ("", "-") }
      let text =
        figure.isCertain && rule.unit == .count
        ? "\(rule.text(of: figure.value)) of \(figure.basis.text)"
        : "\(rule.text(of: figure)), \(figure.basis.text)"
      return (rule.figure, evidence.points.count > 1 ? "\(point.label) \(text)" : text)
    }
    guard let first = parts.first else { return "nothing measured" }
    let texts = parts.map { $0.title == first.title ? $0.text : "\($0.title): \($0.text)" }
    return "\(first.title): \(texts.joined(separator: "; "))"
  }
}

extension ClaimEntry.Figure {
  /// A figure beside its rule.
  fileprivate init(_ rule: Rule, _ figure: Figure) {
    let isNumber = figure.value.isFinite
    self.init(
      name: rule.figure, value: isNumber ? figure.value : nil, low: figure.interval?.low,
      high: figure.interval?.high, unit: rule.unit.name, basis: figure.basis.text,
      text: isNumber ? rule.text(of: figure) : "-")
  }
}

extension Figure.Basis {
  /// `1,204 rounds`.
  fileprivate var text: String { "\(Quantity.count(count)) \(unit)" }
}

extension Rule.Unit {
  /// What files call it.
  fileprivate var name: String {
    switch self {
    case .nanoseconds: "ns"
    case .ratio: "ratio"
    case .count: "count"
    case .hours: "h"
    case .points: "pt"
    }
  }
}

extension Claim.Sentence {
  /// What was translated; nil of a quotation.
  package var translated: String? {
    if case .translation(_, let original, _) = self { original } else { nil }
  }
}

extension Claim.RuleState {
  /// The state in words.
  fileprivate var text: String {
    switch self {
    case .statedBefore: "stated before measuring"
    case .changed(let day, let reason): "changed on \(day), because \(reason)"
    }
  }

  fileprivate var isChanged: Bool {
    if case .changed = self { true } else { false }
  }
}
