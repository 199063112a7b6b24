import BenchMeasuring
import BenchReplaying
import ListLayout

/// The result of comparing a strategy in one mode with the reference, as `bench verify` prints it.
public struct Verification: Sendable {
  /// The deviation of the strategy in one scenario, and the bound that this deviation must not exceed.
  public struct Result: Codable, Sendable {
    /// The scenario, which determines the gestures.
    public let scenario: GestureScenario
    /// The measured deviation from the reference.
    public let deviation: Deviation
    /// The bound that the deviation must not exceed.
    public let bound: DeviationBound
    /// Whether the deviation is within the bound.
    public var isHeld: Bool { bound.holds(for: deviation) }
  }

  /// The default number of gestures for a verification.
  public static let defaultGestures = 50_000

  /// The descriptor of the verified strategy.
  public let descriptor: StrategyDescriptor
  /// The mode in which the strategy was verified.
  public let mode: StrategyMode
  /// One result for each scenario that applies to the strategy; none for the empty strategy.
  public let results: [Result]
  /// The total deviation over all scenarios of normal use; stress scenarios are excluded.
  public let deviation: Deviation
  /// The total deviation over all stress scenarios.
  public let stress: Deviation
  /// The broken invariants in the order in which they were found.
  public let failures: [InvariantFailure]
  /// The first broken invariant; nil if all invariants hold.
  public var failure: InvariantFailure? { failures.first }

  /// The reason why the verification did not finish, such as a trap of the strategy; nil if it finished.
  package internal(set) var fault: String?

  /// Whether the verification finished, and the strategy breaks no invariant and exceeds no bound.
  public var isHeld: Bool {
    fault == nil && failures.isEmpty && results.allSatisfy(\.isHeld)
  }

  /// Verifies a strategy. Half of the gestures check invariants, and the other half measure deviations.
  public static func run(
    _ contender: StrategyEntry, mode: StrategyMode, gestures: Int = defaultGestures, seed: UInt64
  ) -> Verification {
    let descriptor = contender.descriptor
    // Invariants are checked first, because their lists are small: a strategy that traps does so on one of
    // them. When an invariant is broken, remove it from the checks and check the remaining invariants again.
    var (invariants, failures) = (Invariant.allCases, [InvariantFailure]())
    while let failure = checkInvariants(
      of: contender, mode: mode, seed: seed, gestures: gestures / 2, invariants: invariants)
    {
      failures.append(failure)
      invariants.removeAll { $0 == failure.invariant }
    }
    let scenarios = descriptor.isFloor ? [] : GestureScenario.all(for: descriptor)
    var (use, stress) = (Deviation(), Deviation())
    func scripts(_ scenario: GestureScenario) -> [GestureScript] {
      scenario.scripts(
        for: descriptor, mode: mode, gestures: gestures / 2 / scenarios.count, seed: seed)
    }
    let results = scenarios.map { scenario in
      var deviation = Deviation()
      for script in scripts(scenario).map({ $0.repaired(for: descriptor.requirement) }) {
        Lockstep(contender, mode: mode, script: script).run(script.gestures) {
          let (frame, work) = (FrameDeviation($0), $0.now.work)
          deviation.add(frame, work)
          if scenario.isStress { stress.add(frame, work) } else { use.add(frame, work) }
        }
      }
      return Result(
        scenario: scenario, deviation: deviation, bound: contender.bound(mode: mode, in: scenario))
    }
    // If only a scenario showed that a strategy is not exact, its scripts show which invariant is broken.
    if failures.isEmpty, let broken = results.first(where: { !$0.isHeld && $0.bound == .none }) {
      failures += scripts(broken.scenario).lazy
        .compactMap { checkInvariants(of: contender, mode: mode, on: $0) }.prefix(1)
    }
    for place in failures.indices {
      failures[place].arguments = [
        "verify", "-s", descriptor.id, "-m", mode.rawValue, "--gestures", "\(gestures)", "--seed",
        "\(seed)",
      ]
    }
    return Verification(
      descriptor: descriptor, mode: mode, results: results, deviation: use, stress: stress,
      failures: failures)
  }
}

extension Verification {
  /// The results in the form in which one process of a program passes them to another, which knows the
  /// descriptor.
  package struct Record: Codable {
    fileprivate let results: [Result]
    fileprivate let deviation, stress: Deviation
    fileprivate let failures: [InvariantFailure]
  }

  package var record: Record {
    Record(results: results, deviation: deviation, stress: stress, failures: failures)
  }

  package init(_ record: Record, of descriptor: StrategyDescriptor, mode: StrategyMode) {
    self.init(
      descriptor: descriptor, mode: mode, results: record.results, deviation: record.deviation,
      stress: record.stress, failures: record.failures)
  }

  /// Creates the result of a verification that did not finish.
  package init(_ fault: String, of descriptor: StrategyDescriptor, mode: StrategyMode) {
    self.init(
      descriptor: descriptor, mode: mode, results: [], deviation: Deviation(), stress: Deviation(),
      failures: [], fault: fault)
  }
}

extension GestureScenario {
  /// The scenarios that apply to strategies with this descriptor.
  public static func all(for descriptor: StrategyDescriptor) -> [GestureScenario] {
    allCases.filter { scenario in
      switch scenario {
      case .drag, .fling, .jump, .rush, .degenerate, .mixed: true
      // `misfit` applies only to techniques that assume a constant row height.
      case .misfit: descriptor.parameters.contains { $0.name == "row" }
      case .low: descriptor.requirement != .pages
      case .ends: descriptor.topology == .linear
      case .endless: descriptor.topology == .circular
      case .resize:
        descriptor.abilities.contains(.resize) && descriptor.requirement.allowsDifferentHeights
      case .prepend, .append, .edit: descriptor.abilities.contains(.edit)
      case .follow: descriptor.abilities.contains(.edit) && descriptor.topology == .linear
      case .rotate: descriptor.abilities.contains(.relayout) && descriptor.requirement != .pages
      case .viewport: descriptor.abilities.contains(.viewport) && descriptor.requirement != .pages
      }
    }
  }

  /// Returns scripts with about `gestures` gestures in total, which are equal for equal arguments.
  ///
  /// In all scenarios except `degenerate` and `mixed`, the list has 1,000 rows and starts at its middle row,
  /// and the viewport height is 844 pt. In `endless`, two further lists have 60 rows, of random heights and of
  /// 44 pt, and there are four times as many gestures, because few of them reach the ends. The option
  /// `typicalRowHeight` is set to the typical height of the list's rows, except in `misfit`.
  public func scripts(
    for descriptor: StrategyDescriptor, mode: StrategyMode, gestures: Int, seed: UInt64
  ) -> [GestureScript] {
    var generator = ScriptGenerator(
      descriptor: descriptor, mode: mode, seed: seed, purpose: rawValue)
    switch self {
    case .mixed:
      return (0..<max(1, gestures / 40)).map { _ in
        generator.script(gestures: 40).withTypicalRowHeight
      }
    case .degenerate:
      let starts = generator.degenerateLists()
      return starts.map {
        generator.script(
          from: $0.withTypicalRowHeight, kinds: nil, gestures: max(1, gestures / starts.count))
      }
    case .endless:
      return [0, -1, 1].map { direction in
        var script = generator.longList(
          rows: direction == 0 ? 1000 : 60, height: direction == 1 ? .fixed(44 * 64) : nil
        ).withTypicalRowHeight
        while script.gestures.count < 4 * gestures / 3 {
          script.gestures += generator.endlessStroke(direction)
        }
        return script
      }
    default:
      let isLow = self == .low || self == .misfit
      var script = generator.longList(height: isLow ? .fixed(20 * 64) : nil)
      if self != .misfit { script = script.withTypicalRowHeight }
      guard kinds.isEmpty else {
        return [generator.script(from: script, kinds: kinds, gestures: gestures)]
      }
      while script.gestures.count < gestures { script.gestures += generator.stroke(of: self) }
      return [script]
    }
  }

  /// The kinds of gestures that a scenario mixes at random; empty if its scripts are not a random mix.
  private var kinds: [ScriptGenerator.Kind] {
    switch self {
    case .drag, .fling, .ends, .low, .endless, .rush, .misfit, .degenerate, .mixed: []
    case .jump: [.jump, .jump, .settle]
    case .resize: [.resize, .resize, .drag, .settle]
    case .prepend: [.prepend, .drag, .settle]
    case .append: [.append, .drag, .settle]
    case .edit: [.insert, .delete, .move, .batch, .drag, .settle]
    case .rotate: [.width, .drag, .settle]
    case .follow: [.followed, .followed, .drag, .settle]
    case .viewport: [.viewport, .drag, .settle]
    }
  }
}

extension GestureScript {
  /// The script with the typical height of its rows, as an app's author would know it.
  fileprivate var withTypicalRowHeight: GestureScript {
    var script = self
    script.options.takeTypicalRowHeight(of: heights)
    return script
  }
}

extension ScriptGenerator {
  /// The gestures of one finger stroke, from the touch until the content is at rest.
  mutating func stroke(of scenario: GestureScenario) -> [Gesture] {
    switch scenario {
    case .fling, .low, .misfit:
      // After the jump, wait until the rows are loaded, then wait a few more frames.
      fling() + [.settle, .jump(row: 400 + random.below(200))] + rest
    case .ends:
      pastAnEnd()
    case .rush:
      [.scroll(signed(rush())), .scroll(signed(3 * Self.longListViewport.rawValue)), .settle]
    default: (0..<8).map { _ in .scroll(signed(30 * 64)) } + [.settle]
    }
  }

  /// A fling with an initial speed of up to 8,000 pt/s, at 120 frames per second. The speed decreases by 1.65
  /// % in each frame of 1/120 s, which corresponds to UIKit's deceleration rate of 0.998 per millisecond.
  private mutating func fling() -> [Gesture] {
    var speed = signed(66 * 64).rawValue
    var gestures: [Gesture] = []
    while speed.magnitude >= 32 {
      gestures.append(.scroll(LayoutUnit(rawValue: speed)))
      speed = speed * 9835 / 10_000
    }
    return gestures
  }

  /// A fling in a circular list with an initial speed of up to 8,000 pt/s, caught after half a second at 60
  /// frames per second. If `direction` is 0, the fling starts within ten rows of the point where row 0 follows
  /// row 999. Otherwise it moves on from the last fling, to earlier rows (-1) or to later rows (1).
  mutating func endlessStroke(_ direction: Int) -> [Gesture] {
    let fastest: Int64 = 133 * 64
    var speed = signed(fastest).rawValue
    if direction != 0 { speed = Int64(direction) * Int64(speed.magnitude) }
    let start = direction == 0 ? [Gesture.jump(row: (990 + random.below(20)) % 1000)] : []
    let frames = (0..<30).map { _ in
      defer { speed = speed * 9672 / 10_000 }
      return Gesture.scroll(LayoutUnit(rawValue: speed))
    }
    return start + frames + [.settle]
  }

  /// Gestures without motion: one for each frame of the default load latency, plus four.
  private var rest: [Gesture] {
    let latency = LayoutOptions(viewport: Self.longListViewport).loadLatency
    return Array(repeating: .settle, count: latency + 4)
  }

  /// Gestures that jump to a row near one end of the list, then scroll past that end. The list scrolls by at
  /// most 200 pt in each frame, which corresponds to 24,000 pt/s at 120 frames per second.
  private mutating func pastAnEnd() -> [Gesture] {
    let isLast = random.below(2) == 1
    let row = isLast ? 960 + random.below(40) : random.below(40)
    let frames = (0..<60).map { _ in
      let distance = LayoutUnit(rawValue: below(200 * 64 + 1))
      return Gesture.scroll(isLast ? distance : -distance)
    }
    return [.jump(row: row)] + rest + frames + [.settle]
  }
}

extension StrategyEntry {
  /// The bound that the deviation of the strategy must not exceed in a scenario: `none` for an exact strategy;
  /// for another strategy, the first of its declared bounds that applies, or `reported` if none applies.
  public func bound(mode: StrategyMode, in scenario: GestureScenario) -> DeviationBound {
    if descriptor.isExact(in: mode) { return .none }
    let hasOtherValues = descriptor.id.contains(":")
    let kept = bounds.first {
      $0.modes.contains(mode) && $0.scenarios.contains(scenario)
        && !($0.needsUsualValues && hasOtherValues)
    }
    return kept?.bound ?? .reported
  }
}

extension DeviationBound {
  /// Whether a measured deviation is within the bound.
  public func holds(for deviation: Deviation) -> Bool {
    switch self {
    case .none: deviation.isZero
    case .work: deviation.showsTheSame
    case .content: deviation.lostInsideContent == .zero && deviation.stray == .zero
    case .motion: deviation.stray == .zero
    case .reported: true
    }
  }
}
