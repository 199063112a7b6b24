import BenchReplaying
import ListLayout

package struct Film: Sendable {
  package struct View: Hashable, Sendable {
    /// A number that identifies the view object. Views are numbered in the order in which they
    /// first appear.
    package let id: Int
    package let row: Int
    /// The row's index before the first gesture, or an unused number if the row was inserted.
    package let identity: Int
    package let y, height, x: LayoutUnit
  }

  package struct Frame: Sendable {
    package private(set) var views: [View] = []
    package let contentOffset, viewport: LayoutUnit
    /// The true offset at which the content space starts.
    package private(set) var windowTop = LayoutUnit.zero
    package let windowHeight, listHeight: LayoutUnit
    /// The true offset of the viewport's top in the reference list.
    package let expectedTop: LayoutUnit
    package let deviation: FrameDeviation
    /// Whether the content got stuck: either the gesture did not move it, or it hit the edge of the
    /// content space before the end of the list. Such a frame does not count as a jump.
    package private(set) var isHeld = false
    package let work: WorkCounters

    package var correction: LayoutUnit { deviation.correction }
    package var jump: LayoutUnit { isHeld ? .zero : motionError.magnitude }
    /// The content's motion minus the requested motion, or `slip` if that is undefined because the
    /// screen was blank.
    package var motionError: LayoutUnit { deviation.motionError ?? deviation.slip }
  }

  package let descriptor: StrategyDescriptor
  package let mode: StrategyMode
  /// The strategy's other mode, if both modes show the same screens; see `distinct`.
  package fileprivate(set) var otherMode: StrategyMode?
  /// The gestures. Gesture i produces frame i + 1.
  package let gestures: [Gesture]
  package let frames: [Frame]
}

extension [Film] {
  /// The films without duplicates. If both modes of a strategy show the same screens, only the
  /// first film is kept.
  package var distinct: [Film] {
    reduce(into: []) { kept, film in
      let twin = kept.firstIndex {
        $0.descriptor.id == film.descriptor.id && $0.screens == film.screens
      }
      if let twin { kept[twin].otherMode = film.mode } else { kept.append(film) }
    }
  }
}

extension Film {
  fileprivate var screens: [[Int64]] {
    frames.map { frame in
      let shown = frame.contentOffset..<frame.contentOffset + frame.viewport
      return frame.views.filter { $0.y < shown.upperBound && $0.y + $0.height > shown.lowerBound }
        .flatMap { [Int64($0.identity), ($0.y - shown.lowerBound).rawValue] }
    }
  }

  /// Films a script. Gestures and heights that the strategy does not support are dropped or adjusted.
  package static func record(
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
  private var rows: [Int]
  private var next: Int

  init(count: Int) { (rows, next) = (Array(0..<count), count) }

  mutating func apply(_ gesture: Gesture) {
    for change in gesture.changes {
      switch change {
      case .insert(let row, _):
        rows.insert(next, at: row)
        next += 1
      case .delete(let row): rows.remove(at: row)
      case .move(let from, let to): rows.insert(rows.remove(at: from), at: to)
      default: break
      }
    }
  }

  /// Published code may show a row that is not in the list. The row's index then serves as its
  /// identity.
  subscript(row: Int) -> Int { rows.indices.contains(row) ? rows[row] : row }
}

extension Film.Frame {
  fileprivate init(
    _ lockstep: Lockstep, after last: Film.Frame?, _ identities: RowIdentities,
    _ labels: inout ViewLabels
  ) {
    let (list, now) = (lockstep.list, lockstep.now)
    deviation = FrameDeviation(lockstep, after: last?.deviation)
    (contentOffset, windowHeight, work) = (now.contentOffset, now.contentHeight, now.work)
    (viewport, listHeight) = (lockstep.viewport, lockstep.trueOffset(of: lockstep.count))
    expectedTop = lockstep.position(now.expected) ?? last?.expectedTop ?? .zero
    list.visitViews {
      let label = labels[ObjectIdentifier($0)]?.label ?? labels.count
      labels[ObjectIdentifier($0)] = (label, $0)
      views.append(
        Film.View(
          id: label, row: $0.row, identity: identities[$0.row], y: $0.y, height: $0.height,
          x: $0.x))
    }
    if lockstep.descriptor.contentSpace == .window, let row = now.screen.first?.row {
      windowTop = lockstep.trueOffset(of: min(max(0, list.origin(of: row)), lockstep.count))
    }
    guard case .scroll(let asked) = lockstep.gesture,
      motionError.rawValue.signum() * asked.rawValue.signum() < 0
    else { return }
    let edge = asked < .zero ? .zero : max(.zero, windowHeight - viewport)
    let isAtEdge = contentOffset == edge && motionError.magnitude <= asked.magnitude
    isHeld = now.screen == lockstep.before.screen || isAtEdge
  }
}

extension Film {
  package struct Summary {
    fileprivate let film: Film

    /// The number of frames in which the content jumped, however slightly.
    package var jumps: Int { film.frames.count { $0.jump > .zero } }
    package var largestJump: LayoutUnit { film.frames.map(\.jump).max() ?? .zero }
    package var heldFrames: Int { film.frames.count(where: \.isHeld) }
    /// The total motion lost in held frames.
    package var lost: LayoutUnit {
      film.frames.filter(\.isHeld).reduce(.zero) { $0 + $1.motionError.magnitude }
    }
    package var roughFrames: Int { film.frames.count(where: \.deviation.isRough) }
    package var blankFrames: Int { film.frames.count { $0.deviation.blank > .zero } }
    package var displacedFrames: Int { film.frames.count { $0.deviation.lead != .zero } }
    package var sidewaysFrames: Int { film.frames.count { $0.deviation.sideways > .zero } }
    package var corrections: Int { film.frames.count { $0.correction != .zero } }
    package var framesOverTwoPasses: Int { film.frames.count { $0.work[.layoutPasses] > 2 } }
    package var views: Int { film.frames.reduce(0) { $0 + $1.work[.viewsCreated] } }
    package var bindings: Int { film.frames.reduce(0) { $0 + $1.work[.viewsConfigured] } }
    package var isExact: Bool {
      jumps + heldFrames + blankFrames + displacedFrames + sidewaysFrames == 0
    }
  }

  package var summary: Summary { Summary(film: self) }
}
