import ListLayout

/// How often a display shows a frame.
public enum FrameRate: Int, Hashable, Sendable, CaseIterable {
  /// 60 frames a second.
  case hz60 = 60
  /// 120 frames a second, as ProMotion displays.
  case hz120 = 120

  /// Frames in a second.
  public var perSecond: Double { Double(rawValue) }
}
