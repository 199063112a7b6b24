import BenchBasics
import BenchRuns
import BenchWorkloads
import Conformance

extension Command {
  static let replay = Command(
    "replay", "Print the screen after each gesture in a file",
    discussion:
      "Reads row heights from one file and gestures from another, and replays them on a list.",
    options: [
      Options.strategy, Options.mode, Options.heightsFile, Options.replayedGestures,
      Options.viewport, Options.startRow, Options.latency, Options.frames, Options.check,
    ],
    examples: [
      (
        "replay -s fenwick --heights rows.txt --gestures gestures.csv --frames -",
        "Print the visible rows of each frame."
      ),
      (
        "replay -s fenwick -H heights.txt -g gestures.csv --viewport 100 --check",
        "Reproduce a failure of 'verify'."
      ),
    ],
    exitCodes: [.regression: "with --check: an invariant is broken"],
    isQuick: true
  ) { _, arguments in
    try performReplay(arguments)
  }
}

extension Options {
  static let heightsFile = Option(
    "heights", letter: "H", .file, default: nil,
    "Read row heights from this file, in points, one per line")

  static let replayedGestures = Option(
    "gestures", letter: "g", .file, default: nil, gestures.facts.summary,
    discussion: """
      The gestures are 'scroll,PT,', 'settle,,', 'jump,ROW,', 'resize,ROW,PT', 'insert,ROW,PT', \
      'delete,ROW,', 'move,FROM,TO', 'viewport,PT,', 'width,PERCENT,' (each height becomes height x 100 / \
      PERCENT, rounded to 1/64 pt) and 'follow,,' (scroll to the end). All changes between 'begin,,' and \
      'commit,,' appear in a single frame, in which the first visible row that survives keeps its \
      position. The last change before 'commit,,' may be 'follow,,'.
      """)

  static let latency = Option(
    "latency", .count("FRAMES"), default: "60", "Load requested rows after this many frames",
    discussion: "Only on-demand and prefetch load rows.")

  static let frames = Option(
    "frames", letter: "f", .output,
    "Write all frames to a CSV file (frame,row,y,height)",
    discussion: """
      Frame 0 is the first screen. Strategies that position rows horizontally add a fifth column, x. By \
      default, the frames go to standard output, unless --check is given.
      """
  )

  static let check = Option(
    flag: "check", "Verify every frame and stop at the first failure")
}

private func performReplay(_ arguments: Arguments) throws -> ExitCode {
  let path = arguments[Options.heightsFile]
  let heights = try Population.heightsOrNone(at: path)
  var need = MemoryNeed()
  need.add(
    rows: heights.count,
    contentHeight: LayoutUnit(rawValue: heights.reduce(0) { $0 &+ Int64($1) }))
  try need.refuse("the rows of \(path)")
  let (strategy, mode) = (arguments[Options.strategy], arguments[Options.mode])
  let (descriptor, viewport) = (strategy.descriptor, arguments[Options.viewport])
  guard descriptor.modes.contains(mode) else {
    let modes = descriptor.modes.map(\.rawValue).listed("and")
    throw RunFault(.usage, "--mode \(mode.rawValue): \(descriptor.id) has only \(modes) code")
  }
  if let (row, need) = descriptor.requirement.firstViolation(in: heights, viewport: viewport) {
    throw RunFault.badData(
      file: path, line: row + 1,
      "height \(LayoutUnit(rawValue: heights[row])): \(descriptor.id) \(need)")
  }
  let start = arguments[Options.startRow]
  try checkStartRow(start, count: heights.count)
  let gestures = try GestureFile.gestures(
    at: arguments[Options.replayedGestures],
    rules: [GestureRules(descriptor, heights: heights, viewport: viewport)])
  guard !heights.isEmpty || !gestures.isEmpty else {
    throw RunFault(.usage, "nothing to replay: there are no rows and no gestures")
  }
  var options = LayoutOptions(
    viewport: viewport, start: start, mode: mode, loadLatency: arguments[Options.latency])
  options.takeTypicalRowHeight(of: heights)
  let isChecked = arguments[Options.check]
  let frames = arguments[Options.frames] ?? (isChecked ? nil : .standardOutput)
  try frames?.write { (output) throws(RunFault) in
    let setsX = strategy.formation != nil
    var bytes = Array("frame,row,y,height\(setsX ? ",x" : "")\n".utf8)
    let trial = strategy.trial(on: RowStore(heights: heights), options: options)
    for frame in 0...gestures.count {
      if frame > 0 { trial.apply(gestures[frame - 1]) }
      for row in trial.screen {
        bytes += "\(frame),\(row.row),\(row.y),\(row.height)\(setsX ? ",\(row.x)" : "")\n".utf8
      }
      guard bytes.count >= 1 << 16 || frame == gestures.count else { continue }
      try output.append(bytes)
      bytes.removeAll(keepingCapacity: true)
    }
  }
  guard isChecked else { return .success }
  let script = GestureScript(
    heights: heights, options: options, topology: descriptor.topology, gestures: gestures)
  if let failure = checkInvariants(of: strategy, mode: mode, asItStands: script) {
    Terminal.printError("\(failure.summary)\n")
    return .regression
  }
  Terminal.log("\(descriptor.id) keeps all invariants")
  return .success
}

/// Row 0 is valid even in an empty list.
func checkStartRow(_ row: Int, count: Int) throws(RunFault) {
  guard row < max(1, count) else {
    throw RunFault(.usage, "--start-row \(row): expected 0 to \(max(0, count - 1))")
  }
}
