import Recording
import Text

/// Claims and what was found about them: for a terminal, for a file, for scripts.
package struct ClaimsReport: Encodable, Sendable {
  /// The command, word by word.
  package var command: [String]
  /// When the measuring began.
  package var started: Timestamp
  /// The machine.
  package var machine: MachineFacts
  /// The commit.
  package var revision: String
  /// Whether the source differed from the commit; nil when unknown.
  package var isDirty: Bool?
  /// The compiler that built the program.
  package var compiler = BuildFacts.compiler
  /// `-O` or `-Onone`.
  package var optimisation = BuildFacts.optimisation
  /// What the user should know before believing the times.
  package var warnings: [RunWarning] = []
  /// Whether everything was measured; false after an interruption.
  package var isComplete = true
  /// The claims, the most discussed first.
  package var claims: [ClaimEntry]
  /// Sentences that were not measured, and why.
  package var unmeasured: [Unmeasured]

  /// A sentence that was not measured.
  package struct Unmeasured: Encodable, Equatable, Sendable {
    package var post: String
    package var sentence: String
    package var reason: String

    package init(post: String, sentence: String, reason: String) {
      self.post = post
      self.sentence = sentence
      self.reason = reason
    }
  }

  /// A report of these claims.
  package init(
    command: [String], started: Timestamp, machine: MachineFacts, revision: Revision,
    claims: [ClaimEntry], unmeasured: [Unmeasured]
  ) {
    self.command = command
    self.started = started
    self.machine = machine
    self.revision = revision.commit
    isDirty = revision.isDirty
    self.claims = claims
    self.unmeasured = unmeasured
  }

  enum CodingKeys: String, CodingKey {
    case command, started, machine, revision
    case isDirty = "dirty"
    case compiler, optimisation, warnings
    case isComplete = "complete"
    case claims, unmeasured
  }

  /// The report as JSON. Throws what its encoding throws.
  package func json() throws -> String { try JSONText.of(self) }

  /// The report in lines of at most `width` columns, below 40 taken as 40.
  package func text(width: Int, style: Style) -> String {
    let width = max(40, width)
    func indented(_ text: String, _ paint: Style.Paint? = nil) -> [String] {
      Flow(width: width - 2).lines(of: text).map { "  " + style($0, paint) }
    }
    let entries = claims.flatMap { claim in
      Flow(width: width).lines(of: claim.spoken).map { style($0, .heading) }
        + indented("\(claim.id); \(claim.post)", .aside) + indented(claim.figure)
        + indented(claim.outcome, claim.paint) + [""]
    }
    let doubts =
      warnings.flatMap { Flow(width: width).lines(of: "Warning: \($0.text).") }
      + (isComplete ? [] : ["Interrupted: a partial result."])
    let closing =
      "On this machine and for this code; rules, limits and all figures: --format markdown"
    return (entries + doubts + Flow(width: width).lines(of: closing)).joined(separator: "\n") + "\n"
  }
}

extension ClaimEntry {
  fileprivate var paint: Style.Paint? {
    switch verdict {
    case "true": .good
    case "false": .bad
    default: .warning
    }
  }
}

extension ClaimsReport {
  /// The report as a document: the table of verdicts first, then a section for each claim.
  package var markdown: String {
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

/// What was found about one claim: plain values, to show.
package struct ClaimEntry: Encodable, Equatable, Sendable {
  /// The name on the command line.
  package var id: String
  /// The post that it is from.
  package var post: String
  /// The sentence, in English.
  package var sentence: String
  /// The post's own words where `sentence` is a translation of them; nil else.
  package var original: String?
  /// What was run, in a line.
  package var experiment: String
  /// The rules, each in a sentence.
  package var rules: [String]
  /// When they were made: before measuring, or changed later and why.
  package var ruleState: String
  /// Whether they were changed after a first measurement.
  package var isRuleChanged: Bool
  /// What the figures can say about a phone and what not.
  package var limits: String
  /// The figures that matter most, in a few words.
  package var figure: String
  /// `true`, `false`, `depends` or `not decided`.
  package var verdict: String
  /// The verdict as a sentence: where it is true and where not.
  package var outcome: String
  /// The command that measures it again.
  package var command: String
  /// What differs from one of `points` to the next.
  package var axis: String
  /// Every figure.
  package var points: [Point]
  /// More numbers; nil for none.
  package var details: Table?
  /// What the numbers come to, in sentences.
  package var notes: [String]

  /// One place where figures were taken.
  package struct Point: Encodable, Equatable, Sendable {
    package var place: String
    package var figures: [Figure]
    /// `yes`, `no` or `open`.
    package var answer: String

    package init(place: String, figures: [Figure], answer: String) {
      self.place = place
      self.figures = figures
      self.answer = answer
    }
  }

  /// One figure.
  package struct Figure: Encodable, Equatable, Sendable {
    package var name: String
    /// Nil when nothing was measured.
    package var value: Double?
    package var low: Double?
    package var high: Double?
    /// What the value counts: `ns`, `ratio`, `count`, `h`.
    package var unit: String
    /// What it rests on: `1,204 rounds`.
    package var basis: String
    /// The value with its unit and interval.
    package var text: String

    package init(
      name: String, value: Double?, low: Double?, high: Double?, unit: String, basis: String,
      text: String
    ) {
      self.name = name
      self.value = value
      self.low = low
      self.high = high
      self.unit = unit
      self.basis = basis
      self.text = text
    }
  }

  /// Numbers as text.
  package struct Table: Encodable, Equatable, Sendable {
    package var titles: [String]
    package var rows: [[String]]

    package init(titles: [String], rows: [[String]]) {
      self.titles = titles
      self.rows = rows
    }
  }

  /// An entry; see the properties.
  package init(
    id: String, post: String, sentence: String, original: String?, experiment: String,
    rules: [String], ruleState: String, isRuleChanged: Bool, limits: String, figure: String,
    verdict: String, outcome: String, command: String, axis: String, points: [Point],
    details: Table?, notes: [String]
  ) {
    self.id = id
    self.post = post
    self.sentence = sentence
    self.original = original
    self.experiment = experiment
    self.rules = rules
    self.ruleState = ruleState
    self.isRuleChanged = isRuleChanged
    self.limits = limits
    self.figure = figure
    self.verdict = verdict
    self.outcome = outcome
    self.command = command
    self.axis = axis
    self.points = points
    self.details = details
    self.notes = notes
  }
}

extension ClaimEntry {
  /// The sentence as it is shown: in quotation marks, or marked as a translation.
  var spoken: String { original == nil ? "“\(sentence)”" : "\(sentence) (translated)" }
}
