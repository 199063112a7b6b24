import Testing

@testable import Measuring

@Suite struct SimulatedProcessorTests {
  @Test(arguments: [
    ("48k,2M", "--D1=49152,12,64", "--LL=2097152,8,64"),
    ("32k,1M", "--D1=32768,8,64", "--LL=1048576,8,64"),
    ("2k,1536k", "--D1=2048,8,64", "--LL=1572864,12,64"),
  ])
  func modelsBecomeValgrindsOptions(text: String, first: String, last: String) throws {
    let model = try #require(SimulatedCaches(text))
    #expect(model.text == text)
    #expect(model.options.contains(first) && model.options.contains(last))
  }

  @Test(arguments: [
    "", "48k", "2M,48k", "48k,48k", "48k,2M,8M", "0,2M", "48,2M", "-1k,2M", "48kk,2M",
  ])
  func noProcessorHasSuchCaches(text: String) {
    #expect(SimulatedCaches(text) == nil)
  }

  @Test func aDumpIsReadByTheNamesOfItsEvents() {
    let dump = """
      # callgrind format
      events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim
      summary: 100 20 10 1 5 2 1 3 1 9 4 2 1
      fn=(1) f
      0 100 20
      """
    #expect(SimulatedProcessor.sums(in: dump) == [100, 30, 7, 4, 4])
    // Zeros at the end are left out.
    let short = SimulatedProcessor.sums(in: "events: Ir Dr Dw\nsummary: 7\n")
    #expect(short == [7, 0, 0, 0, 0])
    #expect(SimulatedProcessor.sums(in: "events: Dr\nsummary: 7\n") == nil)
    #expect(SimulatedProcessor.sums(in: "events: Ir\n") == nil)
  }

  @Test func pricesAreFoundAgain() throws {
    let prices = [0.25, 4, 0, 6]
    let work = [
      [10.0, 1, 2, 0], [400, 3, 1, 2], [25, 0, 5, 1], [9, 9, 0, 0.5], [1000, 2, 2, 2],
    ]
    let model = try #require(
      CostModel(work.map { row in (row, zip(row, prices).reduce(0) { $0 + $1.0 * $1.1 }) }))
    for (found, price) in zip(model.prices, prices) { #expect(abs(found - price) < 1e-6) }
    #expect(abs(model.nanoseconds(of: [4, 1, 0, 1]) - 11) < 1e-6)
  }

  @Test func noPriceIsNegative() throws {
    // More of the second kind goes with less time.
    let model = try #require(CostModel([([1, 1], 10), ([1, 2], 8), ([1, 3], 6)]))
    #expect(model.prices.allSatisfy { $0 >= 0 } && model.prices[1] == 0)
    #expect(CostModel([]) == nil)
  }
}
