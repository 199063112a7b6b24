import BenchReplaying
import ListLayout

/// Every frame that a strategy shows while it runs a script, compared with the reference.
public struct Film: Hashable, Sendable {
  /// A view bound to a row, on or off screen.
  public struct View: Hashable, Sendable {
    /// The view object's number, in order of first appearance.
    public let id: Int
    /// Index of the row that the view shows.
    public let row: Int
    /// The row's identity: its index before the first gesture, or an unused number if it was inserted.
    public let identity: Int
    /// Y coordinate of the view's top in content space.
    public let y: LayoutUnit
    /// Height of the view.
    public let height: LayoutUnit
    /// X coordinate of the view's leading edge.
    public let x: LayoutUnit
  }

  /// The screen in one frame. True offsets are measured from row 0.
  public struct Frame: Hashable, Sendable {
    /// All views bound to rows, including those off screen.
    public var views: [View] = []
    /// Y coordinate of the viewport's top in content space.
    public var contentOffset = LayoutUnit.zero
    /// Height of the viewport.
    public var viewport = LayoutUnit.zero
    /// The true offset where the content space starts.
    public var windowTop = LayoutUnit.zero
    /// The height of the content space.
    public var windowHeight = LayoutUnit.zero
    /// Total height of all rows.
    public var listHeight = LayoutUnit.zero
    /// The true offset of the viewport's top in the reference list.
    public var expectedTop = LayoutUnit.zero
    /// Deviation from the same frame of the reference.
    public var deviation: FrameDeviation
    /// Whether the content got stuck: either the gesture did not move it, or it hit the edge of the content
    /// space before the end of the list. Such a frame does not count as a jump.
    public var isHeld = false
    /// Work that the strategy did for this frame.
    public var work = WorkCounters()

    /// The distance by which the content was repositioned invisibly.
    public var correction: LayoutUnit { deviation.correction }
    /// The distance by which the content jumped, or 0 if it only got stuck.
    public var jump: LayoutUnit { isHeld ? .zero : motionError.magnitude }
    /// The content's motion minus the requested motion, or `slip` if that is undefined because the screen was
    /// blank.
    public var motionError: LayoutUnit { deviation.motionError ?? deviation.slip }
  }

  /// Descriptor of the filmed strategy.
  public let descriptor: StrategyDescriptor
  /// Mode in which the strategy was filmed.
  public let mode: StrategyMode
  /// The other mode if it shows the same screens; see `distinct`.
  public fileprivate(set) var otherMode: StrategyMode?
  /// The gestures, where gesture i leads to frame i + 1.
  public let gestures: [Gesture]
  /// The first screen, followed by one frame per gesture.
  public let frames: [Frame]
}

extension [Film] {
  /// The films without duplicates: if both modes of a strategy show the same screens, only the first is kept.
  public var distinct: [Film] {
    reduce(into: []) { kept, film in
      let twin = kept.firstIndex {
        $0.descriptor.id == film.descriptor.id && $0.screens == film.screens
      }
      if let twin { kept[twin].otherMode = film.mode } else { kept.append(film) }
    }
  }
}

extension Film {
  /// The identity and position of each row on screen, frame by frame.
  fileprivate var screens: [[Int64]] {
    frames.map { frame in
      let shown = frame.contentOffset..<frame.contentOffset + frame.viewport
      return frame.views.filter { $0.y < shown.upperBound && $0.y + $0.height > shown.lowerBound }
        .flatMap { [Int64($0.identity), ($0.y - shown.lowerBound).rawValue] }
    }
  }

  /// Runs a script on a strategy and on the reference. Gestures and heights that the strategy does not
  /// support are dropped or adjusted.
  public static func record(
    _ contender: StrategyEntry, mode: StrategyMode, script: GestureScript
  ) -> Film {
    var script = script.repaired(for: contender.descriptor.requirement)
    script.topology = contender.descriptor.topology
    let lockstep = Lockstep(contender, mode: mode, script: script)
    var labels: ViewLabels = [:]
    var identities = RowIdentities(count: script.heights.count)
    var frames: [Frame] = []
    lockstep.run(script.gestures) {
      if let gesture = $0.gesture { identities.apply(gesture) }
      frames.append(Frame($0, after: frames.last, identities, &labels))
    }
    return Film(
      descriptor: contender.descriptor, mode: mode, gestures: script.gestures, frames: frames)
  }
}

/// Numbers the views. Views are retained so that a new view cannot reuse the address of an old one.
private typealias ViewLabels = [ObjectIdentifier: (label: Int, kept: RowView)]

private struct RowIdentities {
  /// A row store that holds identities instead of heights, because its inserts and deletes are fast.
  private let store: RowStore
  private var next: Int

  init(count: Int) {
    store = RowStore(heights: (0..<count).map { Int32(clamping: $0) })
    next = count
  }

  mutating func apply(_ gesture: Gesture) {
    for change in gesture.changes {
      switch change {
      case .insert(let row, _):
        store.insert(Int32(clamping: next), at: row)
        next += 1
      case .delete(let row): store.delete(row..<row + 1)
      case .move(let from, let to):
        let identity = self[from]
        store.delete(from..<from + 1)
        store.insert(Int32(clamping: identity), at: to)
      default: break
      }
    }
  }

  /// The row's identity. Published code may show a row that is not in the list; its identity is then its
  /// index.
  subscript(row: Int) -> Int {
    (0..<store.count).contains(row) ? Int(store.rows.height(of: row).rawValue) : row
  }
}

extension Film.Frame {
  fileprivate init(
    _ lockstep: Lockstep, after last: Film.Frame?, _ identities: RowIdentities,
    _ labels: inout ViewLabels
  ) {
    deviation = FrameDeviation(lockstep, after: last?.deviation)
    let (list, now) = (lockstep.list, lockstep.now)
    list.visitViews {
      let label = labels[ObjectIdentifier($0)]?.label ?? labels.count
      labels[ObjectIdentifier($0)] = (label, $0)
      views.append(
        Film.View(
          id: label, row: $0.row, identity: identities[$0.row], y: $0.y, height: $0.height,
          x: $0.x))
    }
    contentOffset = now.contentOffset
    viewport = lockstep.viewport
    listHeight = lockstep.trueOffset(of: lockstep.count)
    windowHeight = now.contentHeight
    if lockstep.descriptor.contentSpace == .window, let row = now.screen.first?.row {
      windowTop = lockstep.trueOffset(of: min(max(0, list.origin(of: row)), lockstep.count))
    }
    expectedTop = lockstep.position(now.expected) ?? last?.expectedTop ?? .zero
    work = now.work
    guard case .scroll(let asked) = lockstep.gesture,
      motionError.rawValue.signum() * asked.rawValue.signum() < 0
    else { return }
    let edge = asked < .zero ? .zero : max(.zero, windowHeight - viewport)
    let isAtEdge = contentOffset == edge && motionError.magnitude <= asked.magnitude
    isHeld = now.screen == lockstep.before.screen || isAtEdge
  }
}

extension Film {
  /// Totals and maxima over all frames.
  public struct Summary: Hashable, Sendable {
    fileprivate let film: Film

    /// Number of frames in which the content jumped, however slightly.
    public var jumps: Int { film.frames.count { $0.jump > .zero } }
    /// Length of the longest jump; 0 if there were none.
    public var largestJump: LayoutUnit { film.frames.map(\.jump).max() ?? .zero }
    /// Frames in which the content got stuck instead of scrolling.
    public var heldFrames: Int { film.frames.count(where: \.isHeld) }
    /// The total motion lost in held frames.
    public var lost: LayoutUnit {
      film.frames.filter(\.isHeld).reduce(.zero) { $0 + $1.motionError.magnitude }
    }
    /// Frames in which the content did not move as requested.
    public var roughFrames: Int { film.frames.count(where: \.deviation.isRough) }
    /// Number of frames that fill less of the viewport than the reference does.
    public var blankFrames: Int { film.frames.count { $0.deviation.blank > .zero } }
    /// Frames whose scroll position differs from the reference's.
    public var displacedFrames: Int { film.frames.count { $0.deviation.lead != .zero } }
    /// Frames in which a row's x differs from the reference.
    public var sidewaysFrames: Int { film.frames.count { $0.deviation.sideways > .zero } }
    /// Frames in which the content was repositioned invisibly.
    public var corrections: Int { film.frames.count { $0.correction != .zero } }
    /// Number of frames that took more than two layout passes.
    public var framesOverTwoPasses: Int { film.frames.count { $0.work[.layoutPasses] > 2 } }
    /// Number of views created.
    public var views: Int { film.frames.reduce(0) { $0 + $1.work[.viewsCreated] } }
    /// The number of times that a view was bound to a row.
    public var bindings: Int { film.frames.reduce(0) { $0 + $1.work[.viewsConfigured] } }
    /// Whether every screen matches the reference.
    public var isExact: Bool {
      jumps + heldFrames + blankFrames + displacedFrames + sidewaysFrames == 0
    }
  }

  /// Totals and maxima for the whole film.
  public var summary: Summary { Summary(film: self) }
}
