import Basics
import ListLayout
import Measuring

extension [ScrollGesture] {
  /// Returns `count` cycles, each with all gestures in the same random order. Each gesture is scaled by a
  /// random factor from 0.9 to 1.1. With these random factors, all cycles cause about the same work, but no
  /// two cycles have the same release velocities. If `isOnwards` is true, the gestures of a cycle scroll
  /// towards later rows and then back to the start. If `isOnwards` is false, a gesture that would end more
  /// than `reach` away from the start of the cycle is mirrored.
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
      // In a circular list, the gestures scroll past the last row to row 0 and then back.
      return isOnwards ? gestures + gestures.reversed().map(\.mirrored) : gestures
    }
  }
}

/// The motion of a list: a drag and the deceleration until the list is at rest.
package struct ScrollGesture: Hashable, Sendable {
  /// The motion in each frame, positive towards later rows; 0 while a finger rests.
  package let frames: [LayoutUnit]

  package init(frames: [LayoutUnit]) { self.frames = frames }

  package var distance: LayoutUnit { frames.reduce(.zero, +) }

  package var mirrored: ScrollGesture { ScrollGesture(frames: frames.map { -$0 }) }

  /// Returns the gesture at `factor` times its velocity, without accumulating rounding errors.
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

/// The frame rate of a ProMotion display, in frames per second.
package let framesPerSecond = 120

/// The value of `--motion`: the source of the gestures that scroll a list.
package enum MotionSpec: Hashable, Sendable {
  case flings
  /// The recorded drags, without the deceleration after the release.
  case drags
  case file(String)

  package static let forms = [
    WorkloadForm("flings", nil, "19 recorded flings: the finger's path, then deceleration"),
    WorkloadForm("drags", nil, "the same, without the deceleration"),
    WorkloadForm("file", "PATH", "your recording, a CSV of t_ms,content_offset"),
  ]

  package var name: String {
    switch self {
    case .flings: "flings"
    case .drags: "drags"
    case .file(let path): "file:\(path)"
    }
  }

  package init(_ name: String) throws(RunFault) {
    switch name {
    case "flings": self = .flings
    case "drags": self = .drags
    case _ where name.hasPrefix("file:") && name.utf8.count > 5:
      self = .file(String(name.dropFirst(5)))
    default: throw RunFault(.usage, "--motion \(name.quoted): no such kind of motion")
    }
  }

  /// The gestures in the order in which they were recorded. A user's recording already contains the
  /// deceleration after each release.
  package func gestures() throws(RunFault) -> [ScrollGesture] {
    switch self {
    case .flings: RecordedFling.all.map(\.gesture)
    case .drags: RecordedFling.all.map(\.drag)
    case .file(let path): try MotionFile.gestures(at: path)
    }
  }
}

/// Reads recorded motion from CSV files with the columns `t_ms` (never decreasing) and `content_offset` (in
/// points).
package enum MotionFile {
  static let header = "t_ms,content_offset"

  /// The duration without motion that ends a gesture, in ms.
  static let pause = 100.0

  /// Returns the gestures in a file, resampled to frames; empty if the list never moves.
  package static func gestures(at path: String) throws(RunFault) -> [ScrollGesture] {
    let file = try InputFile(path: path)
    var samples: [MotionSample] = []
    try file.forEachRecord(header: header) { line, columns throws(RunFault) in
      let time = try line.number(columns[0], "t_ms")
      guard abs(time) <= 1e15 else {
        throw line.fault("t_ms \(columns[0].quoted) is beyond 1e15")
      }
      if let last = samples.last?.milliseconds, time < last {
        throw line.fault("t_ms \(columns[0].quoted) is before the \(last) of the line above")
      }
      _ = try line.length(columns[1], "content_offset")
      let offset = try line.number(columns[1], "content_offset")
      samples.append(MotionSample(milliseconds: time, offset: offset))
    }
    guard samples.count > 1 else {
      throw file.fault(line: samples.count + 1, "a recording has at least two samples")
    }
    return paths(in: samples).map(ScrollGesture.init(samples:))
  }

  /// Splits a recording at its pauses, so that each gesture begins and ends with motion.
  private static func paths(in samples: [MotionSample]) -> [[MotionSample]] {
    var paths: [[MotionSample]] = []
    for (before, sample) in zip(samples, samples.dropFirst()) where sample.offset != before.offset {
      let lastMoved = paths.last?.last?.milliseconds ?? -.infinity
      if sample.milliseconds - lastMoved < pause {
        paths[paths.count - 1] += [before, sample]
        continue
      }
      // After a long gap between two samples, motion is assumed to begin one frame before the second sample.
      let isGap = sample.milliseconds - before.milliseconds >= pause
      let frame = 1000 / Double(framesPerSecond)
      let start = isGap ? sample.milliseconds - frame : before.milliseconds
      let rest = MotionSample(milliseconds: start, offset: before.offset)
      paths.append([rest, sample])
    }
    return paths
  }
}
