import Testing

@testable import BenchTool

@Suite("An empty selection is a usage error")
struct EmptySelectionTests {
  @Test(arguments: [
    "run -s fixed-list -H chat -c offset -r 20", "run -s fenwick -c endless -r 20",
    "run -s fenwick -c offset -r 0", "run -s fenwick -c endless -r 20 -n",
    "count -s fixed-list -H chat -c offset -r 20",
  ])
  func nothingToMeasure(command: String) throws {
    try withBench { bench in
      let outcome = try bench("\(command) -o $/run")
      #expect(outcome.code == .usage && outcome.message.hasPrefix("nothing to measure"))
      #expect(try bench.names().isEmpty)
    }
  }
}
