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
}
