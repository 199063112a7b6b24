import ListLayout
import Replaying

/// The frames of a strategy and the reference under a script.
public struct Film: Hashable, Sendable {
  /// A view that is bound to a row, on or off screen.
  public struct View: Hashable, Sendable {
    /// The number of the view object, in order of appearance from 0.
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

  /// The screen in a frame and its deviation from the reference. Positions in the list are true offsets.
  public struct Frame: Hashable, Sendable {
    /// The strategy's views, from top to bottom.
    public var views: [View] = []
    /// The content point at the viewport's top.
    public var contentOffset = LayoutUnit.zero
    /// The viewport's height.
    public var viewport = LayoutUnit.zero
    /// The true offset of the content space's start: 0 unless it is a window.
    public var windowTop = LayoutUnit.zero
    /// The height of the content space.
    public var windowHeight = LayoutUnit.zero
    /// The height of all rows.
    public var listHeight = LayoutUnit.zero
    /// The true offset at the reference's viewport top.
    public var expectedTop = LayoutUnit.zero
    /// The deviation from the reference's frame.
    public var deviation: FrameDeviation
    /// Whether the slip is a stop, not a jump: the content did not scroll, or stopped at the edge of the
    /// content space.
    public var isHeld = false
    /// The change of the content offset minus the motion on screen: an invisible repositioning of a window.
    public var correction = LayoutUnit.zero
    /// The strategy's work.
    public var work = WorkCounters()

    /// The distance that the content jumped; 0 for a stop.
    public var jump: LayoutUnit { isHeld ? .zero : deviation.slip.magnitude }
  }

  /// The strategy's descriptor.
  public let descriptor: StrategyDescriptor
  /// Its mode.
  public let mode: StrategyMode
  /// The gestures; frame 0 is the first screen, frame i + 1 the one after gesture i.
  public let gestures: [Gesture]
  /// The frames: one more than there are gestures.
  public let frames: [Frame]
  /// The time of each frame in nanoseconds; empty if not measured.
  public let costs: [UInt64]
}

extension Film {
  /// Runs a script on a strategy and on the reference, and records every frame.
  ///
  /// - Parameters:
  ///   - contender: the strategy to film.
  ///   - mode: as the post published it, or corrected.
  ///   - script: the list and its gestures; gestures that the strategy cannot handle are dropped.
  ///   - timedRuns: the number of further runs of the strategy, whose frames are timed.
  /// - Complexity: O(rows) at the start and at each insert or delete, else O(views) a frame.
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

  /// The min time of each frame over several runs, in nanoseconds: building the list and its first screen,
  /// then each gesture.
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

/// Numbers of views in order of appearance. The views are retained, so that no two have the same address.
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
  /// Counts of a film's frames.
  public struct Summary: Hashable, Sendable {
    fileprivate let film: Film

    /// Frames in which the content jumped.
    public var jumps: Int { film.frames.count { $0.jump > .zero } }
    /// The longest jump.
    public var largestJump: LayoutUnit { film.frames.map(\.jump).max() ?? .zero }
    /// Frames in which the content stopped although it was to scroll.
    public var heldFrames: Int { film.frames.count(where: \.isHeld) }
    /// The motion lost in those.
    public var lost: LayoutUnit {
      film.frames.filter(\.isHeld).reduce(.zero) { $0 + $1.deviation.slip.magnitude }
    }
    /// Frames with a blank area.
    public var blankFrames: Int { film.frames.count { $0.deviation.blank > .zero } }
    /// Frames at another position than the reference's.
    public var displacedFrames: Int { film.frames.count { $0.deviation.lead != .zero } }
    /// Frames with rows at another x than the reference's.
    public var sidewaysFrames: Int { film.frames.count { $0.deviation.sideways > .zero } }
    /// Frames whose offset changed without motion on screen.
    public var corrections: Int { film.frames.count { $0.correction != .zero } }
    /// Frames with more than two layout passes.
    public var framesOverTwoPasses: Int { film.frames.count { $0.work[.layoutPasses] > 2 } }
    /// Frames after the first that exceeded the frame time at 120 Hz.
    public var lateFrames: Int { film.costs.dropFirst().count { $0 > 1_000_000_000 / 120 } }
    /// Views created.
    public var views: Int { film.frames.reduce(0) { $0 + $1.work[.viewsCreated] } }
    /// Bindings of views to rows.
    public var bindings: Int { film.frames.reduce(0) { $0 + $1.work[.viewsConfigured] } }

    /// Whether all frames equal the reference's.
    public var isExact: Bool {
      jumps + heldFrames + blankFrames + displacedFrames + sidewaysFrames == 0
    }
  }

  /// Counts over all frames of the film.
  public var summary: Summary { Summary(film: self) }
}
