import BenchReplaying
import ListLayout

/// A list's deviation from the reference, summed over all frames. Sums are exact. Lengths of type
/// `Int64` are in units of 1/64 pt.
public struct Deviation: Hashable, Codable, Sendable {
  /// Number of frames compared, including the first screen.
  public var frames = 0
  /// Frames whose rows differ from the reference's.
  public var wrongRowFrames = 0
  /// Frames in which the content jumped by 1 pt or more.
  public var jumpFrames = 0
  /// Frames with a blank area where the reference shows rows.
  public var blankFrames = 0
  /// Sum, over all frames, of the largest vertical distance between a row and its correct position.
  public var displacement: Int64 = 0
  /// Sum, over all frames, of the largest horizontal distance between a row and its correct position.
  public var sideways: Int64 = 0
  /// Frames in which the reference scrolled but this list did not.
  public var stallFrames = 0
  /// Frames that differ from the reference.
  public var differingFrames = 0
  /// Frames in which the list repositioned its content or loaded rows during scrolling.
  public var repositionedFrames = 0
  /// Frames in which the list scrolled a shorter distance than the reference.
  public var lossFrames = 0
  /// Total scroll distance lost.
  public var lost = LayoutUnit.zero
  /// The part of `lost` that the list could have scrolled without leaving its content space.
  public var lostInsideContent = LayoutUnit.zero
  /// Total distance by which the content moved backwards or overshot the requested distance.
  public var stray = LayoutUnit.zero
  /// Sum, over all frames, of the blank height where the reference shows rows.
  public var blank: Int64 = 0
  /// Frames that took more than two layout passes.
  public var framesOverTwoPasses = 0
  /// Layouts that were cut off because they did not settle.
  public var layoutsCut = 0

  /// Creates a total that includes no frames yet.
  public init() {}

  /// Whether every screen matches the reference.
  public var showsTheSame: Bool { differingFrames == 0 }

  /// Whether every screen matches the reference and every layout settled within two passes.
  public var isZero: Bool { showsTheSame && framesOverTwoPasses == 0 && layoutsCut == 0 }

  /// Runs a script on a strategy and the reference, and returns the strategy's deviation. The script is
  /// first adapted to the strategy's requirement; see `GestureScript.repaired(for:)`.
  public static func measure(
    _ contender: StrategyEntry, mode: StrategyMode, script: GestureScript
  ) -> Deviation {
    var deviation = Deviation()
    let script = script.repaired(for: contender.descriptor.requirement)
    Lockstep(contender, mode: mode, script: script).run(script.gestures) {
      deviation.add(FrameDeviation($0), $0.now.work)
    }
    return deviation
  }

  mutating func add(_ frame: FrameDeviation, _ work: WorkCounters) {
    frames += 1
    wrongRowFrames += frame.showsOtherRows ? 1 : 0
    jumpFrames += frame.jump >= LayoutUnit(points: 1) ? 1 : 0
    blankFrames += frame.blank > .zero ? 1 : 0
    displacement += frame.displacement.rawValue
    sideways += frame.sideways.rawValue
    stallFrames += frame.isStall ? 1 : 0
    differingFrames += frame.differs ? 1 : 0
    repositionedFrames += frame.isRepositioned ? 1 : 0
    lossFrames += frame.lost > .zero ? 1 : 0
    lost += frame.lost
    lostInsideContent += frame.lostInsideContent
    stray += frame.stray
    blank += frame.blank.rawValue
    framesOverTwoPasses += work[.layoutPasses] > 2 ? 1 : 0
    layoutsCut += work[.layoutsCut]
  }
}

/// The motion of a list's content on screen. In a smooth frame, the content moves by the requested
/// distance or stops at an end of the list. In a rough frame, the content stops at the edge of a
/// window, jumps, or disappears.
struct ContentMotion: Sendable {
  let contentHeight, viewport: LayoutUnit
  let topology: StrategyDescriptor.Topology

  /// The content's motion minus the requested motion, positive towards later rows. Nil if the
  /// content appeared or disappeared, or if the screen stayed blank even though motion was
  /// requested. `start` and `end` are the true offsets at the top of the viewport, or nil for a
  /// blank screen.
  func error(from start: LayoutUnit?, to end: LayoutUnit?, asked: LayoutUnit) -> LayoutUnit? {
    guard contentHeight > .zero else { return .zero }
    guard let start, let end else { return start == end && asked == .zero ? .zero : nil }
    if topology == .circular { return shorterWay(end - start - asked) }
    let last = max(.zero, contentHeight - viewport)
    let due = asked > .zero ? min(asked, max(.zero, last - start)) : max(asked, min(.zero, -start))
    return end - start - due
  }

  func shorterWay(_ distance: LayoutUnit) -> LayoutUnit {
    let total = contentHeight.rawValue
    guard topology == .circular, total > 0 else { return distance }
    let rest = distance.rawValue % total
    let short = 2 * abs(rest) > total ? rest - rest.signum() * total : rest
    return LayoutUnit(rawValue: short)
  }
}

/// One frame's deviation from the reference's frame. Motion is positive towards later rows.
package struct FrameDeviation: Hashable, Sendable {
  package private(set) var differs = false
  package private(set) var showsOtherRows = false
  /// The largest |y - expected y| among rows on both screens; in a circular list, each row is
  /// compared with its nearest copy. Equals the viewport height if no row is on both screens, or 0
  /// if either screen is empty.
  private(set) var displacement = LayoutUnit.zero
  /// The distance from the reference's scroll position, measured the shorter way around in a
  /// circular list.
  package private(set) var lead = LayoutUnit.zero
  /// The largest |x - expected x| among the pairs of rows compared for `displacement`.
  private(set) var sideways = LayoutUnit.zero
  package private(set) var blank = LayoutUnit.zero
  /// The content's motion minus the motion of the reference's content. Equals `lead` after a jump gesture.
  package private(set) var slip = LayoutUnit.zero
  /// The distance by which the content jumped: backwards, past the requested distance, or in a frame
  /// without scrolling. Unlike `stray`, it is measured from rows that stayed on screen.
  private(set) var jump = LayoutUnit.zero
  /// The change in content offset minus the motion on screen. It is nonzero if, for example, a
  /// window moved. It is 0 after a jump gesture or if no row stayed on screen.
  package private(set) var correction = LayoutUnit.zero
  /// Whether the strategy repositioned its content, or loaded or dropped rows, while it scrolled or
  /// came to rest.
  package private(set) var isRepositioned = false
  package private(set) var isStall = false
  /// The distance by which the list fell short of the reference's motion in the requested direction.
  private(set) var lost = LayoutUnit.zero
  /// The part of `lost` that the strategy could have scrolled in this frame without leaving its
  /// content space.
  private(set) var lostInsideContent = LayoutUnit.zero
  /// The distance by which the viewport moved backwards or overshot the requested distance.
  package private(set) var stray = LayoutUnit.zero
  /// The content's motion minus the requested motion, after clamping the requested motion to the list's ends;
  /// see `ContentMotion`. Equals `slip` after gestures other than scrolling.
  package private(set) var motionError: LayoutUnit? = LayoutUnit.zero

  package var isRough: Bool { motionError != .zero }

  /// If no row stayed on screen, `slip` is derived from `last`, the previous frame's deviation.
  package init(_ lockstep: Lockstep, after last: FrameDeviation? = nil) {
    let (before, now) = (lockstep.before, lockstep.now)
    differs = now.screen != now.expected
    if differs { addPlaces(now, in: lockstep) }
    correction = lockstep.correction
    switch lockstep.gesture {
    case .scroll, .settle:
      isRepositioned = correction != .zero || now.contentHeight != before.contentHeight
    default: break
    }
    // Equal screens move equally.
    guard let gesture = lockstep.gesture, differs || before.screen != before.expected else {
      return
    }
    if gesture.isJump {
      slip = lead
    } else if let made = lockstep.shift(\.screen), let due = lockstep.shift(\.expected) {
      slip = lockstep.motion.shorterWay(made - due)
    } else if let last {
      slip = lockstep.motion.shorterWay(lead - last.lead)
    }
    motionError = lockstep.motionError(slip: slip)
    guard case .scroll(let asked) = gesture, asked != .zero else {
      jump = slip.magnitude
      return
    }
    isStall = before.expected != now.expected && before.screen == now.screen
    let due = lockstep.travel(\.expected)?.along(asked)
    // When the reference stops at the end of the list, a strategy that lags behind may still move as
    // requested.
    let made = (due ?? .zero) + slip.along(asked)
    jump = max(made - asked.magnitude, -made, .zero)
    guard let due, let forward = lockstep.travel(\.screen)?.along(asked) else { return }
    let motion = max(.zero, due)
    lost = max(.zero, motion - max(.zero, forward))
    let room =
      asked > .zero
      ? before.contentHeight - lockstep.viewport - before.contentOffset : before.contentOffset
    lostInsideContent = max(.zero, lost - max(.zero, motion - max(.zero, room)))
    stray = max(.zero, -forward, forward - asked.magnitude)
  }

  private mutating func addPlaces(_ now: Lockstep.Frame, in lockstep: Lockstep) {
    let (screen, expected) = (now.screen, now.expected)
    showsOtherRows = screen.map(\.row) != expected.map(\.row)
    blank = max(
      .zero, expected.filled(of: lockstep.viewport) - screen.filled(of: lockstep.viewport))
    let distances = screen.compactMap { shown in
      expected.filter { $0.row == shown.row }.map { (x: $0.x - shown.x, y: $0.y - shown.y) }
        .min { $0.y.magnitude < $1.y.magnitude }
    }
    sideways = distances.map(\.x.magnitude).max() ?? .zero
    guard !screen.isEmpty, !expected.isEmpty else { return }
    displacement = distances.map(\.y.magnitude).max() ?? lockstep.viewport
    if let first = distances.first {
      lead = first.y
    } else if let place = lockstep.position(screen), let due = lockstep.position(expected) {
      lead = lockstep.motion.shorterWay(place - due)
    }
  }
}

extension Lockstep {
  private var asked: LayoutUnit {
    if case .scroll(let distance) = gesture { distance } else { .zero }
  }

  fileprivate func motionError(slip: LayoutUnit) -> LayoutUnit? {
    switch gesture {
    case .scroll, .settle:
      motion.error(from: position(before.screen), to: position(now.screen), asked: asked)
    default: slip
    }
  }

  fileprivate var motion: ContentMotion {
    ContentMotion(
      contentHeight: trueOffset(of: count), viewport: viewport, topology: descriptor.topology)
  }

  func position(_ screen: [VisibleRow]) -> LayoutUnit? {
    guard let first = screen.first, 0..<count ~= first.row else { return nil }
    return trueOffset(of: first.row) - first.y
  }

  /// The distance by which the last gesture moved a list's content, or nil if either screen is empty. In a
  /// circular list, the screens determine the distance only up to a whole number of revolutions. Among these
  /// distances, the result is the longest one between 0 and the requested distance. If there is none, it is
  /// the one closest to that range.
  fileprivate func travel(_ screen: (Frame) -> [VisibleRow]) -> LayoutUnit? {
    guard let start = position(screen(before)), let end = position(screen(now)) else { return nil }
    let total = trueOffset(of: count).rawValue
    guard descriptor.topology == .circular, total > 0 else { return end - start }
    let limit = asked.magnitude.rawValue
    let rest = (end - start).along(asked).rawValue % total
    var forward = rest < 0 ? rest + total : rest
    if forward <= limit {
      forward += (limit - forward) / total * total
    } else if forward - limit > total - forward {
      forward -= total
    }
    return LayoutUnit(rawValue: forward).along(asked)
  }

  fileprivate var correction: LayoutUnit {
    guard let gesture, !gesture.isJump, let made = shift(\.screen), shift(\.expected) != nil else {
      return .zero
    }
    return now.contentOffset - before.contentOffset - made
  }

  /// The distance by which the last gesture moved the first row that stayed on screen, or nil if none
  /// did. If a circular list shows that row twice, the motion closest to the requested one is used.
  fileprivate func shift(_ screen: (Frame) -> [VisibleRow]) -> LayoutUnit? {
    guard let gesture else { return nil }
    for row in screen(now) {
      guard let old = gesture.index(before: row.row) else { continue }
      let distances = screen(before).filter { $0.row == old }.map { $0.y - row.y }
      let nearest = distances.min { ($0 - asked).magnitude < ($1 - asked).magnitude }
      if let nearest { return nearest }
    }
    return nil
  }
}

extension Gesture {
  /// The row's index before the gesture, or nil if the gesture inserted it.
  fileprivate func index(before row: Int) -> Int? {
    switch self {
    case .insert(let new, _): row == new ? nil : row > new ? row - 1 : row
    case .delete(let old): row >= old ? row + 1 : row
    case .move(let from, let to):
      Gesture.insert(row: to, height: .zero).index(before: row)
        .flatMap { Gesture.delete(row: from).index(before: $0) }
    case .batch(let changes):
      changes.reversed().reduce(row) { row, change in row.flatMap { change.index(before: $0) } }
    case .scroll, .settle, .jump, .resize, .viewport, .width, .follow: row
    }
  }
}

extension LayoutUnit {
  fileprivate func along(_ other: LayoutUnit) -> LayoutUnit { other < .zero ? -self : self }
}

extension [VisibleRow] {
  fileprivate func filled(of viewport: LayoutUnit) -> LayoutUnit {
    var filled = LayoutUnit.zero
    var reached = LayoutUnit.zero
    for row in self {
      let bottom = Swift.min(row.bottom, viewport)
      filled += Swift.max(.zero, bottom - Swift.max(row.y, reached))
      reached = Swift.max(reached, bottom)
    }
    return filled
  }
}
