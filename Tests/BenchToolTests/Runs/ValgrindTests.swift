import Measuring
import Testing

@testable import Basics
@testable import BenchTool
@testable import Runs

@Suite("Counts of processes under valgrind")
struct ValgrindTests {
  private func row(_ counts: [Double]?, of strategy: String = "fenwick") -> CellResult {
    var row = CellResult(
      cell: CellKey(
        group: CellGroup(scenario: "offset", heights: "chat", rows: 9), strategy: strategy,
        mode: "corrected"), status: .ok)
    row.countedOperations = counts.map { _ in 4 }
    for (counter, count) in zip(Counter.simulated, counts ?? []) { row.counters[counter] = count }
    return row
  }

  private func rows(_ rows: [CellResult], status: Int32 = 0) throws -> [CellResult] {
    let text = String(decoding: CellResult.schema.text(of: rows), as: UTF8.self)
    return try Valgrind.rows(
      of: .init(ending: .exited(status), output: text, errorOutput: ""), from: "/bin/valgrind")
  }

  @Test("counts are read, even if a strategy is wrong; a valgrind that counts nothing is an error")
  func counts() throws {
    let whole = [row([31, 8, 0, 0, 0]), row(nil, of: "other")]
    #expect(try rows(whole) == whole)
    #expect(try rows(whole, status: 1) == whole)
    for counts in [[], [31], [0, 0, 0, 0, 0]] as [[Double]] {
      let fault = #expect(throws: RunFault.self) { try rows([row(counts)]) }
      #expect(
        fault?.message
          == "/bin/valgrind has no counts for fenwick (corrected) in offset, chat, 9 rows: "
          + "counting requires valgrind with its tool callgrind")
      #expect(fault?.exitCode == .missingInput)
    }
  }

  @Test(
    "a failure is reported with valgrind's reason",
    arguments: [
      (
        """
        --12012-- warning: L3 cache found, using its data for the LL simulation.
        ==8536== error writing 48 bytes to shared mem /tmp/vgdb-pipe
        ==8536==
        """, ": error writing 48 bytes to shared mem /tmp/vgdb-pipe"
      ),
      ("--12012-- warning: simulated LL cache: line_size 64\n", ""),
      ("own-bench: no memory\n==1== \n", ": own-bench: no memory"), ("", ""),
    ])
  func reasons(errorOutput: String, end: String) {
    let outcome = ChildProcess.Outcome(ending: .exited(70), output: "", errorOutput: errorOutput)
    let fault = #expect(throws: RunFault.self) { try Valgrind.rows(of: outcome, from: "v") }
    #expect(fault?.message == "a process under valgrind ended with status 70\(end)")
  }
}
