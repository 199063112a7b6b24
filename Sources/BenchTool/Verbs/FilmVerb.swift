import Basics
import Conformance
import Reporting
import Runs
import Workloads

extension Verb {
  static let film = Verb(
    "film", "Write a page that plays strategies side by side, frame by frame",
    discussion: """
      Makes the same gestures with each strategy and with the reference, and writes a page that \
      plays what they put on screen: rows, views, jumps, stops and blanks. The page needs no \
      network and no other file.
      """,
    options: [
      Options.filmedStrategies, Options.modes.defaulting(to: "both"),
      Options.scenario, Options.motion, Options.filmedGestures,
      Options.oneHeights.defaulting(to: "fixed:44"),
      Options.rowCount.defaulting(to: "10k"), Options.viewport, Options.width,
      Options.filmedStart, Options.filmLength, Options.seed, Options.page,
    ],
    conflicts: [
      Conflict(
        Options.filmedGestures, excludes: [Options.scenario, Options.motion, Options.filmLength],
        because: "the file alone says what happens")
    ],
    examples: [
      Example("film", "What a post calls jerky beside its answer, under recorded flings."),
      Example(
        "film -s fixed-list,fenwick --gestures gestures.csv -H file:rows.txt",
        "Your own gestures on your own rows."),
    ],
    exitStatuses: [.fine("the page is written")] + ExitStatus.ofFiles
  ) { tool, arguments, words in
    try FilmVerb(tool: tool, arguments: arguments, words: words).perform()
  }
}

extension Options {
  static let filmedStrategies = Option(
    "strategy", letter: "s", .strategies, "Which strategies to film, at most 6 films",
    discussion: "Without it reload-window, which its post calls jerky, and recycled-subview. "
      + strategiesDiscussion)

  static let filmedGestures = Option(
    "gestures", letter: "g", .file, "Gestures, a CSV with the columns op,a,b",
    discussion: "As 'replay' reads it, a frame a line. Without it a scenario moves the lists.")

  static let filmedStart = Option(
    "start-row", .count("ROW"), "Row at the top of the first screen",
    discussion: "Without it the scenario's own, in most the middle one; 0 for a gestures file.")

  static let filmLength = Option(
    "length", .duration, default: "30s", "Time that the film lasts at most",
    discussion: "At 120 frames a second.")

  static let page = Option(
    "output", letter: "o", .output, default: "film.html", "File for the page",
    discussion: "'-' prints to the standard output.")
}

struct FilmVerb {
  let tool: Tool
  let arguments: Arguments
  let words: [String]

  /// The strategies that are filmed when none are named: what a post calls jerky, and its answer.
  private static let usual = ["reload-window", "recycled-subview"]
  /// The most films that stand beside each other and can still be read.
  private static let most = 6
  /// How often a frame is timed; the least time counts.
  private static let timedRuns = 5

  func perform() throws -> ExitCode {
    let cast = try cast()
    let spec = try HeightsSpec(arguments[Options.oneHeights])
    let screen = Screen(arguments)
    let population = try Population(spec, seed: arguments[Options.seed])
    // A file of rows is taken with the rows it has, unless a number is asked for.
    let isOwn = ["file:", "text:"].contains { spec.name.hasPrefix($0) }
    let count =
      isOwn && !arguments.isGiven(Options.rowCount) ? nil : arguments[Options.rowCount]
    var need = MemoryNeed()
    need.add(rows: count ?? population.count ?? 0)
    try need.refuse("--rows")
    let heights = try population.heights(rows: count, screen: screen)
    let rows = heights.raw
    let action = try FilmAction(
      arguments, heights: rows, screen: screen, descriptors: cast.map(\.contender.descriptor))
    // As many views as rows of the mean height have room, and a window's beyond them.
    let mean = max(1, heights.contentHeight.rawValue / Int64(max(1, rows.count)))
    need.add(
      frames: cast.count * (action.gestures.count + 1),
      views: 2 * (Int(screen.viewport.rawValue / mean) + 1))
    try need.refuse("\(cast.count) films of \(action.gestures.count) frames")
    let films = try cast.map { contender, mode in
      let descriptor = contender.descriptor
      if let (_, need) = descriptor.requirement.misfit(in: rows, viewport: screen.viewport) {
        throw RunFault(.usage, "--heights \(spec): \(descriptor.id) \(need)")
      }
      var options = LayoutOptions(viewport: screen.viewport, start: action.start, mode: mode)
      options.takeTypicalRowHeight(of: rows)
      let script = GestureScript(
        heights: rows, options: options, topology: descriptor.topology, gestures: action.gestures)
      return Film.record(contender, mode: mode, script: script, timedRuns: Self.timedRuns)
    }
    let subject = """
      \(action.description) on \(Quantity.count(rows.count)) rows (\(arguments[Options.oneHeights])), \
      \(Quantity.count(action.gestures.count)) frames at 120 a second. Each screen shows what a \
      technique shows; all get the same gestures, and a reference says where the rows belong.
      """
    let page = try films.page(
      subject: subject, command: [tool.program] + words, rate: framesPerSecond,
      width: screen.width)
    try arguments[Options.page].write(Array(page.utf8))
    if case .file(let path) = arguments[Options.page] {
      Terminal.note("\(path.printable): open it in a browser\n")
    }
    return .success
  }

  /// The strategies that are named in their modes, or the usual or at least the first ones of a program.
  private func cast() throws(RunFault) -> [(contender: StrategyEntry, mode: StrategyMode)] {
    let own = tool.strategies.map(\.descriptor).filter { !$0.isFloor }.map(\.id)
    let usual = own.filter(Self.usual.contains)
    let ids = arguments[Options.filmedStrategies] ?? (usual.isEmpty ? Array(own.prefix(2)) : usual)
    let modes = StrategyMode.allCases.filter { arguments[Options.modes].contains($0) }
    let cast = tool.strategies(named: ids).flatMap { contender in
      modes.filter { contender.descriptor.modes.contains($0) }.map { (contender, $0) }
    }
    guard !cast.isEmpty else {
      let modes = modes.map(\.rawValue).joined(separator: ", ")
      throw RunFault(
        .usage, "--mode: \(ids.joined(separator: ", ")): no such strategy has the form \(modes)")
    }
    guard cast.count <= Self.most else {
      throw RunFault(
        .usage, "--strategy: that makes \(cast.count) films, expected at most \(Self.most)")
    }
    return cast
  }
}

private struct FilmAction {
  let gestures: [Gesture]
  let start: Int
  /// What the gestures are, as the beginning of a sentence.
  let description: String

  /// Frames between two things that happen to a list, for the eye to follow: half a second.
  private static let rest = 59

  /// Throws for what cannot be filmed, and as `GestureFile` does.
  init(
    _ arguments: Arguments, heights: [Int32], screen: Screen, descriptors: [StrategyDescriptor]
  ) throws(RunFault) {
    var own = 0
    if let path = arguments[Options.filmedGestures] {
      gestures = try GestureFile.gestures(
        at: path,
        rules: descriptors.map { GestureRules($0, heights: heights, viewport: screen.viewport) })
      description = "The gestures of \(path)"
    } else {
      let scenario = try Self.scenario(arguments[Options.scenario], descriptors)
      let builder = ScriptBuilder(
        heights: heights, viewport: screen.viewport, seed: arguments[Options.seed])
      own = builder.start(of: scenario)
      let script = builder.script(
        for: scenario, motion: try Self.motion(of: scenario, arguments),
        rotatedViewport: screen.viewport)
      let length = arguments[Options.filmLength] / .seconds(1) * Double(framesPerSecond)
      gestures = Array(Self.gestures(of: script, count: heights.count).prefix(Int(length)))
      let fingers = ["flings": "Flings of a real finger", "drags": "Drags of a real finger"]
      let motion = arguments[Options.motion].joined(separator: ",")
      let known = scenario.loop == .frames ? fingers[motion] : nil
      description = known ?? Self.subjects[scenario.loop] ?? ""
    }
    start = arguments[Options.filmedStart] ?? own
    try refuse(startRow: start, of: heights.count)
  }

  private static func scenario(_ id: String, _ descriptors: [StrategyDescriptor]) throws(RunFault)
    -> Scenario
  {
    let filmed = Scenario.all.filter { subjects[$0.loop] != nil }
    guard let scenario = filmed.first(where: { $0.id == id }) else {
      let names = filmed.map(\.id).joined(separator: ", ")
      throw RunFault(.usage, "--scenario \(id): nothing moves in it; expected one of \(names)")
    }
    for descriptor in descriptors {
      guard let objection = scenario.objection(to: descriptor) else { continue }
      throw RunFault(.usage, "--scenario \(id): \(descriptor.id) \(objection)")
    }
    return scenario
  }

  private static func motion(
    of scenario: Scenario, _ arguments: Arguments
  ) throws(RunFault) -> [[ScrollGesture]] {
    guard scenario.loop == .frames else { return [] }
    let specs = try MotionSpec.all(named: arguments[Options.motion])
    var recorded: [ScrollGesture] = []
    for spec in specs { recorded += try spec.gestures() }
    // A recording of the user's is played as it is.
    let isRecording = specs.contains { if case .file = $0 { true } else { false } }
    return isRecording
      ? [recorded] : recorded.rounds(1, isOnwards: true, seed: arguments[Options.seed])
  }

  /// The steps of a script as gestures; of a batch of rows, the first.
  private static func gestures(of script: Script, count: Int) -> [Gesture] {
    let steps = 0..<script.count
    if script.loop == .frames {
      // The first step goes to the row that the film starts at.
      return steps.dropFirst().map { step in
        script.targets[step] != 0
          ? .settle : .scroll(LayoutUnit(rawValue: script.distances[step]))
      }
    }
    let pause = [Gesture](repeating: .scroll(.zero), count: rest)
    return steps.flatMap { step -> [Gesture] in
      if script.loop == .jump { return [.jump(row: Int(script.rows[step]))] + pause }
      let height = LayoutUnit(rawValue: script.heights[step * script.width])
      switch script.loop {
      case .prepend: return [.insert(row: 0, height: height)] + pause
      case .append: return [.insert(row: count + step, height: height)] + pause
      case .follow: return [.batch([.insert(row: count + step, height: height), .follow])] + pause
      case .expand: return [.resize(row: Int(script.rows[step]), height: height)] + pause
      default:
        let row = Int(script.rows[step])
        return [height < .zero ? .delete(row: row) : .insert(row: row, height: height)] + pause
      }
    }
  }

  /// What is filmed of a loop, as the beginning of a sentence; none where nothing moves.
  private static let subjects: [Loop: String] = [
    .frames: "A recording", .jump: "Jumps to random rows",
    .expand: "Visible rows that change their heights", .prepend: "Rows that come in at the top",
    .append: "Rows that come in at the end", .edit: "Rows that come and go anywhere",
  ]
}
