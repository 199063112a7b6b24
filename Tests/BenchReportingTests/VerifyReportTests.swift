import Foundation
import ListLayout
import Testing

@testable import BenchReporting
@testable import Conformance

@Suite("Verification results")
struct VerifyReportTests {
  private static func entry(
    _ strategy: String, _ mode: StrategyMode, frames: Int, _ bound: DeviationBound,
    stress: Deviation = Deviation(), _ change: (inout Deviation) -> Void = { _ in }
  ) -> Verification {
    var deviation = Deviation()
    deviation.frames = frames
    change(&deviation)
    if deviation.jumpFrames > 0 || deviation.lost > .zero {
      deviation.differingFrames = max(1, deviation.differingFrames)
    }
    var descriptor = StrategyDescriptor.of(strategy, "w")
    descriptor.origin = "UITableView Tricks <2>"
    descriptor.publishedDefect = strategy == "triple-copy" ? "It jumps at each `seam`." : nil
    return Verification(
      descriptor: descriptor, mode: mode,
      results: [.init(scenario: .fling, deviation: deviation, bound: bound)], deviation: deviation,
      stress: stress, failures: [])
  }

  /// Four verified strategies: one is exact, one deviates within its bound, one exceeds its bound, and one
  /// has no bound.
  private static let examples = [
    entry("blocked-sums", .corrected, frames: 12_480, .none),
    entry("recycled-subview", .published, frames: 12_480, .motion) {
      ($0.jumpFrames, $0.displacement, $0.framesOverTwoPasses) = (312, 668_320, 1)
    },
    entry("triple-copy", .corrected, frames: 9000, .none) {
      ($0.stallFrames, $0.lossFrames, $0.blankFrames) = (1, 1, 3)
      $0.lost = LayoutUnit(rawValue: Int64(4225))
    },
    entry("mine", .corrected, frames: 5, .reported) { $0.jumpFrames = 1 },
  ]

  private func text(_ entries: [Verification], _ width: Int) -> String {
    entries.text(width: width, style: .plain)
  }

  @Test("The verification table lists deviations with their bounds")
  func table() {
    let bounds = [DeviationBound.motion, .none, .reported].map(\.rawValue)
    #expect(
      text(Self.examples, 200) == """
        strategy          mode       frames  on screen
        blocked-sums      corrected  12,480  exact
        recycled-subview  published  12,480  jumps in 2.5 % of frames, over two layout passes \
        in <0.1 % of frames; held: fling: \(bounds[0])
        triple-copy       corrected   9,000  no motion in <0.1 % of frames, 66 pt of motion lost, \
        partly blank in <0.1 % of frames; BROKEN in fling (promised: \(bounds[1]))
        mine              corrected       5  jumps in 20 % of frames; bound: \(bounds[2])

        4 checked: 1 exact, 3 deviate, 1 BROKEN.

        """)
    #expect(
      text([Self.examples[0]], 80).hasSuffix("\n1 checked: 1 exact, 0 deviate, none broken.\n"))
    #expect(text([], 80) == "Nothing was checked.\n")
    #expect(!Self.examples.areHeld && Self.examples.filter(\.isHeld).areHeld)
  }

  @Test("The verification JSON lists every entry and whether its bound holds")
  func json() throws {
    let data = Data(try Self.examples.json().utf8)
    let object = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    #expect(object["kept"] as? Bool == false)
    let entries = try #require(object["entries"] as? [[String: Any]])
    #expect(
      entries.compactMap { $0["verdict"] as? String }
        == ["exact", "deviates", "deviates", "deviates"])
    #expect(entries[1]["deviation_pt_frames"] as? String == "10442.5")
    #expect(entries[2]["held"] as? Bool == false && entries[3]["held"] is NSNull)
  }

  @Test("Deviations in fewer than 0.1 % of frames aren't listed, but aren't exact either")
  func rareDeviations() {
    func cell(_ bound: DeviationBound, _ change: @escaping (inout Deviation) -> Void) -> String? {
      let runs = [0, 1].map { run in
        Self.entry("triple-copy", .corrected, frames: 1000, bound) { if run == 0 { change(&$0) } }
      }
      let text = [runs].markdown(command: ["bench"], seeds: [1, 2])
      return text.split(separator: "\n").last.map(String.init)
    }
    func jump(_ frames: Int) -> (inout Deviation) -> Void {
      { ($0.jumpFrames, $0.differingFrames, $0.displacement) = (frames, frames, 640) }
    }
    let rare = "| `fling` | exact in over 99.9 % of frames |"
    #expect(cell(.none) { _ in } == "| `fling` | exact |")
    #expect(cell(.content) { _ in } == rare)
    #expect(cell(.reported, jump(1)) == rare)
    #expect(cell(.reported, jump(2)) == "| `fling` | jumps in 0 to 0.2 % of frames |")
    let displaced = cell(.reported) {
      ($0.differingFrames, $0.displacement) = (3, 640)
    }
    #expect(displaced == "| `fling` | 0 to 10 pt x frames of displacement |")
  }
}
