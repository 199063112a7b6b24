import BenchBasics
import BenchMeasuring
import ListLayout

extension [ScrollGesture] {
  /// Returns `count` cycles, each of which contains all gestures. All cycles use the same random order, but
  /// each scales the gestures by random factors from 0.9 to 1.1. The release velocities therefore differ,
  /// while all cycles cause about the same amount of work. If `isOnwards` is true, a cycle scrolls towards
  /// later rows and then back. Otherwise, a gesture that would end more than `reach` from the cycle's start
  /// is mirrored.
  package func rounds(
    _ count: Int, isOnwards: Bool, reach: LayoutUnit? = nil, seed: UInt64
  ) -> [[ScrollGesture]] {
    var random = SplitMix64(seed: seed, purpose: "motion")
    let order = random.permutation(of: self.count)
    return (0..<count).map { _ in
      var place = LayoutUnit.zero
      let gestures = order.map { index in
        var gesture = self[index].scaled(
          by: 0.9 + 0.2 * Double(random.below(1 << 20)) / Double(1 << 20))
        let isTooFar = reach.map { (place + gesture.distance).magnitude > $0 } ?? false
        if isOnwards ? gesture.distance < .zero : isTooFar { gesture = gesture.mirrored }
        place = place + gesture.distance
        return gesture
      }
      return isOnwards ? gestures + gestures.reversed().map(\.mirrored) : gestures
    }
  }
}

/// A drag, followed by the deceleration until the list comes to rest.
package struct ScrollGesture: Hashable, Sendable {
  /// The motion in each frame, positive towards later rows.
  package let frames: [LayoutUnit]

  package init(frames: [LayoutUnit]) { self.frames = frames }

  package var distance: LayoutUnit { frames.reduce(.zero, +) }

  package var mirrored: ScrollGesture { ScrollGesture(frames: frames.map { -$0 }) }

  /// Rounding errors do not accumulate.
  func scaled(by factor: Double) -> ScrollGesture {
    var (place, reached) = (LayoutUnit.zero, LayoutUnit.zero)
    return ScrollGesture(
      frames: frames.map { frame in
        place = place + frame
        let next = LayoutUnit(rawValue: Int64((Double(place.rawValue) * factor).rounded()))
        defer { reached = next }
        return next - reached
      })
  }
}

/// The default frame rate, in Hz. ProMotion displays run at this rate.
package let framesPerSecond = 120

struct MotionSample: Hashable, Sendable {
  let milliseconds: Double
  let offset: Double
}

extension ScrollGesture {
  /// Interpolates samples in chronological order. If several samples have the same time, the last one is
  /// used. The final frame also covers any remaining fraction of a frame.
  init(samples: [MotionSample], rate: Int) {
    guard let first = samples.first, let last = samples.last else {
      self.init(frames: [])
      return
    }
    let perSecond = Double(rate)
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

/// The value of `--motion`. Two values are equal if their names are equal.
package enum MotionSpec: Sendable {
  case flings
  case file(String)

  package static let forms = [
    WorkloadForm("flings", nil, "19 recorded flings: the finger's path, then deceleration"),
    WorkloadForm("file", "PATH", "your recording, a CSV of t_ms,content_offset"),
  ]

  package var name: String {
    switch self {
    case .flings: "flings"
    case .file(let path): "file:\(path)"
    }
  }

  package init(_ name: String) throws(RunFault) {
    switch name {
    case "flings": self = .flings
    case _ where name.hasPrefix("file:") && name.utf8.count > 5:
      self = .file(String(name.dropFirst(5)))
    default: throw RunFault(.usage, "--motion \(name.quoted): no such kind of motion")
    }
  }

  /// The gestures in recorded order. A user's recording already includes the deceleration.
  package func gestures(rate: Int = framesPerSecond) throws(RunFault) -> [ScrollGesture] {
    switch self {
    case .flings: RecordedFling.all.map { $0.gesture(rate: rate) }
    case .file(let path): try Self.gestures(in: InputFile(path: path), rate: rate)
    }
  }
}

extension MotionSpec: Hashable {
  package static func == (left: MotionSpec, right: MotionSpec) -> Bool {
    ExactText(left.name) == ExactText(right.name)
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(ExactText(name)) }
}

extension MotionSpec {
  /// The minimum pause in motion that ends a gesture, in ms.
  private static let pause = 100.0

  private static func gestures(
    in file: InputFile, rate: Int
  ) throws(RunFault) -> [ScrollGesture] {
    var samples: [MotionSample] = []
    try file.forEachRecord(header: "t_ms,content_offset") { line, columns throws(RunFault) in
      let time = try line.number(columns[0], "t_ms")
      guard abs(time) <= 1e15 else {
        throw line.fault("t_ms \(columns[0].quoted) is beyond 1e15")
      }
      if let last = samples.last?.milliseconds, time < last {
        throw line.fault("t_ms \(columns[0].quoted) is less than the previous \(last)")
      }
      _ = try line.length(columns[1], "content_offset")
      let offset = try line.number(columns[1], "content_offset")
      samples.append(MotionSample(milliseconds: time, offset: offset))
    }
    guard samples.count > 1 else {
      throw file.fault(line: samples.count + 1, "a recording needs at least two samples")
    }
    return paths(in: samples, rate: rate).map { ScrollGesture(samples: $0, rate: rate) }
  }

  /// Splits a recording at its pauses, so that each gesture begins and ends with motion.
  private static func paths(in samples: [MotionSample], rate: Int) -> [[MotionSample]] {
    var paths: [[MotionSample]] = []
    for (before, sample) in zip(samples, samples.dropFirst()) where sample.offset != before.offset {
      let lastMoved = paths.last?.last?.milliseconds ?? -.infinity
      if sample.milliseconds - lastMoved < pause {
        paths[paths.count - 1] += [before, sample]
        continue
      }
      // After a long gap between two samples, assume that motion began one frame before the second sample.
      let isGap = sample.milliseconds - before.milliseconds >= pause
      let frame = 1000 / Double(rate)
      let start = isGap ? sample.milliseconds - frame : before.milliseconds
      let rest = MotionSample(milliseconds: start, offset: before.offset)
      paths.append([rest, sample])
    }
    return paths
  }
}

/// The deceleration after a fling, as in `UIScrollView`. If k is the (negative) rate and v0 the velocity at
/// release, the list moves `v0 (e^(kt) - 1) / k` within t seconds and `-v0 / k` in total. The list stops in
/// the frame after which at most half a point would remain, and that frame also covers the remainder.
///
/// Source: super-ultra/ScrollMechanics. The rates are from Apple's documentation.
struct Fling: Hashable, Sendable {
  /// The velocity at release in pt/s, positive towards later rows.
  let velocity: Double

  /// `UIScrollView`'s normal rate: 1000 ln 0.998 per second. This is a constant because C libraries
  /// disagree on the last bit of `log`.
  static let rate = -2.002002670673077

  var distance: Double { -velocity / Self.rate }

  func frames(rate: Int = framesPerSecond) -> [LayoutUnit] {
    let decay = Self.decayPerFrame(rate: rate)
    var frames: [LayoutUnit] = []
    var place = LayoutUnit.zero
    var left = distance
    while left != 0 {
      left *= decay
      if abs(left) <= 0.5 { left = 0 }
      let next = LayoutUnit(points: distance - left) ?? place
      frames.append(next - place)
      place = next
    }
    return frames
  }

  /// The factor by which the velocity changes per frame. Uses a Taylor series, because C libraries disagree
  /// on the last bit of `exp`. With twelve terms, only the last bit of the result may be inexact.
  static func decayPerFrame(rate: Int = framesPerSecond) -> Double {
    let exponent = Self.rate / Double(rate)
    var (term, sum) = (1.0, 1.0)
    for n in 1...12 {
      term *= exponent / Double(n)
      sum += term
    }
    return sum
  }
}

package struct RecordedFling: Hashable, Sendable {
  let name: String
  /// Content offsets in pixels, with the time since the touch began. On release, the last sample is repeated.
  let path: [MotionSample]

  /// Assumes that the phones had 2.625 pixels per dp (Android's unit of length) and that 1 dp equals 1 pt.
  private static let pixelsPerPoint = 2.625

  package static let all: [RecordedFling] = EmbeddedTable.flings.withUTF8Buffer { bytes in
    String(decoding: bytes, as: UTF8.self).split(separator: " ").map(RecordedFling.init(row:))
  }

  /// Parses a row of `EmbeddedTable.flings`: the name, followed by pairs of a time in microseconds and the
  /// finger's y in thousandths of a pixel.
  private init(row: Substring) {
    let fields = row.split(separator: ",")
    name = String(fields[0])
    let numbers = fields.dropFirst().compactMap { Double($0) }
    path = stride(from: 0, to: numbers.count - 1, by: 2).map { index in
      MotionSample(milliseconds: numbers[index] / 1000, offset: -numbers[index + 1] / 1000)
    }
  }

  package func gesture(rate: Int = framesPerSecond) -> ScrollGesture {
    let points = path.map {
      MotionSample(milliseconds: $0.milliseconds, offset: $0.offset / Self.pixelsPerPoint)
    }
    let drag = ScrollGesture(samples: points, rate: rate)
    let fling = Fling(velocity: releaseVelocity / Self.pixelsPerPoint)
    return ScrollGesture(frames: drag.frames + fling.frames(rate: rate))
  }

  /// The velocity at release, in pixels per second. Like `lsq2` in Android's VelocityTracker, this fits a
  /// least-squares parabola to the last 100 ms and takes its slope at the last sample.
  var releaseVelocity: Double {
    guard let last = path.last else { return 0 }
    var points: [(x: Double, y: Double)] = []
    for (index, sample) in path.enumerated() {
      let next = index + 1 < path.count ? path[index + 1] : nil
      // Measuring time in tenths of a second keeps all sums close to 1.
      let x = (sample.milliseconds - last.milliseconds) / 100
      guard x >= -1, next?.milliseconds != sample.milliseconds else { continue }
      points.append((x, sample.offset - last.offset))
    }
    return Self.slopeAtZero(points) * 10
  }

  /// The coefficient b of `a + bx + cx²` by Cramer's rule, or 0 if the points do not determine it.
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
