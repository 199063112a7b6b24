import BenchBasics
import BenchReporting

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
