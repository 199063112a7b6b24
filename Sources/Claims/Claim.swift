/// A sentence that can be true or false, and how to find out.
package struct Claim: Sendable {
  /// A name for the command line: lower case, words joined by hyphens.
  package let id: String
  /// Where it stands.
  package let post: Post
  /// The sentence, in the post's words or, where marked, in ours.
  package let sentence: Sentence
  /// What is run, in a line.
  package let experiment: String
  /// The figures' rules: the sentence is true in a place where all of them say yes.
  package let rules: [Rule]
  /// Whether the rules are older than every figure that they judge.
  package let ruleState: RuleState
  /// What the figures can say about the author's device and code, and what they cannot.
  package let limits: String
  /// The times it needs; nil where everything is counted.
  package let timing: Timing?
  private let experimentation: @Sendable (Laboratory) throws -> Evidence

  /// The words of a claim. `at` is the post's file and the line, or the first and the last line, of
  /// the sentence: `003:131-132`; "[...]" stands for words that were left out.
  package enum Sentence: Sendable {
    /// The post's own words.
    case quotation(String, at: String)
    /// The post's own words in English.
    case translation(String, of: String, at: String)
  }

  /// When rules were made.
  package enum RuleState: Sendable {
    /// Before anything was measured for the claim.
    case statedBefore
    /// After an earlier experiment on the same sentence had figures; `day` as 2026-11-22.
    case changed(on: String, because: String)
  }

  /// A claim; see the properties.
  init(
    _ id: String, _ post: Post, _ sentence: Sentence, experiment: String, rules: [Rule],
    state: RuleState = .statedBefore, limits: String, timing: Timing? = nil,
    evidence: @escaping @Sendable (Laboratory) throws -> Evidence
  ) {
    self.id = id
    self.post = post
    self.sentence = sentence
    self.experiment = experiment
    self.rules = rules
    ruleState = state
    self.limits = limits
    self.timing = timing
    experimentation = evidence
  }

  /// Does the experiment.
  ///
  /// - Throws: `RunFault` where a strategy is missing, `WorkloadFault` for rows that cannot be had.
  package func evidence(in laboratory: Laboratory) throws -> Evidence {
    try experimentation(laboratory)
  }
}

extension Claim.Sentence {
  /// The words, in English.
  package var words: String {
    switch self {
    case .quotation(let words, _), .translation(let words, _, _): words
    }
  }

  /// The words as they stand in the post.
  package var original: String {
    switch self {
    case .quotation(let words, _), .translation(_, let words, _): words
    }
  }

  /// The post's file and lines.
  package var place: String {
    switch self {
    case .quotation(_, let place), .translation(_, _, let place): place
    }
  }
}

/// A sentence of a post that sounds like a fact and is not measured.
package struct UnmeasuredSentence: Sendable {
  package let post: Post
  let source: Claim.Sentence
  /// Why not.
  package let reason: String

  /// A sentence that is quoted from `place`.
  init(_ post: Post, _ sentence: String, at place: String, because reason: String) {
    self.post = post
    source = .quotation(sentence, at: place)
    self.reason = reason
  }

  /// The post's words.
  package var sentence: String { source.words }
}

/// The posts that claims are from.
package enum Post: String, CaseIterable, Sendable {
  case mealSchedule = "Infinitely scrolling tables (MealSchedule)"
  case japanese = "UITableView infinite scrolling in Swift (Japanese blog, 2016)"
  case pager = "Infinite scrolling with reusable views iOS (2012)"
  case calendar = "Answer on RSDayFlow: infinite scrolling in both directions"
  case tricks = "UITableView Tricks, part 2: infinite scrolling (2012)"

  /// What the files of the posts begin with, as in the places of sentences.
  package var file: String {
    switch self {
    case .mealSchedule: "000"
    case .japanese: "001"
    case .pager: "002"
    case .calendar: "003"
    case .tricks: "004"
    }
  }
}

extension Claim {
  /// All claims, the most discussed first: the first eight are a summary.
  package static let all: [Claim] = [
    variableHeights, windowJerky, recycledSmooth, onlySmooth, necessaryData, marginPreloads,
    pagerUnnoticed, sameContent, precedingHeights, fixedMath, rowSizeOverhead, recycledQuick,
    heightAskedOnce, weekOfDays, heightsCostly, workingCell, offsetMoves, viewsMemory,
    alwaysCentred, circularPager, relayoutSlower, sixMonths, batchTrips, threeCopies, takesDays,
    circle,
  ]

  /// Sentences of the posts that sound like facts and are not measured here, and why. Drawing (the
  /// patterns of UITableView Tricks), selection and UIKit's animation curves are not listed: nothing
  /// here draws.
  package static let unmeasured = [
    UnmeasuredSentence(
      .mealSchedule, "This pattern is a huge improvement over the first option", at: "000:11",
      because: "the list's rows over the window's, whatever is measured: as large as one likes"),
    UnmeasuredSentence(
      .mealSchedule, "if that date is within the current set I can perform a nice animated scroll",
      at: "000:15",
      because: "the animation is UIKit's; whether the date is there, `week-of-days` says"
    ),
    UnmeasuredSentence(
      .calendar,
      "future 6 months will not be a problem, you will just have to add stuff, but past 6 months is "
        + "the real challenge",
      at: "003:263", because: "about the work of programming it; both run the same code here"),
    UnmeasuredSentence(
      .calendar,
      "we must do it to avoid flickering and to heckle the CA transaction", at: "003:203",
      because: "flickering is a matter of when UIKit draws; nothing is drawn here"),
    UnmeasuredSentence(
      .tricks, "a developer has to do ZERO changes", at: "004:23",
      because: "about an interface, not about what it does"),
  ]
}
