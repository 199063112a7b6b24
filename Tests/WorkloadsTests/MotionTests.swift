import ListLayout
import Testing

@testable import Workloads

struct MotionTests {
  private let short = ScrollGesture(frames: [LayoutUnit(points: 3), LayoutUnit(points: 1)])

  @Test("A settle follows the last frame of each gesture, once")
  func events() {
    let still = ScrollGesture(frames: [])
    let motion = Motion(gestures: [short, still, short.mirrored])
    #expect(
      Array(motion) == [
        .scroll(LayoutUnit(points: 3)), .scroll(LayoutUnit(points: 1)), .settle, .settle,
        .scroll(LayoutUnit(points: -3)), .scroll(LayoutUnit(points: -1)), .settle,
      ])
    #expect(Array(Motion(gestures: [])).isEmpty)
  }

  @Test("Every recording has its turn before one comes again")
  func turns() throws {
    let recorded = try MotionSpec.flings.gestures(at: .hz60)
    let motion = Motion(drawing: 45, from: recorded, direction: .asRecorded, seed: 4)
    #expect(motion.gestures.count == 45)
    #expect(Set(motion.gestures[..<19]) == Set(recorded))
    #expect(Set(motion.gestures[19..<38]) == Set(recorded))
    #expect(Set(motion.gestures[38...]).count == 7)
    #expect(motion.count { $0 == .settle } == 45)
  }

  @Test("The order depends on the seed, and only on it")
  func seeded() throws {
    let recorded = try MotionSpec.drags.gestures(at: .hz60)
    func drawn(_ seed: UInt64) -> Motion {
      Motion(drawing: 19, from: recorded, direction: .asRecorded, seed: seed)
    }
    #expect(drawn(1) == drawn(1))
    #expect(drawn(1) != drawn(2))
  }

  @Test("Onwards, every gesture ends further down the list")
  func onwards() throws {
    let recorded = try MotionSpec.flings.gestures(at: .hz120)
    let motion = Motion(drawing: 19, from: recorded, direction: .onwards, seed: 1)
    #expect(motion.gestures.allSatisfy { $0.distance > .zero })
    #expect(Set(motion.gestures.map(\.distance)) == Set(recorded.map(\.distance.magnitude)))
  }

  @Test("No recordings make no motion")
  func empty() {
    #expect(Motion(drawing: 5, from: [], direction: .onwards, seed: 1).gestures.isEmpty)
  }

  @Test(
    "A spec's name is what it is parsed from",
    arguments: [
      ("flings", MotionSpec.flings), ("drags", .drags), ("file:a:b", .file("a:b")),
    ])
  func names(name: String, spec: MotionSpec) throws {
    #expect(try MotionSpec(name) == spec)
    #expect(spec.name == name)
  }

  @Test(
    "What is wrong with a spec is said in one line",
    arguments: [
      ("fling", "no such motion, did you mean flings?"),
      ("flie:x", "no such motion, did you mean file?"),
      ("file:", "no such motion, expected flings, drags, file:PATH"),
      ("", "no such motion, expected flings, drags, file:PATH"),
    ])
  func faults(name: String, expected: String) {
    #expect(message { _ = try MotionSpec(name) } == "--motion \"\(name)\": \(expected)")
  }
}
