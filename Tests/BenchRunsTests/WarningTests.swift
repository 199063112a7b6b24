import Testing

@testable import BenchRuns

@Suite("Warnings about a run")
struct WarningTests {
  /// The warnings about a run of 60 s with 100 repetitions.
  private func warnings(
    otherCores: Double? = 0.1, disturbed: Int = 25, governor: String = "performance",
    budget: Double = 60 / 1.05, keepsDirtyTree: Bool = false, isOptimised: Bool = true
  ) -> [String] {
    var disturbance = Disturbance()
    disturbance.otherCores = otherCores
    (disturbance.repetitions, disturbance.disturbed) = (100, disturbed)
    return RunWarning.all(
      on: MachineFacts(cores: 4, governor: governor), disturbance, seconds: 60, budget: budget,
      keepsDirtyTree: keepsDirtyTree, isOptimised: isOptimised
    ).map(\.text)
  }

  @Test("An undisturbed run on a typical machine produces no warnings")
  func none() {
    #expect(warnings() == [])
    #expect(warnings(otherCores: nil, governor: MachineFacts.unknown) == [])
  }

  @Test("Each warning states a cause and gives advice")
  func each() {
    #expect(
      warnings(
        otherCores: 1.04, disturbed: 26, governor: "powersave", budget: 5, keepsDirtyTree: true,
        isOptimised: false) == [
          "other programs used 1.0 of 4 cores during the run, 26 % of all repetitions were "
            + "interrupted: close other programs, or confirm with a second run",
          "the CPU governor is powersave: set it to performance, for example with cpupower "
            + "frequency-set -g performance",
          "this is a debug build: build with swift build -c release",
          "the run took 60.0 s, its budget was 5.0 s: raise the budget, or choose fewer rows, "
            + "scenarios or strategies",
          "the source has uncommitted changes: commit the changes, then record the run again, so "
            + "that others can repeat it",
        ])
  }

  @Test("The CPU time attributed to other programs doesn't include this process")
  func otherCores() {
    func cores(from before: Double?, to after: Double?, seconds: Double = 8) -> Double? {
      var disturbance = Disturbance()
      disturbance.noteOthers(from: before, to: after, seconds: seconds)
      return disturbance.otherCores
    }
    #expect(cores(from: 90, to: 94) == 0.5)
    // The kernel counts CPU time in coarse ticks, so this process can appear to have used more CPU time than
    // all processes together.
    #expect(cores(from: 90, to: 89) == 0)
    #expect(cores(from: nil, to: 94) == nil)
    #expect(cores(from: 90, to: 94, seconds: 0) == nil)
    // User time already includes guest time.
    let text = "cpu  100 20 30 4000 500 6 7 8 90 10\ncpu0 1 1 1 1 1 1 1 1 1 1\n"
    #expect(MachineFacts.busySeconds(inProcStat: text, ticksPerSecond: 100) == 1.71)
    #expect(MachineFacts.busySeconds(inProcStat: "cpu  1 2 3\n", ticksPerSecond: 100) == nil)
  }
}
