import Foundation
import Recording
import Testing

@testable import BenchTool

@Suite("bench history", .serialized)
struct HistoryVerbTests {
  @Test("runs are shown, others are left out, and none are refused")
  func runs() throws {
    try withPairs { pairs in
      let bench = pairs.bench
      #expect(try bench("history $/base --format csv -c offset").code == .success)
      for name in ["b", "c", "d"] { try pairs.copy(to: name) }
      #expect(try bench("history $ -s fenwick -r 20").code == .success)
      // What cannot be compared is left out as long as two are left.
      try bench.edit("b/run.json", "\"cores\" : ", "\"cores\" : 9")
      try bench.edit("b/run.json", "\"started\" : \"20", "\"started\" : \"19")
      try bench.edit("c/run.json", "\"complete\"", "\"interrupted\"")
      #expect(try bench("history $").code == .success)
      let outcome = try bench("history $/base $/b")
      #expect(outcome.code == .incomparable)
      #expect(outcome.message.contains("$/b: machine.cores: 9"), "\(outcome.message)")
      #expect(try bench("history $/c").code == .incomparable)
      #expect(try bench("history $ -r 7").code == .differentCells)
      #expect(try bench("history $/none").code == .missingInput)
      #expect(try bench("history $/base/samples.csv").code == .missingInput)
      #expect(try bench("history").code == .usage)
      try bench.edit("d/samples.csv", ",1000,", ",zero,")
      #expect(try bench("history $").code == .badData)
    }
  }
  @Test("a newest run of another machine ends no history: the most comparable runs are shown")
  func largest() throws {
    try withPairs { pairs in
      let bench = pairs.bench
      for name in ["b", "new"] { try pairs.copy(to: name) }
      try bench.edit("new/run.json", "\"cores\" : ", "\"cores\" : 9")
      try bench.edit("new/run.json", "\"started\" : \"20", "\"started\" : \"21")
      #expect(try bench("history $ -s fenwick").code == .success)
      #expect(try bench("history $/base $/new").code == .incomparable)
    }
  }
}
