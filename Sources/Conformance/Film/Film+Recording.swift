import ListLayout
import Measuring
import Replaying

extension Film {
  /// Drives a strategy and the reference through a script, and keeps every frame.
  ///
  /// - Complexity: O(rows) at the start and at each insert or delete, else the frame's views.
  public static func record(
    _ contender: Contender, mode: StrategyMode, script: GestureScript
  ) -> Film {
    var script = script.repaired(for: contender.card.requirement)
    script.topology = contender.card.topology
    let lockstep = Lockstep(contender, mode: mode, script: script)
    var labels = ViewLabels()
    var frames = [Frame(lockstep, after: nil, &labels)]
    for gesture in script.gestures {
      lockstep.apply(gesture)
      frames.append(Frame(lockstep, after: frames.last, &labels))
    }
    return Film(
      card: contender.card, mode: mode, gestures: script.gestures, frames: frames, costs: [])
  }

  /// The time of each frame in nanoseconds, the least of several runs: building the list and its
  /// first screen, then each gesture.
  public static func costs(
    of contender: Contender, mode: StrategyMode, script: GestureScript, runs: Int
  ) -> [UInt64] {
    let script = script.repaired(for: contender.card.requirement)
    let options = script.options(in: mode)
    var costs = [UInt64](repeating: .max, count: script.gestures.count + 1)
    for _ in 0..<max(1, runs) {
      let store = RowStore(heights: script.heights)
      var start = MonotonicClock.now()
      let trial = contender.trial(on: store, options: options, script: .none)
      costs[0] = min(costs[0], MonotonicClock.now() &- start)
      for (index, gesture) in script.gestures.enumerated() {
        start = MonotonicClock.now()
        trial.apply(gesture)
        costs[index + 1] = min(costs[index + 1], MonotonicClock.now() &- start)
      }
    }
    return costs
  }
}

/// Numbers for views, in the order in which they are first seen.
///
/// The views are kept, so that a new one cannot stand where a forgotten one stood and be taken for
/// it.
private struct ViewLabels {
  private var kept: [RowView] = []
  private var labels: [ObjectIdentifier: Int] = [:]

  mutating func label(_ view: RowView) -> Int {
    let key = ObjectIdentifier(view)
    if let label = labels[key] { return label }
    labels[key] = kept.count
    kept.append(view)
    return kept.count - 1
  }
}

extension Film.Frame {
  fileprivate init(_ lockstep: Lockstep, after last: Film.Frame?, _ labels: inout ViewLabels) {
    let (list, now) = (lockstep.list, lockstep.now)
    var bound: [RowView] = []
    list.visitViews { bound.append($0) }
    views = bound.map {
      Film.View(id: labels.label($0), row: $0.row, y: $0.y, height: $0.height, x: $0.x)
    }
    contentOffset = now.contentOffset
    viewport = lockstep.viewport
    listHeight = lockstep.trueOffset(of: lockstep.count)
    windowHeight = now.contentHeight
    if lockstep.card.contentSpace == .window, let row = now.screen.first?.row {
      windowTop = lockstep.trueOffset(of: min(max(0, list.origin(of: row)), lockstep.count))
    }
    expectedTop = lockstep.position(now.expected) ?? last?.expectedTop ?? .zero
    blank = max(.zero, now.expected.filled(of: viewport) - now.screen.filled(of: viewport))
    work = now.work
    deviation = lockstep.deviation
    sideways = now.screen == now.expected ? .zero : now.sideways
    if let last { addMotion(lockstep, since: last) }
  }

  private mutating func addMotion(_ lockstep: Lockstep, since last: Film.Frame) {
    let (before, now) = (lockstep.before, lockstep.now)
    let made = lockstep.gesture?.motion(from: before.screen, to: now.screen)
    let due = lockstep.gesture?.motion(from: before.expected, to: now.expected)
    if case .jump = lockstep.gesture {
      // Where it came from does not matter, only whether it has landed.
      slip = deviation
    } else if let made, let due {
      slip = made - due
      correction = contentOffset - last.contentOffset - made
    } else {
      slip = lockstep.nearest(deviation - last.deviation)
    }
    guard case .scroll(let asked) = lockstep.gesture, slip.isAgainst(asked) else { return }
    let edge = asked < .zero ? .zero : max(.zero, windowHeight - viewport)
    let isAtEdge = contentOffset == edge && slip.magnitude <= asked.magnitude
    isHeld = now.screen == before.screen || isAtEdge
  }
}
