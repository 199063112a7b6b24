import Testing

@testable import BenchMeasuring

struct SimulatedProcessorTests {
  @Test("A dump is read by the names of its events, and missing events count as 0")
  func sums() {
    let dump = """
      # callgrind format
      events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim
      summary: 100 20 10 1 5 2 1 3 1 9 4 2 1
      fn=(1) f
      0 100 20
      """
    #expect(SimulatedProcessor.sums(in: dump) == [100, 30, 7, 4, 4])
    #expect(SimulatedProcessor.sums(in: "events: Ir Dr\nsummary: 7\n") == [7, 0, 0, 0, 0])
    #expect(SimulatedProcessor.sums(in: "events: Dr\nsummary: 7\n") == nil)
    #expect(SimulatedProcessor.sums(in: "events: Ir\n") == nil)
  }
}
