import HostSystem
import ListLayout
import Recording
import Replaying
import Workloads

/// What happens in a film: the gestures, a frame each, and the row that the first screen begins at.
struct FilmAction {
  let gestures: [Gesture]
  let start: Int
  /// What the gestures are, as the beginning of a sentence.
  let description: String

  /// Frames between two things that happen to a list, for the eye to follow: half a second.
  private static let rest = 59

  /// The action that the command line asks for.
  ///
  /// - Throws: for a start row that is not there, a scenario that has no frames or that a strategy
  ///   cannot do, and gestures as `GestureFile` does.
  init(
    _ arguments: Arguments, heights: [Int32], screen: Screen, cast: [Contender]
  ) throws {
    let builder = ScriptBuilder(
      heights: heights, viewport: screen.viewport, seed: arguments[Options.seed])
    let own: Int
    if let path = arguments[Options.filmedGestures] {
      gestures = try Self.gestures(
        at: path, heights: heights, viewport: screen.viewport, cast: cast)
      description = "The gestures of \(path)"
      own = 0
    } else {
      let scenario = try Self.scenario(arguments[Options.scenario], cast)
      own = builder.start(of: scenario)
      let motion = try Self.motion(of: scenario, arguments)
      let script = builder.script(
        for: scenario, motion: motion, rotatedViewport: screen.viewport)
      let length = arguments[Options.filmLength] / .seconds(1) * FrameRate.hz120.perSecond
      let all = Self.gestures(of: script, count: heights.count)
      gestures = Array(all.prefix(Int(length)))
      description = Self.description(of: scenario, arguments[Options.motion])
    }
    start = arguments[Options.filmedStart] ?? own
    guard start < max(1, heights.count) else {
      throw RunFault(.usage, "--start-row \(start): expected 0 to \(max(0, heights.count - 1))")
    }
  }

  // MARK: A file

  private static func gestures(
    at path: String, heights: [Int32], viewport: LayoutUnit, cast: [Contender]
  ) throws(WorkloadFault) -> [Gesture] {
    var gestures: [Gesture] = []
    for card in cast.map(\.card) {
      // Rows that come in must be as the others are.
      let only =
        card.requirement == .anyHeights ? nil : heights.first.map(LayoutUnit.init(rawValue:))
      let rules = GestureRules(
        heights: heights, viewport: viewport, abilities: card.abilities, onlyHeight: only,
        strategy: card.id)
      gestures = try GestureFile.gestures(at: path, rules: rules)
    }
    return gestures
  }

  // MARK: A scenario

  private static func scenario(_ id: String, _ cast: [Contender]) throws(RunFault) -> Scenario {
    let filmed = Scenario.all.filter { frames(of: $0.loop) }
    guard let scenario = filmed.first(where: { $0.id == id }) else {
      let names = filmed.map(\.id).joined(separator: ", ")
      throw RunFault(.usage, "--scenario \(id): nothing moves in it; expected one of \(names)")
    }
    for card in cast.map(\.card) {
      if let objection = scenario.objection(to: card) {
        throw RunFault(.usage, "--scenario \(id): \(card.id) \(objection)")
      }
    }
    return scenario
  }

  private static func frames(of loop: Loop) -> Bool {
    switch loop {
    case .frames, .jump, .expand, .prepend, .append, .edit: true
    default: false
    }
  }

  private static func motion(
    of scenario: Scenario, _ arguments: Arguments
  ) throws(WorkloadFault) -> [MotionEvent] {
    guard scenario.loop == .frames else { return [] }
    var recorded: [ScrollGesture] = []
    var isRecording = false
    for name in arguments[Options.motion] {
      let spec = try MotionSpec(name)
      if case .file = spec { isRecording = true }
      recorded += try spec.gestures(at: .hz120)
    }
    // A recording of the user's is played as it is.
    if isRecording { return Array(Motion(gestures: recorded)) }
    return Array(
      Motion(
        drawing: recorded.count, from: recorded,
        direction: .onwards,
        seed: arguments[Options.seed]))
  }

  /// The steps of a script as gestures; of a batch of rows, the first.
  private static func gestures(of script: Script, count: Int) -> [Gesture] {
    let pause = [Gesture](repeating: .scroll(.zero), count: rest)
    var end = count
    return (0..<script.count).flatMap { step -> [Gesture] in
      switch script.loop {
      case .frames:
        // The first step goes to the row that the film starts at.
        if step == 0 { return [] }
        return [
          script.targets[step] != 0
            ? .settle : .scroll(LayoutUnit(rawValue: script.distances[step]))
        ]
      case .jump: return [.jump(row: Int(script.rows[step]))] + pause
      case .expand:
        return [.resize(row: Int(script.rows[step]), height: script.height(step))] + pause
      case .prepend: return [.insert(row: 0, height: script.height(step))] + pause
      case .append:
        end += 1
        return [.insert(row: end - 1, height: script.height(step))] + pause
      case .edit:
        let row = Int(script.rows[step])
        let height = script.height(step)
        return [height < .zero ? .delete(row: row) : .insert(row: row, height: height)] + pause
      default: return []
      }
    }
  }

  private static func description(of scenario: Scenario, _ motion: [String]) -> String {
    switch scenario.loop {
    case .frames where motion == ["flings"]: "Flings of a real finger"
    case .frames where motion == ["drags"]: "Drags of a real finger"
    case .frames: "A recording"
    case .jump: "Jumps to random rows"
    case .expand: "Visible rows that change their heights"
    case .prepend: "Rows that come in at the top"
    case .append: "Rows that come in at the end"
    default: "Rows that come and go anywhere"
    }
  }
}

extension Script {
  /// The first height of a step.
  fileprivate func height(_ step: Int) -> LayoutUnit {
    LayoutUnit(rawValue: heights[step * width])
  }
}
