import ListLayout
import Replaying

extension Law {
  /// Before every fourth gesture the list is turned: all rows take other heights and the viewport
  /// another. Between, the script's motion goes on; its edits are left out, as edited rows do not
  /// turn.
  static func relayoutFinding(
    of contender: Contender, mode: StrategyMode, on script: GestureScript
  ) -> Finding? {
    let turns = script.gestures.count / 4 + 1
    let viewports = (0..<turns).map {
      $0 % 2 == 0 ? script.turnedViewport : script.options.viewport
    }
    let steps = Script(loop: .recalcAll, count: turns, distances: viewports.map(\.rawValue))
    let lockstep = Lockstep(contender, mode: mode, script: script, steps: steps)
    for index in 0...script.gestures.count {
      if index % 4 == 0 { lockstep.run(index / 4, viewport: viewports[index / 4]) }
      if let what = sameScreenViolation(in: lockstep) {
        let turn = script.turn(for: contender.card.requirement)
        return Finding(
          law: .relayout, step: index, what: "\(what), when before every fourth gesture \(turn)",
          expected: lockstep.now.expected, actual: lockstep.now.screen)
      }
      guard index < script.gestures.count else { break }
      var count = script.heights.count
      if let gesture = script.gestures[index].repaired(count: &count, height: nil),
        gesture.isMotion
      {
        lockstep.apply(gesture)
      }
    }
    return nil
  }
}

extension Gesture {
  fileprivate var isMotion: Bool {
    switch self {
    case .scroll, .settle, .jump: true
    case .resize, .insert, .delete, .viewport: false
    }
  }
}

extension GestureScript {
  private static let turnedBy: Int32 = 3 * 64

  /// The viewport after the list was turned.
  fileprivate var turnedViewport: LayoutUnit {
    options.viewport + LayoutUnit(rawValue: Self.turnedBy)
  }

  /// What happens when the list is turned, in words.
  fileprivate func turn(for requirement: StrategyCard.Requirement) -> String {
    let heights =
      requirement == .anyHeights
      ? "the heights go into reverse order" : "all rows become 3 pt higher"
    return "\(heights) and the viewport becomes \(turnedViewport), and every eighth all goes back"
  }

  /// The heights of the rows after the list was turned.
  func alternateHeights(for requirement: StrategyCard.Requirement) -> [Int32] {
    switch requirement {
    case .anyHeights: heights.reversed()
    case .equalHeights, .pages: heights.map { Int32(clamping: Int64($0) + Int64(Self.turnedBy)) }
    }
  }
}
