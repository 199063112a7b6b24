import ListLayout

/// The path of a real finger that flung a list, from touch to release.
public struct RecordedFling: Hashable, Sendable {
  /// Where the finger was.
  public struct Point: Hashable, Sendable {
    /// Since the touch.
    public let microseconds: Int
    /// From the top of the display, in 1/1000 pixel.
    public let milliPixels: Int
  }

  /// The name of the recording.
  public let name: String
  /// The path, in order of time; the release repeats the last point.
  public let path: [Point]

  /// Pixels in a point: the phones are taken to have 2.625 pixels per dp, and a dp to be a point.
  public static let pixelsPerPoint = 2.625

  /// The 19 recordings that ship with the program.
  public static let all: [RecordedFling] = EmbeddedTable.flings.withUTF8Buffer { bytes in
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

  /// The velocity of the content at release in pt/s, positive towards later rows: a finger that
  /// moves up moves the list on.
  public var releaseVelocity: Double { -fingerVelocity / Self.pixelsPerPoint }

  /// The movement of the content in each frame while the finger is down.
  public func dragFrames(at rate: FrameRate) -> [LayoutUnit] {
    SampledPath(
      samples: path.map { point in
        SampledPath.Sample(
          milliseconds: Double(point.microseconds) / 1000,
          offset: -Double(point.milliPixels) / 1000 / Self.pixelsPerPoint)
      }
    ).frames(at: rate)
  }

  /// The whole gesture: the drag, and the fling it releases.
  public func gesture(at rate: FrameRate, deceleration: Deceleration = .normal) -> ScrollGesture {
    let fling = Fling(velocity: releaseVelocity, deceleration: deceleration)
    return ScrollGesture(frames: dragFrames(at: rate) + fling.frames(at: rate))
  }
}
