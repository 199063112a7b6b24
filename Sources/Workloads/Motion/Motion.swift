import Basics
import ListLayout
import Measuring

extension [ScrollGesture] {
  /// Rounds of these gestures, after each of which the list is at rest, in one order, each released at a
  /// speed of its own, up to a tenth slower or faster: any round's length of motion is about the same work,
  /// and no release occurs twice. All go as recorded, about as many towards later rows as back, or, onwards,
  /// towards later rows and then back again. One that would bring the list beyond its reach from where its
  /// round began goes the other way.
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
      // Onwards over the seam, and back.
      return isOnwards ? gestures + gestures.reversed().map(\.mirrored) : gestures
    }
  }
}

/// One movement of a list: a finger, and what the list does after it, frame by frame until rest.
package struct ScrollGesture: Hashable, Sendable {
  /// How far the content moves in each frame, positive towards later rows; 0 while a finger rests.
  package let frames: [LayoutUnit]

  package init(frames: [LayoutUnit]) { self.frames = frames }

  package var distance: LayoutUnit { frames.reduce(.zero, +) }

  package var mirrored: ScrollGesture { ScrollGesture(frames: frames.map { -$0 }) }

  /// The same gesture, so many times as fast: a fling decays alike from whatever speed. Frames are
  /// differences of rounded places, so no error adds up.
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

/// How often a display shows a frame, a second: as ProMotion displays.
package let framesPerSecond = 120

/// What `--motion` names: where the gestures that move a list come from.
package enum MotionSpec: Hashable, Sendable {
  case flings
  /// Recorded fingers alone, as if they had stopped before they left.
  case drags
  case file(String)

  package static let forms = [
    WorkloadForm("flings", nil, "19 recorded flings: the finger's path, then deceleration"),
    WorkloadForm("drags", nil, "the same, without the deceleration"),
    WorkloadForm("file", "PATH", "your recording, a CSV of t_ms,content_offset"),
  ]

  /// The word on the command line; parsing it gives the spec back.
  package var name: String {
    switch self {
    case .flings: "flings"
    case .drags: "drags"
    case .file(let path): "file:\(path)"
    }
  }

  /// The spec that `name` names; the command line rejects unknown words before.
  package init(_ name: String) throws(RunFault) {
    switch name {
    case "flings": self = .flings
    case "drags": self = .drags
    case _ where name.hasPrefix("file:") && name.utf8.count > 5:
      self = .file(String(name.dropFirst(5)))
    default: throw RunFault(.usage, "--motion \(name.quoted): no such motion")
    }
  }

  /// The gestures in the order they were recorded; a user's recording has its own deceleration in it.
  package func gestures() throws(RunFault) -> [ScrollGesture] {
    switch self {
    case .flings: RecordedFling.all.map(\.gesture)
    case .drags: RecordedFling.all.map(\.drag)
    case .file(let path): try MotionFile.gestures(at: path)
    }
  }
}

/// A user's own recording of a list that scrolls: a CSV file with the columns `t_ms` (milliseconds
/// from anywhere, never falling) and `content_offset` (points).
package enum MotionFile {
  static let header = "t_ms,content_offset"

  /// A list that has not moved for this long is at rest, and a gesture is over; in milliseconds.
  static let pause = 100.0

  /// The gestures in the file at `path`, resampled: frames are evenly spaced from the first movement to
  /// the last. A recording of a list that never moves has none. Throws as `InputFile` does.
  package static func gestures(at path: String) throws(RunFault) -> [ScrollGesture] {
    let file = try InputFile(path: path)
    var samples: [SampledPath.Sample] = []
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
      samples.append(SampledPath.Sample(milliseconds: time, offset: offset))
    }
    guard samples.count > 1 else {
      throw file.fault(line: samples.count + 1, "a recording has at least two samples")
    }
    return paths(in: samples).map(\.gesture)
  }

  /// Cuts a recording where the list was at rest: a gesture begins and ends with a movement.
  private static func paths(in samples: [SampledPath.Sample]) -> [SampledPath] {
    var paths: [SampledPath] = []
    for (before, sample) in zip(samples, samples.dropFirst()) where sample.offset != before.offset {
      let lastMoved = paths.last?.samples.last?.milliseconds ?? -.infinity
      if sample.milliseconds - lastMoved < pause {
        paths[paths.count - 1].samples += [before, sample]
        continue
      }
      // Where nothing was recorded for long, when the movement began is not known: a frame ago.
      let isGap = sample.milliseconds - before.milliseconds >= pause
      let frame = 1000 / Double(framesPerSecond)
      let start = isGap ? sample.milliseconds - frame : before.milliseconds
      let rest = SampledPath.Sample(milliseconds: start, offset: before.offset)
      paths.append(SampledPath(samples: [rest, sample]))
    }
    return paths
  }
}
