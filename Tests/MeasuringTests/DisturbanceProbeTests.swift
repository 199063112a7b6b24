import Testing

@testable import Measuring

@Suite("The probe of fixed work")
struct DisturbanceProbeTests {
  @Test("every reading is a time, and the first is no worse than the best")
  func readings() {
    let probe = DisturbanceProbe()
    #expect(probe.readings.isEmpty)
    #expect(!probe.isDisturbed())
    for _ in 0..<9 { _ = probe.isDisturbed() }
    #expect(probe.readings.count == 10)
    #expect(probe.readings.allSatisfy { $0.secondLevel > 0 && $0.lastLevel > 0 })
  }

  @Test("a reading is disturbed exactly when it is above the best one so far by the tolerance")
  func tolerance() {
    let probe = DisturbanceProbe()
    for _ in 0..<20 {
      let isDisturbed = probe.isDisturbed()
      let near = probe.readings.map(\.secondLevel)
      let far = probe.readings.map(\.lastLevel)
      let isAbove = [near, far].contains { $0[$0.count - 1] > 1.3 * ($0.min() ?? 0) }
      #expect(isDisturbed == isAbove)
    }
  }

  @Test("the count of preemptions never falls")
  func preemptions() {
    let before = Preemptions.count
    #expect(before >= 0)
    #expect(Preemptions.count >= before)
  }
}
