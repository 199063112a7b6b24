import ListLayout

/// A content offset that was sampled at uneven times.
struct SampledPath: Hashable, Sendable {
  struct Sample: Hashable, Sendable {
    let milliseconds: Double
    /// The content offset in points.
    let offset: Double
  }

  /// In order of time; of two at the same time the later counts.
  var samples: [Sample]

  /// The movement of each frame, at least one, from the first sample to the last; the last frame
  /// takes what is left of a frame too. Between samples the offset changes evenly. The sum is the
  /// difference of the rounded offsets of the last sample and the first. O(frames + samples).
  func frames(at rate: FrameRate) -> [LayoutUnit] {
    guard let first = samples.first, let last = samples.last else { return [] }
    let duration = (last.milliseconds - first.milliseconds) / 1000
    let count = max(1, Int((duration * rate.perSecond).rounded()))
    var frames: [LayoutUnit] = []
    var place = LayoutUnit(points: first.offset) ?? .zero
    var next = 0
    for frame in 1...count {
      let time = first.milliseconds + Double(frame) * 1000 / rate.perSecond
      while next < samples.count, samples[next].milliseconds <= time { next += 1 }
      let isLast = frame == count || next == samples.count
      let offset = isLast ? last.offset : offset(at: time, before: next)
      let reached = LayoutUnit(points: offset) ?? place
      frames.append(reached - place)
      place = reached
    }
    return frames
  }

  /// The offset at `time`, which is before that of the sample at `next` and not before that of the
  /// sample ahead of it.
  private func offset(at time: Double, before next: Int) -> Double {
    let (before, after) = (samples[next - 1], samples[next])
    let share = (time - before.milliseconds) / (after.milliseconds - before.milliseconds)
    return before.offset + (after.offset - before.offset) * share
  }
}
