import ListLayout
import Measuring

/// The operation of a timed loop.
public enum Loop: String, CaseIterable, Sendable {
  /// Builds a list that starts at `rows[i]`, and its first screen.
  case open
  /// Queries the offset of `rows[i]`.
  case offset
  /// The same, but each query depends on the last answer.
  case offsetChain
  /// Queries the row at `distances[i]` in content space.
  case hitTest
  /// The same, but each query depends on the last answer.
  case hitTestChain
  /// Changes `rows[i]`, queries the offset of `targets[i]` and the row at `distances[i]`.
  case mixed
  /// Changes `rows[i]`.
  case change
  /// Changes `width` rows, queries the offset of `targets[i]`, lays out the frame and queries the row
  /// `distances[i]` below the viewport's top.
  case recalc
  /// Changes `rows[i]` and lays out the frame.
  case expand
  /// Changes every height (`RowStore.flip`, by `rows[i]`) and the viewport to `distances[i]`; lays out the
  /// frame.
  case rotate
  /// A frame of motion: jumps to `rows[i]` unless negative, scrolls by `distances[i]`, settles unless
  /// `targets[i]` is 0; lays out the frame.
  case frames
  /// Jumps to `rows[i]` and lays out the frame.
  case jump
  /// Inserts `width` rows before row 0 and lays out the frame; then deletes `targets[i]` rows there, if any,
  /// and lays out again.
  case prepend
  /// The same after the last row.
  case append
  /// The same after the last row, and scrolls to the end of the list.
  case follow
  /// Inserts a row before `rows[i]`, or deletes it if `heights[i]` is negative; lays out the frame.
  case edit
}

/// The steps of a timed loop, shared by all strategies of a cell.
///
/// Heights are absolute, and inserts and deletes balance: after each `unit` of steps the list is as before
/// it. Steps can therefore be repeated, and every range has one expected checksum. If `isRestartable`, a
/// list can also be built in its state before any step (`apply`, `anchorRow`), so that slow strategies can
/// start anywhere.
public struct Script: Sendable {
  public let loop: Loop
  public let count: Int
  /// The number of rows changed or inserted in a step.
  public let width: Int
  /// Row indices: `width` a step for `recalc`, else one.
  public let rows: [Int32]
  /// Second row indices, counts or flags: one a step.
  public let targets: [Int32]
  /// New heights in 1/64 pt: `width` a step.
  public let heights: [Int32]
  /// Distances in 1/64 pt: one a step.
  public let distances: [Int64]
  /// The number of steps after which the list is as before; it divides `count`. A unit of motion begins with
  /// a jump to the start of its gestures (`opening`).
  public let unit: Int
  /// The first visible row before the first step and its y, at most 0; for `follow` the last row.
  public var anchor: (row: Int, y: LayoutUnit) = (0, .zero)
  /// Whether the screen before a step depends on the step alone, so that a list can start at any step. False
  /// for lists shorter than the viewport, and if the first row on screen disappears.
  public var isRestartable = true

  /// A script; arrays that its loop does not read are empty. `unit` is by default all steps.
  public init(
    loop: Loop, count: Int, width: Int = 1, unit: Int? = nil, rows: [Int32] = [],
    targets: [Int32] = [], heights: [Int32] = [], distances: [Int64] = []
  ) {
    (self.loop, self.count, self.width) = (loop, count, width)
    self.unit = unit ?? max(1, count)
    // A rotation reads its shift.
    self.rows = loop == .rotate && rows.isEmpty ? [Int32](repeating: 0, count: count) : rows
    (self.targets, self.heights, self.distances) = (targets, heights, distances)
  }

  /// No steps, for lists that run gestures.
  public static let none = Script(loop: .offset, count: 0)

  /// Whether a step lays out a frame, so that the screen is a part of its result.
  public var laysOut: Bool {
    switch loop {
    case .recalc, .expand, .rotate, .frames, .jump, .prepend, .append, .follow, .edit: true
    case .offset, .offsetChain, .hitTest, .hitTestChain, .mixed, .change, .open: false
    }
  }

  /// The number of setup steps at the beginning of each unit, which are neither timed nor counted: whether a
  /// segment contained such a jump would be random.
  public var opening: Int { loop == .frames && unit > 1 ? 1 : 0 }

  public var timedCount: Int { count - opening * (count / unit) }

  /// The first timed step at or after `step`.
  public func timedStep(at step: Int) -> Int { max(step, step / unit * unit + opening) }

  /// The ranges of the script that make up `steps` timed steps from `position`, in cycles; see
  /// `opening(before:)`.
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

  /// The setup steps before a range that starts at `step`; nil if there are none.
  public func opening(before step: Int) -> Range<Int>? {
    opening > 0 && step % unit == opening ? step - opening..<step : nil
  }

  /// Whether a few steps may do most of the work, as frames of motion that reload views do.
  public var isUneven: Bool { loop == .frames }

  /// The number of steps of a cycle, in which every kind of work occurs equally often: one recording of
  /// motion, the batches until they are dropped; 1 if steps are alike.
  public var round: Int {
    switch loop {
    case .frames: max(1, unit - opening)
    case .prepend, .append, .follow, .edit: unit
    case .rotate: 2
    default: 1
    }
  }

  /// The interval of steps at which a new list can start: each unit of motion, each second rotation. Nil if
  /// a list can start only with the first step.
  public var startInterval: Int? {
    guard isRestartable else { return nil }
    switch loop {
    case .frames: return unit
    case .rotate: return 2
    default: return 1
    }
  }
}

/// A script for the timed loops, without reference counting and bounds checks, which would be harness
/// overhead. Valid only inside `Script.withEntries`.
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
  /// Calls `body` with the entries.
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
    // Empty arrays may have no address; their pointer is not read.
    entries.baseAddress
      ?? UnsafePointer(bitPattern: MemoryLayout<Entry>.alignment).unsafelyUnwrapped
  }

  /// Reads the entries of a step, so that they are in the caches.
  public func touch(_ step: Int) {
    var sum = 0
    if rows.indices.contains(step * width) { sum &+= Int(rows[step * width]) }
    if targets.indices.contains(step) { sum &+= Int(targets[step]) }
    if heights.indices.contains(step * width) { sum &+= Int(heights[step * width]) }
    if distances.indices.contains(step) { sum &+= Int(distances[step]) }
    OptimizationBarrier.use(UInt64(truncatingIfNeeded: sum))
  }
}

extension Script {
  /// Applies the changes of steps of one unit to the rows, without a list.
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

  /// The first visible row before a step of a restartable script.
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
