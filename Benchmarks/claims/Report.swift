import Basics
import Reporting

/// A document with the findings on claims.
struct Report: Sendable {
  let command: [String]
  /// The machine, the build, the day and the revision, in one line.
  let facts: String
  /// The findings, in the order of `claims.json`.
  let findings: [Finding]

  /// The document in Markdown: tables of verdicts, and then a section for each claim.
  var markdown: String {
    ([introduction, headlines, authors, ClaimsFile.reading] + findings.map(\.section)
      + [Self.unmeasured])
      .paragraphs
  }

  private var introduction: [String] {
    [
      "    " + ShellCommand.text(of: command), "", "# Claims of the five posts, measured", "",
      Markdown.escaped(facts), "", Self.rulesLine,
    ]
  }

  /// The line of the document that identifies the version of the rules.
  static let rulesLine = "Rules: claims.json, FNV-1a hash (64 bits) \(ClaimsFile.hash)."

  private var headlines: [String] {
    let rows = findings.map { finding in
      let claim = finding.claim
      return [
        "\(Markdown.escaped(claim.quotation)) ([\(claim.id)](#\(claim.id)))",
        Markdown.escaped(finding.outcome), Markdown.escaped(claim.first),
      ]
    }
    return ["<!-- begin headline -->"]
      + Markdown.table(["claim", "verdict", "verdict under the original rule"], words: 3, rows)
      + ["<!-- end headline -->"]
  }

  /// A table that shows, for each technique, the verdict on the first claim about it.
  private var authors: [String] {
    let rows = ClaimsFile.contents.techniques.compactMap { technique -> [String]? in
      guard let finding = findings.first(where: { $0.claim.technique == technique.id })
      else { return nil }
      return [
        "`\(technique.id)` \(finding.claim.at)", Markdown.escaped(finding.claim.short),
        Markdown.escaped(finding.outcome), Markdown.prose(technique.published),
        Markdown.prose(technique.corrected),
      ]
    }
    let titles = [
      "technique, post:line", "the post says", "measured", "defect of the published code",
      "limit of the corrected code",
    ]
    return ["## Were the authors right?", "", "<!-- begin authors -->"]
      + Markdown.table(titles, words: titles.count, rows) + ["<!-- end authors -->"]
  }

  private static let unmeasured =
    ["## Not measured", ""]
    + ClaimsFile.contents.notMeasured.map {
      "- \($0.at): \(Markdown.escaped("“\($0.words)”")): \(Markdown.prose($0.because))."
    }
}

extension Finding {
  /// The part of the claim's section that is the same on every machine: the claim, its experiment and its
  /// rules.
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
        "- Rerun: `swift run -c release claims --claim \(claim.id)`", "",
      ]
  }

  /// The lines of the document's section about this claim.
  var section: [String] {
    func table(_ titles: [String], _ rows: [[String]]) -> [String] {
      Markdown.table(
        titles.map(Markdown.escaped), words: 2, rows.map { $0.map(Markdown.escaped) })
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
    let details = lastEvidence.details
    return description + ["**\(Markdown.escaped(outcome))**", ""]
      + (rows.isEmpty ? ["No results."] : table(titles, rows))
      + (details.isEmpty ? [] : ["", "Details with \(Motion.all[evidence.count - 1].name):", ""])
      + (details.isEmpty ? [] : table(lastEvidence.titles, details))
  }

  /// Whether a document contains this claim with its rules. If all values of the claim are counts, the
  /// document must also contain the results.
  func isReported(in document: String) -> Bool {
    let lines = claim.timedRuns == 0 ? section : description
    return document.contains(lines.joined(separator: "\n") + "\n")
  }
}
