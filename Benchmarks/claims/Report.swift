import Basics
import Reporting

/// A claim with what was found with each motion, and what follows from it by the rules alone.
struct Finding: Sendable {
  let claim: Claim
  /// With the recorded motion, and with the one that the claim is judged with.
  let evidence: [Evidence]
  /// The answers in each place, by motion: one no is enough, a yes needs all rules.
  let answersByMotion: [[Rule.Answer]]
  /// The answer in each place; open where the motions disagree.
  let answers: [Rule.Answer]

  init(_ claim: Claim, _ evidence: [Evidence] = []) {
    (self.claim, self.evidence) = (claim, evidence)
    answersByMotion = evidence.map { found in
      found.points.map { point in
        let answers = zip(claim.rules, point.figures).map { $0.answer(to: $1) }
        if answers.contains(.no) { return .no }
        return answers.isEmpty || answers.contains(.open) ? .open : .yes
      }
    }
    let all = answersByMotion
    answers = (all.last ?? []).indices.map { place in
      all.allSatisfy { $0.indices.contains(place) && $0[place] == all[0][place] }
        ? all[0][place] : .open
    }
  }

  /// What the claim is judged with.
  private var judged: Evidence { evidence.last ?? Evidence("", [], "") }

  /// The neighbours whose answers differ, without places that are open.
  private var turns: [(before: Int, after: Int)] {
    let decided = answers.indices.filter { answers[$0] != .open }
    return zip(decided, decided.dropFirst()).filter { answers[$0] != answers[$1] }.map { ($0, $1) }
  }

  /// The verdict as a sentence: whether the claim is true, or where, and what was found.
  var outcome: String {
    let text = turn ?? same ?? list
    let verdict = text.prefix(1).uppercased() + text.dropFirst()
    return judged.sentence.isEmpty ? verdict : "\(verdict): \(judged.sentence)"
  }

  /// `false up to 10k rows, true from 100k rows`: along an axis, with a single turn.
  private var turn: String? {
    guard judged.isOrdered, turns.count == 1, let turn = turns.first else { return nil }
    let (before, after) = (judged.points[turn.before].label, judged.points[turn.after].label)
    return "\(answers[turn.before].word) up to \(before), \(answers[turn.after].word) from \(after)"
  }

  /// `true`: the same everywhere.
  private var same: String? {
    guard let first = answers.first, Set(answers).count == 1 else { return nil }
    return first.word
  }

  /// `true for months; false for rows of 44 pt and text`: the places by name.
  private var list: String {
    let sides = [Rule.Answer.yes, .no, .open].compactMap { side -> String? in
      let labels = answers.indices.filter { answers[$0] == side }.map { judged.points[$0].label }
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
    ([introduction, headlines, authors, Self.reading] + findings.map(\.section)
      + [Self.unmeasured])
      .paragraphs
  }

  private var introduction: [String] {
    var lines = ["    " + ShellCommand.text(of: command), ""]
    lines += ["# What the five posts say, measured", "", Markdown.escaped(facts), "", Self.frozen]
    for warning in warnings { lines += ["", "Warning: \(Markdown.prose(warning))."] }
    if !isComplete { lines += ["", "**Interrupted: a partial result.**"] }
    return lines
  }

  private var headlines: [String] {
    ["<!-- begin headline -->"]
      + Markdown.table(
        ["claim", "verdict", "under the first rule"], words: 3, findings.map(\.row))
      + ["<!-- end headline -->"]
  }

  /// The line that says which rules these are.
  static let frozen = "Rules: claims.json, FNV-1a (64 bits) \(Claim.rulesHash)."

  /// A row for each technique: whether its author was right, by the first of its claims.
  private var authors: [String] {
    let rows = Claim.techniques.compactMap { technique -> [String]? in
      guard let finding = findings.first(where: { $0.claim.technique == technique.id }) else {
        return nil
      }
      return [
        "`\(technique.id)` \(finding.claim.at)", Markdown.escaped(finding.claim.short),
        Markdown.escaped(finding.outcome), Markdown.prose(technique.published),
        Markdown.prose(technique.corrected),
      ]
    }
    let titles = [
      "technique, place", "the post says", "measured", "as published", "still there when corrected",
    ]
    return ["## Were the authors right?", "", "<!-- begin authors -->"]
      + Markdown.table(titles, words: titles.count, rows) + ["<!-- end authors -->"]
  }

  private static let reading =
    ["## How to read it"]
    + [
      """
      Every claim has its experiment and its rule in the program's source, with the thresholds, and \
      no verdict is anybody's choice: where all of a figure's interval lies beyond a threshold it is \
      yes or no, else open. A claim is true where all its rules say yes and false where one says no.
      """,
      """
      Some rules were changed after first figures were known; the last column of the first table has \
      the verdict under the first rule. Since then the rules are frozen: the number above is that of \
      the file, and a check compares it. Every claim is then measured twice: with the recorded \
      flings at 120 Hz, which were there when rules were made, and with flings, starting rows and \
      speeds that influenced no rule, at 60 Hz. Where the two disagree the claim is not decided.
      """,
      """
      Counts are from ten starting rows each, from the least to the greatest. A limit that one start \
      breaks is broken.
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
    [
      "\(Markdown.escaped(claim.spoken)) ([\(claim.id)](#\(claim.id)))",
      Markdown.escaped(outcome), Markdown.escaped(claim.first),
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
        "- Under the first rule: \(Markdown.escaped(claim.first)).",
        "- Limits: \(Markdown.prose(claim.limits)).",
        "- Again: `swift run -c release claims --claim \(claim.id)`", "",
      ]
  }

  /// The part of a document about this claim.
  var section: [String] {
    let titles = [judged.axis, "motion"] + claim.rules.map(\.figure) + ["answer"]
    let rows = judged.points.indices.flatMap { place in
      evidence.indices.map { motion in
        let point = evidence[motion].points[place]
        return [point.label, Motion.all[motion].name]
          + zip(claim.rules, point.figures).map { $0.text(of: $1) }
          + [answersByMotion[motion][place].rawValue]
      }
    }
    func table(_ titles: [String], _ rows: [[String]]) -> [String] {
      Markdown.table(
        titles.map(Markdown.escaped), words: 2, rows.map { $0.map(Markdown.escaped) })
    }
    return description + ["**\(Markdown.escaped(outcome))**", ""]
      + (rows.isEmpty ? ["No figures."] : table(titles, rows))
      + (judged.details.isEmpty ? [] : ["", "With \(Motion.all[evidence.count - 1].name):", ""])
      + (judged.details.isEmpty ? [] : table(judged.titles, judged.details))
  }

  /// Whether a document says of this claim what was found, with all figures if they are counts.
  func stands(in document: String) -> Bool {
    let lines = claim.timings.isEmpty ? section : description
    return document.contains(lines.joined(separator: "\n") + "\n")
  }
}
