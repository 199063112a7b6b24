import Testing

@testable import Measuring

@Suite("The probe of fixed work")
struct DisturbanceProbeTests {
  @Test("every reading is kept, and is a time")
  func readings() {
    let probe = DisturbanceProbe(interval: 0)
    #expect(probe.readings.isEmpty)
    for _ in 0..<10 { probe.read() }
    #expect(probe.readings.count == 10)
    #expect(probe.readings.allSatisfy { $0.secondLevel > 0 && $0.lastLevel > 0 })
    // A chain of dependent loads: no processor follows one in less than a tenth of a nanosecond.
    #expect(probe.readings.allSatisfy { $0.lastLevel > 0.1 })
  }

  @Test("a fresh reading is not taken again")
  func fresh() {
    let probe = DisturbanceProbe(interval: .max)
    for _ in 0..<3 { probe.read() }
    #expect(probe.readings.count == 1)
  }

  @Test("the count of preemptions never falls")
  func preemptions() {
    let before = Preemptions.count
    #expect(before >= 0)
    #expect(Preemptions.count >= before)
  }
}
