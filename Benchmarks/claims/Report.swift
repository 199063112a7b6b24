import Reporting
import Text

/// What was found about some claims: a few lines each for a terminal, a document with everything.
struct Report: Sendable {
  /// The command, word by word.
  let command: [String]
  /// The machine, the build, the day and the revision, in a line.
  let facts: String
  /// What the user should know before believing the times.
  var warnings: [String] = []
  /// Whether everything was measured; false after an interruption.
  var isComplete = true
  /// In the order of `Claim.all`.
  let findings: [Finding]

  /// The report in lines of at most `width` columns, below 40 taken as 40.
  func text(width: Int) -> String {
    let width = max(40, width)
    func lines(_ text: String, indent: String = "") -> [String] {
      Flow(width: width - indent.count).lines(of: text).map { indent + $0 }
    }
    let entries = findings.flatMap { finding in
      lines(finding.claim.spoken)
        + [
          "\(finding.claim.id); \(finding.claim.post.rawValue)", finding.headline, finding.outcome,
        ]
        .flatMap { lines($0, indent: "  ") } + [""]
    }
    let doubts =
      warnings.flatMap { lines("Warning: \($0).") }
      + (isComplete ? [] : ["Interrupted: a partial result."])
    let closing =
      "On this machine and for this code; rules, limits and all figures: --format markdown"
    return (entries + doubts + lines(closing)).joined(separator: "\n") + "\n"
  }

  /// The report as a document: the table of verdicts first, then a section for each claim.
  var markdown: String {
    let sections = findings.map(\.section)
    return ([introduction, headlines, Self.reading] + sections + [Self.unmeasured])
      .map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  private var introduction: [String] {
    [
      "    " + ShellCommand.text(of: command), "", "# What the five posts say, measured", "",
      Markdown.escaped(facts),
    ] + warnings.flatMap { ["", "Warning: " + Markdown.prose($0) + "."] }
      + (isComplete ? [] : ["", "**Interrupted: a partial result.**"])
  }

  private var headlines: [String] {
    let rows = findings.map { finding in
      [
        "\(Markdown.escaped(finding.claim.spoken)) ([\(finding.claim.id)](#\(finding.claim.id)))",
        Markdown.escaped(finding.headline),
        Markdown.escaped(
          finding.outcome + (finding.claim.change == nil ? "" : " (rule changed later)")),
      ]
    }
    return ["<!-- begin headline -->"]
      + Markdown.table(["claim", "measured", "verdict"], words: 3, rows)
      + ["<!-- end headline -->"]
  }

  private static let reading = [
    "## How to read it", "",
    Markdown.prose(
      """
      Every claim has its experiment and its rule in the program's source, with the thresholds, and \
      no verdict is anybody's choice: where all of a figure's interval lies beyond a threshold it is \
      yes or no, else open. A claim is true where all its rules say yes and false where one says \
      no; the verdict names the places. "Rule changed later" marks claims that had figures before \
      their rules were as they are; each says why.
      """), "",
    Markdown.prose(
      """
      What this says about a phone: figures without an interval are counts (frames, views, points), \
      the same on every machine, because they follow from the rules of a technique alone. Times are \
      of this machine and of the layout code without drawing, views or UIKit; the phones of \
      those years were slower and had all that to do besides. What is too slow here was too slow \
      there; what is fast here may not have been.
      """), "",
    Markdown.prose(
      """
      An interval covers in 95 % of cases what more rounds of the same run would come to. Another \
      run differs by more: ratios by some percent, times by half where other programs take their \
      share of the machine.
      """), "",
    Markdown.prose(
      """
      A rough frame moves 1 pt or more otherwise than the gesture says, a stop included; or is blank in \
      part; or its layout never comes to rest and is cut after 100 passes. An eye that follows the list \
      sees it.
      """),
  ]

  private static let unmeasured =
    ["## Not measured", ""]
    + UnmeasuredSentence.all.map {
      "- \($0.source.place): \(Markdown.escaped($0.source.spoken)): \(Markdown.prose($0.reason))."
    }
}

extension Finding {
  /// What does not depend on the machine: the claim, and how it is judged.
  private var description: [String] {
    var source = "From: \(claim.post.rawValue), \(claim.sentence.place)."
    if case .translation(_, let original, _) = claim.sentence {
      source = "“\(original)”, translated. " + source
    }
    return [
      "## \(claim.id)", "", "> \(Markdown.escaped(claim.spoken))", "", Markdown.escaped(source),
      "", "- Experiment: \(Markdown.prose(claim.experiment)).",
    ]
      + claim.rules.map {
        "- Rule: \(Markdown.prose("\($0.figure): \($0.thresholds); \($0.reason)"))."
      }
      + [
        "- The rule was \(Markdown.prose(claim.change?.text ?? "stated before measuring")).",
        "- Limits: \(Markdown.prose(claim.limits)).",
        "- Again: `swift run -c release claims --claim \(claim.id)`", "",
      ]
  }

  /// The part of a document about this claim.
  fileprivate var section: [String] {
    let titles = [evidence.axis] + claim.rules.map(\.figure) + ["answer"]
    let rows = zip(evidence.points, answers).map { point, answer in
      [point.label] + zip(claim.rules, point.figures).map { $0.text(of: $1) } + [answer.rawValue]
    }
    var lines = description + ["**\(Markdown.escaped(outcome))**", ""]
    lines += rows.isEmpty ? ["No figures."] : Self.table(titles, rows)
    let details = evidence.details + evidence.points.flatMap(\.details)
    if !details.isEmpty { lines += [""] + Self.table(evidence.titles, details) }
    return lines + evidence.notes.flatMap { ["", Markdown.prose($0)] }
  }

  private static func table(_ titles: [String], _ rows: [[String]]) -> [String] {
    Markdown.table(titles.map(Markdown.escaped), rows.map { $0.map(Markdown.escaped) })
  }

  /// Whether a document says of this claim what was found, with all figures if they are counts.
  func stands(in document: String) -> Bool {
    let isCounted = claim.timings.isEmpty
    return document.contains((isCounted ? section : description).joined(separator: "\n") + "\n")
  }
}
