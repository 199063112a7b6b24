/// What one timed loop does in each of its steps.
public enum Loop: String, CaseIterable, Sendable {
  /// Builds a list that starts at `rows[i]`, and its first screen.
  case prepare
  /// Asks the offset of `rows[i]`.
  case offset
  /// The same, but each question waits for the last answer.
  case offsetChain
  /// Asks the row at `distances[i]` in content space.
  case hitTest
  /// The same, but each question waits for the last answer.
  case hitTestChain
  /// Changes `rows[i]`, asks the offset of `targets[i]` and the row at `distances[i]`.
  case mixed
  /// Changes `rows[i]`.
  case change
  /// Changes `width` rows, asks the offset of `targets[i]`, lays out the frame and asks the row
  /// that stands `distances[i]` below the viewport's top.
  case recalc
  /// Changes `rows[i]` and lays out the frame.
  case expand
  /// Every row takes its other height, the viewport becomes `distances[i]`; lays out the frame.
  case recalcAll
  /// A frame of motion: jumps to `rows[i]` if that is not negative, scrolls by `distances[i]`,
  /// settles if `targets[i]` is not 0; lays out the frame.
  case frames
  /// Jumps to `rows[i]` and lays out the frame.
  case jump
  /// Inserts `width` rows before row 0 and lays out the frame; then, if `targets[i]` is not 0,
  /// deletes that many rows there and lays out again.
  case prepend
  /// The same after the last row.
  case append
  /// Inserts a row before `rows[i]`, or deletes it if `heights[i]` is negative; lays out the frame.
  case edit
}

/// The steps of a timed loop: made once for a cell, shared by all its strategies.
///
/// Heights given are absolute and inserts and deletes balance, so that a list is after the last
/// step what it was before the first: steps can be run round and round, and every stretch of them
/// has one right checksum.
public struct Script: Sendable {
  /// What a step does.
  public let loop: Loop
  /// The number of steps.
  public let count: Int
  /// Rows changed or inserted in a step.
  public let width: Int
  /// Row indices; `width` of them a step for `recalc`, else one.
  public let rows: [Int32]
  /// Second row indices, counts or flags, one a step.
  public let targets: [Int32]
  /// New heights in 1/64 pt, `width` a step.
  public let heights: [Int32]
  /// Distances in 1/64 pt, one a step.
  public let distances: [Int64]

  /// A script; arrays that its loop does not read stay empty.
  public init(
    loop: Loop, count: Int, width: Int = 1, rows: [Int32] = [], targets: [Int32] = [],
    heights: [Int32] = [], distances: [Int64] = []
  ) {
    self.loop = loop
    self.count = count
    self.width = width
    self.rows = rows
    self.targets = targets
    self.heights = heights
    self.distances = distances
  }

  /// No steps at all: for lists driven by gestures.
  public static let none = Script(loop: .offset, count: 0)
}
