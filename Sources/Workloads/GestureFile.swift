import HostSystem
import ListLayout
import Replaying
import Text

/// What a list must satisfy for a strategy that lays it out, as a reader of gestures checks it.
package struct GestureRules: Sendable {
  fileprivate let card: StrategyCard
  /// The rows before the next gesture.
  fileprivate var count: Int
  /// The one height that inserted rows may have; nil for any.
  fileprivate var onlyHeight: LayoutUnit?
  /// The greatest viewport so far, and the least height above 0 that a row has had.
  fileprivate var viewport: LayoutUnit
  fileprivate var lowest: Int32

  /// Rules for one strategy on one list.
  package init(_ card: StrategyCard, heights: [Int32], viewport: LayoutUnit) {
    self.card = card
    count = heights.count
    onlyHeight = card.requirement.onlyHeight(of: heights, viewport: viewport)
    self.viewport = viewport
    lowest = heights.lazy.filter { $0 > 0 }.min() ?? .max
  }
}

extension GestureRules {
  /// Why the list may show more rows at once than a screen can hold; nil where it cannot.
  fileprivate var excess: String? {
    if Screen.holds(viewport, rowsOf: lowest) { return nil }
    return "\(viewport) pt hold more than \(Screen.mostVisibleRows) rows of "
      + "\(LayoutUnit(rawValue: lowest)) pt"
  }
}

/// A user's gestures: a CSV file with the columns `op,a,b`.
///
///     scroll,PT,    settle,,    jump,ROW,    resize,ROW,PT    insert,ROW,PT    delete,ROW,
///     viewport,PT,
package enum GestureFile {
  /// The first line of the file.
  package static let header = "op,a,b"
  private static let words = [
    "scroll", "settle", "jump", "resize", "insert", "delete", "viewport",
  ]

  /// Reads the gestures of the file at `path`.
  ///
  /// - Throws: `missingInput` if it is not there or cannot be read; `badData`, with line and value, if
  ///   something in it is wrong or against the rules.
  package static func gestures(
    at path: String, rules: GestureRules
  ) throws(RunFault) -> [Gesture] {
    let file = try InputFile(path: path)
    var rules = rules
    if let excess = rules.excess { throw RunFault(.usage, "--viewport: \(excess)") }
    var gestures: [Gesture] = []
    try file.forEachLine { line, range throws(RunFault) in
      let reader = Line(file: file, number: line, text: file.text(range))
      if line == 1 {
        try reader.checkHeader()
      } else {
        gestures.append(try reader.gesture(&rules))
      }
    }
    return gestures
  }

  /// One line of the file.
  private struct Line {
    let file: InputFile
    let number: Int
    let text: Substring

    func checkHeader() throws(RunFault) {
      guard
        text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
          .joined(separator: ",") == header
      else {
        throw fault("the header is \(text.quoted), expected \(header.quoted)")
      }
    }

    private func fault(_ message: String) -> RunFault { file.fault(line: number, message) }

    /// The three columns.
    private func fields() throws(RunFault) -> [Substring] {
      let fields = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      guard fields.count == 3 else {
        throw fault("\(text.quoted) has \(fields.count) columns, expected \(header)")
      }
      return fields
    }

    /// The gesture, which follows the rules; keeps the count of rows in them.
    func gesture(_ rules: inout GestureRules) throws(RunFault) -> Gesture {
      let fields = try fields()
      switch fields[0] {
      case "scroll":
        try expectNothing(fields[2], "b")
        return .scroll(try distance(fields[1]))
      case "settle":
        try expectNothing(fields[1], "a")
        try expectNothing(fields[2], "b")
        return .settle
      case "jump":
        try expectNothing(fields[2], "b")
        return .jump(row: try row(fields[1], below: rules.count))
      case "viewport":
        try allow(.viewport, "change the viewport", rules)
        try expectNothing(fields[2], "b")
        return .viewport(try viewport(fields[1], &rules))
      case "resize":
        try allow(.resize, "resize rows", rules)
        return .resize(
          row: try row(fields[1], below: rules.count), height: try height(fields[2], &rules))
      case "insert": return try insert(fields, &rules)
      case "delete":
        try allow(.edit, "delete rows", rules)
        try expectNothing(fields[2], "b")
        let row = try row(fields[1], below: rules.count)
        rules.count -= 1
        return .delete(row: row)
      default:
        let meant = Spelling.nearest(to: String(fields[0]), among: words)
        let hint =
          meant.map { "did you mean \($0)?" } ?? "expected one of \(words.joined(separator: " "))"
        throw fault("\(fields[0].quoted) is no gesture, \(hint)")
      }
    }

    private func insert(
      _ fields: [Substring], _ rules: inout GestureRules
    ) throws(RunFault) -> Gesture {
      try allow(.edit, "insert rows", rules)
      guard rules.count < Population.maximumRows else {
        throw fault("more than \(Population.maximumRows) rows")
      }
      let height = try height(fields[2], &rules)
      let gesture = Gesture.insert(row: try row(fields[1], below: rules.count + 1), height: height)
      if rules.card.requirement == .equalHeights { rules.onlyHeight = height }
      rules.count += 1
      return gesture
    }

    private func allow(
      _ ability: StrategyCard.Abilities, _ what: String, _ rules: GestureRules
    ) throws(RunFault) {
      guard rules.card.abilities.contains(ability) else {
        throw fault("\(rules.card.id) cannot \(what)")
      }
    }

    private func expectNothing(_ field: Substring, _ column: String) throws(RunFault) {
      guard field.isEmpty else {
        throw fault("column \(column) is \(field.quoted), expected nothing there")
      }
    }

    private func row(_ field: Substring, below end: Int) throws(RunFault) -> Int {
      guard let row = Int(String(field)), (0..<end).contains(row) else {
        let range = end > 0 ? "expected 0 to \(end - 1)" : "the list has no rows"
        throw fault("row \(field.quoted): \(range)")
      }
      return row
    }

    private func length(_ field: Substring, _ name: String) throws(RunFault) -> LayoutUnit {
      let points = try file.number(field, line: number, name: name)
      guard let length = LayoutUnit(points: points) else {
        throw fault("\(name) \(field.quoted) is beyond \(LayoutUnit.maximumDistance) pt")
      }
      return length
    }

    private func distance(_ field: Substring) throws(RunFault) -> LayoutUnit {
      try length(field, "distance")
    }

    private func viewport(
      _ field: Substring, _ rules: inout GestureRules
    ) throws(RunFault) -> LayoutUnit {
      let viewport = try length(field, "viewport")
      guard viewport > .zero, viewport <= GestureFile.greatestViewport else {
        throw fault(
          "viewport \(field.quoted): expected more than 0 and at most \(greatestViewport) pt"
        )
      }
      rules.viewport = max(rules.viewport, viewport)
      if let excess = rules.excess { throw fault(excess) }
      return viewport
    }

    private func height(
      _ field: Substring, _ rules: inout GestureRules
    ) throws(RunFault) -> LayoutUnit {
      let height = try length(field, "height")
      guard height >= .zero, height <= .maximumHeight else {
        throw fault(
          "height \(field.quoted): expected 0 to \(LayoutUnit.maximumHeight) pt")
      }
      if let only = rules.onlyHeight, height != only {
        throw fault(
          "height \(field.quoted): \(rules.card.id) needs all rows \(only) pt high")
      }
      if height > .zero { rules.lowest = min(rules.lowest, height.asHeight) }
      if let excess = rules.excess { throw fault(excess) }
      return height
    }
  }

  /// The greatest viewport that input may name.
  package static let greatestViewport = LayoutUnit(points: 1_000_000)
}
