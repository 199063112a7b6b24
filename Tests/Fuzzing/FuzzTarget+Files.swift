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
      reading(bytes) { path throws(WorkloadFault) in
        let heights = try Population.heights(at: path)
        require(!heights.isEmpty && heights.allSatisfy { $0 >= 0 }, "heights \(heights)")
        // More rows than there are: tiled.
        _ = try Population(.file(path), seed: 1).heights(rows: 2 * heights.count, screen: screen)
      }
    },
    FuzzTarget("text") { bytes in
      reading(bytes) { path throws(WorkloadFault) in
        let population = try Population(.text(path), seed: 1)
        let heights = try population.heights(rows: nil, screen: screen)
        require(heights.raw.count == population.count, "\(heights.raw.count) rows")
      }
    },
    FuzzTarget("motion") { bytes in
      reading(bytes) { path throws(WorkloadFault) in
        let file = try MotionFile(path: path)
        for rate in [FrameRate.hz60, .hz120] { _ = file.gestures(at: rate) }
      }
    },
    FuzzTarget("gestures") { bytes in
      guard let first = bytes.first else { return }
      let card = Roster.all[Int(first) % Roster.all.count].card
      let common: LayoutUnit? = card.requirement == .anyHeights ? nil : screen.viewport
      let rules = GestureRules(
        heights: Array(repeating: Int32(screen.viewport.rawValue), count: Int(first >> 4)),
        viewport: screen.viewport, abilities: card.abilities, onlyHeight: common,
        strategy: card.id)
      reading(Array(bytes.dropFirst())) { path throws(WorkloadFault) in
        let script = GestureScript(
          heights: Array(repeating: Int32(screen.viewport.rawValue), count: rules.count),
          options: LayoutOptions(viewport: screen.viewport), topology: card.topology,
          gestures: try GestureFile.gestures(at: path, rules: rules))
        // What is accepted means something as it stands.
        require(script.repaired(for: card.requirement) == script, "accepted: \(script)")
      }
    },
  ]

  private static let screen = Screen(
    width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 844))

  /// Hands the bytes over as a file, and takes a fault whose message is one line; what would steer a
  /// terminal is taken out where it is shown.
  private static func reading(
    _ bytes: [UInt8], _ body: (String) throws(WorkloadFault) -> Void
  ) {
    let path = "\(NSTemporaryDirectory())/fuzz-\(getpid())"
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
      fatalError("no room for \(path)")
    }
    do throws(WorkloadFault) {
      try body(path)
    } catch {
      requireOneLine(error.message, isShown: false)
    }
  }
}
