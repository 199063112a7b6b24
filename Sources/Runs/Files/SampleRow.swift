import Basics
import Measuring

/// One line of `samples.csv`: one stretch of steps that the clock was around.
package struct SampleRow: Equatable, Sendable {
  package var cell: CellKey
  /// The repetition, from 0; those of one number and group are pairs for a comparison.
  package var round: Int
  /// The strategy's place in the repetition's order, from 0.
  package var slot: Int
  /// How many operations the time was taken over; at least 1.
  package var operations: Int
  /// The time of all operations together, in nanoseconds.
  package var elapsedNs: Int
  /// What the operations computed; the same for all strategies of the group.
  package var checksum: UInt64
  /// The segment's number within the strategy's repetition, from 0.
  package var segment = 0
  /// The step of the script that the segment begins with.
  package var firstStep = 0
  /// Whether something else had the machine meanwhile: the thread was put off its core, or a probe of
  /// fixed work took longer than it can.
  package var isDisturbed = false

  var perOperation: Double { Double(elapsedNs) / Double(max(1, operations)) }
}

extension SampleRow: CellRow {
  package static let schema = CSVSchema<SampleRow>(
    blank: SampleRow(
      cell: .blank, round: 0, slot: 0, operations: 0, elapsedNs: 0, checksum: 0),
    promised: firstColumns + [
      Column("round", \.round),
      Column("slot", \.slot),
      Column(
        "operations", \.operations, expecting: "a whole number, 1 or more", accepting: { $0 >= 1 }),
      Column("elapsed_ns", \.elapsedNs),
      Column("checksum", \.checksum),
    ],
    further: roleColumns + [
      Column("segment", \.segment),
      Column("first_step", \.firstStep),
      Column("disturbed", \.isDisturbed),
    ])

  /// What tells a segment from all others of a file.
  package struct Turn: Hashable, Sendable {
    let cell: CellKey
    let round, segment: Int
  }

  package var identity: Turn { Turn(cell: cell, round: round, segment: segment) }
  package var name: String { "segment \(segment) of round \(round) of \(cell.text)" }
  package var impossibility: String? {
    elapsedNs > 0 ? nil : "elapsed_ns: found 0, expected more than 0"
  }
}
