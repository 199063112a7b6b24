import Foundation
import ListLayout
import Testing

@testable import Workloads

struct FlingTests {
  @Test(
    "The frames follow UIKit's closed form, rounded, and end at the same position",
    arguments: [
      (1000.0, 499.0, 3.45), (4000, 1998, 4.14), (8000, 3996, 4.49), (-4000, -1998, 4.14),
      (13_890.1, 6938.1, 4.76),
    ] as [(Double, Double, Double)])
  func frames(velocity: Double, distance: Double, seconds: Double) {
    let fling = Fling(velocity: velocity)
    #expect(abs(fling.distance - distance) < 1)
    #expect(fling.frames.reduce(.zero, +) == LayoutUnit(points: fling.distance))
    #expect(abs(Double(fling.frames.count) / 120 - seconds) < 0.02)
    var place = 0.0
    for (index, frame) in fling.frames.dropLast().enumerated() {
      place += frame.points
      let way = velocity * (exp(Fling.rate * Double(index + 1) / 120) - 1) / Fling.rate
      #expect(abs(place - way) <= 0.5 / 64 + 1e-6)
    }
  }

  @Test("The rate is 1000 ln 0.998, and the frames of one second decay by it")
  func constants() {
    #expect(abs(Fling.rate / (1000 * log(0.998)) - 1) < 1e-14)
    #expect(abs(pow(Fling.decayPerFrame, 120) / pow(0.998, 1000) - 1) < 1e-12)
  }

  @Test("Zero and low velocities are valid, and a fling in the other direction is mirrored")
  func degenerate() {
    #expect(Fling(velocity: 0).frames.isEmpty)
    // A fling at 0.9 pt/s moves the list by 0.45 pt in total, which is below the threshold, so the fling is a
    // single frame of 29/64 pt.
    #expect(Fling(velocity: 0.9).frames.map(\.rawValue) == [29])
    let on = ScrollGesture(frames: Fling(velocity: 2345).frames)
    let back = ScrollGesture(frames: Fling(velocity: -2345).frames)
    #expect(on.mirrored == back && on.distance > .zero)
  }
}

struct RecordedFlingTests {
  /// The vertical velocities, in pixels per second, that Android's own test expects from its strategy `lsq2`
  /// for these recordings (AOSP libs/input/tests/VelocityTracker_test.cpp, Apache-2.0).
  private static let published = [
    ("SailfishFlingUpSlow1", -3044.966), ("SailfishFlingUpSlow2", -3455.094),
    ("SailfishFlingUpSlow3", -2500.056), ("SailfishFlingUpFaster1", -3695.860),
    ("SailfishFlingUpFaster2", -4241.004), ("SailfishFlingUpFaster3", -7639.026),
    ("SailfishFlingUpFast1", -15093.995), ("SailfishFlingUpFast2", -20494.588),
    ("SailfishFlingUpFast3", -36461.422), ("SailfishFlingDownSlow1", 3969.100),
    ("SailfishFlingDownSlow2", 4587.987), ("SailfishFlingDownSlow3", 1934.517),
    ("SailfishFlingDownFaster1", 4698.415), ("SailfishFlingDownFaster2", 4316.155),
    ("SailfishFlingDownFaster3", 4927.926), ("SailfishFlingDownFast1", 16064.686),
    ("SailfishFlingDownFast2", 16918.439), ("SailfishFlingDownFast3", 28354.797),
  ]

  @Test("Release velocities are those published for the recordings", arguments: published)
  func velocity(name: String, pixelsPerSecond: Double) throws {
    let fling = try #require(RecordedFling.all.first { $0.name == name })
    // The velocities may differ slightly, because the times in the embedded recordings are truncated to
    // microseconds.
    #expect(abs(fling.fingerVelocity / pixelsPerSecond - 1) < 0.0005)
  }

  @Test("A drag has the finger's distance to 1/64 pt and its duration in frames")
  func drag() throws {
    for fling in RecordedFling.all {
      let (first, last) = (try #require(fling.path.first), try #require(fling.path.last))
      #expect(first.microseconds == 0)
      #expect(fling.path.map(\.microseconds) == fling.path.map(\.microseconds).sorted())
      let way = Double(first.milliPixels - last.milliPixels) / 2625
      #expect(abs(fling.drag.distance.points - way) <= 1.0 / 64)
      let seconds = Double(last.microseconds) / 1_000_000
      #expect(abs(Double(fling.drag.frames.count) - seconds * 120) <= 0.5)
    }
  }

  // The finger moves 20 pt in the first 20 ms and 10 pt in the next 30 ms, so its path has 6 frames of 8.33
  // ms.
  @Test(
    "Motion between points is linear; a path of zero duration is one frame",
    arguments: [
      ([(5, 0), (25, 20), (55, 30)], [8.333, 16.667, 21.667, 24.444, 27.222, 30]),
      ([(5, 1), (5, 9)], [8]), ([], []),
    ] as [([(Double, Double)], [Double])])
  func resampled(points: [(Double, Double)], expected: [Double]) {
    let frames = ScrollGesture(
      samples: points.map { MotionSample(milliseconds: $0, offset: $1) }
    ).frames
    var place = 0.0
    #expect(frames.count == expected.count)
    for (frame, expected) in zip(frames, expected) {
      place += frame.points
      #expect(abs(place - expected) < 0.01)
    }
  }
}
