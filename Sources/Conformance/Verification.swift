import BenchMeasuring
import BenchReplaying
import ListLayout

/// The result of comparing a strategy in one mode with the reference.
public struct Verification: Sendable {
  /// The deviation measured in one scenario, and the limit on it.
  public struct Result: Codable, Sendable {
    /// The scenario that was run.
    public let scenario: GestureScenario
    /// Measured deviation from the reference.
    public let deviation: Deviation
    /// The limit that the deviation must not exceed.
    public let bound: DeviationBound
    /// Whether the deviation is within the limit.
    public var isHeld: Bool { bound.holds(for: deviation) }
  }

  /// Descriptor of the verified strategy.
  public let descriptor: StrategyDescriptor
  /// Mode in which the strategy was verified.
  public let mode: StrategyMode
  /// The result of each applicable scenario. The empty strategy has no results.
  public let results: [Result]
  /// Total deviation over all non-stress scenarios.
  public let deviation: Deviation
  /// Total deviation over all stress scenarios.
  public let stress: Deviation
  /// Broken invariants, in the order in which they were found.
  public let failures: [InvariantFailure]
  /// The first broken invariant, or nil if all invariants hold.
  public var failure: InvariantFailure? { failures.first }

  /// The reason the verification did not finish, such as a trap, or nil if it finished.
  package internal(set) var fault: String?

  /// Whether the verification finished without finding a broken invariant or an exceeded limit.
  public var isHeld: Bool {
    fault == nil && failures.isEmpty && results.allSatisfy(\.isHeld)
  }

  /// Verifies a strategy. Half of the gestures are used to check invariants, and the rest to
  /// measure deviations.
  public static func run(
    _ contender: StrategyEntry, mode: StrategyMode, gestures: Int = 50_000, seed: UInt64
  ) -> Verification {
    let descriptor = contender.descriptor
    // Check invariants first, because their scripts use small lists. If a strategy traps at all, it
    // will probably trap on one of these lists. After a failure, check the remaining invariants.
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
        for: descriptor, mode: mode, gestures: gestures / 2 / scenarios.count, seed: seed
      ).map { $0.repaired(for: descriptor.requirement) }
    }
    let results = scenarios.map { scenario in
      var deviation = Deviation()
      for script in scripts(scenario) {
        Lockstep(contender, mode: mode, script: script).run(script.gestures) {
          let (frame, work) = (FrameDeviation($0), $0.now.work)
          deviation.add(frame, work)
          if scenario.isStress { stress.add(frame, work) } else { use.add(frame, work) }
        }
      }
      return Result(
        scenario: scenario, deviation: deviation, bound: contender.bound(mode: mode, in: scenario))
    }
    // If the fault only showed up in a scenario, find an invariant that the scenario's scripts
    // break.
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
  /// The results of a verification, in the form in which one process sends them to another. The
  /// receiving process already knows the descriptor.
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

  package init(_ fault: String, of descriptor: StrategyDescriptor, mode: StrategyMode) {
    self.init(
      descriptor: descriptor, mode: mode, results: [], deviation: Deviation(), stress: Deviation(),
      failures: [], fault: fault)
  }
}

extension GestureScenario {
  package static func all(for descriptor: StrategyDescriptor) -> [GestureScenario] {
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

  /// Returns scripts with about `gestures` gestures in total. Except in `degenerate` and `mixed`,
  /// the list has 1,000 rows and starts at its middle row. For `endless`, two lists of 60 rows are
  /// added and the number of gestures is quadrupled, because few gestures reach the ends of the
  /// list.
  package func scripts(
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
  fileprivate var withTypicalRowHeight: GestureScript {
    var script = self
    script.options.takeTypicalRowHeight(of: heights)
    return script
  }
}

extension ScriptGenerator {
  /// The gestures that make up a single drag or fling, up to the frame in which the content comes
  /// to rest.
  fileprivate mutating func stroke(of scenario: GestureScenario) -> [Gesture] {
    switch scenario {
    case .fling, .low, .misfit:
      // `rest` gives the rows time to load.
      fling() + [.settle, .jump(row: 400 + random.below(200))] + rest
    case .ends:
      pastAnEnd()
    case .rush:
      [.scroll(signed(rush())), .scroll(signed(3 * Self.longListViewport.rawValue)), .settle]
    default: (0..<8).map { _ in .scroll(signed(30 * 64)) } + [.settle]
    }
  }

  /// A fling at up to 8,000 pt/s that slows down by 1.65 % per frame at 120 Hz, matching UIKit's
  /// deceleration rate of 0.998 per millisecond.
  private mutating func fling() -> [Gesture] {
    var speed = signed(66 * 64).rawValue
    var gestures: [Gesture] = []
    while speed.magnitude >= 32 {
      gestures.append(.scroll(LayoutUnit(rawValue: speed)))
      speed = speed * 9835 / 10_000
    }
    return gestures
  }

  /// A fling at up to 8,000 pt/s in a circular list, simulated at 60 Hz and stopped after half a
  /// second. If `direction` is 0, the fling starts within ten rows of the end. If it is -1, the
  /// fling goes towards earlier rows; if it is 1, towards later rows.
  fileprivate mutating func endlessStroke(_ direction: Int) -> [Gesture] {
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

  /// Enough motionless frames for rows to load: four more than the default load latency.
  private var rest: [Gesture] {
    let latency = LayoutOptions(viewport: Self.longListViewport).loadLatency
    return Array(repeating: .settle, count: latency + 4)
  }

  /// A jump close to an end of the list, followed by scrolling past that end at up to 200 pt per
  /// frame.
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
  /// The limit on the strategy's deviation: `none` if the strategy is exact; otherwise the first declared
  /// bound that applies, or `reported` if none does.
  package func bound(mode: StrategyMode, in scenario: GestureScenario) -> DeviationBound {
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
  /// Whether a measured deviation is within this bound.
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
