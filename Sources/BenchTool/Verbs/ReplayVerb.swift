import Basics
import Conformance
import Runs
import Workloads

extension Verb {
  static let replay = Verb(
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
      .broken("with --check: an invariant is broken"),
    ] + ExitStatus.ofFiles,
    isQuick: true
  ) { tool, arguments, _ in
    try writeFrames(tool, arguments)
  }
}

extension Options {
  static let heightsFile = Option(
    "heights", letter: "H", .file, default: nil, "Row heights, one in points on each line")

  static let gesturesFile = Option(
    "gestures", letter: "g", .file, default: nil, "Gestures, a CSV with the columns op,a,b",
    discussion: """
      Its lines are 'scroll,PT,', 'settle,,', 'jump,ROW,', 'resize,ROW,PT', 'insert,ROW,PT', \
      'delete,ROW,', 'move,FROM,TO', 'viewport,PT,', 'width,PERCENT,' (every height becomes height x 100 / \
      PERCENT, to the nearest 1/64 pt) and 'follow,,' (go to the end of the list). The changes between \
      'begin,,' and 'commit,,' make one frame; a 'follow,,' may end them. What the last frame showed \
      and is still in the list after them stays in place, from the first visible row on.
      """)

  static let startRow = Option(
    "start-row", .count("ROW"), default: "0", "Row at the top of the first screen")

  static let frames = Option(
    "frames", letter: "f", .output,
    "File for what is on screen, a CSV with the columns frame,row,y,height",
    discussion: "Frame 0 is the first screen. '-' prints to the standard output, the usual place.")

  static let latency = Option(
    "latency", .count("FRAMES"), default: "60",
    "Frames between asking for rows that are not in memory and having them",
    discussion: "Only on-demand and prefetch wait for rows.")

  static let check = Option(
    flag: "check", "Check every frame as 'verify' does",
    discussion: "The first invariant that is broken ends it; frames are printed only on request.")
}

extension Verb {
  private static func writeFrames(_ tool: Tool, _ arguments: Arguments) throws -> ExitCode {
    let heights = try Population.heightsOrNone(at: arguments[Options.heightsFile])
    let viewport = arguments[Options.viewport]
    var need = MemoryNeed()
    need.add(
      rows: heights.count,
      contentHeight: LayoutUnit(rawValue: heights.reduce(0) { $0 &+ Int64($1) }))
    try need.refuse("the rows of \(arguments[Options.heightsFile])")
    let mode = arguments[Options.mode]
    guard let contender = tool.strategies(named: [arguments[Options.strategy]]).first else {
      throw RunFault(.usage, "--strategy \(arguments[Options.strategy]): no such strategy")
    }
    let descriptor = contender.descriptor
    guard descriptor.modes.contains(mode) else {
      throw RunFault(
        .usage,
        "--mode \(mode.rawValue): \(descriptor.id) has only "
          + descriptor.modes.map(\.rawValue).joined(separator: ", "))
    }
    if let (row, need) = descriptor.requirement.misfit(in: heights, viewport: viewport) {
      throw RunFault.badData(
        file: arguments[Options.heightsFile], line: row + 1,
        "height \(LayoutUnit(rawValue: heights[row])): \(descriptor.id) \(need)")
    }
    let start = arguments[Options.startRow]
    try refuse(startRow: start, of: heights.count)
    let gestures = try GestureFile.gestures(
      at: arguments[Options.gesturesFile],
      rules: GestureRules(descriptor, heights: heights, viewport: viewport))
    var options = LayoutOptions(
      viewport: viewport, start: start, mode: mode,
      loadLatency: arguments[Options.latency])
    options.takeTypicalRowHeight(of: heights)
    let frames = arguments[Options.frames] ?? (arguments[Options.check] ? nil : .standardOutput)
    try frames?.write { (output) throws(RunFault) in
      // Written while they are made, points in exact decimal.
      var bytes = Array("frame,row,y,height\n".utf8)
      let trial = contender.trial(on: RowStore(heights: heights), options: options, script: .none)
      for frame in 0...gestures.count {
        if frame > 0 { trial.apply(gestures[frame - 1]) }
        for row in trial.screen {
          bytes += "\(frame),\(row.row),\(row.y),\(row.height)\n".utf8
        }
        guard bytes.count >= 1 << 16 || frame == gestures.count else { continue }
        try output.append(bytes)
        bytes.removeAll(keepingCapacity: true)
      }
    }
    guard arguments[Options.check] else { return .success }
    let script = GestureScript(
      heights: heights, options: options, topology: descriptor.topology, gestures: gestures)
    guard let failure = checkInvariants(of: contender, mode: options.mode, asItStands: script)
    else {
      Terminal.say("\(descriptor.id) keeps its invariants here")
      return .success
    }
    Terminal.note("\(failure.summary)\n")
    return .regression
  }
}
