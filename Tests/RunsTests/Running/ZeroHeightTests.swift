import Foundation
import Testing
import Workloads

@testable import Runs

/// Tests with rows of height 0. If a step sets the height of the first visible row to 0, restoring the
/// heights does not bring back the former screen.
@Suite("Rows of height 0")
struct ZeroHeightTests {
  /// Calls `body` with the heights of a temporary file, which is removed afterwards.
  private func withFile(_ heights: [Int], _ body: (HeightsSpec) throws -> Void) throws {
    let path = NSTemporaryDirectory() + "layoutbench-heights-\(UUID().uuidString)"
    try Data(heights.map { "\($0)\n" }.joined().utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    try body(HeightsSpec("file:\(path)"))
  }

  private static let lists: [[Int]] = [
    (1...100).map { $0 == 50 ? 0 : 44 }, (1...100).map { $0 == 51 ? 0 : 44 },
    (1...100).map { $0 % 2 == 0 ? 0 : 44 }, (1...100).map { $0 > 95 ? 0 : 44 },
    (1...100).map { $0 < 95 ? 0 : 44 },
  ]

  @Test("do not fail correct strategies", arguments: lists)
  func noAccusation(heights: [Int]) throws {
    try withFile(heights) { spec in
      var wrong: [String] = []
      var request = RunRequest(
        ["fenwick", "prefix-array", "blocked-sums"],
        in: ["expand", "recalc", "recalc-10", "edit"], heights: [spec], rows: [100], budget: 0.01)
      request.usesOwnCounts = true
      let rows = try Runner(request) { event in
        if case .ruledOut(let key, let status) = event {
          wrong.append("\(key.group.scenario) \(key.strategy): \(status.text)")
        }
      }.run()
      #expect(wrong == [])
      #expect(rows.allSatisfy { $0.status == .ok && $0.rounds >= Schedule.minRepetitions })
    }
  }
}
