import Foundation
import Measuring

@testable import Runs

extension MachineFacts {
  static var example: MachineFacts {
    MachineFacts(
      cpuModel: "Intel(R) Xeon(R) CPU @ 2.20GHz", cores: 4, memoryBytes: 16_777_216_000,
      kernel: "Linux 6.1.0", os: "Debian GNU/Linux 12 (bookworm)", architecture: "x86_64",
      governor: "unknown", loadAverage: 0.25, host: "89abcdef01234567")
  }
}

extension RunRecord {
  static var example: RunRecord {
    var record = RunRecord(
      command: ["bench", "--strategy", "all"], seed: .max,
      revision: Revision(commit: "1a2b3c4d5e6f", isDirty: true), machine: .example,
      clock: ClockFacts(resolutionNs: 20, readCostNs: 30.5), plan: .example,
      started: Date(timeIntervalSince1970: 1_772_360_100), compiler: "Swift 6.3.1",
      optimisation: "-O")
    (record.clock.shortestSliceNs, record.clock.maxError) = (50_500, 0.000_25)
    record.allocation = "huge pages: never"
    record.emptiedCaches = "every line of 20 MiB of writable memory flushed"
    record.disturbance = .example
    record.finished = Date(timeIntervalSince1970: 1_772_360_160)
    record.status = .complete
    record.workloadHashes = [
      "offset/chat/1000": "0x0123456789abcdef", "camelCase_and_snake": "0x1",
    ]
    record.warnings = [RunWarning(.governor, found: "the CPU governor is powersave")]
    return record
  }
}

extension RunPlan {
  static var example: RunPlan {
    var plan = RunPlan()
    (plan.cells, plan.repetitions, plan.segmentNs) = (24, 11, 250_000)
    plan.caches = [.warm, .cold]
    (plan.expectedSeconds, plan.margin) = (58.5, 0.01)
    (plan.viewport, plan.width) = (844, 390)
    plan.heights = ["chat", "file:/tmp/heights.csv"]
    plan.rows = [1000, 1_000_000]
    plan.scenarios = ["offset", "scroll"]
    plan.strategies = ["fenwick", "sum-tree"]
    plan.modes = ["corrected"]
    (plan.budgetSeconds, plan.motion, plan.usesOwnCounts) = (60, ["flings"], true)
    plan.shard = Shard(index: 1, count: 4)
    return plan
  }
}

extension Disturbance {
  static var example: Disturbance {
    var disturbance = Disturbance()
    disturbance.otherCores = 0.25
    (disturbance.repetitions, disturbance.disturbed) = (264, 33)
    (disturbance.bestLastLevelNs, disturbance.lastLevelNs) = (20.5, 21)
    return disturbance
  }
}
