extension ClaimsReport {
  /// The report as a document: the table of verdicts first, then a section for each claim.
  public var markdown: String {
    let parts =
      [introduction, headline, reading] + claims.map(section) + [unmeasuredSection]
    return parts.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") + "\n" }
      .joined(separator: "\n")
  }

  private var introduction: [String] {
    let state =
      switch isDirty {
      case true?: ", with changes that are not committed"
      case false?: ""
      case nil: ", whether changed is unknown"
      }
    let facts = [
      machine.cpuModel, "\(machine.cores) cores", machine.architecture, machine.os,
      "\(compiler) \(optimisation)", "load \(Quantity.amount(machine.loadAverage))",
    ]
    return [
      "    " + ShellCommand.text(of: command), "",
      "# What the five posts say, measured", "",
      Markdown.escaped(
        "\(facts.joined(separator: ", ")); \(started.day); revision \(revision)\(state)."),
    ] + warnings.flatMap { ["", "Warning: " + Markdown.prose($0.text) + "."] }
      + (isComplete ? [] : ["", "**Interrupted: a partial result.**"])
  }

  private var headline: [String] {
    let rows = claims.map { claim in
      [
        "\(Markdown.escaped(claim.spoken)) ([\(claim.id)](#\(claim.id)))",
        Markdown.escaped(claim.figure),
        Markdown.escaped(claim.outcome + (claim.isRuleChanged ? " (rule changed later)" : "")),
      ]
    }
    return ["<!-- begin headline -->"]
      + Markdown.table(["claim", "measured", "verdict"], words: 3, rows)
      + ["<!-- end headline -->"]
  }

  private var reading: [String] {
    let text = """
      Every claim has its experiment and its rule in the program's source, with the thresholds, and \
      no verdict is anybody's choice: where all of a figure's interval lies beyond a threshold it is \
      yes or no, else open. A claim is true where all its rules say yes and false where one says \
      no; the verdict names the places. "Rule changed later" marks claims that had figures, by \
      another experiment, before their rules were as they are; each says why.

      What this says about a phone: figures without an interval are counts (frames, views, points), \
      the same on every machine, because they follow from the rules of a technique alone. Times are \
      of this machine and of the layout code without drawing, views or UIKit; the phones of \
      those years were slower and had all that to do besides. What is too slow here was too slow \
      there; what is fast here may not have been.

      An interval covers in 95 % of cases what more rounds of the same run would come to. Another \
      run differs by more: ratios by some percent, times by half where other programs take their \
      share of the machine.

      Smooth means: 99.9 % of the frames of recorded flings take less than 8.33 ms, none moves 1 pt \
      or more otherwise than the gesture says, none is blank in part, and every layout comes to rest.
      """
    return ["## How to read it", ""]
      + text.split(
        separator: "\n", omittingEmptySubsequences: false
      ).map { Markdown.prose(String($0)) }
  }

  private func section(_ claim: ClaimEntry) -> [String] {
    let source = claim.original.map { "“\($0)”, translated from" } ?? "From"
    var lines = [
      "## \(Markdown.escaped(claim.id))", "",
      "> \(Markdown.escaped(claim.spoken))", "",
      "\(Markdown.escaped(source)): \(Markdown.escaped(claim.post)).", "",
      "- Experiment: \(Markdown.prose(claim.experiment)).",
    ]
    lines += claim.rules.map { "- Rule: \(Markdown.prose($0))." }
    lines += [
      "- The rule was \(Markdown.prose(claim.ruleState)).",
      "- Limits: \(Markdown.prose(claim.limits)).",
      "- Again: `\(claim.command)`", "",
      "**\(Markdown.escaped(claim.outcome))**", "",
    ]
    lines += figures(of: claim)
    if let details = claim.details {
      let titles = details.titles.map(Markdown.escaped)
      lines += [""] + Markdown.table(titles, details.rows.map { $0.map(Markdown.escaped) })
    }
    return lines + claim.notes.flatMap { ["", Markdown.prose($0)] }
  }

  private func figures(of claim: ClaimEntry) -> [String] {
    guard let names = claim.points.first?.figures.map(\.name) else { return ["No figures."] }
    let titles =
      [Markdown.escaped(claim.axis)] + names.flatMap { [Markdown.escaped($0), "of"] } + ["answer"]
    let rows = claim.points.map { point in
      [Markdown.escaped(point.place)]
        + point.figures.flatMap { [Markdown.escaped($0.text), Markdown.escaped($0.basis)] }
        + [point.answer]
    }
    return Markdown.table(titles, rows)
  }

  private var unmeasuredSection: [String] {
    guard !unmeasured.isEmpty else { return [] }
    return ["## Not measured", ""]
      + unmeasured.map {
        "- “\(Markdown.escaped($0.sentence))” (\(Markdown.escaped($0.post))): "
          + "\(Markdown.prose($0.reason))."
      }
  }
}
