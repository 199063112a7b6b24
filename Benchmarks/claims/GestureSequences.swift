import ListLayout
import Workloads

/// Sequences of gestures, each until the list is at rest.
enum GestureSequences {
  /// The 19 recorded flings, each as it was, with `rest` frames of rest after each.
  static func flings(resting rest: Int = 0) -> [[Gesture]] {
    recorded.map { sequence(of: $0.frames) + [Gesture](repeating: .settle, count: rest) }
  }

  /// The 19 recorded flings, all onwards; then the same back.
  static var flingsRoundAndBack: [[Gesture]] { flingsOnwards() + mirrored(flingsOnwards()) }

  /// The 19 recorded flings, all towards later rows, with `rest` frames of rest after each.
  static func flingsOnwards(resting rest: Int = 0) -> [[Gesture]] {
    recorded.map { gesture in
      sequence(of: (gesture.distance < .zero ? gesture.mirrored : gesture).frames)
        + [Gesture](repeating: .settle, count: rest)
    }
  }

  /// Each recorded fling and then the next one in the same direction, the first caught halfway
  /// through its frames: the list comes to rest only after the second.
  static var flingsCaughtByAnother: [[Gesture]] {
    recorded.indices.map { index in
      let (first, next) = (recorded[index], recorded[(index + 1) % recorded.count])
      let isSameWay = (first.distance < .zero) == (next.distance < .zero)
      let caught = first.frames.prefix(first.frames.count / 2)
      return sequence(of: Array(caught) + (isSameWay ? next : next.mirrored).frames)
    }
  }

  /// A finger at one speed: the same distance in each of some frames.
  static func steadily(at pointsPerSecond: Int, seconds: Int) -> [Gesture] {
    let distance = LayoutUnit(rawValue: Int64(pointsPerSecond) * LayoutUnit.perPoint / 120)
    return slowly(by: distance, frames: 120 * seconds)
  }

  /// A slow finger: half a point a frame, 60 pt/s, over a distance, and back.
  static func slowly(over distance: LayoutUnit) -> [[Gesture]] {
    let onwards = slowly(by: LayoutUnit(rawValue: 32 as Int64), frames: Int(distance.rawValue / 32))
    return [onwards] + mirrored([onwards])
  }

  /// A slow finger for some frames, the same distance in each.
  static func slowly(by distance: LayoutUnit, frames: Int) -> [Gesture] {
    [Gesture](repeating: .scroll(distance), count: frames) + [.settle]
  }

  /// Pages turned one by one, each in 0.3 s, and back.
  static func pages(_ count: Int, of height: LayoutUnit) -> [[Gesture]] {
    let turn = sequence(of: Drag(distance: height, milliseconds: 300).frames(at: .hz120))
    let onwards = [[Gesture]](repeating: turn, count: count)
    return onwards + mirrored(onwards)
  }

  private static let recorded = RecordedFling.all.map { $0.gesture(at: .hz120) }

  private static func sequence(of frames: [LayoutUnit]) -> [Gesture] {
    frames.map { .scroll($0) } + [.settle]
  }

  /// The same in the other direction.
  static func mirrored(_ sequences: [[Gesture]]) -> [[Gesture]] {
    sequences.map { sequence in
      sequence.map { gesture in
        if case .scroll(let distance) = gesture { .scroll(-distance) } else { gesture }
      }
    }
  }
}
