import Conformance
import HostSystem
import ListLayout
import Replaying
import Running
import Runs
import Workloads

extension Verb {
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
  package static let heightsFile = Option(
    "heights", letter: "H", .file, default: nil, "Row heights, one in points on each line")

  package static let gesturesFile = Option(
    "gestures", letter: "g", .file, default: nil, "Gestures, a CSV with the columns op,a,b",
    discussion: """
      Its lines are 'scroll,PT,', 'settle,,', 'jump,ROW,', 'resize,ROW,PT', 'insert,ROW,PT', \
      'delete,ROW,' and 'viewport,PT,'.
      """)

  package static let startRow = Option(
    "start-row", .count(placeholder: "ROW"), default: "0", "Row at the top of the first screen")

  package static let frames = Option(
    "frames", letter: "f", .table,
    "File for what is on screen, a CSV with the columns frame,row,y,height",
    discussion: "Frame 0 is the first screen. '-' prints to the standard output, the usual place.")

  package static let latency = Option(
    "latency", .count(placeholder: "FRAMES"), default: "60",
    "Frames between asking for rows that are not in memory and having them",
    discussion: "Only on-demand and prefetch wait for rows.")

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
    if let (row, need) = card.requirement.misfit(in: heights, viewport: viewport) {
      throw RunFault.badData(
        file: arguments[Options.heightsFile], line: row + 1,
        "height \(LayoutUnit(rawValue: heights[row])): \(card.id) \(need)")
    }
    let start = try startRow(heights.count)
    let gestures = try GestureFile.gestures(
      at: arguments[Options.gesturesFile],
      rules: GestureRules(card, heights: heights, viewport: viewport))
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
    of contender: StrategyEntry, _ heights: [Int32], _ options: LayoutOptions,
    _ gestures: [Gesture],
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
