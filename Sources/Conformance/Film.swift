import BenchReplaying
import ListLayout

/// A recording of all frames that a strategy shows during a script, compared with the frames of the
/// reference.
public struct Film: Hashable, Sendable {
  /// A view that is bound to a row, whether it is on screen or not.
  public struct View: Hashable, Sendable {
    /// The number of the view object. Views are numbered from 0 in the order in which they first appear.
    public let id: Int
    /// The index of the row that the view shows.
    public let row: Int
    /// The identity of that row: its index before the first gesture or, for an inserted row, a number that no
    /// other row has. A row that is moved keeps its identity.
    public let identity: Int
    /// The position of the view's top in content space.
    public let y: LayoutUnit
    /// The height of the view.
    public let height: LayoutUnit
    /// The x coordinate of the view's leading edge.
    public let x: LayoutUnit
  }

  /// The screen in one frame, and its deviation from the reference. True offsets are computed by the
  /// reference and measured from the top of row 0.
  public struct Frame: Hashable, Sendable {
    /// The views of the strategy, from top to bottom.
    public var views: [View] = []
    /// The content offset: the y in content space that is at the top of the viewport.
    public var contentOffset = LayoutUnit.zero
    /// The height of the viewport.
    public var viewport = LayoutUnit.zero
    /// The true offset at which the content space starts; 0 if the strategy lays out the whole list and not a
    /// window of it.
    public var windowTop = LayoutUnit.zero
    /// The height of the content space.
    public var windowHeight = LayoutUnit.zero
    /// The sum of the heights of all rows.
    public var listHeight = LayoutUnit.zero
    /// The true offset at the top of the reference's viewport.
    public var expectedTop = LayoutUnit.zero
    /// The deviation from the same frame of the reference.
    public var deviation: FrameDeviation
    /// Whether the content moved less than a scroll gesture asked because it stopped: the gesture did not move
    /// it, or it reached the edge of the content space before the end of the list. Such a frame does not count
    /// as a jump.
    public var isHeld = false
    /// The work that the strategy did for this frame.
    public var work = WorkCounters()

    /// The distance by which the content was repositioned invisibly.
    public var correction: LayoutUnit { deviation.correction }
    /// The distance by which the content jumped; 0 if the content only stopped (`isHeld`).
    public var jump: LayoutUnit { isHeld ? .zero : motionError.magnitude }
    /// The motion of the content minus the motion that the gesture asked for; `slip` if the screen was blank.
    public var motionError: LayoutUnit { deviation.motionError ?? deviation.slip }
  }

  /// The descriptor of the filmed strategy.
  public let descriptor: StrategyDescriptor
  /// The mode in which the strategy ran.
  public let mode: StrategyMode
  /// The other mode, if it shows the same frames (see `distinct`).
  public fileprivate(set) var otherMode: StrategyMode?
  /// The gestures of the script. Frame 0 is the first screen, and frame i + 1 is the frame after gesture i.
  public let gestures: [Gesture]
  /// The frames: the first screen, then one frame for each gesture.
  public let frames: [Frame]
}

extension [Film] {
  /// The films, without those whose screens equal those of a film of the same strategy in the other mode. The
  /// work for the frames, and the views outside of the screen, may differ.
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
  /// For each frame, the identity and the position of every row on screen.
  fileprivate var screens: [[Int64]] {
    frames.map { frame in
      let shown = frame.contentOffset..<frame.contentOffset + frame.viewport
      return frame.views.filter { $0.y < shown.upperBound && $0.y + $0.height > shown.lowerBound }
        .flatMap { [Int64($0.identity), ($0.y - shown.lowerBound).rawValue] }
    }
  }

  /// Runs a script on a strategy and on the reference, and records every frame. Gestures and heights that the
  /// strategy does not support are dropped or repaired.
  ///
  /// - Complexity: proportional to the number of rows for the first frame and for each insert or delete; for
  ///   other frames, proportional to the number of views.
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

/// The number of each view, assigned in the order in which the views first appear. The views are retained, so
/// that no new view reuses the address of an old one.
private typealias ViewLabels = [ObjectIdentifier: (label: Int, kept: RowView)]

/// The identity of each row of the current list.
private struct RowIdentities {
  /// A store whose "heights" are identities, because a store inserts and deletes rows quickly.
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

  /// The identity of a row. A row that the list does not have, which published code may show, is its own
  /// identity.
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
  /// Counts and maximum values over all frames of a film.
  public struct Summary: Hashable, Sendable {
    fileprivate let film: Film

    /// The number of frames in which the content jumped.
    public var jumps: Int { film.frames.count { $0.jump > .zero } }
    /// The length of the longest jump.
    public var largestJump: LayoutUnit { film.frames.map(\.jump).max() ?? .zero }
    /// The number of frames in which the content stopped although a gesture requested scrolling.
    public var heldFrames: Int { film.frames.count(where: \.isHeld) }
    /// The total distance by which the motion of the content fell short of the gestures in these frames.
    public var lost: LayoutUnit {
      film.frames.filter(\.isHeld).reduce(.zero) { $0 + $1.motionError.magnitude }
    }
    /// The number of frames in which the content does not move as the gesture asks, see `FrameDeviation`.
    public var roughFrames: Int { film.frames.count(where: \.deviation.isRough) }
    /// The number of frames in which part of the viewport is blank although the reference fills it.
    public var blankFrames: Int { film.frames.count { $0.deviation.blank > .zero } }
    /// The number of frames whose scroll position differs from that of the reference.
    public var displacedFrames: Int { film.frames.count { $0.deviation.lead != .zero } }
    /// The number of frames in which the x coordinate of a row differs from that in the reference.
    public var sidewaysFrames: Int { film.frames.count { $0.deviation.sideways > .zero } }
    /// The number of frames in which the change in the content offset differs from the motion of the content
    /// on screen.
    public var corrections: Int { film.frames.count { $0.correction != .zero } }
    /// The number of frames that needed more than two layout passes.
    public var framesOverTwoPasses: Int { film.frames.count { $0.work[.layoutPasses] > 2 } }
    /// The number of views created.
    public var views: Int { film.frames.reduce(0) { $0 + $1.work[.viewsCreated] } }
    /// The number of times that a view was bound to a row.
    public var bindings: Int { film.frames.reduce(0) { $0 + $1.work[.viewsConfigured] } }
    /// Whether every frame has the same rows at the same positions as the reference.
    public var isExact: Bool {
      jumps + heldFrames + blankFrames + displacedFrames + sidewaysFrames == 0
    }
  }

  /// A summary of the film that counts its jumps, blank frames and other deviations.
  public var summary: Summary { Summary(film: self) }
}
