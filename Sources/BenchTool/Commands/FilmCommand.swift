import BenchBasics
import BenchReporting
import BenchRuns
import BenchWorkloads
import Conformance

extension Command {
  static let film = Command(
    "film", "Write a page that plays strategies side by side",
    discussion: """
      Plays the same gestures on each strategy and on a reference, and writes a page that shows the \
      resulting frames as an animation. The page shows rows, views, jumps, stops, blank areas and the \
      computed cost of each frame. It is a single file that works offline.
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
        because: "the film shows all gestures in the file")
    ],
    examples: [
      (
        "film",
        "Compare a technique that a blog post calls jerky with the post's own solution."
      ),
      (
        "film -s fixed-list,fenwick --gestures gestures.csv -H file:rows.txt",
        "Play your own gestures on your own rows."
      ),
    ]
  ) { tool, arguments in
    try FilmCommand(tool: tool, arguments: arguments).perform()
  }
}

extension Options {
  static let filmedStrategies = Option(
    "strategy", letter: "s", .strategies,
    "Film these strategies, at most 6 (each mode counts separately)",
    discussion: "By default, films reload-window and recycled-subview. \(strategyNames)")

  static let filmedGestures = Option(
    "gestures", letter: "g", .file, gestures.facts.summary,
    discussion:
      "'help replay' explains the file format. By default, the gestures come from --scenario.")

  static let filmedStart = Option(
    "start-row", .count("ROW"), startRow.facts.summary,
    discussion:
      "By default, the film starts at the same row as the scenario, usually in the middle of the list, or at "
      + "row 0 with --gestures.")

  static let filmLength = Option(
    "length", .duration, default: "30s", "Limit the length of the film, at 120 frames per second")

  static let page = Option(
    "output", letter: "o", .output, default: "film.html",
    "Write the page to this file; - is standard output")
}

private struct FilmCommand {
  let tool: Tool
  let arguments: Arguments

  private static let defaultStrategies = ["reload-window", "recycled-subview"]
  private static let maximumFilms = 6
  /// Number of frames between gestures, about half a second.
  private static let rest = 59

  func perform() throws -> ExitCode {
    let forms = try selectedForms()
    let spec = arguments[Options.oneHeights]
    let screen = Screen(
      width: arguments[Options.width], viewport: arguments[Options.viewport])
    let population = try Population(spec, seed: arguments[Options.seed])
    // A list read from a file has one row per entry by default.
    let count =
      !spec.paths.isEmpty && !arguments.isGiven(Options.rowCount)
      ? nil : arguments[Options.rowCount]
    var need = MemoryNeed()
    need.add(rows: count ?? population.count ?? 0)
    try need.refuse("--rows")
    let heights = try population.heights(rows: count, screen: screen)
    let rows = heights.raw
    let (gestures, usualStart, description) = try script(
      heights: rows, screen: screen, descriptors: forms.map(\.strategy.descriptor))
    guard !gestures.isEmpty else {
      throw RunFault(.usage, "nothing to film: there are no gestures")
    }
    let start = arguments[Options.filmedStart] ?? usualStart
    try checkStartRow(start, count: rows.count)
    // Assume that a strategy needs at most twice the number of views that fill the screen with rows of
    // average height.
    let mean = max(1, heights.contentHeight.rawValue / Int64(max(1, rows.count)))
    need.add(
      frames: forms.count * (gestures.count + 1),
      views: 2 * (Int(screen.viewport.rawValue / mean) + 1))
    try need.refuse("\(forms.count) films of \(gestures.count) frames")
    let films = try forms.map { strategy, mode in
      let descriptor = strategy.descriptor
      if let (_, need) = descriptor.requirement.firstViolation(in: rows, viewport: screen.viewport)
      {
        throw RunFault(.usage, "--heights \(spec): \(descriptor.id) \(need)")
      }
      var options = LayoutOptions(viewport: screen.viewport, start: start, mode: mode)
      options.takeTypicalRowHeight(of: rows)
      let script = GestureScript(
        heights: rows, options: options, topology: descriptor.topology, gestures: gestures)
      return Film.record(strategy, mode: mode, script: script)
    }
    let subject = """
      \(description) on \(Quantity.count(rows.count)) rows (\(spec)), \
      \(Quantity.count(gestures.count)) frames at 120 frames per second. Each screen shows one \
      technique. All techniques perform the same gestures, and a reference determines where the rows belong.
      """
    let page = try films.distinct.page(
      subject: subject, command: arguments.words, rate: framesPerSecond, width: screen.width)
    try arguments[Options.page].write(Array(page.utf8))
    if case .file(let path) = arguments[Options.page] {
      Terminal.printError("\(path.printable): open it in a browser\n")
    }
    return .success
  }

  private func selectedForms() throws(RunFault) -> [VerifyCommand.Form] {
    let own = tool.strategies.filter { !$0.descriptor.isFloor }
    let usual = own.filter { Self.defaultStrategies.contains($0.descriptor.id) }
    let selected =
      arguments[Options.filmedStrategies] ?? (usual.isEmpty ? Array(own.prefix(2)) : usual)
    let forms = try selected.forms(
      in: StrategyMode.allCases.filter(arguments[Options.modes].contains), to: "film")
    guard forms.count <= Self.maximumFilms else {
      throw RunFault(
        .usage,
        "--strategy: this selects \(forms.count) films, but the limit is \(Self.maximumFilms)")
    }
    return forms
  }

  private func script(
    heights: [Int32], screen: Screen, descriptors: [StrategyDescriptor]
  ) throws -> (gestures: [Gesture], start: Int, description: String) {
    if let path = arguments[Options.filmedGestures] {
      let gestures = try GestureFile.gestures(
        at: path,
        rules: descriptors.map { GestureRules($0, heights: heights, viewport: screen.viewport) })
      return (gestures, 0, "The gestures in \(path)")
    }
    let (scenario, seed) = (arguments[Options.scenario], arguments[Options.seed])
    try check(scenario, descriptors)
    let builder = ScriptBuilder(heights: heights, viewport: screen.viewport, seed: seed)
    var motion: [[ScrollGesture]] = []
    if scenario.loop == .frames {
      let specs = arguments[Options.motion]
      let recorded = try specs.flatMap { try $0.gestures() }
      // A user's recording keeps its original order.
      motion =
        specs.paths.isEmpty ? recorded.rounds(1, isOnwards: true, seed: seed) : [recorded]
    }
    let script = builder.script(
      for: scenario, motion: motion, rotatedViewport: screen.viewport)
    let length = arguments[Options.filmLength].seconds * Double(framesPerSecond)
    return (
      Array(Self.gestures(of: script, count: heights.count).prefix(Int(length))),
      builder.start(of: scenario), "The gestures of '\(scenario.id)'"
    )
  }

  private func check(
    _ scenario: Scenario, _ descriptors: [StrategyDescriptor]
  ) throws(RunFault) {
    let moving: Set<Loop> = [.frames, .jump, .expand, .prepend, .append, .edit]
    guard moving.contains(scenario.loop) else {
      let names = Scenario.all.filter { moving.contains($0.loop) }.map(\.id)
      throw RunFault(
        .usage,
        "--scenario \(scenario.id): nothing moves in this scenario; choose \(names.listed("or"))")
    }
    for descriptor in descriptors {
      guard let reason = scenario.unsupportedReason(for: descriptor) else { continue }
      throw RunFault(.usage, "--scenario \(scenario.id): \(descriptor.id) \(reason)")
    }
  }

  /// If a batch of rows is inserted, only the first one becomes a gesture.
  private static func gestures(of script: Script, count: Int) -> [Gesture] {
    let steps = 0..<script.count
    if script.loop == .frames {
      // Skip the first step, which jumps to the start row, because the film already starts there.
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
      case .expand: return [.resize(row: Int(script.rows[step]), height: height)] + pause
      default:
        let row = Int(script.rows[step])
        return [height < .zero ? .delete(row: row) : .insert(row: row, height: height)] + pause
      }
    }
  }
}
