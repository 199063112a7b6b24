import Recording

/// Claims and what was found about them: for a terminal, for a file, for scripts.
public struct ClaimsReport: Encodable, Sendable {
  /// The command, word by word.
  public var command: [String]
  /// When the measuring began.
  public var started: Timestamp
  /// The machine.
  public var machine: MachineFacts
  /// The commit.
  public var revision: String
  /// Whether the source differed from the commit; nil when unknown.
  public var isDirty: Bool?
  /// The compiler that built the program.
  public var compiler = BuildFacts.compiler
  /// `-O` or `-Onone`.
  public var optimisation = BuildFacts.optimisation
  /// What the user should know before believing the times.
  public var warnings: [RunWarning] = []
  /// Whether everything was measured; false after an interruption.
  public var isComplete = true
  /// The claims, the most discussed first.
  public var claims: [ClaimEntry]
  /// Sentences that were not measured, and why.
  public var unmeasured: [Unmeasured]

  /// A sentence that was not measured.
  public struct Unmeasured: Encodable, Equatable, Sendable {
    public var post: String
    public var sentence: String
    public var reason: String

    public init(post: String, sentence: String, reason: String) {
      self.post = post
      self.sentence = sentence
      self.reason = reason
    }
  }

  /// A report of these claims.
  public init(
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
  public func json() throws -> String { try JSONText.of(self) }

  /// The report in lines of at most `width` columns, below 40 taken as 40.
  public func text(width: Int, style: Style) -> String {
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
