import ListLayout
import Replaying
import Text

/// What a list must satisfy for a strategy that lays it out, as a reader of gestures checks it.
package struct GestureRules: Sendable {
  /// The rows before the first gesture.
  package var count: Int
  /// What the strategy can do.
  package var abilities: StrategyCard.Abilities
  /// The one height that inserted rows may have; nil for any.
  package var onlyHeight: LayoutUnit?
  /// Whether all rows must be of one height; that of the first row to come where there is none yet.
  package var isEven = false
  /// The strategy's name, for messages.
  package var strategy: String
  /// The greatest viewport so far, and the least height above 0 that a row has had.
  fileprivate var viewport: LayoutUnit
  fileprivate var lowest: Int32

  /// Rules for one strategy on one list.
  package init(
    heights: [Int32], viewport: LayoutUnit, abilities: StrategyCard.Abilities,
    onlyHeight: LayoutUnit?, strategy: String
  ) {
    count = heights.count
    self.viewport = viewport
    lowest = heights.lazy.filter { $0 > 0 }.min() ?? .max
    self.abilities = abilities
    self.onlyHeight = onlyHeight
    self.strategy = strategy
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
///
/// Steps of a timed loop change several rows before one frame; a file has those of one loop:
///
///     rotate,PT,PT PT ...        the viewport, and the heights of all rows; later `rotate,PT,` goes back
///                                to the heights before, and so on
///     recalc,ROW ROW ...,PT PT ...    rows and their new heights
///     prepend,N,PT PT ...        rows that come in at the top, then so many go there
///     append,N,PT PT ...         the same at the end
package enum GestureFile {
  /// The first line of the file.
  package static let header = "op,a,b"
  private static let words = [
    "scroll", "settle", "jump", "resize", "insert", "delete", "viewport",
  ]
  private static let loops: [Loop] = [.rotate, .recalc, .prepend, .append]

  /// Reads the gestures of the file at `path`, which may have no steps of a loop.
  ///
  /// - Throws: `missing` if it is not there or cannot be read; `badData`, with line and value, if
  ///   something in it is wrong or against the rules.
  package static func gestures(
    at path: String, rules: GestureRules
  ) throws(WorkloadFault) -> [Gesture] {
    try read(path, rules, loops: []).gestures
  }

  /// Reads the gestures and the steps of a loop in the file at `path`.
  ///
  /// - Throws: as `gestures(at:rules:)` does.
  package static func frames(
    at path: String, rules: GestureRules
  ) throws(WorkloadFault) -> FrameScript {
    try read(path, rules, loops: loops)
  }

  private static func read(
    _ path: String, _ rules: GestureRules, loops: [Loop]
  ) throws(WorkloadFault) -> FrameScript {
    let file = try InputFile(path: path)
    var rules = rules
    if let excess = rules.excess { throw WorkloadFault(.usage, "--viewport: \(excess)") }
    var events: [FrameScript.Event] = []
    var steps = GestureSteps()
    try file.forEachLine { line, range throws(WorkloadFault) in
      let reader = Line(file: file, number: line, text: file.text(range))
      if line == 1 {
        try reader.checkHeader()
        return
      }
      let fields = try reader.fields()
      if let loop = loops.first(where: { $0.rawValue == fields[0] }) {
        events.append(.step(try steps.add(loop, fields, reader, &rules)))
      } else {
        let gesture = try reader.gesture(fields, &rules)
        try steps.allow(gesture, reader)
        events.append(.gesture(gesture))
      }
    }
    return FrameScript(events, steps: steps.script, otherHeights: steps.otherHeights)
  }

  /// One line of the file.
  struct Line {
    let file: InputFile
    let number: Int
    let text: Substring

    func checkHeader() throws(WorkloadFault) {
      guard
        text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
          .joined(separator: ",") == header
      else {
        throw fault("the header is \(text.quoted), expected \(header.quoted)")
      }
    }

    func fault(_ message: String) -> WorkloadFault { file.fault(line: number, message) }

    /// The three columns.
    func fields() throws(WorkloadFault) -> [Substring] {
      let fields = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
      guard fields.count == 3 else {
        throw fault("\(text.quoted) has \(fields.count) columns, expected \(header)")
      }
      return fields
    }

    /// The gesture, which follows the rules; keeps the count of rows in them.
    func gesture(
      _ fields: [Substring], _ rules: inout GestureRules
    ) throws(WorkloadFault) -> Gesture {
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
      case _ where loops.map(\.rawValue).contains(String(fields[0])):
        throw fault("a step of \(fields[0]): only 'replay' takes steps of a loop")
      default:
        let words = words + loops.map(\.rawValue)
        let suggestion = WorkloadFault.suggestion(for: fields[0], among: words)
        let expected = suggestion.isEmpty ? ", expected one of \(words.joined(separator: " "))" : ""
        throw fault("\(fields[0].quoted) is no gesture\(suggestion)\(expected)")
      }
    }

    private func insert(
      _ fields: [Substring], _ rules: inout GestureRules
    ) throws(WorkloadFault) -> Gesture {
      try allow(.edit, "insert rows", rules)
      guard rules.count < Population.maximumRows else {
        throw fault("more than \(Population.maximumRows) rows")
      }
      let height = try height(fields[2], &rules)
      let gesture = Gesture.insert(row: try row(fields[1], below: rules.count + 1), height: height)
      if rules.isEven { rules.onlyHeight = height }
      rules.count += 1
      return gesture
    }

    func allow(
      _ ability: StrategyCard.Abilities, _ what: String, _ rules: GestureRules
    ) throws(WorkloadFault) {
      guard rules.abilities.contains(ability) else {
        throw fault("\(rules.strategy) cannot \(what)")
      }
    }

    private func expectNothing(_ field: Substring, _ column: String) throws(WorkloadFault) {
      guard field.isEmpty else {
        throw fault("column \(column) is \(field.quoted), expected nothing there")
      }
    }

    func row(_ field: Substring, below end: Int) throws(WorkloadFault) -> Int {
      guard let row = Int(String(field)), (0..<end).contains(row) else {
        let range = end > 0 ? "expected 0 to \(end - 1)" : "the list has no rows"
        throw fault("row \(field.quoted): \(range)")
      }
      return row
    }

    private func length(_ field: Substring, _ name: String) throws(WorkloadFault) -> LayoutUnit {
      let points = try file.number(field, line: number, name: name)
      guard let length = LayoutUnit(points: points) else {
        throw fault("\(name) \(field.quoted) is beyond \(LayoutUnit.maximumDistance) pt")
      }
      return length
    }

    private func distance(_ field: Substring) throws(WorkloadFault) -> LayoutUnit {
      try length(field, "distance")
    }

    func viewport(
      _ field: Substring, _ rules: inout GestureRules
    ) throws(WorkloadFault) -> LayoutUnit {
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

    func height(
      _ field: Substring, _ rules: inout GestureRules
    ) throws(WorkloadFault) -> LayoutUnit {
      let height = try length(field, "height")
      guard height >= .zero, height <= .maximumHeight else {
        throw fault(
          "height \(field.quoted): expected 0 to \(LayoutUnit.maximumHeight) pt")
      }
      if let only = rules.onlyHeight, height != only {
        throw fault(
          "height \(field.quoted): \(rules.strategy) needs all rows \(only) pt high")
      }
      if height > .zero { rules.lowest = min(rules.lowest, height.asHeight) }
      if let excess = rules.excess { throw fault(excess) }
      return height
    }
  }

  /// The greatest viewport that input may name.
  package static let greatestViewport = LayoutUnit(points: 1_000_000)
}

/// The steps of a timed loop in a file of gestures, as they are read: of one loop, and all as wide.
struct GestureSteps {
  private var loop: Loop?
  private var width = 1
  private var count = 0
  private var rows: [Int32] = []
  private var targets: [Int32] = []
  private var heights: [Int32] = []
  private var distances: [Int64] = []
  /// What the loop `rotate` goes over to.
  private(set) var otherHeights: [Int32]?

  /// The steps.
  var script: Script {
    guard let loop else { return .none }
    return Script(
      loop: loop, count: count, width: width, rows: rows, targets: targets, heights: heights,
      distances: distances)
  }

  /// Reads a step, which follows the rules; keeps the count of rows in them.
  ///
  /// - Returns: its index.
  mutating func add(
    _ loop: Loop, _ fields: [Substring], _ line: GestureFile.Line, _ rules: inout GestureRules
  ) throws(WorkloadFault) -> Int {
    if let first = self.loop, first != loop {
      throw line.fault("a step of \(loop.rawValue): expected \(first.rawValue), as further up")
    }
    switch loop {
    case .rotate: try rotate(fields, line, &rules)
    case .recalc:
      try line.allow(.resize, "resize rows", rules)
      try takeHeights(fields[2], line, &rules)
      let words = fields[1].split(separator: " ")
      guard words.count == width else {
        throw line.fault("rows: \(words.count), heights: \(width), expected as many")
      }
      for word in words { rows.append(Int32(try line.row(word, below: rules.count))) }
      targets.append(0)
      distances.append(0)
    default:
      try line.allow(.edit, "insert and delete rows", rules)
      try takeHeights(fields[2], line, &rules)
      rules.count += width
      guard rules.count <= Population.maximumRows else {
        throw line.fault("more than \(Population.maximumRows) rows")
      }
      guard let surplus = Int(String(fields[1])), (0...rules.count).contains(surplus) else {
        throw line.fault(
          "\(fields[1].quoted) rows to delete: expected 0 to \(rules.count)")
      }
      targets.append(Int32(surplus))
      rules.count -= surplus
    }
    self.loop = loop
    count += 1
    return count - 1
  }

  /// Refuses what a list that is turned cannot take: its rows have two heights each.
  func allow(_ gesture: Gesture, _ line: GestureFile.Line) throws(WorkloadFault) {
    guard loop == .rotate else { return }
    switch gesture {
    case .resize, .insert, .delete:
      throw line.fault("rows cannot change, come or go after a rotation")
    case .scroll, .settle, .jump, .viewport: return
    }
  }

  /// All rows take other heights, or those that they had, and the viewport another.
  private mutating func rotate(
    _ fields: [Substring], _ line: GestureFile.Line, _ rules: inout GestureRules
  ) throws(WorkloadFault) {
    try line.allow(.relayout, "be turned", rules)
    distances.append(try line.viewport(fields[1], &rules).rawValue)
    let words = fields[2].split(separator: " ")
    guard count == 0 else {
      guard words.isEmpty else {
        throw line.fault("heights in a second rotation: expected none, as it turns back")
      }
      return
    }
    guard words.count == rules.count else {
      throw line.fault("heights: \(words.count), expected \(rules.count), one for each row")
    }
    var free = rules
    free.onlyHeight = nil
    var others: [Int32] = []
    for word in words {
      let height = try line.height(word, &free)
      // Rows of one height stay that, whichever it is.
      if rules.onlyHeight != nil { free.onlyHeight = height }
      others.append(Int32(truncatingIfNeeded: height.rawValue))
    }
    free.onlyHeight = rules.onlyHeight
    rules = free
    otherHeights = others
  }

  /// Takes the heights of a step's rows; all steps have as many.
  private mutating func takeHeights(
    _ field: Substring, _ line: GestureFile.Line, _ rules: inout GestureRules
  ) throws(WorkloadFault) {
    let words = field.split(separator: " ")
    guard !words.isEmpty else { throw line.fault("no heights: expected some, with spaces between") }
    guard count == 0 || words.count == width else {
      throw line.fault("heights: \(words.count), expected \(width), as further up")
    }
    width = words.count
    for word in words {
      heights.append(Int32(truncatingIfNeeded: try line.height(word, &rules).rawValue))
    }
  }
}
