import Testing

@testable import Measuring

@Suite("The probe of fixed work")
struct DisturbanceProbeTests {
  @Test("every reading is a time, and the first cannot be disturbed")
  func readings() {
    let probe = DisturbanceProbe()
    #expect(probe.readings.isEmpty)
    #expect(!probe.isDisturbed())
    for _ in 0..<9 { _ = probe.isDisturbed() }
    #expect(probe.readings.count == 10)
    #expect(probe.readings.allSatisfy { $0.secondLevel > 0 && $0.lastLevel > 0 })
  }

  @Test("a reading is disturbed exactly when it is far above the lower quartile of all so far")
  func tolerance() throws {
    let probe = DisturbanceProbe()
    for _ in 0..<20 {
      let isDisturbed = probe.isDisturbed()
      let levels = [probe.readings.map(\.secondLevel), probe.readings.map(\.lastLevel)]
      let isAbove = try levels.contains {
        try $0[$0.count - 1] > DisturbanceProbe.tolerance * Sample($0).percentile(25)
      }
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
