import HostSystem
import ListLayout
import Recording
import Running
import Workloads

/// `bench step`: an exact number of steps, for tools that count from outside.
struct StepVerb {
  let tool: Tool
  let arguments: Arguments

  func perform() throws -> ExitCode {
    if let limit = arguments[Options.memoryLimit] { MemoryLimit.watch(mebibytes: limit) }
    let request = RunRequest(
      contenders: tool.strategies(named: [arguments[Options.strategy]]),
      modes: [arguments[Options.mode]],
      scenarios: Scenario.all.filter { $0.id == arguments[Options.scenario] },
      heights: [try HeightsSpec(arguments[Options.oneHeights])],
      rows: [arguments[Options.rowCount]],
      screen: Screen(width: arguments[Options.width], viewport: arguments[Options.viewport]),
      motion: try MotionSpec.all(named: arguments[Options.motion]),
      seed: arguments[Options.seed], budget: 0)
    let run = try StepRun(request, steps: arguments[Options.steps])
    let receipt = StepReceipt(
      steps: run.steps, checksum: "0x" + String(run.checksum, radix: 16),
      peakBytes: run.peakBytes)
    try Terminal.print(arguments[Options.json] ? receipt.json() : receipt.text)
    return .success
  }
}
