import ListLayout

/// How far a list was from the reference over some frames: exact whole numbers, lengths in 1/64 pt.
public struct Deviation: Hashable, Sendable {
  /// Frames compared, the first screen included.
  public var frames = 0
  /// Frames that showed other rows than the reference, whatever their places.
  public var wrongRowFrames = 0
  /// The sum over frames of the frame's displacement, in 1/64 pt x frames.
  ///
  /// A frame's displacement is the greatest |y - expected y| of the rows that both show (of a row
  /// that a circular list shows twice, the nearer pair). Two screens without a common row are at
  /// least the viewport's height apart, and count as that; an empty one has no displacement.
  public var displacement: Int64 = 0
  /// The sum over frames of the greatest |x - expected x| of the rows that both show (of a row that
  /// a circular list shows twice, the pair that is nearer in y), in 1/64 pt x frames.
  public var sideways: Int64 = 0
  /// The first frame that differed at all; 0 is the first screen.
  public var firstDivergentFrame: Int?
  /// Frames in which the content was asked to move and the reference moved, but this list did not.
  public var stallFrames = 0
  /// The part of the reference's motion, in the direction asked, that this list did not make, over
  /// all frames that were scrolled and not blank.
  public var lost = LayoutUnit.zero
  /// The part of `lost` that is more than `max(0, motion - slack)`, where slack is how far the
  /// content space reached beyond the viewport before the frame, in the direction asked.
  public var lostInsideContent = LayoutUnit.zero
  /// Motion against the direction asked, or further than asked.
  public var stray = LayoutUnit.zero
  /// The sum over frames of the points of the viewport that the reference filled minus those that
  /// this list filled, never less than 0 a frame; in 1/64 pt x frames.
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
