import BenchBasics
import BenchReplaying
import ListLayout

/// Reads gestures from a CSV file with the columns `op,a,b`:
///
///     scroll,PT,    settle,,    jump,ROW,    resize,ROW,PT    insert,ROW,PT    delete,ROW,
///     viewport,PT,  move,FROM,TO    width,PERCENT,     follow,,            begin,, ... commit,,
package enum GestureFile {
  /// The values of `op`, each with the number of further columns it uses and the ability that a
  /// strategy needs to support it.
  fileprivate static let operations:
    KeyValuePairs<String, (columns: Int, needs: StrategyDescriptor.Abilities, change: String)> = [
      "scroll": (1, [], "scroll"), "settle": (0, [], "settle"), "jump": (1, [], "jump"),
      "resize": (2, .resize, "resize rows"), "insert": (2, .edit, "insert rows"),
      "delete": (1, .edit, "delete rows"), "viewport": (1, .viewport, "change the viewport"),
      "move": (2, .edit, "move rows"), "width": (1, .relayout, "change all heights"),
      "follow": (0, [], "follow"), "begin": (0, [], "begin"), "commit": (0, [], "commit"),
    ]
  fileprivate static let maxViewport = LayoutUnit(points: 1_000_000)

  package static func gestures(
    at path: String, rules all: [GestureRules]
  ) throws(RunFault) -> [Gesture] {
    let file = try InputFile(path: path)
    if let excess = all.lazy.compactMap(\.excess).first {
      throw RunFault(.usage, "--viewport: \(excess)")
    }
    var (all, gestures) = (all, [Gesture]())
    var batch: (begin: InputLine, changes: [Gesture])?
    try file.forEachRecord(header: "op,a,b") { line, columns throws(RunFault) in
      var gesture: Gesture?
      for index in all.indices { gesture = try all[index].gesture(columns, line) }
      switch (columns[0], gesture) {
      case ("begin", _) where batch == nil: batch = (line, [])
      case (_, let gesture?) where batch == nil: gestures.append(gesture)
      case ("commit", _):
        guard let changes = batch?.changes, !changes.isEmpty else {
          throw line.fault("commit without any changes since begin")
        }
        gestures.append(.batch(changes))
        batch = nil
      case (_, let gesture?)
      where batch?.changes.last != .follow && (gesture == .follow || !gesture.changes.isEmpty):
        // Appending in place keeps the parsing time linear in the number of changes.
        batch?.changes.append(gesture)
      default:
        throw line.fault(
          "\(columns[0].quoted) is not allowed here: a batch contains changes and optionally a final follow"
        )
      }
    }
    if let batch { throw batch.begin.fault("begin without a matching commit") }
    return gestures
  }
}

package struct GestureRules: Sendable {
  private let descriptor: StrategyDescriptor
  private var count: Int
  /// The height that inserted rows must have, or nil if any height is allowed.
  private var onlyHeight: LayoutUnit?
  /// The largest viewport height and the smallest nonzero row height so far.
  private var viewport: LayoutUnit
  private var lowest: Int32

  package init(_ descriptor: StrategyDescriptor, heights: [Int32], viewport: LayoutUnit) {
    self.descriptor = descriptor
    count = heights.count
    onlyHeight = descriptor.requirement.onlyHeight(of: heights, viewport: viewport)
    self.viewport = viewport
    lowest = heights.lazy.filter { $0 > 0 }.min() ?? .max
  }

  fileprivate var excess: String? {
    if Screen.holds(viewport, rowsOf: lowest) { return nil }
    return "more than \(Screen.maxVisibleRows) rows of \(LayoutUnit(rawValue: lowest)) pt fit into "
      + "a viewport of \(viewport) pt"
  }

  /// Checks a gesture and updates the list's state. Returns nil for `begin` and `commit`.
  fileprivate mutating func gesture(
    _ columns: [Substring], _ line: InputLine
  ) throws(RunFault) -> Gesture? {
    let (word, a, b) = (columns[0], columns[1], columns[2])
    guard let operation = GestureFile.operations.first(where: { $0.key == word })?.value else {
      let names = GestureFile.operations.map(\.key)
      let hint =
        Spelling.nearest(to: String(word), among: names).map { "did you mean \($0)?" }
        ?? "expected one of \(names.joined(separator: " "))"
      throw line.fault("\(word.quoted) is not a gesture, \(hint)")
    }
    for (place, name) in [(1, "a"), (2, "b")]
    where place > operation.columns && !columns[place].isEmpty {
      throw line.fault("column \(name) is \(columns[place].quoted), but must be empty")
    }
    guard descriptor.abilities.isSuperset(of: operation.needs) else {
      throw line.fault("\(descriptor.id) cannot \(operation.change)")
    }
    let gesture = try applied(word, a, b, line)
    if let excess { throw line.fault(excess) }
    return gesture
  }

  private mutating func applied(
    _ word: Substring, _ a: Substring, _ b: Substring, _ line: InputLine
  ) throws(RunFault) -> Gesture? {
    switch word {
    case "scroll": return .scroll(try line.length(a, "distance"))
    case "settle": return .settle
    case "jump": return .jump(row: try row(a, below: count, line))
    case "viewport":
      let (most, new) = (GestureFile.maxViewport, try line.length(a, "viewport"))
      guard new > .zero, new <= most else {
        throw line.fault("viewport \(a.quoted): must be above 0 and at most \(most) pt")
      }
      viewport = max(viewport, new)
      return .viewport(new)
    case "resize":
      return .resize(row: try row(a, below: count, line), height: try height(b, line))
    case "insert":
      guard count < Population.maximumRows else {
        throw line.fault("more than \(Population.maximumRows) rows")
      }
      let (row, height) = (try row(a, below: count + 1, line), try height(b, line))
      if descriptor.requirement == .equalHeights { onlyHeight = height }
      count += 1
      return .insert(row: row, height: height)
    case "delete":
      let row = try row(a, below: count, line)
      count -= 1
      return .delete(row: row)
    case "move":
      return .move(from: try row(a, below: count, line), to: try row(b, below: count, line))
    case "width": return .width(percent: try width(a, line))
    case "follow":
      if descriptor.topology == .circular {
        throw line.fault("\(descriptor.id) has no end to follow")
      }
      return .follow
    default: return nil
    }
  }

  private func row(
    _ field: Substring, below end: Int, _ line: InputLine
  ) throws(RunFault) -> Int {
    guard let row = Int(whole: field), (0..<end).contains(row) else {
      let range = end > 0 ? "expected 0 to \(end - 1)" : "the list has no rows"
      throw line.fault("row \(field.quoted): \(range)")
    }
    return row
  }

  private mutating func width(_ field: Substring, _ line: InputLine) throws(RunFault) -> Int {
    guard let percent = Int(whole: field), Gesture.widths.contains(percent) else {
      let (least, most) = (Gesture.widths.lowerBound, Gesture.widths.upperBound)
      throw line.fault("width \(field.quoted): expected a percentage from \(least) to \(most)")
    }
    if descriptor.requirement == .pages {
      throw line.fault("\(descriptor.id) needs rows as tall as the viewport")
    }
    lowest = Gesture.height(lowest, atWidth: percent)
    onlyHeight = onlyHeight.map {
      LayoutUnit(rawValue: Gesture.height($0.asHeight, atWidth: percent))
    }
    return percent
  }

  private mutating func height(
    _ field: Substring, _ line: InputLine
  ) throws(RunFault) -> LayoutUnit {
    let height = try line.height(field)
    if descriptor.requirement == .positiveHeights, height == .zero {
      throw line.fault(
        "height \(field.quoted): \(descriptor.id) needs rows with a height above 0")
    }
    if let onlyHeight, height != onlyHeight {
      throw line.fault(
        "height \(field.quoted): \(descriptor.id) needs every row to be \(onlyHeight) pt tall")
    }
    if height > .zero { lowest = min(lowest, height.asHeight) }
    return height
  }
}
