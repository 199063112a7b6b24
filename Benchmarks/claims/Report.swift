import Basics
import Reporting

/// A claim with its evidence, and what follows from it by the rules alone.
struct Finding: Sendable {
  let claim: Claim
  let evidence: Evidence
  /// The answer in each place: one no is enough, a yes needs all rules.
  let answers: [Rule.Answer]

  init(_ claim: Claim, _ evidence: Evidence = Evidence("", [])) {
    (self.claim, self.evidence) = (claim, evidence)
    answers = evidence.points.map { point in
      let answers = zip(claim.rules, point.figures).map { $0.answer(to: $1) }
      if answers.contains(.no) { return .no }
      return answers.isEmpty || answers.contains(.open) ? .open : .yes
    }
  }

  /// The figures that decide: on both sides of the first turn, or at both ends; of what is not
  /// decided, the first that is open.
  var headline: String {
    let parts = tellingPlaces.map { place -> (title: String, text: String) in
      let point = evidence.points[place]
      let pairs = Array(zip(claim.rules, point.figures))
      func first(_ answer: Rule.Answer) -> (Rule, Figure)? {
        pairs.first { $0.answer(to: $1) == answer }
      }
      guard let (rule, figure) = first(.no) ?? first(.open) ?? pairs.first else { return ("", "-") }
      let text = rule.text(of: figure)
      return (rule.figure, evidence.points.count > 1 ? "\(point.label): \(text)" : text)
    }
    guard let first = parts.first else { return "nothing measured" }
    let texts = parts.map { $0.title == first.title ? $0.text : "\($0.title), \($0.text)" }
    return "\(first.title), \(texts.joined(separator: "; "))"
  }

  private var tellingPlaces: [Int] {
    if let turn = turns.first { return [turn.before, turn.after] }
    if let open = answers.firstIndex(of: .open) { return [open] }
    return answers.count > 1 ? [0, answers.count - 1] : Array(answers.indices)
  }

  /// The neighbours whose answers differ, without places that are open.
  private var turns: [(before: Int, after: Int)] {
    let decided = answers.indices.filter { answers[$0] != .open }
    return zip(decided, decided.dropFirst()).filter { answers[$0] != answers[$1] }.map { ($0, $1) }
  }

  /// The verdict as a sentence: where the claim is true and where it is not.
  var outcome: String {
    let text = turn ?? span ?? list
    return text.prefix(1).uppercased() + text.dropFirst()
  }

  /// `false up to 10k rows, true from 100k rows`: along an axis, with a single turn.
  private var turn: String? {
    guard evidence.isOrdered, turns.count == 1, let turn = turns.first else { return nil }
    let (before, after) = (evidence.points[turn.before].label, evidence.points[turn.after].label)
    return "\(answers[turn.before].word) up to \(before), \(answers[turn.after].word) from \(after)"
  }

  /// `true from 1 page to 100 pages`: along an axis, the same everywhere.
  private var span: String? {
    guard evidence.isOrdered, evidence.points.count > 1, Set(answers).count == 1,
      let first = evidence.points.first, let last = evidence.points.last
    else { return nil }
    return "\(answers[0].word) from \(first.label) to \(last.label)"
  }

  /// `true for months; false for rows of 44 pt and text`: the places by name.
  private var list: String {
    let sides = [Rule.Answer.yes, .no, .open].compactMap { side -> String? in
      let labels = answers.indices.filter { answers[$0] == side }.map { evidence.points[$0].label }
      guard let last = labels.last else { return nil }
      let others = labels.dropLast().joined(separator: ", ")
      return "\(side.word) for \(others.isEmpty ? last : "\(others) and \(last)")"
    }
    return sides.isEmpty ? "not decided: nothing was measured" : sides.joined(separator: "; ")
  }
}

// MARK: - In a document

/// What was found about some claims, as a document.
struct Report: Sendable {
  let command: [String]
  /// The machine, the build, the day and the revision, in a line.
  let facts: String
  var warnings: [String] = []
  var isComplete = true
  /// In the order of `Claim.all`.
  let findings: [Finding]

  /// The table of verdicts first, then a section for each claim.
  var markdown: String {
    ([introduction, headlines, Self.reading] + findings.map(\.section) + [Self.unmeasured])
      .paragraphs
  }

  private var introduction: [String] {
    var lines = ["    " + ShellCommand.text(of: command), ""]
    lines += ["# What the five posts say, measured", "", Markdown.escaped(facts)]
    for warning in warnings { lines += ["", "Warning: \(Markdown.prose(warning))."] }
    if !isComplete { lines += ["", "**Interrupted: a partial result.**"] }
    return lines
  }

  private var headlines: [String] {
    ["<!-- begin headline -->"]
      + Markdown.table(["claim", "measured", "verdict"], words: 3, findings.map(\.row))
      + ["<!-- end headline -->"]
  }

  private static let reading =
    ["## How to read it"]
    + [
      """
      Every claim has its experiment and its rule in the program's source, with the thresholds, and \
      no verdict is anybody's choice: where all of a figure's interval lies beyond a threshold it is \
      yes or no, else open. A claim is true where all its rules say yes and false where one says \
      no; the verdict names the places. "Rule changed later" marks claims that had figures before \
      their rules were as they are; each says why.
      """,
      """
      What this says about a phone: figures without an interval are counts (frames, views, points), \
      the same on every machine, because they follow from the rules of a technique alone. Times are \
      of this machine and of the layout code without drawing, views or UIKit; the phones of \
      those years were slower and had all that to do besides. What is too slow here was too slow \
      there; what is fast here may not have been.
      """,
      """
      An interval covers in 95 % of cases what more rounds of the same run would come to. Another \
      run differs by more: ratios by some percent, times by half where other programs take their \
      share of the machine.
      """,
      """
      A rough frame moves 1 pt or more otherwise than the gesture says, a stop included; or is blank in \
      part; or its layout never comes to rest and is cut after 100 passes. An eye that follows the list \
      sees it.
      """,
    ].flatMap { ["", Markdown.prose($0)] }

  private static let unmeasured =
    ["## Not measured", ""]
    + Claim.notMeasured.map {
      "- \($0.at): \(Markdown.escaped("“\($0.words)”")): \(Markdown.prose($0.because))."
    }
}

extension Finding {
  /// The row of the table of verdicts.
  var row: [String] {
    let mark = claim.changed == nil ? "" : " (rule changed later)"
    return [
      "\(Markdown.escaped(claim.spoken)) ([\(claim.id)](#\(claim.id)))",
      Markdown.escaped(headline), Markdown.escaped(outcome + mark),
    ]
  }

  /// What does not depend on the machine: the claim, and how it is judged.
  private var description: [String] {
    let source = claim.translation == nil ? "" : "“\(claim.words)”, translated. "
    return [
      "## \(claim.id)", "", "> \(Markdown.escaped(claim.spoken))", "",
      Markdown.escaped("\(source)From: \(claim.post), \(claim.at)."), "",
      "- Experiment: \(Markdown.prose(claim.experiment)).",
    ]
      + claim.rules.map {
        "- Rule: \(Markdown.prose("\($0.figure): \($0.thresholds); \($0.because)"))."
      }
      + [
        "- The rule was "
          + "\(claim.changed.map { "changed " + Markdown.prose($0) } ?? "stated before measuring").",
        "- Limits: \(Markdown.prose(claim.limits)).",
        "- Again: `swift run -c release claims --claim \(claim.id)`", "",
      ]
  }

  /// The part of a document about this claim.
  var section: [String] {
    let titles = [evidence.axis] + claim.rules.map(\.figure) + ["answer"]
    let rows = zip(evidence.points, answers).map { point, answer in
      [point.label] + zip(claim.rules, point.figures).map { $0.text(of: $1) } + [answer.rawValue]
    }
    func table(_ titles: [String], _ rows: [[String]]) -> [String] {
      Markdown.table(titles.map(Markdown.escaped), rows.map { $0.map(Markdown.escaped) })
    }
    return description + ["**\(Markdown.escaped(outcome))**", ""]
      + (rows.isEmpty ? ["No figures."] : table(titles, rows))
      + (evidence.details.isEmpty ? [] : [""] + table(evidence.titles, evidence.details))
      + evidence.notes.flatMap { ["", Markdown.prose($0)] }
  }

  /// Whether a document says of this claim what was found, with all figures if they are counts.
  func stands(in document: String) -> Bool {
    let lines = claim.timings.isEmpty ? section : description
    return document.contains(lines.joined(separator: "\n") + "\n")
  }
}
