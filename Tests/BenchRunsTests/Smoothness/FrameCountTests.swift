import BenchBasics
import BenchMeasuring
import BenchReplaying
import BenchStrategies
import BenchTestSupport
import BenchWorkloads
import Conformance
import ListLayout
import Testing

@testable import BenchRuns

/// Tests the work counters that a run records for each frame.
@Suite("A run's frames")
struct FrameCountTests {
  /// Checks all cells without timing them.
  private func checked(_ request: RunRequest) throws -> (runner: Runner, rows: [CellResult]) {
    let log = Log()
    let runner = try Runner(request, isInterrupted: { log.isScheduled }, report: log.see)
    return (runner, try runner.run())
  }

  private func log(of runner: Runner) throws -> [[String: String]] {
    var bytes: [UInt8] = []
    try runner.writeFrames(to: { (piece) throws(RunFault) in bytes += piece })
    var lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map {
      $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
    let names = lines.removeFirst()
    return lines.map { Dictionary(uniqueKeysWithValues: zip(names, $0)) }
  }

  @Test("Each cell's maxima and sums match its recorded frames")
  func maxima() throws {
    let ids = [
      "fenwick", "reload-window", "recycled-subview", "triple-copy", "on-demand", "cyclic",
    ]
    let request = RunRequest(
      ids, in: ["scroll", "endless"], heights: ["chat", "pages"], rows: [400], budget: 0.01)
    let (runner, rows) = try checked(request)
    let lists = Dictionary(grouping: try log(of: runner)) { Int($0["list"] ?? "") ?? 0 }
    let moving = rows.filter { $0.smoothness != Smoothness() && $0.cell.role == .strategy }
    #expect(moving.count > 5 && lists.count == moving.count)
    for (number, row) in zip(lists.keys.sorted(), moving) {
      let frames = try #require(lists[number])
      func numbers(_ name: String) -> [Int] { frames.compactMap { Int($0[name] ?? "") } }
      let smoothness = row.smoothness
      #expect(Set(frames.map { $0["strategy"] }) == [row.cell.strategy])
      #expect(numbers("heights_requested").max() == smoothness.worstFrameHeights)
      #expect(numbers("views_configured").max() == smoothness.worstFrameViews)
      let costs = frames.compactMap { Double($0["cost_ms"] ?? "") }
      #expect(costs.max() == smoothness.worstFrameNs.map { Double($0) / 1e6 })
      let settles = frames.filter { $0["gesture"] == "settle" }
      #expect(settles.allSatisfy { $0["dy"] == "0" } && frames.last?["gesture"] == "settle")
      #expect(
        settles.compactMap { Double($0["cost_ms"] ?? "") }.max()
          == smoothness.stallNs.map { Double($0) / 1e6 })
      let scrolls = frames.filter { $0["gesture"] == "scroll" }
      #expect(scrolls.count { $0["hitch_ms"] != "0.0" } == smoothness.lateFrames)
      #expect(numbers("rough").reduce(0, +) == smoothness.roughFrames)
      // `scroll` plays each fling once, and `endless` plays all flings forwards and then backwards.
      let isEndless = row.cell.group.scenario == "endless"
      #expect(settles.count == (isEndless ? 38 : 19))
      #expect(frames.count == (isEndless ? 18_296 : 9148))
    }
  }

  @Test(
    "A frame is rough if the content stops at the end of a window, but not if it stops at the list's end"
  )
  func rough() throws {
    var request = RunRequest(
      ["reload-window", "fenwick"], in: ["scroll"], heights: ["fixed:44"], rows: [1000],
      budget: 0.001)
    let step = LayoutUnit(points: 300)
    request.gestures = [ScrollGesture(frames: Array(repeating: step, count: 200))]
    let rows = try checked(request).rows.filter { $0.cell.role == .strategy }
    // The table of `reload-window` ends after 13 frames, and the list itself after 70.
    #expect(rows.map(\.cell.strategy) == ["reload-window", "fenwick"])
    #expect(rows.map(\.smoothness.roughFrames) == [187, 0])
  }

  @Test("The refresh rate determines how motion is sampled", arguments: [30, 240])
  func rate(hz: Int) throws {
    var request = RunRequest(["fenwick"], in: ["scroll"], rows: [300], budget: 0.001)
    request.costs.hz = hz
    let frames = try checked(request).runner.frameRows.reduce(0) { $0 + $1.count }
    // In each of the 19 flings, the drag and the deceleration are rounded to whole frames.
    #expect(abs(frames - 19 - 9129 * hz / 120) <= 38)
    let distances = try [hz, 120].map { try MotionSpec.flings.gestures(rate: $0).map(\.distance) }
    #expect(distances[0] == distances[1])
  }

  @Test("An operation that also deletes older rows is not recorded as a scroll frame")
  func batches() throws {
    for scenario in ["prepend", "append"] {
      let request = RunRequest(["all-heights"], in: [scenario], rows: [300], budget: 0.001)
      let (runner, rows) = try checked(request)
      // Each batch requests the heights of the 300 original rows and of all rows inserted so far.
      #expect(rows[0].smoothness.worstFrameHeights == 300 + 19 * 50)
      #expect(runner.frameRows.allSatisfy { $0.kind.phase == .operation })
    }
  }
}
