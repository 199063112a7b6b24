import Recording
import Testing

@Suite("Warnings")
struct WarningTests {
  /// Nothing wrong: four cores, one of them used by others.
  private var calm: RunConditions {
    var conditions = RunConditions(
      machine: .example, before: MachineState(load: 1), after: MachineState(load: 1), seconds: 60)
    conditions.isOptimised = true
    return conditions
  }

  @Test("what is unknown or as it should be is no warning")
  func none() {
    #expect(calm.warnings == [])
    var known = calm
    known.machine.governor = "performance"
    known.before = MachineState(load: 2, isOnBattery: false, throttleCount: 7, isHot: false)
    known.after = known.before
    #expect(known.warnings == [])
    known.budget = 60 / 1.05
    #expect(known.warnings == [])
    var silent = calm
    (silent.before, silent.after) = (MachineState(), MachineState())
    #expect(silent.warnings == [])
  }

  @Test("each kind has its cause, its name and what to do")
  func each() {
    var bad = calm
    bad.machine.governor = "powersave"
    bad.before = MachineState(load: 2.04, isOnBattery: true, throttleCount: 7)
    bad.after = MachineState(load: 1, isOnBattery: false, throttleCount: 9)
    (bad.hadCompany, bad.isOptimised, bad.keepsDirtyTree) = (true, false, true)
    bad.budget = 5
    #expect(
      bad.warnings.map(\.text) == [
        "the machine was busy (load 2.0 on 4 cores): close what runs, or trust the ratios more "
          + "than the times",
        "another bench measured at the same time: run one bench at a time, or trust neither's times",
        "the machine ran on its battery: plug it in and run again",
        "the CPU governor is powersave: set it to performance, as with cpupower frequency-set -g "
          + "performance",
        "the processor was throttled 2 times for its heat: let it cool down, then run again with "
          + "a shorter --budget",
        "this is a debug build: build with swift build -c release",
        "the run took 60.0 s of its 5.0 s: give it more time, or fewer rows, scenarios or "
          + "strategies",
        "the source has changes that no commit holds: commit, then record again, so that others "
          + "can repeat the run",
      ])
    // One run takes place on one machine.
    #expect(
      bad.warnings.map(\.kind) == RunWarning.Kind.allCases.filter { $0 != .severalMachines })
    #expect(
      RunWarning.Kind.allCases.map(\.rawValue) == [
        "busy", "other_bench", "battery", "governor", "throttled", "invariant_checks",
        "over_budget", "dirty_tree", "several_machines",
      ])
  }

  @Test("a machine that became busy, hot or unplugged while measuring counts too")
  func atTheEnd() {
    var conditions = calm
    conditions.after = MachineState(load: 2.7, isOnBattery: true, isHot: true)
    #expect(conditions.warnings.map(\.kind) == [.busy, .battery, .throttled])
    // The run's own part of a load of 2.6 is 1 - 1/e = 0.63.
    conditions.after = MachineState(load: 2.6)
    #expect(conditions.warnings == [])
  }

  @Test("the load that a run makes itself is not held against it")
  func ownLoad() {
    #expect(MachineState.load(1, withoutOwn: 0) == 1)
    #expect(abs(MachineState.load(1.5, withoutOwn: 60) - 0.867_879_441) < 1e-9)
    #expect(MachineState.load(0.5, withoutOwn: 1e9) == 0)
    #expect(MachineState.load(0.5, withoutOwn: -3) == 0.5)
  }

  @Test(
    "macOS names the source of its power",
    arguments: [
      ("Now drawing from 'Battery Power'\n -InternalBattery-0 56%; discharging\n", true),
      ("Now drawing from 'AC Power'\n -InternalBattery-0 56%; charging\n", false),
      ("", nil), ("pmset: something else", nil),
    ] as [(String, Bool?)])
  func powerSettings(text: String, isOnBattery: Bool?) {
    #expect(MachineState.isOnBattery(inPowerSettings: text) == isOnBattery)
  }
}
