import Conformance
import HostSystem
import ListLayout
import Recording
import Replaying
import Reporting
import Running
import Text
import Workloads

/// `bench film`: a page that plays what strategies show.
struct FilmVerb {
  let tool: Tool
  let arguments: Arguments
  let words: [String]

  /// The strategies that are filmed when none are named: what a post calls jerky, and its answer.
  private static let usual = ["reload-window", "recycled-subview"]
  /// The most films that stand beside each other and can still be read.
  private static let most = 6
  /// Runs of which the fastest gives a frame's time.
  private static let timedRuns = 5

  func perform() throws -> ExitCode {
    let cast = try cast()
    let spec = try HeightsSpec(arguments[Options.oneHeights])
    let seed = arguments[Options.seed]
    let screen = Screen(width: arguments[Options.width], viewport: arguments[Options.viewport])
    let population = try Population(spec, seed: seed)
    let count = rowCount(of: population)
    var need = MemoryNeed()
    need.add(rows: count ?? population.count ?? 0)
    try need.refuse("--rows")
    let heights = try population.heights(rows: count, screen: screen)
    let rows = heights.raw
    let action = try FilmAction(
      arguments, heights: rows, screen: screen, cast: cast.map(\.contender))
    // As many views as rows of the mean height have room, and a window's beyond them.
    let mean = max(1, heights.contentHeight.rawValue / Int64(max(1, rows.count)))
    need.add(
      frames: cast.count * (action.gestures.count + 1),
      views: 2 * (Int(screen.viewport.rawValue / mean) + 1))
    try need.refuse("\(cast.count) films of \(action.gestures.count) frames")
    let films = try cast.map { contender, mode in
      try check(contender.card, rows, screen.viewport)
      let script = GestureScript(
        heights: rows,
        options: LayoutOptions(viewport: screen.viewport, start: action.start, mode: mode),
        topology: contender.card.topology, gestures: action.gestures)
      return Film.record(contender, mode: mode, script: script).timed(
        Film.costs(of: contender, mode: mode, script: script, runs: Self.timedRuns))
    }
    let page = FilmPage(
      films: films, subject: subject(action, rows.count), command: ["bench"] + words,
      rate: FrameRate.hz120.rawValue, width: screen.width)
    try arguments[Options.page].write(Array(page.html().utf8))
    if case .file(let path) = arguments[Options.page] {
      Terminal.note("\(path.printable): open it in a browser\n")
    }
    return .success
  }

  /// The usual strategies; of a program that has none of them, its first ones.
  private var usualCast: [String] {
    let own = tool.strategies.map(\.card)
    let usual = own.map(\.id).filter(Self.usual.contains)
    return usual.isEmpty ? own.filter { !$0.isFloor }.prefix(2).map(\.id) : usual
  }

  /// The strategies in their modes.
  private func cast() throws(RunFault) -> [(contender: Contender, mode: StrategyMode)] {
    let modes = StrategyMode.allCases.filter { arguments[Options.modes].contains($0) }
    let ids = arguments[Options.filmedStrategies] ?? usualCast
    let cast = tool.strategies(named: ids).flatMap { contender in
      modes.filter { contender.card.modes.contains($0) }.map { (contender, $0) }
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

  /// A file of rows is taken with the rows it has, unless a number is asked for.
  private func rowCount(of population: Population) -> Int? {
    let isOwn: Bool
    switch population.spec {
    case .file, .text: isOwn = !arguments.isGiven(Options.rowCount)
    default: isOwn = false
    }
    return isOwn ? nil : arguments[Options.rowCount]
  }

  private func check(
    _ card: StrategyCard, _ rows: [Int32], _ viewport: LayoutUnit
  ) throws(RunFault) {
    let height = rows.first.map { LayoutUnit(rawValue: $0) } ?? viewport
    let isEven = rows.allSatisfy { Int64($0) == height.rawValue }
    let heights = "--heights \(arguments[Options.oneHeights])"
    switch card.requirement {
    case .anyHeights: return
    case .equalHeights where isEven: return
    case .equalHeights:
      throw RunFault(.usage, "\(heights): \(card.id) needs rows of one height, as in fixed:44")
    case .pages where isEven && height == viewport: return
    case .pages:
      throw RunFault(
        .usage, "\(heights): \(card.id) needs rows as high as the viewport, --heights pages")
    }
  }

  private func subject(_ action: FilmAction, _ count: Int) -> String {
    """
    \(action.description) on \(Quantity.count(count)) rows (\(arguments[Options.oneHeights])), \
    \(Quantity.count(action.gestures.count)) frames at 120 a second. Each screen shows what a \
    technique shows; all get the same gestures, and a reference says where the rows belong.
    """
  }
}
