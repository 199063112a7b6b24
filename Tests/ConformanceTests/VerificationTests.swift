import BenchReplaying
import BenchStrategies
import Conformance
import ListLayout
import Testing

@Suite struct VerificationTests {
  @Test("A flawless list passes verification in every applicable scenario")
  func exact() {
    // With this many gestures, invariants are also checked on a list of several thousand rows.
    let verification = Verification.run(flawless, mode: .corrected, gestures: 6400, seed: 1)
    #expect(verification.isHeld, "\(verification.failure.map(\.description) ?? "")")
    #expect(verification.deviation.isZero)
    let scenarios = verification.results.map(\.scenario)
    #expect(scenarios == GestureScenario.allCases.filter { $0 != .endless && $0 != .misfit })
    #expect(verification.results.allSatisfy { $0.bound == .none })
    #expect((2500...3000).contains(verification.deviation.frames))
  }

  @Test("A flawed list exceeds the bounds of the scenarios that exercise its flaw")
  func broken() {
    let verification = Verification.run(
      Flaw.offByOneAtEnd.contender, mode: .corrected, gestures: 2000, seed: 1)
    #expect(!verification.isHeld)
    #expect(verification.failure?.invariant == .sameScreen)
    let broken = verification.results.filter { !$0.isHeld }.map(\.scenario)
    #expect(broken.contains(.ends))
    #expect(!broken.contains(.drag))
  }

  @Test("All broken invariants are reported, not just the first")
  func allBrokenInvariants() {
    let verification = Verification.run(
      Flaw.impureQuery.contender, mode: .corrected, gestures: 4000, seed: 1)
    let invariants = verification.failures.map(\.invariant)
    #expect(invariants.count > 1 && Set(invariants).count == invariants.count, "\(invariants)")
    #expect(invariants.contains(.pureQueries))
  }

  @Test("An inherent deviation within its bound is measured but does not fail verification")
  func inherent() throws {
    let window = try #require(StrategyRegistry.all.named("reload-window:window=20"))
    let verification = Verification.run(window, mode: .corrected, gestures: 2000, seed: 1)
    #expect(verification.isHeld, "\(verification.failure.map(\.description) ?? "")")
    let ends = try #require(verification.results.first { $0.scenario == .ends })
    #expect(ends.deviation.lost > .zero)
    #expect(verification.deviation.lost >= ends.deviation.lost)
    #expect(verification.stress.frames > 0)
  }

  @Test("Each bound permits only its own kind of deviation")
  func bounds() {
    var deviation = Deviation()
    // `reported` allows every deviation.
    func held() -> [DeviationBound] {
      [.none, .work, .content, .motion].filter { $0.holds(for: deviation) }
    }
    #expect(held() == [.none, .work, .content, .motion])
    deviation.framesOverTwoPasses = 1
    #expect(held() == [.work, .content, .motion])
    deviation.differingFrames = 3
    deviation.lost = LayoutUnit(points: 5)
    #expect(held() == [.content, .motion])
    deviation.lostInsideContent = LayoutUnit(points: 1)
    #expect(held() == [.motion])
    deviation.stray = LayoutUnit(points: 1)
    #expect(held() == [] && DeviationBound.reported.holds(for: deviation))
  }

  @Test(
    "The first applicable bound is used; if there is none, deviations are only reported")
  func entryBounds() {
    var entry = flawless
    entry.descriptor.inherentDeviation = "motion stops at the window's edges"
    #expect(entry.bound(mode: .corrected, in: .fling) == .reported)
    #expect(flawless.bound(mode: .corrected, in: .mixed) == .none)
    #expect(flawless.bound(mode: .published, in: .mixed) == .reported)
    entry.bounds = [
      ScenarioBound(.none, in: [.drag, .jump], needsUsualValues: true),
      ScenarioBound(.content, in: .motion, modes: [.published, .corrected]),
    ]
    #expect(entry.bound(mode: .corrected, in: .drag) == .none)
    #expect(entry.bound(mode: .published, in: .drag) == .content)
    #expect(entry.bound(mode: .published, in: .resize) == .reported)
    // This bound does not apply to non-default parameter values.
    entry.descriptor.id += ":window=30"
    #expect(entry.bound(mode: .corrected, in: .drag) == .content)
  }

  @Test("Normal scenarios scroll by at most 200 pt per frame, and stress scenarios scroll further")
  func fingerSpeed() {
    for scenario in GestureScenario.all(for: flawless.descriptor) {
      let longest = scenario.scripts(
        for: flawless.descriptor, mode: .corrected, gestures: 400, seed: 3
      ).flatMap(\.gestures).map { gesture in
        if case .scroll(let distance) = gesture { distance.magnitude } else { LayoutUnit.zero }
      }.max()
      #expect((longest ?? .zero > points(200)) == scenario.isStress, "\(scenario)")
    }
  }

  @Test("Verification frees every list that it creates by running the index's deinit")
  func indexIsFreed() {
    let verification = Verification.run(
      StrategyEntry(IndexedList<Wrapper<PlainRows>>.self), mode: .corrected, gestures: 200, seed: 1)
    #expect(verification.isHeld)
    #expect(listsMade.load(ordering: .relaxed) > 10)
    #expect(listsMade.load(ordering: .relaxed) == listsFreed.load(ordering: .relaxed))
  }
}
