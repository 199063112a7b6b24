import ListLayout

extension Invariant {
  static func sameScreenViolation(in lockstep: Lockstep) -> String? {
    let now = lockstep.now
    guard now.screen != now.expected else { return nil }
    guard now.screen.count == now.expected.count,
      let index = now.screen.indices.first(where: { now.screen[$0] != now.expected[$0] })
    else { return "\(now.screen.count) rows are on screen instead of \(now.expected.count)" }
    return
      "row \(index) of the screen is \(now.screen[index].text), not \(now.expected[index].text)"
  }

  static func tilingViolation(in lockstep: Lockstep) -> String? {
    let screen = lockstep.now.screen
    for index in screen.indices.dropFirst() {
      let bottom = screen[index - 1].bottom
      guard screen[index].y == bottom else {
        return "\(screen[index].text) does not stand at \(bottom), where the row above it ends"
      }
    }
    return nil
  }

  static func orderViolation(in lockstep: Lockstep) -> String? {
    let screen = lockstep.now.screen
    let count = lockstep.count
    if let row = screen.first(where: { !(0..<count ~= $0.row) }) {
      return "row \(row.row) is on screen in a list of \(count)"
    }
    for index in screen.indices.dropFirst() {
      let row = screen[index].row
      // Published code may hold a row twice: the meter counts that as a frame with wrong rows.
      if lockstep.mode == .published, row == screen[index - 1].row { continue }
      var next = screen[index - 1].row + 1
      if lockstep.descriptor.topology == .circular, count > 0 { next %= count }
      // Rows of height 0 are never visible: they are passed over.
      var passed = 0
      while next != row, next < count, passed < count,
        lockstep.trueHeight(of: next) == .zero
      {
        next += 1
        passed += 1
        if lockstep.descriptor.topology == .circular { next %= count }
      }
      if next != row { return "row \(row) follows row \(screen[index - 1].row)" }
    }
    return nil
  }
}

extension VisibleRow {
  /// The first point of the screen below the row.
  var bottom: LayoutUnit { y + height }

  var text: String {
    let place = "row \(row) at \(y), \(height) high"
    return x == .zero ? place : "\(place), at x = \(x)"
  }
}
