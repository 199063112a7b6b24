/// One line of `samples.csv`: one strategy's turn in one round.
public struct SampleRow: Equatable, Sendable {
  /// What was measured.
  public var cell: CellKey
  /// The round, from 0; samples of one round and group are pairs for a comparison.
  public var round: Int
  /// The place in the round's order, from 0.
  public var slot: Int
  /// How many operations the time was taken over; at least 1.
  public var operations: Int
  /// The time of all operations together, in nanoseconds.
  public var elapsedNs: Int
  /// What the operations computed; the same for all strategies of the group.
  public var checksum: UInt64
  /// The uninterrupted stretch of measuring that the round belongs to, from 0.
  ///
  /// A resumed run and a confirmation begin a new one: what differs between stretches, such as the
  /// place of code and data in memory, does not average out within one.
  public var block: Int
  /// How many samples the round has in the file. The journal sets it: it tells a round that was
  /// written to its end from one that was not.
  public var roundSize = 0
  /// Whether the time is far from those of the cell's other rounds: a label, see `labelOutliers`; no
  /// figure leaves it out. Nil while the run goes on, because all rounds decide.
  public var isOutlier: Bool?

  /// One turn; the journal fills in `roundSize`.
  public init(
    cell: CellKey, round: Int, slot: Int, operations: Int, elapsedNs: Int, checksum: UInt64,
    block: Int = 0
  ) {
    self.cell = cell
    self.round = round
    self.slot = slot
    self.operations = operations
    self.elapsedNs = elapsedNs
    self.checksum = checksum
    self.block = block
  }
}

extension SampleRow {
  /// The columns of `samples.csv`.
  public static let schema = CSVSchema<SampleRow>(
    blank: SampleRow(
      cell: .blank, round: 0, slot: 0, operations: 0, elapsedNs: 0, checksum: 0),
    promised: [
      Column("schema", always: 1),
      Column("scenario", \.cell.group.scenario),
      Column("heights", \.cell.group.heights),
      Column("rows", \.cell.group.rows),
      Column("strategy", \.cell.strategy),
      Column("mode", \.cell.mode),
      Column("round", \.round),
      Column("slot", \.slot),
      Column("operations", \.operations, atLeast: 1),
      Column("elapsed_ns", \.elapsedNs),
      Column("checksum", \.checksum),
    ],
    further: [
      Column("block", \.block),
      Column("round_size", \.roundSize),
      Column("outlier", \.isOutlier),
    ])
}
