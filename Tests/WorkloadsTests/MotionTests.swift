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

  /// Rounds of the recorded flings on a list that is as far from its ends as `reach`.
  private func rounds(
    _ count: Int, _ direction: Motion.Direction = .asRecorded, reach: LayoutUnit? = nil,
    seed: UInt64 = 4
  ) throws -> [Motion] {
    Motion.rounds(
      count, of: try MotionSpec.flings.gestures(at: .hz60), direction: direction, reach: reach,
      seed: seed)
  }

  @Test("Each round has every recording once, in the same order, and about as far")
  func turns() throws {
    let recorded = try MotionSpec.flings.gestures(at: .hz60)
    let rounds = try rounds(6)
    let lengths = recorded.map(\.frames.count)
    for round in rounds {
      #expect(round.gestures.map(\.frames.count).sorted() == lengths.sorted())
      #expect(round.gestures.map(\.frames.count) == rounds[0].gestures.map(\.frames.count))
      for (gesture, first) in zip(round.gestures, rounds[0].gestures) {
        let share = Double(gesture.distance.rawValue) / Double(first.distance.rawValue)
        #expect((0.81...1.23).contains(share))
      }
    }
  }

  @Test("No release is heard twice, and the same seed gives the same ones")
  func fresh() throws {
    let gestures = try rounds(8).flatMap(\.gestures)
    #expect(Set(gestures).count == gestures.count)
    #expect(try rounds(2) == rounds(2))
    #expect(try rounds(2, seed: 1) != rounds(2, seed: 2))
  }

  @Test("Onwards, every gesture goes down the list, and then all of them back")
  func onwards() throws {
    let motion = try #require(try rounds(1, .onwards).first)
    let half = motion.gestures.count / 2
    #expect(half == 19)
    #expect(motion.gestures[..<half].allSatisfy { $0.distance > .zero })
    let place = motion.gestures.reduce(LayoutUnit.zero) { $0 + $1.distance }
    #expect(place == .zero)
  }

  @Test("What would leave the reach goes the other way")
  func reach() throws {
    let reach = LayoutUnit(points: 9000)
    for motion in try rounds(20, reach: reach) {
      var place = LayoutUnit.zero
      for gesture in motion.gestures {
        place = place + gesture.distance
        // A single fling may be longer than the reach.
        #expect(place.magnitude <= max(reach, gesture.distance.magnitude))
      }
    }
  }

  @Test("A gesture scaled is as far as it says, to 1/64 pt")
  func scaled() {
    let gesture = ScrollGesture(frames: (1...50).map { LayoutUnit(rawValue: Int64($0 * 7)) })
    let half = gesture.scaled(by: 0.5)
    #expect(half.frames.count == 50)
    #expect((half.distance.rawValue * 2 - gesture.distance.rawValue).magnitude <= 1)
    #expect(gesture.scaled(by: 1) == gesture)
  }

  @Test("No recordings make no motion")
  func empty() {
    let motion = Motion.rounds(2, of: [], direction: .onwards, reach: nil, seed: 1)
    #expect(motion.allSatisfy { $0.gestures.isEmpty })
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
