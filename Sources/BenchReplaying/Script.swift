import ListLayout

/// The operation that a timed loop repeats.
public enum Loop: String, CaseIterable, Sendable {
  /// Builds a list that starts at `rows[i]`, and lays out its first screen.
  case open
  /// Queries the offset of `rows[i]`.
  case offset
  /// Queries the offset of `rows[i]`; each query depends on the answer to the previous query.
  case offsetChain
  /// Queries the row at `distances[i]` in content space.
  case hitTest
  /// Queries the row at `distances[i]`; each query depends on the answer to the previous query.
  case hitTestChain
  /// Changes the height of `rows[i]`, then queries the offset of `targets[i]` and the row at `distances[i]`.
  case mixed
  /// Changes the height of `rows[i]`.
  case change
  /// Changes the heights of `width` rows, queries the offset of `targets[i]`, lays out the frame and queries
  /// the row `distances[i]` below the viewport's top.
  case recalc
  /// Changes the height of `rows[i]` and lays out the frame.
  case expand
  /// Changes every height with `RowStore.flip(by: rows[i])`, sets the viewport to `distances[i]` and lays out
  /// the frame.
  case rotate
  /// Moves the list for one frame: jumps to `rows[i]` unless it is negative, scrolls by `distances[i]`, calls
  /// `settle` unless `targets[i]` is 0, and lays out the frame.
  case frames
  /// Jumps to `rows[i]` and lays out the frame.
  case jump
  /// Inserts `width` rows before row 0 and lays out the frame. If `targets[i]` is above 0, the step then
  /// deletes the first `targets[i]` rows and lays out again.
  case prepend
  /// Inserts and deletes rows like `prepend`, but at the end of the list.
  case append
  /// Inserts and deletes rows like `append`, but scrolls to the end of the list after the insertion.
  case follow
  /// Inserts a row before `rows[i]`, or deletes row `rows[i]` if `heights[i]` is negative, and lays out the
  /// frame.
  case edit
}

/// The steps of a timed loop, which all strategies run for the same scenario and list.
///
/// After every `unit` steps the list is in its initial state again, because inserts and deletes balance and
/// each height is set to a fixed value. The harness can therefore repeat steps, and every range of steps has
/// one expected checksum. If `isRestartable` is true, a list can also be built in the state that it has
/// before any given step (`apply`, `anchorRow`). A slow strategy can therefore start a restartable script at
/// any step.
public struct Script: Sendable {
  public let loop: Loop
  public let count: Int
  /// The number of rows that a step changes or inserts.
  public let width: Int
  /// Row indices: `width` indices per step in the loops `recalc` and `expand`, and one index per step in the
  /// other loops.
  public let rows: [Int32]
  /// Further row indices, counts or flags, depending on the loop, with one value per step.
  public let targets: [Int32]
  /// New row heights in 1/64 pt, with `width` heights per step.
  public let heights: [Int32]
  /// Distances in 1/64 pt, with one distance per step.
  public let distances: [Int64]
  /// The number of steps after which the list is in its initial state again; a divisor of `count`. In a
  /// script of motion, each unit begins with a jump to the row where the unit's gestures start
  /// (`setupSteps`).
  public let unit: Int
  /// The first visible row before the first step, and the y of its top, which is at most 0. In the loop
  /// `follow`, `anchor.row` is the last row.
  public var anchor: (row: Int, y: LayoutUnit) = (0, .zero)
  /// Whether the screen before a step is independent of the earlier steps, so that a list can start at any
  /// step. The value is false for lists shorter than the viewport, and for scripts that delete the first row
  /// on screen.
  public var isRestartable = true

  /// Creates a script. Arrays that the script's loop does not read are empty. By default, a single unit
  /// contains all steps of the script.
  public init(
    loop: Loop, count: Int, width: Int = 1, unit: Int? = nil, rows: [Int32] = [],
    targets: [Int32] = [], heights: [Int32] = [], distances: [Int64] = []
  ) {
    (self.loop, self.count, self.width) = (loop, count, width)
    self.unit = unit ?? max(1, count)
    // The loop `rotate` reads the shift from `rows`, so by default all shifts are 0.
    self.rows = loop == .rotate && rows.isEmpty ? [Int32](repeating: 0, count: count) : rows
    (self.targets, self.heights, self.distances) = (targets, heights, distances)
  }

  /// A script without steps, for lists to which only gestures are applied.
  public static let none = Script(loop: .offset, count: 0)

  /// Whether a step lays out a frame, so that the screen is part of the result to verify.
  public var laysOut: Bool {
    switch loop {
    case .recalc, .expand, .rotate, .frames, .jump, .prepend, .append, .follow, .edit: true
    case .offset, .offsetChain, .hitTest, .hitTestChain, .mixed, .change, .open: false
    }
  }

  /// The number of setup steps (jumps) at the beginning of each unit. Setup steps are neither timed nor
  /// counted, because only some of the randomly chosen segments (timed samples) would contain a setup step.
  public var setupSteps: Int { loop == .frames && unit > 1 ? 1 : 0 }

  public var timedCount: Int { count - setupSteps * (count / unit) }

  /// Returns the first timed step at or after `step`.
  public func timedStep(at step: Int) -> Int { max(step, step / unit * unit + setupSteps) }

  /// Returns the ranges that contain the next `steps` timed steps from `position`; after the script's end,
  /// the ranges continue at its beginning. The ranges do not include setup steps; see `setup(before:)`.
  public func timedRanges(of steps: Int, from position: Int) -> [Range<Int>] {
    guard timedCount > 0 else { return [] }
    var ranges: [Range<Int>] = []
    var (left, start) = (steps, position)
    while left > 0 {
      start = timedStep(at: start >= count ? 0 : start)
      let bound = setupSteps > 0 ? (start / unit + 1) * unit : count
      let end = min(bound, start + left)
      ranges.append(start..<end)
      left -= end - start
      start = end
    }
    return ranges
  }

  /// Returns the setup steps to run before a range that starts at `step`; nil if there are none.
  public func setup(before step: Int) -> Range<Int>? {
    setupSteps > 0 && step % unit == setupSteps ? step - setupSteps..<step : nil
  }

  /// Whether a few steps may do most of the work, as in motion, where only some frames load rows.
  public var isUneven: Bool { loop == .frames }

  /// The number of steps in a cycle; 1 if all steps are alike. A cycle consists of one recording of motion,
  /// or of all inserts and the deletion that balances them. Every cycle of a script contains the same kinds
  /// of work equally often.
  public var round: Int {
    switch loop {
    case .frames: max(1, unit - setupSteps)
    case .prepend, .append, .follow, .edit: unit
    case .rotate: 2
    default: 1
    }
  }

  /// The distance, in steps, between the steps at which a new list can start; nil if a list can start only at
  /// the first step. A new list can start at the beginning of every unit of motion and at every second
  /// rotation.
  public var startInterval: Int? {
    guard isRestartable else { return nil }
    switch loop {
    case .frames: return unit
    case .rotate: return 2
    default: return 1
    }
  }
}

/// Pointers to the arrays of a script, for the timed loops. The pointers avoid reference counting and bounds
/// checks, which would be harness overhead. The pointers are valid only inside `Script.withEntries`.
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
  /// Calls `body` with pointers to the script's arrays.
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
    // If an empty array has no address, any aligned pointer suffices, because no loop reads from it.
    entries.baseAddress
      ?? UnsafePointer(bitPattern: MemoryLayout<Entry>.alignment).unsafelyUnwrapped
  }
}

extension Script {
  /// Applies the changes of `steps` to the rows in `store`, without a list; the steps must be in one unit.
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

  /// Returns the first visible row before a step of a restartable script.
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
