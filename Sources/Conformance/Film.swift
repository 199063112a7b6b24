import ListLayout
import Replaying

/// A strategy's run beside the reference, kept frame by frame.
public struct Film: Hashable, Sendable {
  /// A view that is bound to a row, in or out of sight.
  public struct View: Hashable, Sendable {
    /// Which object it is: 0 for the first that the film saw, 1 for the next.
    public let id: Int
    /// The row it shows.
    public let row: Int
    /// Its top in content space.
    public let y: LayoutUnit
    /// Its height.
    public let height: LayoutUnit
    /// Its leading edge.
    public let x: LayoutUnit
  }

  /// What a frame showed, and how far that was from what the reference showed.
  ///
  /// Places in the list are measured from the top of row 0, by the true heights.
  public struct Frame: Hashable, Sendable {
    /// The strategy's views, from top to bottom.
    public var views: [View] = []
    /// The content point at the viewport's top.
    public var contentOffset = LayoutUnit.zero
    /// The viewport's height.
    public var viewport = LayoutUnit.zero
    /// The place in the list where the content space starts: 0 unless it is a window.
    public var windowTop = LayoutUnit.zero
    /// The height of the content space.
    public var windowHeight = LayoutUnit.zero
    /// The height of all rows.
    public var listHeight = LayoutUnit.zero
    /// The place in the list that the reference has at the viewport's top.
    public var expectedTop = LayoutUnit.zero
    /// How far it is from the reference's frame.
    public var deviation: FrameDeviation
    /// Whether the slip is no jump but a stop: the content was to scroll and stands still, or has
    /// come to the edge of the content space.
    public var isHeld = false
    /// What the content offset changed beyond what the content moved on screen: a window that was
    /// set elsewhere, without anybody seeing it.
    public var correction = LayoutUnit.zero
    /// The work that the strategy did.
    public var work = WorkCounters()

    /// The distance that the content jumped, to where no finger had moved it; 0 for a stop.
    public var jump: LayoutUnit { isHeld ? .zero : deviation.slip.magnitude }
  }

  /// The strategy's descriptor.
  public let descriptor: StrategyDescriptor
  /// Its mode.
  public let mode: StrategyMode
  /// What happened to the list; frame 0 is the first screen, frame i + 1 the one after gesture i.
  public let gestures: [Gesture]
  /// One frame more than there are gestures.
  public let frames: [Frame]
  /// The time that each frame took in nanoseconds; empty when it was not measured.
  public let costs: [UInt64]
}

extension Film {
  /// Drives a strategy and the reference through a script, and keeps every frame.
  ///
  /// - Parameters:
  ///   - contender: the strategy to film.
  ///   - mode: as the post published it, or corrected.
  ///   - script: the list and its gestures; what the strategy cannot do is left out.
  ///   - timedRuns: further runs of the strategy alone, whose frames are timed.
  /// - Complexity: O(rows) at the start and at each insert or delete, else the frame's views.
  public static func record(
    _ contender: StrategyEntry, mode: StrategyMode, script: GestureScript, timedRuns: Int = 0
  ) -> Film {
    var script = script.repaired(for: contender.descriptor.requirement)
    script.topology = contender.descriptor.topology
    let lockstep = Lockstep(contender, mode: mode, script: script)
    var labels: ViewLabels = [:]
    var frames: [Frame] = []
    lockstep.run(script.gestures) { frames.append(Frame($0, after: frames.last, &labels)) }
    return Film(
      descriptor: contender.descriptor, mode: mode, gestures: script.gestures, frames: frames,
      costs: costs(of: contender, options: script.options(in: mode), script, runs: timedRuns))
  }

  /// The time of each frame in nanoseconds, the least of several runs: building the list and its
  /// first screen, then each gesture.
  private static func costs(
    of contender: StrategyEntry, options: LayoutOptions, _ script: GestureScript, runs: Int
  ) -> [UInt64] {
    guard runs > 0 else { return [] }
    var costs = [UInt64](repeating: .max, count: script.gestures.count + 1)
    for _ in 0..<runs {
      let store = RowStore(heights: script.heights)
      let (trial, built) = Replay.time { contender.trial(on: store, options: options) }
      costs[0] = min(costs[0], built)
      for (index, gesture) in script.gestures.enumerated() {
        costs[index + 1] = min(costs[index + 1], Replay.time { trial.apply(gesture) }.nanoseconds)
      }
    }
    return costs
  }
}

/// Numbers for views, in the order in which they are first seen. The views are kept, so that a new one
/// cannot stand where a forgotten one stood and be taken for it.
private typealias ViewLabels = [ObjectIdentifier: (label: Int, kept: RowView)]

extension Film.Frame {
  fileprivate init(_ lockstep: Lockstep, after last: Film.Frame?, _ labels: inout ViewLabels) {
    deviation = FrameDeviation(lockstep, after: last?.deviation)
    let (list, now) = (lockstep.list, lockstep.now)
    list.visitViews {
      let label = labels[ObjectIdentifier($0)]?.label ?? labels.count
      labels[ObjectIdentifier($0)] = (label, $0)
      views.append(Film.View(id: label, row: $0.row, y: $0.y, height: $0.height, x: $0.x))
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
    guard let last else { return }
    let isJump = lockstep.gesture?.isJump ?? false
    if !isJump, let made = lockstep.shift(\.screen), lockstep.shift(\.expected) != nil {
      correction = contentOffset - last.contentOffset - made
    }
    let slip = deviation.slip
    guard case .scroll(let asked) = lockstep.gesture,
      slip.rawValue.signum() * asked.rawValue.signum() < 0
    else { return }
    let edge = asked < .zero ? .zero : max(.zero, windowHeight - viewport)
    let isAtEdge = contentOffset == edge && slip.magnitude <= asked.magnitude
    isHeld = now.screen == lockstep.before.screen || isAtEdge
  }
}

extension Film {
  /// What can be said of a whole film, by counting its frames.
  public struct Summary: Hashable, Sendable {
    fileprivate let film: Film

    /// Frames in which the content jumped.
    public var jumps: Int { film.frames.count { $0.jump > .zero } }
    /// The longest jump.
    public var largestJump: LayoutUnit { film.frames.map(\.jump).max() ?? .zero }
    /// Frames in which the content was held although it was to scroll.
    public var heldFrames: Int { film.frames.count(where: \.isHeld) }
    /// The motion lost in those.
    public var lost: LayoutUnit {
      film.frames.filter(\.isHeld).reduce(.zero) { $0 + $1.deviation.slip.magnitude }
    }
    /// Frames with a blank area.
    public var blankFrames: Int { film.frames.count { $0.deviation.blank > .zero } }
    /// Frames that were not where the reference's were.
    public var displacedFrames: Int { film.frames.count { $0.deviation.lead != .zero } }
    /// Frames with rows beside the places that they have in the reference's.
    public var sidewaysFrames: Int { film.frames.count { $0.deviation.sideways > .zero } }
    /// Frames whose offset was set elsewhere without anything moving on screen.
    public var corrections: Int { film.frames.count { $0.correction != .zero } }
    /// Frames that took more than two passes of layout.
    public var framesOverTwoPasses: Int { film.frames.count { $0.work[.layoutPasses] > 2 } }
    /// Frames after the first that took longer than a display at 120 Hz waits.
    public var lateFrames: Int { film.costs.dropFirst().count { $0 > 1_000_000_000 / 120 } }
    /// Views made.
    public var views: Int { film.frames.reduce(0) { $0 + $1.work[.viewsCreated] } }
    /// Times that a view, new or used, was bound to a row.
    public var bindings: Int { film.frames.reduce(0) { $0 + $1.work[.viewsConfigured] } }

    /// Whether the film shows what the reference shows.
    public var isExact: Bool {
      jumps + heldFrames + blankFrames + displacedFrames + sidewaysFrames == 0
    }
  }

  /// The film in numbers.
  public var summary: Summary { Summary(film: self) }
}
