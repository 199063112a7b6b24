import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("Named baselines and files of thresholds")
struct BaselineTests {
  @Test("A name leads to the run that was saved under it last")
  func saving() throws {
    try withBench { bench in
      let folders = try ["a", "b"].map { try RunFolder.create(at: "\(bench.folder)/\($0)") }
      let baseline = Baseline(name: "main", root: "\(bench.folder)/baselines")
      for folder in folders {
        try baseline.save(folder)
        #expect(try bench.read("baselines/main") == folder.path + "\n")
      }
      try baseline.refuseIfMissing()
      let message = "--baseline mian: nothing is in \(bench.folder)/baselines under that name; did "
      #expect(throws: RunFault(.missingInput, message + "you mean 'main'?")) {
        try Baseline(name: "mian", root: baseline.root).refuseIfMissing()
      }
    }
  }

  @Test("The last line that fits a cell counts")
  func thresholds() throws {
    try withBench { bench in
      try bench.write(
        "thresholds", "# mine\n*/open = 10%\n\nfenwick/* = 3%\nlist:a=1/scroll=0.5%\n")
      var gate = Thresholds(.standard)
      gate.exceptions = try ThresholdFile.exceptions(at: bench.folder + "/thresholds")
      func relative(_ strategy: String, _ scenario: String) -> Double {
        gate.of(
          CellKey(
            group: CellGroup(scenario: scenario, heights: "chat", rows: 10), strategy: strategy,
            mode: "corrected")
        ).relative
      }
      #expect(relative("sum-tree", "open") == 0.1 && relative("sum-tree", "scroll") == 0.05)
      #expect(relative("fenwick", "open") == 0.03 && relative("list:a=1", "scroll") == 0.005)
    }
  }

  @Test(
    "A bad line is refused with its number",
    arguments: [
      "fenwick = 3%", "a/b/c = 3%", "a/b 3%", "a/b = 3", "/b = 3%", "a/b = 1001%", "a/b =",
    ])
  func badLines(line: String) throws {
    try withBench { bench in
      let path = bench.folder + "/thresholds"
      try bench.write("thresholds", "*/* = 5%\n\(line)\n")
      let fault = #expect(throws: RunFault.self) { _ = try ThresholdFile.exceptions(at: path) }
      #expect(fault?.exitCode == .badData)
      #expect(fault?.message.hasPrefix("\(path):2: found ") == true)
    }
  }
}

@Suite("Replay")
struct ReplayTests {
  @Test("An empty list, rows that come and go, and the delay of loads are replayed, and checked")
  func check() throws {
    try withBench { bench in
      try bench.write("h", "")
      try bench.write("g", "op,a,b\ninsert,0,44\ninsert,1,60\nscroll,10,\ndelete,0,\n")
      let command = "replay -H $/h -g $/g --viewport 70 --latency 0"
      try bench.does(command + " -s fenwick --check")
      try bench.does(command + " -s on-demand -f $/f")
      #expect(try bench.read("f").hasPrefix("frame,row,y,height\n1,"))
    }
  }
}
