import BenchBasics
import Testing

@testable import BenchTool

extension CommandTable {
  /// A program with four strategies.
  static let sample = CommandTable(
    vocabulary: Vocabulary(
      strategies: StrategyRegistry.all.filter {
        ["floor", "fixed-list", "fenwick", "blocked-sums"].contains($0.descriptor.id)
      }))

  /// Parses a command line that runs a command. Throws an error if the command line only prints text, as with
  /// `--help`.
  func arguments(_ words: String...) throws -> Arguments {
    guard case .perform(let arguments) = try parse(words) else { throw NotPerformed() }
    return arguments
  }

  /// Returns the text to print, for example for `--help`, or nil if the arguments run a command.
  func printed(_ words: String..., width: Int = 80) throws -> String? {
    guard case .print(let text) = try parse(words, width: width) else { return nil }
    return text
  }

  /// Returns the usage error for a command line, or nil if the command line is accepted.
  func usageError(_ words: [String]) -> String? {
    do {
      _ = try parse(words)
      return nil
    } catch {
      #expect(error.exitCode == .usage)
      return error.message
    }
  }

  func usageError(_ line: String) -> String? {
    usageError(line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
  }

  private struct NotPerformed: Error {}
}
