/// What was found about one claim: plain values, to show.
public struct ClaimEntry: Encodable, Equatable, Sendable {
  /// The name on the command line.
  public var id: String
  /// The post that it is from.
  public var post: String
  /// The sentence, in English.
  public var sentence: String
  /// The post's own words where `sentence` is a translation of them; nil else.
  public var original: String?
  /// What was run, in a line.
  public var experiment: String
  /// The rules, each in a sentence.
  public var rules: [String]
  /// When they were made: before measuring, or changed later and why.
  public var ruleState: String
  /// Whether they were changed after a first measurement.
  public var isRuleChanged: Bool
  /// What the figures can say about a phone and what not.
  public var limits: String
  /// The figures that matter most, in a few words.
  public var figure: String
  /// `true`, `false`, `depends` or `not decided`.
  public var verdict: String
  /// The verdict as a sentence: where it is true and where not.
  public var outcome: String
  /// The command that measures it again.
  public var command: String
  /// What differs from one of `points` to the next.
  public var axis: String
  /// Every figure.
  public var points: [Point]
  /// More numbers; nil for none.
  public var details: Table?
  /// What the numbers come to, in sentences.
  public var notes: [String]

  /// One place where figures were taken.
  public struct Point: Encodable, Equatable, Sendable {
    public var place: String
    public var figures: [Figure]
    /// `yes`, `no` or `open`.
    public var answer: String

    public init(place: String, figures: [Figure], answer: String) {
      self.place = place
      self.figures = figures
      self.answer = answer
    }
  }

  /// One figure.
  public struct Figure: Encodable, Equatable, Sendable {
    public var name: String
    /// Nil when nothing was measured.
    public var value: Double?
    public var low: Double?
    public var high: Double?
    /// What the value counts: `ns`, `ratio`, `count`, `h`.
    public var unit: String
    /// What it rests on: `1,204 rounds`.
    public var basis: String
    /// The value with its unit and interval.
    public var text: String

    public init(
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
  public struct Table: Encodable, Equatable, Sendable {
    public var titles: [String]
    public var rows: [[String]]

    public init(titles: [String], rows: [[String]]) {
      self.titles = titles
      self.rows = rows
    }
  }

  /// An entry; see the properties.
  public init(
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
