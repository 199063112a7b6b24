import Testing

@testable import BenchRuns

@Suite("Warnings about a run")
struct WarningTests {
  private var calm: Disturbance {
    var disturbance = Disturbance()
    disturbance.otherCores = 0.1
    (disturbance.bestLastLevelNs, disturbance.lastLevelNs) = (10, 13)
    (disturbance.repetitions, disturbance.disturbed) = (100, 25)
    return disturbance
  }

  private func warnings(
    _ disturbance: Disturbance, governor: String = MachineFacts.unknown,
    budget: Double = .infinity, keepsDirtyTree: Bool = false, isOptimised: Bool = true
  ) -> [RunWarning] {
    var machine = MachineFacts.example
    machine.governor = governor
    return RunWarning.all(
      on: machine, disturbance, seconds: 60, budget: budget, keepsDirtyTree: keepsDirtyTree,
      isOptimised: isOptimised)
  }

  @Test("An undisturbed run on an ordinary machine causes no warnings")
  func none() {
    #expect(warnings(calm) == [])
    #expect(warnings(calm, governor: "performance", budget: 60 / 1.05) == [])
    #expect(warnings(Disturbance()) == [])
  }

  @Test("Each warning states a cause and gives advice")
  func each() {
    var bad = calm
    bad.otherCores = 1.04
    let warnings = warnings(
      bad, governor: "powersave", budget: 5, keepsDirtyTree: true, isOptimised: false)
    #expect(
      warnings.map(\.text) == [
        "other programs used 1.0 of 4 cores during the run: close other programs, or confirm with "
          + "a second run",
        "the CPU governor is powersave: set it to performance, for example with cpupower "
          + "frequency-set -g performance",
        "this is a debug build: build with swift build -c release",
        "the run took 60.0 s, its budget was 5.0 s: raise the budget, or choose fewer rows, "
          + "scenarios or strategies",
        "the source has uncommitted changes: commit the changes, then record the run again, so "
          + "that others can repeat it",
      ])
    #expect(
      RunWarning.Kind.allCases.map(\.rawValue) == [
        "ruled_out", "busy", "governor", "invariant_checks", "left_out", "over_budget",
        "dirty_tree",
      ])
  }

  @Test("A run warns about busy programs, slow cache probes and disturbed repetitions")
  func busy() {
    func texts(_ change: (inout Disturbance) -> Void) -> [String] {
      var disturbance = calm
      change(&disturbance)
      return warnings(disturbance).map(\.text)
    }
    let advice = ": close other programs, or confirm with a second run"
    let cores = "other programs used 0.3 of 4 cores during the run"
    let probe =
      "the shared last-level cache was busy (half of all probes took at least 1.4x the best time)"
    let repetitions = "26 % of all repetitions were interrupted"
    #expect(texts { $0.otherCores = 0.26 } == [cores + advice])
    #expect(texts { $0.lastLevelNs = 14 } == [probe + advice])
    #expect(texts { $0.disturbed = 26 } == [repetitions + advice])
    let all = texts { ($0.otherCores, $0.lastLevelNs, $0.disturbed) = (0.26, 14, 26) }
    #expect(all == ["\(cores), \(probe), \(repetitions)\(advice)"])
  }

  @Test("The CPU time of other programs excludes this process")
  func otherCores() {
    func cores(from before: Double?, to after: Double?, seconds: Double = 8) -> Double? {
      var disturbance = Disturbance()
      disturbance.noteOthers(from: before, to: after, seconds: seconds)
      return disturbance.otherCores
    }
    #expect(cores(from: 90, to: 94) == 0.5)
    // The kernel counts CPU time in coarse ticks, so this process can appear to use more than the total.
    #expect(cores(from: 90, to: 89) == 0)
    #expect(cores(from: nil, to: 94) == nil)
    #expect(cores(from: 90, to: nil) == nil)
    #expect(cores(from: 90, to: 94, seconds: 0) == nil)
    #expect((MachineFacts.secondsOfOthers ?? 0) >= 0)
  }

  @Test(
    "CPU time is computed from the ticks in /proc/stat",
    arguments: [
      ("cpu  100 20 30 4000 500 6 7 8 90 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n", 1.71),
      ("cpu  100 20 30 4000 500 6 7 8\n", 1.71), ("cpu  1 2 3\n", nil),
      ("cpu0 1 2 3 4 5 6 7 8\n", nil),
      ("", nil),
    ] as [(String, Double?)])
  func processorTime(text: String, seconds: Double?) {
    #expect(MachineFacts.busySeconds(inProcStat: text, ticksPerSecond: 100) == seconds)
    #expect(MachineFacts.busySeconds(inProcStat: text, ticksPerSecond: 0) == nil)
  }
}
