import Reporting

/// What an experiment found: a figure for each rule of its claim, in one or several places.
public struct Evidence: Sendable {
  /// One place: a number of rows, a kind of rows, a way to move.
  public struct Point: Sendable {
    /// The place in words that can stand after "true for": `10k rows`.
    public let label: String
    /// The place as a number on the axis; nil where there is none.
    public let size: Double?
    /// One for each rule.
    public let figures: [Figure]

    public init(_ label: String, size: Double? = nil, _ figures: [Figure]) {
      self.label = label
      self.size = size
      self.figures = figures
    }
  }

  /// Numbers beside the rule's.
  public struct Table: Sendable {
    public let titles: [String]
    public let rows: [[String]]

    public init(_ titles: [String], _ rows: [[String]]) {
      self.titles = titles
      self.rows = rows
    }
  }

  /// What differs from place to place, as a title.
  public let axis: String
  /// A place between two others in words, by its size; a number of rows unless told otherwise.
  let between: @Sendable (Double) -> String
  /// The places, along the axis.
  public let points: [Point]
  /// More numbers; nil for none.
  public var details: Table?
  /// What the numbers come to, in sentences.
  public var notes: [String] = []

  public init(
    along axis: String, _ points: [Point],
    between: (@Sendable (Double) -> String)? = nil,
    details: Table? = nil, notes: [String] = []
  ) {
    self.axis = axis
    self.between = between ?? { Quantity.rows(rounded($0)) + " rows" }
    self.points = points
    self.details = details
    self.notes = notes
  }
}
