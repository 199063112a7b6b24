import Basics
import Testing
import Workloads

@testable import BenchTool

extension Vocabulary {
  /// A small vocabulary, so that tests do not depend on what the package has to measure.
  static let sample = Vocabulary(
    strategies: [
      Term("floor", summary: "Does nothing"),
      Term("fixed-list", summary: "Equal rows"),
      Term("fenwick", summary: "A binary indexed tree"),
      Term("blocked-sums", summary: "Sums of blocks"),
    ],
    scenarios: [
      Term("scroll", summary: "Frames of a fling"), Term("recalc-10", summary: "Ten rows change"),
      Term("mixed", summary: "No screen"),
    ]
      + Scenario.all(of: .usual).filter { $0.id != "scroll" }.map { Term($0.id, summary: $0.why) },
    heights: [
      Term("chat", summary: "Chat messages"),
      Term("fixed", argument: "PT", summary: "Equal rows"),
      Term("uniform", argument: "PT-PT", summary: "Random"),
      Term("pages", summary: "As high as the viewport"),
      Term("file", argument: "PATH", summary: "Your own"),
    ],
    motion: [
      Term("drags", summary: "Slow"),
      Term("flings", summary: "Fast"),
      Term("file", argument: "PATH", summary: "Your own"),
    ])
}

extension CommandTable {
  /// The command line of the harness with the sample vocabulary.
  static let sample = CommandTable(version: "1.2.3", vocabulary: .sample)

  /// The checked arguments of a command line.
  func arguments(_ words: String...) throws -> Arguments {
    guard case .perform(let arguments) = try parse(words) else { throw NotPerformed() }
    return arguments
  }

  /// The text that a command line asks for, or nil when it asks for something else.
  func printed(_ words: String..., width: Int = 80) throws -> String? {
    guard case .print(let text) = try parse(words, width: width) else { return nil }
    return text
  }

  /// The message that refuses a command line, or nil when it is accepted.
  func refusal(_ words: [String]) -> String? {
    do {
      _ = try parse(words)
      return nil
    } catch {
      #expect(error.exitCode == .usage)
      return error.message
    }
  }

  private struct NotPerformed: Error {}
}
