import Conformance
import ListLayout
import Replaying
import Testing

@Suite struct OwnershipTests {
  @Test("Every list that a verification makes is freed, by the deinit of its index")
  func indexIsFreed() {
    let verification = Verification.run(
      StrategyEntry(IndexedList<Wrapper<PlainRows>>.self), mode: .corrected, gestures: 200, seed: 1)
    #expect(verification.isHeld)
    #expect(listsMade.load(ordering: .relaxed) > 10)
    #expect(listsMade.load(ordering: .relaxed) == listsFreed.load(ordering: .relaxed))
  }
}
