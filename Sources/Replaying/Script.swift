import ListLayout

/// What one timed loop does in each of its steps.
public enum Loop: String, CaseIterable, Sendable {
  /// Builds a list that starts at `rows[i]`, and its first screen.
  case open
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
  /// Every row takes another height (`RowStore.flip`, by `rows[i]`), the viewport becomes `distances[i]`;
  /// lays out the frame.
  case rotate
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
  /// The same after the last row, and the frame goes to the end of the list.
  case follow
  /// Inserts a row before `rows[i]`, or deletes it if `heights[i]` is negative; lays out the frame.
  case edit
}

/// The steps of a timed loop: made once for a cell, shared by all its strategies.
///
/// Heights given are absolute and inserts and deletes balance, so that a list is after each `unit`
/// of steps what it was before it: steps can be run round and round, and every stretch of them has one
/// right checksum. Where `isRestartable`, a list can also be built in the state before any step
/// (`apply`, `anchorRow`), so that strategies too slow for the whole script can begin anywhere.
public struct Script: Sendable {
  public let loop: Loop
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
  /// Steps after which the list is as before them; it divides `count`. A unit of motion begins with a
  /// jump to where its gestures begin (`opening`).
  public let unit: Int
  /// The first visible row before the first step, and its y, at most 0; of `follow` the last row, whose
  /// list begins at its end.
  public var anchor: (row: Int, y: LayoutUnit) = (0, .zero)
  /// Whether what is on screen before a step depends on the step alone, so that a list can begin at any
  /// step. Not so in lists shorter than the viewport, and where the first row on screen disappears.
  public var isRestartable = true

  /// A script; arrays that its loop does not read stay empty, and a unit is all steps unless it is said.
  public init(
    loop: Loop, count: Int, width: Int = 1, unit: Int? = nil, rows: [Int32] = [],
    targets: [Int32] = [], heights: [Int32] = [], distances: [Int64] = []
  ) {
    (self.loop, self.count, self.width) = (loop, count, width)
    self.unit = unit ?? max(1, count)
    // A rotation reads by how many rows it shifts them.
    self.rows = loop == .rotate && rows.isEmpty ? [Int32](repeating: 0, count: count) : rows
    (self.targets, self.heights, self.distances) = (targets, heights, distances)
  }

  /// For lists driven by gestures.
  public static let none = Script(loop: .offset, count: 0)

  /// Whether a step lays out a frame, so that the screen after it is a part of its answer.
  public var laysOut: Bool {
    switch loop {
    case .recalc, .expand, .rotate, .frames, .jump, .prepend, .append, .follow, .edit: true
    case .offset, .offsetChain, .hitTest, .hitTestChain, .mixed, .change, .open: false
    }
  }

  /// The steps at the beginning of each unit that only bring the list to where the others begin, which
  /// no clock and no counter has: whether a segment met such a jump or not would be luck.
  public var opening: Int { loop == .frames && unit > 1 ? 1 : 0 }

  public var timedCount: Int { count - opening * (count / unit) }

  /// The step itself, or the first timed one behind it where it is an opening.
  public func timedStep(at step: Int) -> Int { max(step, step / unit * unit + opening) }

  /// The stretches of the script that make up so many steps from the next one on, round and round; an
  /// opening is to be done before each that begins behind it.
  public func stretches(of steps: Int, from position: Int) -> [Range<Int>] {
    guard timedCount > 0 else { return [] }
    var stretches: [Range<Int>] = []
    var (left, start) = (steps, position)
    while left > 0 {
      start = timedStep(at: start >= count ? 0 : start)
      let bound = opening > 0 ? (start / unit + 1) * unit : count
      let end = min(bound, start + left)
      stretches.append(start..<end)
      left -= end - start
      start = end
    }
    return stretches
  }

  /// The opening that is to be done before a stretch; nil where it does not begin behind one.
  public func opening(before step: Int) -> Range<Int>? {
    opening > 0 && step % unit == opening ? step - opening..<step : nil
  }

  /// Whether a few of its steps may do most of the work, as frames of motion in which views are loaded
  /// again; steps of other loops are alike.
  public var isUneven: Bool { loop == .frames }

  /// Steps in which every kind of work occurs as often as in any others of the same number: a recording
  /// of motion once, batches that arrive until they are dropped; 1 where steps are alike.
  public var round: Int {
    switch loop {
    case .frames: max(1, unit - opening)
    case .prepend, .append, .follow, .edit: unit
    case .rotate: 2
    default: 1
    }
  }

  /// Every so many steps a new list can begin: motion goes on from where it was until the next opening,
  /// and a list that is turned begins upright. Nil where a list can begin with the first step alone.
  public var startInterval: Int? {
    guard isRestartable else { return nil }
    switch loop {
    case .frames: return unit
    case .rotate: return 2
    default: return 1
    }
  }
}

/// A script as the timed loops read it: without counts of references and checks of indices, which would
/// be the harness's part of every time. Valid only inside `Script.withEntries`.
@usableFromInline
struct ScriptEntries {
  @usableFromInline let loop: Loop
  @usableFromInline let width: Int
  @usableFromInline let rows: UnsafePointer<Int32>
  @usableFromInline let targets: UnsafePointer<Int32>
  @usableFromInline let heights: UnsafePointer<Int32>
  @usableFromInline let distances: UnsafePointer<Int64>

  @inlinable
  init(
    loop: Loop, width: Int, rows: UnsafePointer<Int32>, targets: UnsafePointer<Int32>,
    heights: UnsafePointer<Int32>, distances: UnsafePointer<Int64>
  ) {
    (self.loop, self.width) = (loop, width)
    (self.rows, self.targets, self.heights, self.distances) = (rows, targets, heights, distances)
  }
}

extension Script {
  /// Calls `body` with the entries; an array that its loop does not read is no place to read from.
  @inlinable
  func withEntries(_ body: (ScriptEntries) -> Void) {
    rows.withUnsafeBufferPointer { rows in
      targets.withUnsafeBufferPointer { targets in
        heights.withUnsafeBufferPointer { heights in
          distances.withUnsafeBufferPointer { distances in
            body(
              ScriptEntries(
                loop: loop, width: width, rows: Self.start(of: rows),
                targets: Self.start(of: targets), heights: Self.start(of: heights),
                distances: Self.start(of: distances)))
          }
        }
      }
    }
  }

  @inlinable
  static func start<Entry>(of entries: UnsafeBufferPointer<Entry>) -> UnsafePointer<Entry> {
    // Empty arrays may have no address; one that is never read does as well as any.
    entries.baseAddress
      ?? UnsafePointer(bitPattern: MemoryLayout<Entry>.alignment).unsafelyUnwrapped
  }

  /// Reads what a step needs of the script, so that it is in the caches.
  public func touch(_ step: Int) {
    var sum = 0
    if rows.indices.contains(step * width) { sum &+= Int(rows[step * width]) }
    if targets.indices.contains(step) { sum &+= Int(targets[step]) }
    if heights.indices.contains(step * width) { sum &+= Int(heights[step * width]) }
    if distances.indices.contains(step) { sum &+= Int(distances[step]) }
    Self.use(sum)
  }

  /// Takes a value, so that no compiler can do without it.
  @inline(never)
  @_optimize(none)
  private static func use(_ value: Int) {}
}

extension Script {
  /// Changes rows as steps of one unit do, without a list: what stands before `steps.lowerBound`
  /// becomes what stands before `steps.upperBound`.
  public func apply(_ steps: Range<Int>, to store: RowStore) {
    switch loop {
    case .mixed, .change, .recalc, .expand:
      for index in steps.lowerBound * width..<steps.upperBound * width {
        store.setHeight(of: Int(rows[index]), to: heights[index])
      }
    case .rotate:
      for step in steps { store.flip(by: Int(rows[step])) }
    case .prepend, .append, .follow, .edit:
      for step in steps { edit(store, step) }
    case .offset, .offsetChain, .hitTest, .hitTestChain, .frames, .jump, .open: break
    }
  }

  private func edit(_ store: RowStore, _ step: Int) {
    heights.withUnsafeBufferPointer { heights in
      let new = UnsafeBufferPointer(rebasing: heights[step * width..<(step + 1) * width])
      switch loop {
      case .edit where new[0] < 0: store.delete(Int(rows[step])..<Int(rows[step]) + 1)
      case .edit: store.insert(new, at: Int(rows[step]))
      default:
        let isAtEnd = loop != .prepend
        store.insert(new, at: isAtEnd ? store.count : 0)
        let surplus = Int(targets[step])
        guard surplus > 0 else { return }
        let first = isAtEnd ? store.count - surplus : 0
        store.delete(first..<first + surplus)
      }
    }
  }

  /// The first visible row before a step, where that depends on the step alone.
  public func anchorRow(before step: Int) -> Int {
    var row = anchor.row
    for step in step / unit * unit..<step {
      switch loop {
      case .prepend, .follow: row += width - Int(targets[step])
      case .edit where heights[step] < 0: row -= Int(rows[step]) < row ? 1 : 0
      case .edit: row += Int(rows[step]) <= row ? 1 : 0
      default: return row
      }
    }
    return row
  }
}
