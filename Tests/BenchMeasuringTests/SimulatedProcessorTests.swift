import Testing

@testable import BenchMeasuring

@Suite("The simulated processor")
struct SimulatedProcessorTests {
  @Test(
    "Cache sizes become valgrind's options",
    arguments: [
      ("48k,2M", "--D1=49152,12,64", "--LL=2097152,8,64"),
      ("2k,1536k", "--D1=2048,8,64", "--LL=1572864,12,64"),
    ])
  func options(text: String, first: String, last: String) throws {
    let options = try #require(SimulatedCaches(text)).options
    #expect(options.contains(first) && options.contains(last))
  }

  @Test(
    "Impossible cache sizes are rejected",
    arguments: ["", "48k", "2M,48k", "48k,48k", "48k,2M,8M", "0,2M", "48,2M", "-1k,2M", "48kk,2M"])
  func refusals(text: String) {
    #expect(SimulatedCaches(text) == nil)
  }

  @Test("A dump is read by the names of its events, and trailing zeros may be missing")
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
