import BenchBasics
import BenchMeasuring
import BenchReplaying
import Conformance
import ListLayout
import Testing

@testable import BenchRuns

/// Checks hitches against results computed by hand.
@Suite("Smoothness")
struct SmoothnessTests {
  /// The smoothness of frames that measure the given numbers of rows, at 1 ns per row.
  private func smoothness(
    _ motion: [Int], settles: [Int] = [], hz: Int = 100
  ) -> Smoothness {
    let kinds =
      motion.map { FrameWork.asking($0) } + settles.map { FrameWork.asking($0, phase: .settle) }
    return Smoothness(kinds.map { ($0, 1) }, FrameCosts(rowNs: 1, viewNs: 0, hz: hz))
  }

  @Test(
    "A frame occupies a whole number of refresh periods, and is on time if it ends exactly at the deadline",
    arguments: [
      (100, 0, 1), (100, 10_000_000, 1), (100, 10_000_001, 2), (100, 100_000_001, 11),
      (120, 8_333_333, 1), (120, 8_333_334, 2), (120, 25_000_000, 3), (120, 25_000_001, 4),
      (77, 1_000_000_000, 77), (77, 1_000_000_001, 78), (240, Int64.max, 2_213_609_288_846),
    ] as [(Int, Int64, Int64)])
  func refreshes(hz: Int, cost: Int64, refreshes: Int64) {
    #expect(FrameCosts(hz: hz).refreshes(cost) == refreshes)
  }

  @Test("A hitch lasts a whole number of refresh periods and doesn't delay the next frame")
  func hitches() {
    let ms = 1_000_000
    // Every frame is on time.
    var result = smoothness([0, 5 * ms, 10 * ms])
    #expect(result.lateFrames == 0 && result.droppedFrames == 0 && result.hitchNsPerSecond == 0)
    #expect(result.rating == .good)
    // Nine frames are on time and the tenth takes ten refresh periods, so nine of the nineteen refreshes show
    // an old frame.
    result = smoothness([Int](repeating: 1, count: 9) + [100 * ms])
    #expect(result.lateFrames == 1 && result.droppedFrames == 9)
    #expect(result.hitchNsPerSecond == 473_684_210 && result.rating == .critical)
    #expect(result.worstFrameNs == 100_000_000)
    // Both 15 ms frames are late, because each frame starts at a refresh.
    result = smoothness([1, 15 * ms, 15 * ms, 1])
    #expect(result.lateFrames == 2 && result.droppedFrames == 2)
    // A late frame at the end of a gesture is a stall rather than a hitch.
    result = smoothness([1, 1], settles: [35 * ms, 1])
    #expect(result.lateFrames == 0 && result.hitchNsPerSecond == 0 && result.stallNs == 35_000_000)
    #expect(result.worstFrameNs == 35_000_000 && result.worstFrameHeights == 35_000_000)
  }

  @Test(
    "Hitch ratings use Apple's limits",
    arguments: [
      (4_999_999, .good), (5_000_000, .warning), (10_000_000, .warning), (10_000_001, .critical),
    ] as [(Int64, Smoothness.Rating)])
  func rating(hitchNs: Int64, rating: Smoothness.Rating) {
    var smoothness = Smoothness()
    smoothness.hitchNsPerSecond = hitchNs
    #expect(smoothness.rating == rating)
  }

  @Test("Operations that don't scroll can cause stalls, but no hitches")
  func operations() {
    #expect(Smoothness([], FrameCosts()) == Smoothness())
    let opening = FrameWork.asking(1000, phase: .operation, configured: 20, created: 20)
    let result = Smoothness([(opening, 2)], FrameCosts())
    #expect(result.hitchNsPerSecond == nil && result.lateFrames == nil && result.rating == nil)
    #expect(result.smoothUpToNs == nil && result.roughFrames == nil)
    // The cost is 30 µs for each of 1,000 rows, plus 100 µs to configure and 400 µs to create each of 20
    // views.
    #expect(result.stallNs == 40_000_000 && result.worstFrameHeights == 1000)
    #expect(result.worstFrameViews == 20)
    let move = FrameWork.asking(0, moved: 3)
    #expect(FrameCosts(rowNs: 1, viewNs: 110, hz: 60).nanoseconds(of: move) == 15)
  }

  @Test(
    "The break-even cost is the highest row cost without late frames, and the limiting phase is reported"
  )
  func breakEven() {
    func up(_ kinds: [FrameWork], viewNs: Int64 = 100_000, hz: Int = 120) -> (Int64?, FramePhase?) {
      let costs = FrameCosts(rowNs: 30_000, viewNs: viewNs, hz: hz)
      let result = Smoothness(kinds.map { ($0, 1) }, costs)
      return (result.smoothUpToNs, result.smoothUpToIn)
    }
    let settle = FrameWork.asking(200, phase: .settle, configured: 10)
    let scroll = FrameWork.asking(2, configured: 2, moved: 27)
    #expect(up([scroll, settle]) == (36_666, .settle))
    #expect(up([scroll, settle], hz: 60) == (78_333, .settle))
    #expect(up([scroll]) == (3_999_166, .scroll))
    // Frames become late at the same row cost in both phases.
    #expect(up([.asking(200, configured: 10), settle]) == (36_666, .scroll))
    #expect(up([.asking(0, configured: 4)]) == (nil, nil))
    #expect(
      up([.asking(1, configured: 4), .asking(0, phase: .settle, configured: 84)]) == (0, .settle))
    #expect(up([.asking(0, configured: 84)]) == (0, .scroll))
    #expect(up([.asking(10_000_000), settle]) == (0, .scroll))
  }

  @Test(
    "A comparison reports the lowest row cost at which HEAD has more late frames than BASE",
    arguments: [
      ([200], [200], nil), ([200], [201], 41459), ([200, 10], [10, 10], nil),
      ([200, 10], [200, 11], 757_575), ([0, 0], [0, 1], 8_333_333),
      // The worst frame improves while the second-worst gets worse.
      ([200, 10], [190, 20], 416_666),
    ] as [([Int], [Int], Int64?)])
  func lateFrames(base: [Int], head: [Int], limit: Int64?) throws {
    func rows(_ heights: [Int]) -> [FrameRow] {
      heights.map { FrameRow(cell: .example(), kind: .asking($0), count: 1) }
    }
    let found = FrameComparison(base: rows(base), head: rows(head), hz: 120)
    #expect(found?.rowNs == limit.map { $0 + 1 })
    #expect(found.map { $0.head > $0.base } ?? true)
  }

  @Test("The largest values that a file may contain don't cause an overflow")
  func largeAmounts() throws {
    let most = 1 << 53
    let kind = FrameWork.asking(most, configured: most, created: most, moved: most)
    let result = Smoothness(
      [(kind, most), (kind, most)],
      FrameCosts(rowNs: 1_000_000_000, viewNs: 1_000_000_000, hz: 240))
    #expect(result.worstFrameNs == .max && result.smoothUpToNs == 0)
    #expect(try #require(result.hitchNsPerSecond) <= 1_000_000_000)
  }

  @Test("Smoothness survives a round trip through summary.csv and frames.csv")
  func files() throws {
    let kinds = [
      FrameWork.asking(1, configured: 2, moved: 27), .asking(200, phase: .settle, configured: 10),
    ]
    var frames = kinds.map { FrameRow(cell: .example(), kind: $0, count: 3) }
    frames[1].kind.isRough = true
    frames[1].kind.work[.layoutsCut] = 1
    #expect(try FrameRow.rows(in: FrameRow.csv(of: frames), file: "frames.csv") == frames)
    let rows = [CellResult(cell: .example(), status: .ok)].priced(FrameCosts(), from: frames)
    #expect(try CellResult.rows(in: CellResult.csv(of: rows), file: "summary.csv") == rows)
    let values = Dictionary(uniqueKeysWithValues: rows[0].smoothness.texts.map { ($0, $1) })
    #expect(values["worst_frame_ms"] == "7.0" && values["smooth_up_to_us"] == "36.666")
    #expect(values["hitch_ms_per_s"] == "0.0" && values["smooth_up_to_in"] == "settle")
    // Smoothness at other costs can be recomputed from the frames.
    let costs = FrameCosts(rowNs: 300_000, viewNs: 0, hz: 120)
    let other = rows.priced(costs, from: frames)[0].smoothness
    #expect(other.stallNs == 60_000_000 && other.unsettledFrames == 3)
  }
}

extension FrameWork {
  static func asking(
    _ heights: Int, phase: FramePhase = .scroll, configured: Int = 0, created: Int = 0,
    moved: Int = 0
  ) -> FrameWork {
    var frame = FrameWork(phase: phase)
    (frame.work[.heightsAsked], frame.work[.viewsConfigured]) = (heights, configured)
    (frame.work[.viewsCreated], frame.work[.viewsMoved]) = (created, moved)
    return frame
  }
}
