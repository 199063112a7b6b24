import ListLayout

extension Lockstep {
  /// How much further on in the list the contender's screen is than the reference's; negative when
  /// it is behind.
  ///
  /// By the first row that both show; by the true heights when they have none in common. 0 when one
  /// shows nothing.
  var deviation: LayoutUnit {
    if now.screen == now.expected { return .zero }
    for shown in now.screen {
      let distances = now.expected.filter { $0.row == shown.row }.map { $0.y - shown.y }
      if let nearest = distances.min(by: { $0.magnitude < $1.magnitude }) { return nearest }
    }
    guard let place = position(now.screen), let due = position(now.expected) else { return .zero }
    return nearest(place - due)
  }

  /// Of a circular list, the shorter way round.
  func nearest(_ distance: LayoutUnit) -> LayoutUnit {
    let total = trueOffset(of: count).rawValue
    guard card.topology == .circular, total > 0 else { return distance }
    let rest = distance.rawValue % total
    let short = 2 * abs(rest) > total ? rest - rest.signum() * total : rest
    return LayoutUnit(rawValue: short)
  }
}

extension Gesture {
  /// How far content moved on screen between two frames with this gesture between them: the first
  /// row that was there before tells. Nil when none was.
  ///
  /// A row that a circular list shows twice may have come from either place: from the one that is
  /// nearer to what was asked.
  func motion(from before: [VisibleRow], to now: [VisibleRow]) -> LayoutUnit? {
    var asked = LayoutUnit.zero
    if case .scroll(let distance) = self { asked = distance }
    for row in now {
      guard let old = index(before: row.row) else { continue }
      let distances = before.filter { $0.row == old }.map { $0.y - row.y }
      let nearest = distances.min { ($0 - asked).magnitude < ($1 - asked).magnitude }
      if let nearest { return nearest }
    }
    return nil
  }

  /// The index that a row had before the gesture; nil when it was not there.
  private func index(before row: Int) -> Int? {
    switch self {
    case .insert(let new, _): row == new ? nil : row > new ? row - 1 : row
    case .delete(let old): row >= old ? row + 1 : row
    case .scroll, .settle, .jump, .resize, .viewport: row
    }
  }
}

extension LayoutUnit {
  /// Whether one goes up and the other down.
  func isAgainst(_ other: LayoutUnit) -> Bool {
    rawValue.signum() * other.rawValue.signum() < 0
  }
}
