import BenchMeasuring
import BenchReporting

/// A measured number in the unit of the rule that judges it, with its uncertainty.
struct MeasuredValue: Sendable {
  let number: Double
  /// The confidence interval of a time, or the range of the counts; nil if too little was measured.
  let interval: Interval?
  /// The basis of the number, which is printed after it, such as `of 38 flings` or `over 174 rounds`.
  let basis: String
  /// Whether the number is a count, which is the same on every machine.
  var isExact = false

  static let none = MeasuredValue(number: .nan, interval: nil, basis: "")

  /// The value for counts from several starting rows: their maximum, with their range as the interval.
  static func counts(_ values: [Double], _ basis: String = "") -> MeasuredValue {
    guard let range = Interval(values) else { return .none }
    return MeasuredValue(number: range.high, interval: range, basis: basis, isExact: true)
  }

  /// The ratio of two times that were measured in different rounds. The interval of the ratio extends from
  /// the smallest to the largest quotient of values in the intervals of the two times.
  func divided(by other: MeasuredValue) -> MeasuredValue {
    guard other.number > 0 else { return .none }
    var quotients: Interval?
    if let interval, let divisor = other.interval, divisor.low > 0 {
      quotients = Interval(interval.low / divisor.high, interval.high / divisor.low)
    }
    return MeasuredValue(number: number / other.number, interval: quotients, basis: basis)
  }
}

extension Interval {
  /// Creates the range from the smallest to the largest value; nil if there are no values.
  fileprivate init?(_ values: [Double]) {
    guard let low = values.min(), let high = values.max() else { return nil }
    self.init(low, high)
  }

  /// The interval as text, such as `3 to 7`, or `3` if both ends are equal.
  func text(_ format: (Double) -> String) -> String {
    let (low, high) = (format(low), format(high))
    return low == high ? low : "\(low) to \(high)"
  }
}

/// The range of counts as text, such as `3 to 7`, or `3` if all counts are equal.
func range(_ values: [Double]) -> String {
  (Interval(values) ?? Interval(0, 0)).text(Quantity.amount)
}

/// The maximum of counts as text.
func most(_ values: [Double]) -> String { Quantity.amount(values.max() ?? 0) }

/// The results of an experiment with one set of gestures (a `Motion`).
struct Evidence: Sendable {
  /// The property in which the conditions differ, such as the number of rows, used as a column title.
  var axis = ""
  /// The words that precede "up to" in a verdict, such as `windows of`, for conditions in ascending order.
  /// The value is nil for unordered conditions.
  var orderedNoun: String?
  /// The conditions, in words that can follow "true for" or "up to", such as `10k rows`. Each condition has
  /// one value for each rule of the claim.
  var conditions: [(label: String, values: [MeasuredValue])] = []
  /// The words that follow the verdict and a colon in the sentence that reports the finding.
  var sentence = ""
  /// The titles and rows of a table with details.
  var titles: [String] = [], details: [[String]] = []
}

/// A claim, the evidence for or against it, and the verdict that follows from its rules.
struct Finding: Sendable {
  let claim: Claim
  /// The evidence from each set of gestures (`Motion.all`). A verdict quotes the numbers from the last set of
  /// gestures.
  let evidence: [Evidence]
  /// For each set of gestures, the answers under the experiment's conditions. An answer is no if any rule
  /// answers no, and yes only if all rules answer yes.
  let answersByMotion: [[Rule.Answer]]
  /// The answer under each condition; it is open if the two sets of gestures lead to different answers.
  let answers: [Rule.Answer]

  init(_ claim: Claim, _ evidence: [Evidence] = []) {
    (self.claim, self.evidence) = (claim, evidence)
    let all = evidence.map { evidence in
      evidence.conditions.map { condition -> Rule.Answer in
        let answers = zip(claim.rules, condition.values).map { $0.answer(to: $1) }
        if answers.contains(.no) { return .no }
        return answers.isEmpty || answers.contains(.open) ? .open : .yes
      }
    }
    answersByMotion = all
    answers = (all.last ?? []).indices.map { place in
      all.allSatisfy { $0.indices.contains(place) && $0[place] == all[0][place] }
        ? all[0][place] : .open
    }
  }

  var lastEvidence: Evidence { evidence.last ?? Evidence() }

  /// The verdict and the result, as a sentence.
  var outcome: String {
    let uniform = Set(answers).count == 1 ? answers[0].word : nil
    let text = uniform ?? verdictAlongAxis ?? verdictByCondition
    let verdict = text.prefix(1).uppercased() + text.dropFirst()
    return lastEvidence.sentence.isEmpty ? verdict : "\(verdict): \(lastEvidence.sentence)"
  }

  /// The verdict if the conditions are ordered and the answer changes once, such as
  /// `false for windows of up to 200 rows, true for 1,000 rows or more`.
  private var verdictAlongAxis: String? {
    let decided = answers.indices.filter { answers[$0] != .open }
    let changes = zip(decided, decided.dropFirst()).filter { answers[$0] != answers[$1] }
    guard let noun = lastEvidence.orderedNoun, changes.count == 1,
      let (before, after) = changes.first
    else { return nil }
    let labels = lastEvidence.conditions.map(\.label)
    return "\(answers[before].word) for \(noun) up to \(labels[before]), "
      + "\(answers[after].word) for \(labels[after]) or more"
  }

  /// The verdict with the conditions for each answer, such as
  /// `true for months; false for rows of 44 pt and text`.
  private var verdictByCondition: String {
    let parts = [Rule.Answer.yes, .no, .open].compactMap { answer -> String? in
      let labels = zip(answers, lastEvidence.conditions).filter { $0.0 == answer }.map(\.1.label)
      guard let last = labels.last else { return nil }
      let others = labels.dropLast().joined(separator: ", ")
      return "\(answer.word) for \(others.isEmpty ? last : "\(others) and \(last)")"
    }
    return parts.isEmpty ? "not decided: nothing was measured" : parts.joined(separator: "; ")
  }
}
