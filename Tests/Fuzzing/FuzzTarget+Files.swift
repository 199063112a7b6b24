import Basics
import Conformance
import Foundation
import ListLayout
import Replaying
import Strategies
import Workloads

extension FuzzTarget {
  /// Readers of files that users write.
  static let files = [
    FuzzTarget("heights") { bytes in
      reading(bytes) { path throws(RunFault) in
        let heights = try Population.heightsOrNone(at: path)
        require(
          heights.isEmpty == bytes.isEmpty && heights.allSatisfy { $0 >= 0 }, "heights \(heights)")
        // More rows than there are: tiled.
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
        _ = try MotionFile.gestures(at: path)
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
          gestures: try GestureFile.gestures(at: path, rules: rules))
        // Accepted gestures need no repair.
        require(script.repaired(for: descriptor.requirement) == script, "accepted: \(script)")
      }
    },
  ]

  private static let screen = Screen(
    width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 844))

  /// Hands the bytes over as a file, and takes a fault whose message is one line; what would steer a
  /// terminal is taken out where it is shown.
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
