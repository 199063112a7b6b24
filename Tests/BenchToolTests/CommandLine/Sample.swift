import Basics
import Testing

@testable import BenchTool

extension CommandTable {
  /// The command line of the harness with four strategies.
  static let sample = CommandTable(
    version: "1.2.3",
    vocabulary: Vocabulary(
      strategies: StrategyRegistry.all.filter {
        ["floor", "fixed-list", "fenwick", "blocked-sums"].contains($0.descriptor.id)
      }))

  /// The arguments of a command line that is to be performed.
  func arguments(_ words: String...) throws -> Arguments {
    guard case .perform(let arguments) = try parse(words) else { throw NotPerformed() }
    return arguments
  }

  /// The text that a command line prints; nil for one that is to be performed.
  func printed(_ words: String..., width: Int = 80) throws -> String? {
    guard case .print(let text) = try parse(words, width: width) else { return nil }
    return text
  }

  /// The message of a usage error; nil for a command line that is accepted.
  func usageError(_ words: [String]) -> String? {
    do {
      _ = try parse(words)
      return nil
    } catch {
      #expect(error.exitCode == .usage)
      return error.message
    }
  }

  /// The message of a usage error of a line, which is split at its spaces.
  func usageError(_ line: String) -> String? {
    usageError(line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
  }

  private struct NotPerformed: Error {}
}
