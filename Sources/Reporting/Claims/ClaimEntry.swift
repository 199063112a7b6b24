/// What was found about one claim: plain values, to show.
public struct ClaimEntry: Encodable, Equatable, Sendable {
  /// The name on the command line.
  public var id: String
  /// The post that it is from.
  public var post: String
  /// The sentence.
  public var sentence: String
  /// Whether it is in the post's own words.
  public var isQuotation: Bool
  /// What was run, in a line.
  public var experiment: String
  /// The rules that were stated before, each in a sentence.
  public var rules: [String]
  /// What the figures can say about a phone and what not.
  public var limits: String
  /// The figures that matter most, in a few words.
  public var figure: String
  /// `held`, `did not hold`, `depends on` or `not decided`.
  public var verdict: String
  /// For `depends on`: on what, and where it turns; nil else.
  public var turn: String?
  /// The command that measures it again.
  public var command: String
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
    id: String, post: String, sentence: String, isQuotation: Bool, experiment: String,
    rules: [String], limits: String, figure: String, verdict: String, turn: String?,
    command: String, points: [Point], details: Table?, notes: [String]
  ) {
    self.id = id
    self.post = post
    self.sentence = sentence
    self.isQuotation = isQuotation
    self.experiment = experiment
    self.rules = rules
    self.limits = limits
    self.figure = figure
    self.verdict = verdict
    self.turn = turn
    self.command = command
    self.points = points
    self.details = details
    self.notes = notes
  }
}

extension ClaimEntry {
  /// The verdict, with where it turns.
  var outcome: String { turn.map { "\(verdict) \($0)" } ?? verdict }

  /// The sentence, in quotation marks where it is one.
  var spoken: String { isQuotation ? "“\(sentence)”" : sentence }
}
