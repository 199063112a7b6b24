import Basics
import Foundation
import ListLayout
import Runs
import Testing
import Workloads

@testable import BenchTool

/// Tests lists and screens that are too large.
@Suite("Limits", .serialized)
struct LimitTests {
  /// The memory that a list with the maximum number of rows needs.
  private static var longest: MemoryNeed {
    var need = MemoryNeed()
    need.add(rows: 1_000_000_000)
    return need
  }

  @Test("the memory for lists is estimated from their number of rows and their height")
  func need() {
    #expect(Self.longest.bytes > 90 << 30)
    var usual = MemoryNeed()
    for rows in [1000, 1_000_000, 1000] { usual.add(rows: rows) }
    #expect((90 << 20..<110 << 20).contains(usual.bytes))
    var high = MemoryNeed()
    high.add(rows: 1_000_000, contentHeight: .maximumHeight * 1_000_000)
    #expect(high.bytes > 1200 << 20)
    #expect(MachineFacts.memoryLimit > 1 << 20)
  }

  @Test(
    "lists that do not fit in memory are rejected by every command",
    .enabled(if: MachineFacts.memoryLimit < longest.bytes))
  func lists() throws {
    try withBench { bench in
      let rows = "--strategy fenwick --heights fixed:44 --rows 1000M"
      for command in [
        "run --dry-run \(rows)", "run \(rows) --output $/new", "worker steps \(rows)",
        "film \(rows) --output $/film",
      ] {
        try bench.rejects(command, .usage, "GiB of memory, expected at most")
      }
      #expect(try bench.names().isEmpty)
    }
  }

  @Test("a screen of more than a million rows is rejected by every command")
  func screens() throws {
    try withBench { bench in
      try bench.write("h", "0.015625\n")
      try bench.write("g", "op,a,b\nscroll,10,\nviewport,1000000,\n")
      try bench.write("still", "op,a,b\nsettle,,\n")
      let excess = "1000000 pt hold more than 1048576 rows of 0.015625 pt"
      let list = "--strategy cyclic --viewport 1000000 --heights"
      let tooMany =
        "--viewport 1000000: it holds more than 1048576 rows of 0.015625 pt, which file:$/h has"
      for command in [
        "run --dry-run --scenario endless \(list) file:$/h",
        "worker steps --scenario endless --rows 1 \(list) file:$/h",
        "film --scenario endless \(list) file:$/h --output $/new",
      ] {
        try bench.rejects(command, .usage, is: tooMany)
      }
      try bench.rejects(
        "replay \(list) $/h --gestures $/still --frames $/new", .usage, is: "--viewport: \(excess)")
      try bench.rejects(
        "replay --strategy cyclic --heights $/h --gestures $/g --frames $/new", .badData,
        is: "$/g:3: \(excess)")
      #expect(try bench.names() == ["g", "h", "still"])
    }
  }

  @Test("the recorded plan lacks scenarios that were omitted to keep the budget")
  func expensiveHeights() throws {
    try withBench { bench in
      try bench.does("run -s fenwick -m corrected -H measured:words -r 3k -b 10ms -q -o $/new")
      #expect(try bench.read("new/run.json").contains("omitted to stay within the budget"))
      let scenarios = try bench.run("new").record().plan.scenarios
      #expect(!scenarios.isEmpty && scenarios.count < Scenario.all.count)
    }
  }
}
