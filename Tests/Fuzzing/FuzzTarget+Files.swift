import Basics
import Conformance
import Foundation
import ListLayout
import Replaying
import Strategies
import Workloads

extension FuzzTarget {
  /// The targets that read files written by users.
  static let files = [
    FuzzTarget("heights") { bytes in
      reading(bytes) { path throws(RunFault) in
        let heights = try Population.heightsOrNone(at: path)
        require(
          heights.isEmpty == bytes.isEmpty && heights.allSatisfy { $0 >= 0 }, "heights \(heights)")
        // The list has more rows than the file, so the heights of the file are repeated.
        _ = try Population(.file(path), seed: 1).heights(rows: 2 * heights.count, screen: screen)
      }
    },
    FuzzTarget("text") { bytes in
      reading(bytes) { path throws(RunFault) in
        let population = try Population(.text(path), seed: 1)
        let heights = try population.heights(rows: nil, screen: screen)
        require(heights.raw.count == population.count, "\(heights.raw.count) rows")
      }
    },
    FuzzTarget("motion") { bytes in
      reading(bytes) { path throws(RunFault) in
        _ = try MotionSpec.file(path).gestures()
      }
    },
    FuzzTarget("gestures") { bytes in
      guard let first = bytes.first else { return }
      let descriptor = StrategyRegistry.all[Int(first) % StrategyRegistry.all.count].descriptor
      let heights = [Int32](
        repeating: Int32(screen.viewport.rawValue), count: Int(first >> 4))
      let rules = GestureRules(descriptor, heights: heights, viewport: screen.viewport)
      reading(Array(bytes.dropFirst())) { path throws(RunFault) in
        let script = GestureScript(
          heights: heights, options: LayoutOptions(viewport: screen.viewport),
          topology: descriptor.topology,
          gestures: try GestureFile.gestures(at: path, rules: [rules]))
        // If the file reader accepts gestures, they must already be valid for the strategy, so that
        // `repaired` changes nothing.
        require(script.repaired(for: descriptor.requirement) == script, "accepted: \(script)")
      }
    },
  ]

  private static let screen = Screen(
    width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 844))

  /// Calls `body` with the path of a file that contains `bytes`. If `body` throws an error, its message must
  /// be a single line. The error message may contain control characters, because they are removed when the
  /// message is printed.
  private static func reading(
    _ bytes: [UInt8], _ body: (String) throws(RunFault) -> Void
  ) {
    let path = "\(NSTemporaryDirectory())/fuzz-\(getpid())"
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
      fatalError("no room for \(path)")
    }
    do throws(RunFault) {
      try body(path)
    } catch {
      requireOneLine(error.message, isShown: false)
    }
  }
}
