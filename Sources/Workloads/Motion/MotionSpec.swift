/// What `--motion` names: where the gestures that move a list come from.
public enum MotionSpec: Hashable, Sendable {
  /// Recorded fingers and the flings they release.
  case flings
  /// Recorded fingers alone, as if they had stopped before they left.
  case drags
  /// A user's own recording; see `MotionFile`.
  case file(String)

  /// What a user may write, for help and messages.
  public static let forms = ["flings", "drags", "file:PATH"]

  /// The word on the command line; parsing it gives the spec back.
  public var name: String {
    switch self {
    case .flings: "flings"
    case .drags: "drags"
    case .file(let path): "file:\(path)"
    }
  }

  /// The spec that `name` names.
  ///
  /// - Throws: `usage`, with what was expected, and the nearest known word on a typo.
  public init(_ name: String) throws(WorkloadFault) {
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
  public func gestures(
    at rate: FrameRate, deceleration: Deceleration = .normal
  ) throws(WorkloadFault) -> [ScrollGesture] {
    switch self {
    case .flings:
      RecordedFling.all.map { $0.gesture(at: rate, deceleration: deceleration) }
    case .drags:
      RecordedFling.all.map { ScrollGesture(frames: $0.dragFrames(at: rate)) }
    case .file(let path):
      try MotionFile(path: path).gestures(at: rate)
    }
  }

  private static func unknown(_ name: String) -> WorkloadFault {
    let word = String(name.prefix { $0 != ":" })
    let suggestion =
      word == "file" ? "" : Spelling.suggestion(for: word, among: ["flings", "drags", "file"])
    let expected = ", expected \(forms.joined(separator: ", "))"
    return WorkloadFault(
      .usage,
      "--motion \(Spelling.quoted(name)): no such motion\(suggestion.isEmpty ? expected : suggestion)"
    )
  }
}

extension MotionSpec: CustomStringConvertible {
  /// The name.
  public var description: String { name }
}
