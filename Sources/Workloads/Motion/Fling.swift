import Foundation
import ListLayout

/// The deceleration of a list after a fling, as in `UIScrollView`. With the deceleration rate k (negative)
/// and the velocity v0 at release, the list has moved `v0 (e^(kt) - 1) / k` after t seconds, and `-v0 / k` in
/// total. When at most half a point of the distance would remain after a frame, this frame covers the whole
/// remaining distance and is the last.
///
/// Source: super-ultra/ScrollMechanics, with the deceleration rates from Apple's documentation.
struct Fling: Hashable, Sendable {
  /// The velocity of the content at release, in pt/s, positive towards later rows.
  let velocity: Double

  /// The deceleration rate `normal` of `UIScrollView`: 1000 ln 0.998 per second. The rate is written as a
  /// literal, because the last bit of `log` may differ between C libraries.
  static let rate = -2.002002670673077

  /// The total distance of the deceleration, in points.
  var distance: Double { -velocity / Self.rate }

  /// The distance that the list moves in each frame; the sum of these distances is `distance`, rounded to
  /// 1/64 pt.
  var frames: [LayoutUnit] {
    var frames: [LayoutUnit] = []
    var place = LayoutUnit.zero
    var left = distance
    while left != 0 {
      left *= Self.decayPerFrame
      if abs(left) <= 0.5 { left = 0 }
      let next = LayoutUnit(points: distance - left) ?? place
      frames.append(next - place)
      place = next
    }
    return frames
  }

  /// The factor by which the velocity is multiplied in each frame. The factor is computed with a Taylor
  /// series, because the last bit of `exp` may differ between C libraries. With 12 terms, every bit except
  /// the last is exact.
  static let decayPerFrame: Double = {
    let exponent = rate / Double(framesPerSecond)
    var (term, sum) = (1.0, 1.0)
    for n in 1...12 {
      term *= exponent / Double(n)
      sum += term
    }
    return sum
  }()
}

/// The recorded path of a finger that flung a list, from touch to release.
package struct RecordedFling: Hashable, Sendable {
  struct Point: Hashable, Sendable {
    /// The time since the touch, in microseconds.
    let microseconds: Int
    /// The y coordinate from the top of the display, in thousandths of a pixel.
    let milliPixels: Int
  }

  let name: String
  /// The points in order of time; the release is recorded as a repetition of the last point.
  let path: [Point]

  /// The number of pixels per point, assuming phones with 2.625 pixels per dp (Android's length unit) and 1
  /// dp = 1 pt.
  static let pixelsPerPoint = 2.625

  package static let all: [RecordedFling] = EmbeddedTable.flings.withUTF8Buffer { bytes in
    String(decoding: bytes, as: UTF8.self).split(separator: " ").map(RecordedFling.init(row:))
  }

  private init(row: Substring) {
    let fields = row.split(separator: ",")
    name = String(fields[0])
    let numbers = fields.dropFirst().compactMap { Int($0) }
    path = stride(from: 0, to: numbers.count - 1, by: 2).map { index in
      Point(microseconds: numbers[index], milliPixels: numbers[index + 1])
    }
  }

  /// The motion of the content while the finger is down; a finger that moves up scrolls towards later rows.
  package var drag: ScrollGesture {
    ScrollGesture(
      samples: path.map { point in
        MotionSample(
          milliseconds: Double(point.microseconds) / 1000,
          offset: -Double(point.milliPixels) / 1000 / Self.pixelsPerPoint)
      })
  }

  /// The whole gesture: the drag and the deceleration after the release.
  package var gesture: ScrollGesture {
    let fling = Fling(velocity: -fingerVelocity / Self.pixelsPerPoint)
    return ScrollGesture(frames: drag.frames + fling.frames)
  }

  /// The velocity of the finger at release, in pixels per second, positive downwards. This velocity is the
  /// slope, at the last point, of a parabola fitted by least squares to the points of the last 100 ms. If
  /// several points have the same time, only the last counts. Source: the strategy `lsq2` of Android's
  /// VelocityTracker.
  var fingerVelocity: Double {
    guard let last = path.last else { return 0 }
    var points: [(x: Double, y: Double)] = []
    for (index, point) in path.enumerated() {
      let age = last.microseconds - point.microseconds
      let isRepeated = index + 1 < path.count && path[index + 1].microseconds == point.microseconds
      guard age <= 100_000, !isRepeated else { continue }
      // Times are in tenths of a second, which keeps all sums near 1.
      let x = -Double(age) / 100_000
      points.append((x, Double(point.milliPixels - last.milliPixels) / 1000))
    }
    return Self.slopeAtZero(points) * 10
  }

  /// The coefficient b of the parabola `a + bx + cx²`, computed with Cramer's rule; 0 if the points do not
  /// determine it.
  private static func slopeAtZero(_ points: [(x: Double, y: Double)]) -> Double {
    var (s0, s1, s2, s3, s4) = (0.0, 0.0, 0.0, 0.0, 0.0)
    var (t0, t1, t2) = (0.0, 0.0, 0.0)
    for (x, y) in points {
      let square = x * x
      (s0, s1, s2, s3, s4) = (s0 + 1, s1 + x, s2 + square, s3 + square * x, s4 + square * square)
      (t0, t1, t2) = (t0 + y, t1 + x * y, t2 + square * y)
    }
    let determinant =
      s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s2 * s3) + s2 * (s1 * s3 - s2 * s2)
    guard determinant > 0 else { return 0 }
    return (s0 * (t1 * s4 - s3 * t2) - t0 * (s1 * s4 - s3 * s2) + s2 * (s1 * t2 - t1 * s2))
      / determinant
  }
}

/// A sample of recorded motion: the content offset, in points, at one point in time.
struct MotionSample: Hashable, Sendable {
  let milliseconds: Double
  let offset: Double
}

extension ScrollGesture {
  /// Creates a gesture whose motion in each frame is interpolated linearly between the samples, which must be
  /// in order of time. If several samples have the same time, only the last counts. The gesture has at least
  /// one frame, and its last frame also covers any fraction of a frame that remains.
  init(samples: [MotionSample]) {
    guard let first = samples.first, let last = samples.last else {
      self.init(frames: [])
      return
    }
    let perSecond = Double(framesPerSecond)
    let duration = (last.milliseconds - first.milliseconds) / 1000
    let count = max(1, Int((duration * perSecond).rounded()))
    var frames: [LayoutUnit] = []
    var place = LayoutUnit(points: first.offset) ?? .zero
    var next = 0
    for frame in 1...count {
      let time = first.milliseconds + Double(frame) * 1000 / perSecond
      while next < samples.count, samples[next].milliseconds <= time { next += 1 }
      var offset = last.offset
      if frame < count, next < samples.count {
        let (before, after) = (samples[next - 1], samples[next])
        let share = (time - before.milliseconds) / (after.milliseconds - before.milliseconds)
        offset = before.offset + (after.offset - before.offset) * share
      }
      let reached = LayoutUnit(points: offset) ?? place
      frames.append(reached - place)
      place = reached
    }
    self.init(frames: frames)
  }
}
