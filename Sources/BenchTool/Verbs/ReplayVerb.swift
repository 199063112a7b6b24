import Conformance
import HostSystem
import ListLayout
import Replaying
import Running
import Runs
import Workloads

extension Verb {
  /// Show what one strategy does.
  package static let replay = Verb(
    "replay", "Write down what a strategy shows, frame by frame",
    discussion: """
      Makes the gestures of a file on a list whose heights are in another file, and writes the \
      rows that are on screen after each gesture.
      """,
    options: [
      Options.strategy, Options.mode, Options.heightsFile, Options.gesturesFile, Options.viewport,
      Options.width, Options.startRow, Options.latency, Options.frames, Options.check,
    ],
    examples: [
      Example(
        "replay -s fenwick --heights rows.txt --gestures gestures.csv --frames -",
        "Print the frames."),
      Example(
        "replay -s fenwick -H heights.txt -g gestures.csv --viewport 100 --check",
        "See what 'verify' found again."),
    ],
    exitStatuses: [
      .fine("the frames are written, and with --check are right"),
      .broken("with --check: a law is broken"),
      .usage, .badInput, .missingInput, .internalError, .cannotCreate, .inputOutput,
    ],
    isQuick: true
  ) { tool, arguments, _ in
    try ReplayVerb(tool: tool, arguments: arguments).perform()
  }
}

/// The options that `replay` alone has.
extension Options {
  /// Row heights to replay.
  package static let heightsFile = Option(
    "heights", letter: "H", .file, default: nil, "Row heights, one in points on each line")

  /// Gestures to replay.
  package static let gesturesFile = Option(
    "gestures", letter: "g", .file, default: nil, "Gestures, a CSV with the columns op,a,b",
    discussion: """
      Its lines are 'scroll,PT,', 'settle,,', 'jump,ROW,', 'resize,ROW,PT', 'insert,ROW,PT', \
      'delete,ROW,' and 'viewport,PT,'.
      """)

  /// The row at the top of the first screen.
  package static let startRow = Option(
    "start-row", .count(placeholder: "ROW"), default: "0", "Row at the top of the first screen")

  /// Where the frames go.
  package static let frames = Option(
    "frames", letter: "f", .table,
    "File for what is on screen, a CSV with the columns frame,row,y,height",
    discussion: "Frame 0 is the first screen. '-' prints to the standard output, the usual place.")

  /// How long rows take that are not in memory.
  package static let latency = Option(
    "latency", .count(placeholder: "FRAMES"), default: "60",
    "Frames between asking for rows that are not in memory and having them",
    discussion: "Only on-demand and prefetch wait for rows.")

  /// Whether the frames are right.
  package static let check = Option(
    flag: "check", "Check every frame as 'verify' does",
    discussion: "The first law that is broken ends it; frames are printed only on request.")
}

/// `bench replay`: what a strategy shows, frame by frame.
struct ReplayVerb {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    let heights = try Population.heightsOrNone(at: arguments[Options.heightsFile])
    let viewport = arguments[Options.viewport]
    var need = MemoryNeed()
    need.add(
      rows: heights.count,
      contentHeight: LayoutUnit(rawValue: heights.reduce(0) { $0 &+ Int64($1) }))
    try need.refuse("the rows of \(arguments[Options.heightsFile])")
    guard let contender = tool.strategies(named: [arguments[Options.strategy]]).first else {
      throw RunFault(.usage, "--strategy \(arguments[Options.strategy]): no such strategy")
    }
    let card = contender.card
    guard card.modes.contains(arguments[Options.mode]) else {
      throw RunFault(
        .usage,
        "--mode \(arguments[Options.mode].rawValue): \(card.id) has only "
          + card.modes.map(\.rawValue).joined(separator: ", "))
    }
    let only = try onlyHeight(card, heights, viewport)
    let start = try startRow(heights.count)
    var rules = GestureRules(
      heights: heights, viewport: viewport, abilities: card.abilities, onlyHeight: only,
      strategy: card.id)
    rules.isEven = card.requirement == .equalHeights
    let gestures = try GestureFile.gestures(at: arguments[Options.gesturesFile], rules: rules)
    let options = LayoutOptions(
      viewport: viewport, start: start, mode: arguments[Options.mode],
      loadLatency: arguments[Options.latency])
    let frames = arguments[Options.frames] ?? (arguments[Options.check] ? nil : .standardOutput)
    try frames?.write { (output) throws(RunFault) in
      try writeFrames(of: contender, heights, options, gestures, to: output)
    }
    guard arguments[Options.check] else { return .success }
    let script = GestureScript(
      heights: heights, options: options, topology: card.topology, gestures: gestures)
    guard let failure = checkLaws(of: contender, mode: options.mode, asItStands: script) else {
      Terminal.say("\(card.id) keeps its laws here")
      return .success
    }
    Terminal.note("\(failure.summary)\n")
    return .regression
  }

  /// Writes what the strategy shows, as CSV.
  private func writeFrames(
    of contender: Contender, _ heights: [Int32], _ options: LayoutOptions, _ gestures: [Gesture],
    to output: OutputFile
  ) throws(RunFault) {
    let trial = contender.trial(on: RowStore(heights: heights), options: options, script: .none)
    var frames = FrameTable(output)
    try frames.add(trial.screen)
    for gesture in gestures {
      trial.apply(gesture)
      try frames.add(trial.screen)
    }
    try frames.end()
  }

  /// The one height that the strategy's rows must have; nil for any.
  private func onlyHeight(
    _ card: StrategyCard, _ heights: [Int32], _ viewport: LayoutUnit
  ) throws(RunFault) -> LayoutUnit? {
    guard let first = heights.first.map({ LayoutUnit(rawValue: $0) }) else {
      // Rows may still come in.
      return card.requirement == .pages ? viewport : nil
    }
    let only: LayoutUnit
    let reason: String
    switch card.requirement {
    case .anyHeights: return nil
    case .equalHeights: (only, reason) = (first, "needs all rows of one height, \(first) pt")
    case .pages: (only, reason) = (viewport, "needs rows as high as the viewport, \(viewport) pt")
    }
    if let line = heights.firstIndex(where: { Int64($0) != only.rawValue }) {
      let height = LayoutUnit(rawValue: heights[line])
      throw RunFault.badData(
        file: arguments[Options.heightsFile], line: line + 1,
        "height \(height): \(card.id) \(reason)")
    }
    return only
  }

  private func startRow(_ count: Int) throws(RunFault) -> Int {
    let start = arguments[Options.startRow]
    guard start < max(1, count) else {
      throw RunFault(.usage, "--start-row \(start): expected 0 to \(max(0, count - 1))")
    }
    return start
  }
}

/// The frames of a replay as CSV, written while they are made: `frame,row,y,height`, points in exact
/// decimal.
private struct FrameTable {
  private let output: OutputFile
  /// What is not written yet.
  private var bytes = Array("frame,row,y,height\n".utf8)
  private var frame = 0

  init(_ output: OutputFile) { self.output = output }

  mutating func add(_ screen: [VisibleRow]) throws(RunFault) {
    for row in screen {
      bytes.append(contentsOf: "\(frame),\(row.row),\(row.y),\(row.height)\n".utf8)
    }
    frame += 1
    if bytes.count >= 1 << 16 { try end() }
  }

  /// Writes what is left.
  mutating func end() throws(RunFault) {
    try output.append(bytes)
    bytes.removeAll(keepingCapacity: true)
  }
}
