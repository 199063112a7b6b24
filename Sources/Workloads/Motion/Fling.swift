import Foundation
import ListLayout

/// A list that coasts to rest, as a `UIScrollView` does: the velocity falls exponentially.
///
/// With k the deceleration's rate (negative) and v0 the velocity at release, the list has moved
/// `v0 (e^(kt) - 1) / k` after t seconds, and comes to rest `-v0 / k` away. It is at rest once half a
/// point is left, and the last frame takes it there.
///
/// Source: the closed form in super-ultra/ScrollMechanics, with the rates in Apple's documentation.
struct Fling: Hashable, Sendable {
  /// The velocity of the content at release, in pt/s, positive towards later rows.
  let velocity: Double

  /// The velocity's logarithmic change a second, 1000 ln 0.998, `UIScrollView.DecelerationRate.normal`. A
  /// constant, because `log` may differ in its last bit between C libraries.
  static let rate = -2.002002670673077

  /// The way to the point of rest, in points.
  var distance: Double { -velocity / Self.rate }

  /// The movement of each frame until rest. Their sum is `distance`, to the nearest 1/64 pt: frames
  /// are differences of rounded places, so no error adds up.
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

  /// What is left of the velocity after a frame: e to the `rate` times the frame's length, by a Taylor series,
  /// for the same reason; 12 terms give every bit but the last.
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

extension ScrollGesture {
  /// A finger that pulls a list evenly and stops before it leaves: no fling follows. It takes at least
  /// one frame; positive distances are towards later rows.
  package static func drag(by distance: LayoutUnit, milliseconds: Int) -> ScrollGesture {
    let count = Int64(max(1, milliseconds * framesPerSecond / 1000))
    let (each, rest) = distance.rawValue.quotientAndRemainder(dividingBy: count)
    return ScrollGesture(
      frames: (0..<count).map { frame in
        LayoutUnit(rawValue: each + rest * (frame + 1) / count - rest * frame / count)
      })
  }
}

/// The path of a real finger that flung a list, from touch to release.
package struct RecordedFling: Hashable, Sendable {
  struct Point: Hashable, Sendable {
    /// Since the touch.
    let microseconds: Int
    /// From the top of the display, in 1/1000 pixel.
    let milliPixels: Int
  }

  let name: String
  /// The path, in order of time; the release repeats the last point.
  let path: [Point]

  /// Pixels in a point: the phones are taken to have 2.625 pixels per dp, and a dp to be a point.
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

  /// The movement of the content while the finger is down; a finger that moves up moves the list on.
  package var drag: ScrollGesture {
    SampledPath(
      samples: path.map { point in
        SampledPath.Sample(
          milliseconds: Double(point.microseconds) / 1000,
          offset: -Double(point.milliPixels) / 1000 / Self.pixelsPerPoint)
      }
    ).gesture
  }

  /// The whole gesture: the drag, and the fling it releases.
  package var gesture: ScrollGesture {
    let fling = Fling(velocity: -fingerVelocity / Self.pixelsPerPoint)
    return ScrollGesture(frames: drag.frames + fling.frames)
  }

  /// The velocity of the finger at release in pixels a second, positive downwards: the slope, at the
  /// last point, of the parabola that fits the points of the last 100 ms best (least squares).
  ///
  /// Source: the strategy `lsq2` of Android's VelocityTracker. Of points at one time the last counts.
  var fingerVelocity: Double {
    guard let last = path.last else { return 0 }
    var points: [(x: Double, y: Double)] = []
    for (index, point) in path.enumerated() {
      let age = last.microseconds - point.microseconds
      let isRepeated = index + 1 < path.count && path[index + 1].microseconds == point.microseconds
      guard age <= 100_000, !isRepeated else { continue }
      // Tenths of a second keep all sums near 1.
      let x = -Double(age) / 100_000
      points.append((x, Double(point.milliPixels - last.milliPixels) / 1000))
    }
    return Self.slopeAtZero(points) * 10
  }

  /// The coefficient b of the parabola `a + bx + cx²` nearest to `points`; 0 if they do not
  /// determine one. The normal equations, solved by Cramer's rule.
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

/// A content offset that was sampled at uneven times.
struct SampledPath: Hashable, Sendable {
  struct Sample: Hashable, Sendable {
    let milliseconds: Double
    let offset: Double
  }

  /// In order of time; of two at the same time the later counts.
  var samples: [Sample]

  /// The movement of each frame, at least one, from the first sample to the last; the last frame takes what is
  /// left of a frame too. Between samples the offset changes evenly.
  var gesture: ScrollGesture {
    guard let first = samples.first, let last = samples.last else {
      return ScrollGesture(frames: [])
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
      let isLast = frame == count || next == samples.count
      let offset = isLast ? last.offset : offset(at: time, before: next)
      let reached = LayoutUnit(points: offset) ?? place
      frames.append(reached - place)
      place = reached
    }
    return ScrollGesture(frames: frames)
  }

  /// The offset at `time`, which is before that of the sample at `next` and not before that of the
  /// sample ahead of it.
  private func offset(at time: Double, before next: Int) -> Double {
    let (before, after) = (samples[next - 1], samples[next])
    let share = (time - before.milliseconds) / (after.milliseconds - before.milliseconds)
    return before.offset + (after.offset - before.offset) * share
  }
}
