/// A sentence that can be true or false, and how to find out: all of it stated before measuring.
public struct Claim: Sendable {
  /// A name for the command line: lower case, words joined by hyphens.
  public let id: String
  /// Where it stands.
  public let post: Post
  /// The sentence, in the post's words or, where marked, in ours.
  public let sentence: Sentence
  /// What is run, in a line.
  public let experiment: String
  /// The figures' rules: the sentence is true in a place where all of them say yes.
  public let rules: [Rule]
  /// What the figures can say about the author's device and code, and what they cannot.
  public let limits: String
  /// The times it needs; nil where everything is counted.
  public let timing: Timing?
  private let experimentation: @Sendable (Laboratory) throws -> Evidence

  /// The words of a claim.
  public enum Sentence: Sendable {
    /// The post's own words.
    case quotation(String)
    /// What the post says, shorter or in English.
    case paraphrase(String)

    /// The words alone.
    public var words: String {
      switch self {
      case .quotation(let words), .paraphrase(let words): words
      }
    }
  }

  /// A claim; see the properties.
  init(
    _ id: String, _ post: Post, _ sentence: Sentence, experiment: String, rules: [Rule],
    limits: String, timing: Timing? = nil,
    evidence: @escaping @Sendable (Laboratory) throws -> Evidence
  ) {
    self.id = id
    self.post = post
    self.sentence = sentence
    self.experiment = experiment
    self.rules = rules
    self.limits = limits
    self.timing = timing
    experimentation = evidence
  }

  /// Does the experiment.
  ///
  /// - Throws: `RunFault` where a strategy is missing, `WorkloadFault` for rows that cannot be had.
  public func evidence(in laboratory: Laboratory) throws -> Evidence {
    try experimentation(laboratory)
  }
}

/// The posts that claims are from.
public enum Post: String, CaseIterable, Sendable {
  case mealSchedule = "Infinitely scrolling tables (MealSchedule)"
  case japanese = "UITableView infinite scrolling in Swift (Japanese blog, 2016)"
  case pager = "Infinite scrolling with reusable views iOS (2012)"
  case calendar = "Answer on RSDayFlow: infinite scrolling in both directions"
  case tricks = "UITableView Tricks, part 2: infinite scrolling (2012)"
}
