import BenchReplaying
import ListLayout

extension Script {
  /// Runs steps on a list and on the reference, and describes the first result or screen that differs, for
  /// example `offset(of: 812) is 35904, not 35900`. Both lists must have run all earlier steps. `open`
  /// returns new lists that start at the given row.
  package func difference(
    between list: Trial, and reference: Trial, in steps: Range<Int>,
    open: (_ row: Int) throws -> (list: Trial, reference: Trial)
  ) rethrows -> String? {
    for step in steps {
      if loop == .open {
        let (list, reference) = try open(Int(rows[step]))
        if let found = screenDifference(list.screen, reference.screen) { return found }
        continue
      }
      for trial in [list, reference] { _ = trial.run(step..<step + 1, from: Checksum()) }
      if laysOut, let found = screenDifference(list.screen, reference.screen) { return found }
      let (row, distance): (Int?, LayoutUnit?) =
        switch loop {
        case .offset, .offsetChain: (Int(rows[step]), nil)
        case .hitTest, .hitTestChain: (nil, LayoutUnit(rawValue: distances[step]))
        case .mixed, .recalc: (Int(targets[step]), LayoutUnit(rawValue: distances[step]))
        default: (nil, nil)
        }
      if let row {
        let (actual, expected) = (list.offset(of: row), reference.offset(of: row))
        if actual != expected { return "offset(of: \(row)) is \(actual), not \(expected)" }
      }
      if let distance {
        // In `recalc`, the point is relative to the viewport's top.
        let top = loop == .recalc
        let point = top ? list.contentOffset + distance : distance
        let actual = list.row(at: point)
        let expected = reference.row(at: top ? reference.contentOffset + distance : distance)
        if actual != expected { return "row(at: \(point)) is \(actual), not \(expected)" }
      }
    }
    return nil
  }
}

/// Describes the first row that differs, ignoring x coordinates.
private func screenDifference(_ actual: [VisibleRow], _ expected: [VisibleRow]) -> String? {
  func places(_ screen: [VisibleRow]) -> [[Int64]] {
    screen.map { [Int64($0.row), $0.y.rawValue, $0.height.rawValue] }
  }
  let (own, due) = (places(actual), places(expected))
  guard own != due else { return nil }
  let index = zip(own, due).prefix { $0 == $1 }.count
  func text(_ screen: [VisibleRow]) -> String {
    screen.indices.contains(index) ? screen[index].text : "missing"
  }
  return "row \(index) of the screen is \(text(actual)), not \(text(expected))"
}
