import ListLayout
import Testing

@testable import Conformance

@Suite("The motion of content")
struct ContentMotionTests {
  @Test(
    "Motion errors are measured from the content's own position",
    arguments: [
      (0, 10, 10, .linear, 0), (0, 10, 4, .linear, -6), (0, -10, 0, .linear, 0),
      (5, -10, 0, .linear, 0), (890, 30, 900, .linear, 0), (890, 30, 895, .linear, -5),
      (890, 0, 900, .linear, 10), (500, 10, 490, .linear, -20), (950, 10, 900, .linear, -50),
      (990, 20, 10, .circular, 0), (5, -10, 995, .circular, 0), (990, 20, 990, .circular, -20),
    ] as [(Int, Int, Int, StrategyDescriptor.Topology, Int)])
  func error(
    start: Int, asked: Int, end: Int, topology: StrategyDescriptor.Topology, error: Int
  ) {
    let motion = ContentMotion(
      contentHeight: points(1000), viewport: points(100), topology: topology)
    #expect(
      motion.error(from: points(start), to: points(end), asked: points(asked)) == points(error))
  }

  @Test("A frame is rough if the screen goes blank, reappears, or stays blank when it should move")
  func blank() {
    let motion = ContentMotion(contentHeight: points(200), viewport: points(100), topology: .linear)
    #expect(motion.error(from: .zero, to: nil, asked: points(1)) == nil)
    #expect(motion.error(from: nil, to: .zero, asked: .zero) == nil)
    #expect(motion.error(from: nil, to: nil, asked: points(1)) == nil)
    #expect(motion.error(from: nil, to: nil, asked: .zero) == .zero)
    // If all rows have height 0, there is nothing to move.
    let empty = ContentMotion(contentHeight: .zero, viewport: points(100), topology: .linear)
    #expect(empty.error(from: nil, to: nil, asked: points(1)) == .zero)
  }
}
