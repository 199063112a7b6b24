import ListLayout
import Testing

@testable import Workloads

struct RecordedFlingTests {
  /// The vertical velocities in pixels a second that Android's own test expects of its strategy
  /// `lsq2` for these recordings (AOSP libs/input/tests/VelocityTracker_test.cpp, Apache-2.0).
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
    // Times are cut to microseconds here.
    #expect(abs(fling.fingerVelocity / pixelsPerSecond - 1) < 0.0005)
    #expect(abs(fling.releaseVelocity + pixelsPerSecond / 2.625) < 10)
  }

  @Test("The recording that could fling the wrong way flings the right way")
  func swordfish() throws {
    let fling = try #require(RecordedFling.all.first { $0.name == "SwordfishFlingDown" })
    #expect(fling.fingerVelocity > 0)
    #expect(fling.releaseVelocity < 0)
  }

  @Test("The finger's way is kept to 1/64 pt, in frames that cover the time it took")
  func drag() throws {
    for fling in RecordedFling.all {
      let (first, last) = (try #require(fling.path.first), try #require(fling.path.last))
      for rate in FrameRate.allCases {
        let frames = fling.dragFrames(at: rate)
        let way = Double(first.milliPixels - last.milliPixels) / 2625
        #expect(abs(frames.reduce(.zero, +).points - way) <= 1.0 / 64)
        let seconds = Double(last.microseconds) / 1_000_000
        #expect(abs(Double(frames.count) - seconds * rate.perSecond) <= 0.5)
      }
    }
  }

  @Test("Between points the finger moves evenly")
  func resampled() throws {
    // 20 pt in the first 20 ms, 10 pt in the next 30 ms: 6 frames of 8.33 ms.
    let path = SampledPath(samples: [
      .init(milliseconds: 5, offset: 0), .init(milliseconds: 25, offset: 20),
      .init(milliseconds: 55, offset: 30),
    ])
    let places = path.frames(at: .hz120).reduce(into: [0.0]) {
      $0.append($0[$0.count - 1] + $1.points)
    }
    let expected = [0, 8.333, 16.667, 21.667, 24.444, 27.222, 30]
    #expect(places.count == expected.count)
    for (place, expected) in zip(places, expected) { #expect(abs(place - expected) < 0.01) }
  }

  @Test("A path in no time is one frame, and no path is none")
  func noTime() {
    let jump = SampledPath(samples: [
      .init(milliseconds: 5, offset: 1), .init(milliseconds: 5, offset: 9),
    ])
    #expect(jump.frames(at: .hz60) == [LayoutUnit(points: 8)])
    #expect(SampledPath(samples: []).frames(at: .hz60).isEmpty)
  }

  @Test("A gesture is the drag and then the fling it releases, in the finger's direction")
  func gesture() {
    for fling in RecordedFling.all {
      let drag = fling.dragFrames(at: .hz120)
      let coast = Fling(velocity: fling.releaseVelocity).frames(at: .hz120)
      let gesture = fling.gesture(at: .hz120)
      #expect(gesture.frames == drag + coast)
      #expect((gesture.distance > .zero) == fling.name.contains("Up"))
    }
  }
}
