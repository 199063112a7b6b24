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
        let line = String(decoding: try FileSystem.bytes(at: baseline.path), as: UTF8.self)
        #expect(line == folder.path + "\n")
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
      let path = bench.folder + "/thresholds"
      let text = "# mine\n*/open = 10%\n\nfenwick/* = 3%\nlist:a=1/scroll=0.5%\n"
      try FileSystem.replaceFile(at: path, with: Array(text.utf8))
      var gate = Thresholds(.standard)
      gate.exceptions = try ThresholdFile.exceptions(at: path)
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
      try FileSystem.replaceFile(at: path, with: Array("*/* = 5%\n\(line)\n".utf8))
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
      try FileSystem.replaceFile(at: bench.folder + "/h", with: [])
      let lines = "op,a,b\ninsert,0,44\ninsert,1,60\nscroll,10,\ndelete,0,\n"
      try bench.write("g", lines)
      let command = "replay -H $/h -g $/g --viewport 70 --latency 0"
      #expect(try bench(command + " -s fenwick --check") == .init(code: .success))
      #expect(try bench(command + " -s on-demand -f $/f") == .init(code: .success))
      let frames = try bench.read("f")
      #expect(frames.hasPrefix("frame,row,y,height\n1,"))
    }
  }
}
