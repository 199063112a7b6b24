import ListLayout
import Replaying

/// How far a list was from the reference over some frames: exact whole numbers, lengths in 1/64 pt.
///
/// `FrameDeviation` says what is added up of each frame.
public struct Deviation: Hashable, Sendable {
  /// Frames compared, the first screen included.
  public var frames = 0
  /// Frames that showed other rows than the reference, whatever their places.
  public var wrongRowFrames = 0
  /// The sum over frames of the frame's displacement, in 1/64 pt x frames.
  public var displacement: Int64 = 0
  /// The sum over frames of the greatest distance of a row sideways, in 1/64 pt x frames.
  public var sideways: Int64 = 0
  /// The first frame that differed at all; 0 is the first screen.
  public var firstDivergentFrame: Int?
  /// Frames in which the content was asked to move and the reference moved, but this list did not.
  public var stallFrames = 0
  /// The motion that the reference made and this list did not.
  public var lost = LayoutUnit.zero
  /// The part of it that the content space had room for.
  public var lostInsideContent = LayoutUnit.zero
  /// Motion against the direction asked, or further than asked.
  public var stray = LayoutUnit.zero
  /// The sum over frames of the points that were blank; in 1/64 pt x frames.
  public var blank: Int64 = 0
  /// Frames that took more than two passes of layout.
  public var framesOverTwoPasses = 0
  /// Frames whose layout did not come to rest and was cut.
  public var layoutsCut = 0
  /// Views made.
  public var viewsCreated = 0
  /// Views bound to a row.
  public var viewsConfigured = 0
  /// Heights asked for.
  public var heightsAsked = 0

  /// No frames.
  public init() {}

  /// Whether every frame was the reference's, to the last unit.
  public var showsTheSame: Bool { firstDivergentFrame == nil }

  /// Whether nothing at all deviated: the screens, and the work of a frame.
  public var isZero: Bool { showsTheSame && framesOverTwoPasses == 0 && layoutsCut == 0 }

  /// Drives a strategy and the reference through a script.
  public static func measure(
    _ contender: StrategyEntry, mode: StrategyMode, script: GestureScript
  ) -> Deviation {
    let script = script.repaired(for: contender.card.requirement)
    let lockstep = Lockstep(contender, mode: mode, script: script)
    var deviation = Deviation()
    deviation.add(FrameDeviation(lockstep), lockstep.now.work)
    for gesture in script.gestures {
      lockstep.apply(gesture)
      deviation.add(FrameDeviation(lockstep), lockstep.now.work)
    }
    return deviation
  }

  /// Goes on with a frame and the strategy's work for it.
  public mutating func add(_ frame: FrameDeviation, _ work: WorkCounters) {
    if frame.differs, firstDivergentFrame == nil { firstDivergentFrame = frames }
    frames += 1
    if frame.showsOtherRows { wrongRowFrames += 1 }
    displacement += frame.displacement.rawValue
    sideways += frame.sideways.rawValue
    if frame.isStall { stallFrames += 1 }
    lost += frame.lost
    lostInsideContent += frame.lostInsideContent
    stray += frame.stray
    blank += frame.blank.rawValue
    if work[.layoutPasses] > 2 { framesOverTwoPasses += 1 }
    layoutsCut += work[.layoutsCut]
    viewsCreated += work[.viewsCreated]
    viewsConfigured += work[.viewsConfigured]
    heightsAsked += work[.heightsAsked]
  }

  /// Goes on with the frames of another run.
  public mutating func add(_ other: Deviation) {
    if firstDivergentFrame == nil, let frame = other.firstDivergentFrame {
      firstDivergentFrame = frames + frame
    }
    frames += other.frames
    wrongRowFrames += other.wrongRowFrames
    displacement += other.displacement
    sideways += other.sideways
    stallFrames += other.stallFrames
    lost += other.lost
    lostInsideContent += other.lostInsideContent
    stray += other.stray
    blank += other.blank
    framesOverTwoPasses += other.framesOverTwoPasses
    layoutsCut += other.layoutsCut
    viewsCreated += other.viewsCreated
    viewsConfigured += other.viewsConfigured
    heightsAsked += other.heightsAsked
  }
}
