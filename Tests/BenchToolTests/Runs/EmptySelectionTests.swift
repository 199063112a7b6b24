import Testing

@testable import BenchTool

@Suite("Nothing to do is an error")
struct EmptySelectionTests {
  @Test(arguments: [
    "run -s fixed-list -H chat -c offset -r 20", "run -s fenwick -c endless -r 20",
    "run -s fenwick -c offset -r 0", "run -s fenwick -c endless -r 20 -n",
    "run -s fixed-list -H chat -c offset -r 20 --shard 2/2",
    "count -s fixed-list -H chat -c offset -r 20", "verify -s fenwick -m published",
    "verify -s floor", "verify -s fenwick -g 0", "film -s fenwick -m published",
    "film -s fenwick --length 1ms", "film -s fenwick -r 20 -g $/gestures",
    "replay -s fenwick -H $/rows -g $/gestures",
  ])
  func selection(command: String) throws {
    try withBench { bench in
      try bench.write("rows", "")
      try bench.write("gestures", "op,a,b\n")
      let output = command.hasPrefix("replay") ? "-f" : "-o"
      try bench.rejects("\(command) \(output) $/output", .usage, start: "nothing to ")
      #expect(try bench.names() == ["gestures", "rows"])
    }
  }

  @Test("a run without cells is rejected, and so is a merged run without cells")
  func runs() throws {
    try withBench { bench in
      let run = "run -s floor,fenwick -c offset -H chat -r 20 -b 50ms -q -j"
      try bench.does("\(run) --shard 2/2 -o $/empty")
      for command in [
        "show $/empty", "report $/empty", "export $/empty --format benchfmt -o $/text",
      ] {
        try bench.rejects(command, .usage, "no cells")
      }
      try bench.rejects("merge $/empty -o $/whole", .differentCells)
      try bench.rejects("compare $/empty $/empty", .differentCells)
      #expect(try bench.names() == ["empty"])
    }
  }
}
