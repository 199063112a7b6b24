import ListLayout

/// How far a strategy may be from the reference in a scenario.
public enum Bound: String, Sendable {
  /// The reference's screens, in at most two passes of layout a frame.
  case none = "nothing deviates"
  /// The reference's screens, however many passes it takes.
  case work = "the screens are right; a frame may take more passes of layout"
  /// The content stops at the edge of what is laid out, and what was asked beyond is lost.
  case content = "only motion beyond the laid out content is lost, and none goes astray"
  /// A frame may lose some of its motion, but goes neither back nor too far.
  case motion = "a frame loses at most the motion asked of it, and none goes astray"
  /// Nothing is promised: the numbers are the result.
  case reported = "no bound is known: measured and reported"

  /// Whether a measured deviation is within the bound.
  public func holds(for deviation: Deviation) -> Bool {
    switch self {
    case .none: deviation.isZero
    case .work: deviation.showsTheSame
    case .content: deviation.lostInsideContent == .zero && deviation.stray == .zero
    case .motion: deviation.stray == .zero
    case .reported: true
    }
  }
}
