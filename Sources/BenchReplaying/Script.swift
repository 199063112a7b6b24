import ListLayout

public enum Loop: String, CaseIterable, Sendable {
  /// Builds a list that starts at `rows[i]` and lays out its first screen.
  case open
  /// Queries the offset of `rows[i]`.
  case offset
  /// Like `offset`, but each query depends on the previous answer.
  case offsetChain
  /// Queries the row at `distances[i]` in content space.
  case hitTest
  /// Like `hitTest`, but each query depends on the previous answer.
  case hitTestChain
  /// Changes the height of `rows[i]`, then queries the offset of `targets[i]` and the row at `distances[i]`.
  case mixed
  case change
  /// Changes the heights of `width` rows, queries the offset of `targets[i]`, lays out the frame, and queries
  /// which row is `distances[i]` below the viewport's top.
  case recalc
  /// Changes the height of `rows[i]` and lays out the frame.
  case expand
  /// Changes all heights with `RowStore.flip(by: rows[i])`, sets the viewport's height to `distances[i]`, and
  /// lays out the frame.
  case rotate
  /// Jumps to `rows[i]` unless it is negative, scrolls by `distances[i]`, calls `settle` unless `targets[i]`
  /// is 0, and lays out the frame.
  case frames
  case jump
  /// Inserts `width` rows before row 0 and lays out the frame. If `targets[i]` is above 0, the step then
  /// deletes that many rows from the start and lays out another frame.
  case prepend
  /// Like `prepend`, but at the end of the list.
  case append
  /// Like `append`, but scrolls to the end of the list after inserting.
  case follow
  /// Inserts a row before `rows[i]` or, if `heights[i]` is negative, deletes row `rows[i]`. Then lays out the
  /// frame.
  case edit
}

/// The steps of a timed loop. All strategies run the same steps.
///
/// After every `unit` steps, the list is back in its initial state. Steps can therefore be repeated, and
/// each range of steps has exactly one expected checksum. If `isRestartable` is true, a list can also be
/// built in the state before any step (see `apply` and `anchorRow`), so that a slow strategy can start
/// anywhere in the script.
public struct Script: Sendable {
  public let loop: Loop
  public let count: Int
  /// The number of rows that each step changes or inserts.
  public let width: Int
  /// Row indices: `width` indices per step in `recalc` and `expand`, and one index per step in other
  /// loops.
  public let rows: [Int32]
  /// Further row indices, counts or flags, one per step.
  public let targets: [Int32]
  /// New heights in 1/64 pt, `width` per step.
  public let heights: [Int32]
  /// Distances in 1/64 pt, one per step.
  public let distances: [Int64]
  /// The number of steps after which the list is back in its initial state, a divisor of `count`. In a
  /// script that scrolls, each unit begins with a jump to its start row; see `setupSteps`.
  public let unit: Int
  /// The first visible row before the first step, and the y position of its top, which is at most 0. In
  /// `follow`, the last row is used instead.
  public var anchor: (row: Int, y: LayoutUnit) = (0, .zero)
  /// Whether the screen before a step can be determined without running the earlier steps. False for lists
  /// shorter than the viewport and for scripts that delete the first row on screen.
  public var isRestartable = true

  public init(
    loop: Loop, count: Int, width: Int = 1, unit: Int? = nil, rows: [Int32] = [],
    targets: [Int32] = [], heights: [Int32] = [], distances: [Int64] = []
  ) {
    (self.loop, self.count, self.width) = (loop, count, width)
    self.unit = unit ?? max(1, count)
    // `rotate` reads shifts from `rows`.
    self.rows = loop == .rotate && rows.isEmpty ? [Int32](repeating: 0, count: count) : rows
    (self.targets, self.heights, self.distances) = (targets, heights, distances)
  }

  /// An empty script, for lists that are driven only by gestures.
  public static let none = Script(loop: .offset, count: 0)

  public var laysOut: Bool {
    switch loop {
    case .recalc, .expand, .rotate, .frames, .jump, .prepend, .append, .follow, .edit: true
    case .offset, .offsetChain, .hitTest, .hitTestChain, .mixed, .change, .open: false
    }
  }

  /// The number of jumps at the start of each unit. These jumps are neither timed nor counted, because only
  /// some of the randomly chosen segments contain one.
  public var setupSteps: Int { loop == .frames && unit > 1 ? 1 : 0 }

  public var timedCount: Int { count - setupSteps * (count / unit) }

  public func timedStep(at step: Int) -> Int { max(step, step / unit * unit + setupSteps) }

  /// The ranges of the next `steps` timed steps, wrapping around at the end of the script.
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

  public func setup(before step: Int) -> Range<Int>? {
    setupSteps > 0 && step % unit == setupSteps ? step - setupSteps..<step : nil
  }

  /// Whether most of the work may be concentrated in a few steps, as in scrolling, where only a few
  /// frames load rows.
  public var isUneven: Bool { loop == .frames }

  /// The number of steps in a cycle, or 1 if all steps are alike. A cycle is, for example, a recording,
  /// or a series of inserts and the deletion that undoes them. All cycles contain the same mix of work.
  public var round: Int {
    switch loop {
    case .frames: max(1, unit - setupSteps)
    case .prepend, .append, .follow, .edit: unit
    case .rotate: 2
    default: 1
    }
  }

  /// The interval, in steps, at which a new list can start; nil if it can start only at the first step.
  public var startInterval: Int? {
    guard isRestartable else { return nil }
    switch loop {
    case .frames: return unit
    case .rotate: return 2
    default: return 1
    }
  }
}

/// Pointers to a script's arrays, valid only inside `Script.withEntries`. Using pointers keeps reference
/// counting and bounds checks out of the timed loops.
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
    // No loop reads from an empty array, so any aligned pointer suffices.
    entries.baseAddress
      ?? UnsafePointer(bitPattern: MemoryLayout<Entry>.alignment).unsafelyUnwrapped
  }
}

extension Script {
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
