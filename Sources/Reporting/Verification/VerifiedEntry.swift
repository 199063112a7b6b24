/// What verification found about one strategy in one mode: plain values, to show.
public struct VerifiedEntry: Encodable, Equatable, Sendable {
  /// Whether what was on screen was what should have been.
  public enum Verdict: String, Encodable, Sendable {
    /// The same rows at the same places in every frame.
    case exact
    /// Something else in at least one frame.
    case deviates
  }

  /// The strategy's id.
  public var strategy: String
  /// `corrected` or `published`.
  public var mode: String
  /// Frames compared with the reference.
  public var frames: Int
  /// Whether all of them were right.
  public var verdict: Verdict
  /// Frames that showed other rows than they should.
  public var wrongRowFrames: Int
  /// How far rows were from their places, in points times frames: an exact decimal.
  public var deviationPtFrames: String
  /// How far rows were beside their places, in points times frames: an exact decimal.
  public var sidewaysPtFrames: String
  /// Frames that did not move although the finger did.
  public var stallFrames: Int
  /// Movement that never arrived on screen, in points: an exact decimal.
  public var lostPt: String
  /// Height without a row on it, in points times frames: an exact decimal.
  public var blankPtFrames: String
  /// Frames that needed more than two layout passes.
  public var passesOver2: Int
  /// How far the strategy may deviate, in a sentence; nil for one that may not.
  public var bound: String?
  /// Whether it stayed within its bound; nil when it has none to keep.
  public var held: Bool?

  /// The same for each kind of use alone, under its name; not part of the JSON.
  public var scenarios: [VerifiedEntry] = []
  /// Where the technique comes from; nil where nobody said so.
  public var origin: String?
  /// What is wrong with the published code, in a sentence; nil for nothing.
  public var publishedDefect: String?
  /// What the technique cannot do even when corrected, in a sentence; nil for nothing.
  public var inherentDeviation: String?

  /// An entry without deviations.
  public init(strategy: String, mode: String, frames: Int, verdict: Verdict) {
    self.strategy = strategy
    self.mode = mode
    self.frames = frames
    self.verdict = verdict
    wrongRowFrames = 0
    deviationPtFrames = "0"
    sidewaysPtFrames = "0"
    stallFrames = 0
    lostPt = "0"
    blankPtFrames = "0"
    passesOver2 = 0
  }

  private enum CodingKeys: String, CodingKey {
    case strategy, mode, frames, verdict
    case wrongRowFrames = "wrong_row_frames"
    case deviationPtFrames = "deviation_pt_frames"
    case sidewaysPtFrames = "sideways_pt_frames"
    case stallFrames = "stall_frames"
    case lostPt = "lost_pt"
    case blankPtFrames = "blank_pt_frames"
    case passesOver2 = "passes_over_2"
    case bound, held, origin
    case publishedDefect = "published_defect"
    case inherentDeviation = "inherent_deviation"
  }

  /// Writes all keys; a bound that there is not is null.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(strategy, forKey: .strategy)
    try container.encode(mode, forKey: .mode)
    try container.encode(frames, forKey: .frames)
    try container.encode(verdict, forKey: .verdict)
    try container.encode(wrongRowFrames, forKey: .wrongRowFrames)
    try container.encode(deviationPtFrames, forKey: .deviationPtFrames)
    try container.encode(sidewaysPtFrames, forKey: .sidewaysPtFrames)
    try container.encode(stallFrames, forKey: .stallFrames)
    try container.encode(lostPt, forKey: .lostPt)
    try container.encode(blankPtFrames, forKey: .blankPtFrames)
    try container.encode(passesOver2, forKey: .passesOver2)
    try container.encode(bound, forKey: .bound)
    try container.encode(held, forKey: .held)
    try container.encode(origin, forKey: .origin)
    try container.encode(publishedDefect, forKey: .publishedDefect)
    try container.encode(inherentDeviation, forKey: .inherentDeviation)
  }
}
