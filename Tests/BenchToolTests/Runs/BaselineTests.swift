import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("Named baselines")
struct BaselineTests {
  @Test("a name refers to the last run that was saved under it")
  func saving() throws {
    try withBench { bench in
      let folders = try ["a", "b"].map { try RunFolder.create(at: "\(bench.folder)/\($0)") }
      let baseline = Baseline(name: "main", root: "\(bench.folder)/baselines")
      for folder in folders {
        try baseline.save(folder)
        #expect(try bench.read("baselines/main") == folder.path + "\n")
      }
      try baseline.checkExists()
      let message = "--baseline mian: not found in \(bench.folder)/baselines; did "
      #expect(throws: RunFault(.missingInput, message + "you mean 'main'?")) {
        try Baseline(name: "mian", root: baseline.root).checkExists()
      }
    }
  }
}
