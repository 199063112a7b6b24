import HostSystem
import ListLayout
import Text

/// A user's own recording of a list that scrolls: a CSV file with the columns `t_ms` (milliseconds
/// from anywhere, never falling) and `content_offset` (points).
package struct MotionFile: Hashable, Sendable {
  /// The first line of the file.
  package static let header = "t_ms,content_offset"

  /// A list that has not moved for this long is at rest, and a gesture is over; in milliseconds.
  package static let pause = 100.0

  /// The path of each gesture.
  let paths: [SampledPath]

  /// Reads the file at `path`; a recording of a list that never moves has no gestures.
  ///
  /// - Throws: `missingInput` if it is not there or cannot be read; `badData`, with line and value, if
  ///   something in it is wrong.
  package init(path: String) throws(RunFault) {
    let file = try InputFile(path: path)
    var samples: [SampledPath.Sample] = []
    try file.forEachLine { line, range throws(RunFault) in
      let text = file.text(range)
      if line == 1 {
        try Self.checkHeader(file, text)
      } else {
        samples.append(try Self.sample(file, line: line, text, after: samples.last))
      }
    }
    guard samples.count > 1 else {
      throw file.fault(line: samples.count + 1, "a recording has at least two samples")
    }
    paths = Self.gestures(in: samples)
  }

  /// The gestures, resampled at `rate`: frames are evenly spaced from the first movement to the
  /// last. O(frames + samples).
  package func gestures(at rate: FrameRate) -> [ScrollGesture] {
    paths.map { ScrollGesture(frames: $0.frames(at: rate)) }
  }

  /// Cuts a recording where the list was at rest: a gesture begins and ends with a movement.
  private static func gestures(in samples: [SampledPath.Sample]) -> [SampledPath] {
    var paths: [SampledPath] = []
    for (before, sample) in zip(samples, samples.dropFirst()) where sample.offset != before.offset {
      let lastMoved = paths.last?.samples.last?.milliseconds ?? -.infinity
      if sample.milliseconds - lastMoved < pause {
        paths[paths.count - 1].samples += [before, sample]
        continue
      }
      // Where nothing was recorded for long, when the movement began is not known: a frame ago.
      let isGap = sample.milliseconds - before.milliseconds >= pause
      let frame = 1000 / FrameRate.hz120.perSecond
      let start = isGap ? sample.milliseconds - frame : before.milliseconds
      let rest = SampledPath.Sample(milliseconds: start, offset: before.offset)
      paths.append(SampledPath(samples: [rest, sample]))
    }
    return paths
  }
}

extension MotionFile {
  private static func checkHeader(_ file: InputFile, _ text: Substring) throws(RunFault) {
    let columns = text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed)
    guard columns.joined(separator: ",") == header else {
      throw file.fault(
        line: 1, "the header is \(text.quoted), expected \(header.quoted)")
    }
  }

  private static func sample(
    _ file: InputFile, line: Int, _ text: Substring, after last: SampledPath.Sample?
  ) throws(RunFault) -> SampledPath.Sample {
    let fields = text.split(separator: ",", omittingEmptySubsequences: false)
    guard fields.count == 2 else {
      throw file.fault(
        line: line, "\(text.quoted) has \(fields.count) columns, expected \(header)")
    }
    let milliseconds = try file.number(fields[0], line: line, name: "t_ms")
    guard abs(milliseconds) <= 1e15 else {
      throw file.fault(line: line, "t_ms \(fields[0].quoted) is beyond 1e15")
    }
    let offset = try file.number(fields[1], line: line, name: "content_offset")
    guard LayoutUnit(points: offset) != nil else {
      throw file.fault(
        line: line,
        "content_offset \(fields[1].quoted) is beyond \(LayoutUnit.maximumDistance) pt")
    }
    if let last, milliseconds < last.milliseconds {
      throw file.fault(
        line: line,
        "t_ms \(fields[0].quoted) is before the \(last.milliseconds) of the line above")
    }
    return SampledPath.Sample(milliseconds: milliseconds, offset: offset)
  }
}

/// What `--motion` names: where the gestures that move a list come from.
package enum MotionSpec: Hashable, Sendable {
  /// Recorded fingers and the flings they release.
  case flings
  /// Recorded fingers alone, as if they had stopped before they left.
  case drags
  /// A user's own recording; see `MotionFile`.
  case file(String)

  /// What a user may write.
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

  /// The spec that `name` names.
  ///
  /// - Throws: `usage`, with what was expected, and the nearest known word on a typo.
  package init(_ name: String) throws(RunFault) {
    switch name {
    case "flings": self = .flings
    case "drags": self = .drags
    case _ where name.hasPrefix("file:") && name.utf8.count > 5:
      self = .file(String(name.dropFirst(5)))
    default: throw Self.unknown(name)
    }
  }

  /// The gestures in the order they were recorded, at `rate`; a user's recording has its own
  /// deceleration in it.
  ///
  /// - Throws: as `MotionFile` does.
  package func gestures(
    at rate: FrameRate, deceleration: Deceleration = .normal
  ) throws(RunFault) -> [ScrollGesture] {
    switch self {
    case .flings:
      RecordedFling.all.map { $0.gesture(at: rate, deceleration: deceleration) }
    case .drags:
      RecordedFling.all.map { ScrollGesture(frames: $0.dragFrames(at: rate)) }
    case .file(let path):
      try MotionFile(path: path).gestures(at: rate)
    }
  }

  private static func unknown(_ name: String) -> RunFault {
    let word = String(name.prefix { $0 != ":" })
    // A file without its path is no typo.
    let hint = forms.hint(for: word == "file" ? "" : word)
    return RunFault(.usage, "--motion \(name.quoted): no such motion\(hint)")
  }
}

extension MotionSpec: CustomStringConvertible {
  /// The name.
  package var description: String { name }
}
