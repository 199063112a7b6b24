import BenchMeasuring
import BenchReplaying
import BenchWorkloads
import ListLayout

/// The flings, frame rate and starting rows used in an experiment.
///
/// The results for the set `recorded` were already known when the claims' rules were chosen. The set `fresh`
/// was created after the last change to a rule or an experiment. A claim is decided only if both sets lead to
/// the same answer.
struct Motion: Sendable {
  let name: String
  let framesPerSecond: Int
  let flings: [ScrollGesture]
  /// Ten starting rows, as fractions of the number of rows.
  let starts: [Double]
  /// Factor for speeds and widths that no post specifies, such as the speed of a drag.
  let factor: Double
  let seed: UInt64

  static let all = [recorded, fresh]

  static let recorded = Motion(
    name: "recorded flings, 120 Hz", framesPerSecond: 120,
    flings: RecordedFling.all.map { $0.gesture() }, starts: (1...10).map { Double($0) / 11 },
    factor: 1, seed: 1)

  static let fresh = {
    var random = SplitMix64(seed: 20_261_128, purpose: "claims")
    let flings = RecordedFling.all.indices.map { _ in
      let speed = Double(500 + random.below(7000)) * (random.below(2) == 0 ? 1 : -1)
      return ScrollGesture(coastingFrom: speed)
    }
    let starts = (0..<10).map { _ in 0.05 + Double(random.below(900)) / 1000 }
    return Motion(
      name: "random flings, 60 Hz", framesPerSecond: 60, flings: flings, starts: starts,
      factor: 1.1, seed: 20_261_128)
  }()

  /// The loading time in the on-demand post (half a second), in frames.
  var latency: Int { framesPerSecond / 2 }

  private func gestures(_ flings: [ScrollGesture], isResting: Bool = false) -> [[Gesture]] {
    let rest = [Gesture](repeating: .settle, count: isResting ? 1 + framesPerSecond : 1)
    return flings.map { $0.frames.map { .scroll($0) } + rest }
  }

  /// Each fling, followed by a second of rest if `isResting` is true.
  func singles(isResting: Bool = false) -> [[Gesture]] { gestures(flings, isResting: isResting) }

  /// Each fling, mirrored if necessary so that it scrolls towards later rows.
  func onwards(isResting: Bool = false) -> [[Gesture]] {
    gestures(flings.map { $0.distance < .zero ? $0.mirrored : $0 }, isResting: isResting)
  }

  /// Pairs of flings in the same direction. The second fling of each pair starts halfway through the frames
  /// of the first.
  var pairs: [[Gesture]] {
    gestures(
      flings.indices.map { index in
        let (first, next) = (flings[index], flings[(index + 1) % flings.count])
        let hasSameDirection = (first.distance < .zero) == (next.distance < .zero)
        let caught = first.frames.prefix(first.frames.count / 2)
        return ScrollGesture(frames: caught + (hasSameDirection ? next : next.mirrored).frames)
      })
  }

  func drag(at pointsPerSecond: Int, seconds: Double) -> [[Gesture]] {
    let speed = Double(pointsPerSecond) * factor / Double(framesPerSecond)
    let distance = LayoutUnit(points: speed) ?? .zero
    let frames = Int(seconds * Double(framesPerSecond))
    return gestures([ScrollGesture(frames: Array(repeating: distance, count: frames))])
  }

  /// Page turns of 0.3 s each.
  func pages(_ count: Int) -> [[Gesture]] {
    let frames = Int64(framesPerSecond * 3 / 10)
    let height = ClaimRunner.viewport.rawValue
    let turn = (0..<frames).map { frame in
      LayoutUnit(rawValue: height * (frame + 1) / frames - height * frame / frames)
    }
    return gestures(Array(repeating: ScrollGesture(frames: turn), count: count))
  }
}

extension ScrollGesture {
  /// A fling at 60 frames per second with an initial `speed` in pt/s. The fling slows down until the list
  /// would move less than 1/64 pt per frame. UIKit's deceleration rate of 0.998 per millisecond equals 0.9672
  /// per frame at 60 frames per second.
  fileprivate init(coastingFrom speed: Double) {
    var (step, distance, position) = (speed * 64 / 60, 0.0, 0.0)
    var frames: [LayoutUnit] = []
    while abs(step) >= 1 {
      distance += step
      step *= 0.9672
      frames.append(LayoutUnit(rawValue: Int64(distance.rounded() - position)))
      position = distance.rounded()
    }
    self.init(frames: frames)
  }
}

extension [[Gesture]] {
  var mirrored: Self {
    map { $0.map { if case .scroll(let distance) = $0 { .scroll(-distance) } else { $0 } } }
  }
  var andBack: Self { self + mirrored }
}
