import Basics
import Runs
import Testing

@testable import BenchTool

@Suite("bench run --explain", .serialized)
struct ExplainTests {
  private let plan = """
    -s floor,all-heights,on-demand,prefix-array,run-length,fenwick,blocked-sums,sum-tree,adaptive,cyclic \
    -m corrected -c offset -H chat -r 20 -b 60ms
    """

  @Test("a time that counts do not explain is a doubt; what counts other work is refused at once")
  func explain() throws {
    try withRun(plan) { bench in
      func run(_ plan: String) -> String {
        "run \(plan) --quiet --json --output $/new --explain $/run"
      }
      try bench.refuses(
        run(plan), .usage, is: "--explain: $/run was timed; expected a folder of 'bench count'")
      // Work that the times follow from, of all strategies but one.
      let folder = try bench.run("run")
      var rows = try folder.summary()
      for place in rows.indices {
        for counter in Counter.simulated { rows[place].counters[counter] = 0 }
        let share = rows[place].cell.strategy == "fenwick" ? 0.001 : 1
        rows[place].counters[.instructions] = share * (rows[place].time.netNs ?? 0)
      }
      try folder.write(rows)
      try bench.editRecord("run") {
        $0.simulation = .init(tool: "valgrind-3.19.0", model: "48k,2M")
      }
      for (other, problem) in [
        (plan.replacing("offset", with: "jump"), "has no scenario with 8 cells of this run"),
        (plan + " --seed 2", "counts other work than this run's: seed: 2 | 1 (in the order "),
        (plan + " --dry-run --viewport 100", "plan.viewport: 100.0 | 844.0"),
      ] {
        try bench.refuses(run(other), .incomparable, problem)
      }
      try bench.refuses("run --count --explain $/run", .usage, start: "--explain cannot be used")
      #expect(try bench.names() == ["run"])
      try bench.does(run(plan))
      let doubts = try bench.run("new").summary().first { $0.cell.strategy == "fenwick" }?.doubts
      #expect(doubts?.contains(" times what its work explains") == true)
      try bench.editRecord("run") { $0.compiler = "Swift 5.0" }
      try bench.refuses(run(plan), .incomparable, start: "--explain: $/run counts other work ")
    }
  }
}
