import ListLayout
import Replaying

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
          "\(Spelling.quoted(fields[1])) rows to delete: expected 0 to \(rules.count)")
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
