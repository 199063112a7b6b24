import BenchBasics
import BenchMeasuring
import BenchReporting

/// A measured number with its uncertainty, in the unit of the rule that evaluates it.
struct MeasuredValue: Sendable {
  let number: Double
  /// The confidence interval of a time, or the range of counts from different starting rows. The interval is
  /// nil if there aren't enough measurements.
  let interval: Interval?
  /// What the number is based on, printed after the number, such as `of 38 flings` or `over 174 rounds`.
  let basis: String
  /// Whether the number is a count and therefore the same on every machine.
  var isExact = false

  static let none = MeasuredValue(number: .nan, interval: nil, basis: "")

  /// Combines the counts from several starting rows: the number is their maximum, and the interval is their
  /// range.
  static func counts(_ values: [Double], _ basis: String = "") -> MeasuredValue {
    guard let range = Interval(values) else { return .none }
    return MeasuredValue(number: range.high, interval: range, basis: basis, isExact: true)
  }

  /// Returns the ratio of two times measured in different rounds. Its interval contains every quotient of a
  /// value in the first time's interval and a value in the second time's interval.
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
  fileprivate init?(_ values: [Double]) {
    guard let low = values.min(), let high = values.max() else { return nil }
    self.init(low, high)
  }

  func text(_ format: (Double) -> String) -> String {
    let (low, high) = (format(low), format(high))
    return low == high ? low : "\(low) to \(high)"
  }
}

/// Range of the counts, such as `3 to 7`, or `3` if all are equal.
func range(_ values: [Double]) -> String {
  (Interval(values) ?? Interval(0, 0)).text(Quantity.amount)
}

func most(_ values: [Double]) -> String { Quantity.amount(values.max() ?? 0) }

struct Evidence: Sendable {
  /// Property that distinguishes the conditions, such as the number of rows. Used as a column title.
  var axis = ""
  /// The words that a verdict prints before "up to", such as `windows of`, or nil if the conditions are not
  /// in ascending order.
  var orderedNoun: String?
  /// Conditions, in words that can follow "true for" or "up to", such as `10k rows`. Each condition has one
  /// value for each of the claim's rules.
  var conditions: [(label: String, values: [MeasuredValue])] = []
  /// The text that follows the verdict and a colon in the report.
  var sentence = ""
  var titles: [String] = [], details: [[String]] = []
}

struct Finding: Sendable {
  let claim: Claim
  /// Evidence from each set of gestures (`Motion.all`). Verdicts quote the numbers from the last set.
  let evidence: [Evidence]
  /// Answers under each condition, for each set of gestures. An answer is no if any rule answers no, and yes
  /// only if all rules answer yes.
  let answersByMotion: [[Rule.Answer]]
  /// Answer under each condition. An answer is open if the two sets of gestures lead to different results.
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

  var outcome: String {
    let uniform = Set(answers).count == 1 ? answers[0].word : nil
    let text = uniform ?? verdictAlongAxis ?? verdictByCondition
    let verdict = text.prefix(1).uppercased() + text.dropFirst()
    return lastEvidence.sentence.isEmpty ? verdict : "\(verdict): \(lastEvidence.sentence)"
  }

  /// The verdict if the conditions are in ascending order and the answer changes exactly once, such as "false
  /// for windows of up to 200 rows, true for 1,000 rows or more".
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

  private var verdictByCondition: String {
    let parts = [Rule.Answer.yes, .no, .open].compactMap { answer -> String? in
      let labels = zip(answers, lastEvidence.conditions).filter { $0.0 == answer }.map(\.1.label)
      return labels.isEmpty ? nil : "\(answer.word) for \(labels.listed("and"))"
    }
    return parts.isEmpty ? "not decided: nothing was measured" : parts.joined(separator: "; ")
  }
}

// MARK: The document

private let earlierClaims = """
  An earlier version of this document judged 28 sentences. Of the 15 that were dropped, three are judged again \
  (`row-size-overhead`, `week-of-days` and `offset-moves`). The other twelve are in this list.
  """

extension [Finding] {
  func document(command: [String], facts: String) -> String {
    let introduction = [
      "    " + ShellCommand.text(of: command), "", "# Claims of the five posts, measured", "",
      Markdown.escaped(facts), "", ClaimsFile.rulesLine,
    ]
    let unjudged = ClaimsFile.contents.notJudged.map {
      "- \($0.at): \(Markdown.escaped("“\($0.words)”")): \(Markdown.prose($0.because))."
    }
    return
      ([introduction, headlines, authors, ClaimsFile.reading] + map(\.section)
      + [["## Not judged"], [Markdown.prose(earlierClaims)], unjudged])
      .paragraphs
  }

  private var headlines: [String] {
    let rows = map {
      [
        "\(Markdown.escaped($0.claim.quotation)) ([\($0.claim.id)](#\($0.claim.id)))",
        Markdown.escaped($0.outcome), Markdown.escaped($0.claim.first),
      ]
    }
    return ["<!-- begin headline -->"]
      + Markdown.table(["claim", "verdict", "verdict under the original rule"], words: 3, rows)
      + ["<!-- end headline -->"]
  }

  private var authors: [String] {
    let rows = ClaimsFile.contents.techniques.flatMap { technique in
      filter { $0.claim.technique == technique.id }.enumerated().filter {
        $0.offset == 0 || $0.element.claim.headline == true
      }.map(\.element).map {
        [
          "`\(technique.id)` \($0.claim.at)", Markdown.escaped($0.claim.short),
          Markdown.escaped($0.outcome), Markdown.prose(technique.published),
          Markdown.prose(technique.corrected),
        ]
      }
    }
    let titles = [
      "technique, post:line", "the post says", "measured", "defect of the published code",
      "limit of the corrected code",
    ]
    return ["## Were the authors right?", "", "<!-- begin authors -->"]
      + Markdown.table(titles, words: titles.count, rows) + ["<!-- end authors -->"]
  }
}

extension Finding {
  /// The machine-independent part of the claim's section: the claim, its experiment and its rules.
  private var description: [String] {
    let source = claim.translation == nil ? "" : "Translated from “\(claim.words)”. "
    return [
      "## \(claim.id)", "", "> \(Markdown.escaped(claim.quotation))", "",
      Markdown.escaped("\(source)Source: \(claim.post), \(claim.at)."), "",
      "- Experiment: \(Markdown.prose(claim.experiment)).",
    ]
      + claim.rules.map {
        "- Rule: \(Markdown.prose("\($0.quantity): \($0.thresholds). \($0.because)"))."
      }
      + [
        "- Verdict under the original rule: \(Markdown.escaped(claim.first)).",
        "- Limits: \(Markdown.prose(claim.limits)).",
        "- Rerun: `swift run -c release bench-claims --claim \(claim.id)`", "",
      ]
  }

  var section: [String] {
    func table(_ titles: [String], _ rows: [[String]]) -> [String] {
      Markdown.table(titles.map(Markdown.escaped), words: 2, rows.map { $0.map(Markdown.escaped) })
    }
    let titles = [lastEvidence.axis, "motion"] + claim.rules.map(\.quantity) + ["answer"]
    let rows = lastEvidence.conditions.indices.flatMap { place in
      evidence.indices.map { motion in
        let condition = evidence[motion].conditions[place]
        return [condition.label, Motion.all[motion].name]
          + zip(claim.rules, condition.values).map { $0.text(of: $1) }
          + [answersByMotion[motion][place].rawValue]
      }
    }
    let result =
      description + ["**\(Markdown.escaped(outcome))**", ""]
      + (rows.isEmpty ? ["No results."] : table(titles, rows))
    guard !lastEvidence.details.isEmpty else { return result }
    return result + ["", "Details with \(Motion.all[evidence.count - 1].name):", ""]
      + table(lastEvidence.titles, lastEvidence.details)
  }

  /// Whether a document contains this claim and its rules. If all of the claim's values are counts, the
  /// document must also contain the results.
  func isReported(in document: String) -> Bool {
    let lines = claim.timedRuns == 0 ? section : description
    return document.contains(lines.joined(separator: "\n") + "\n")
  }
}
