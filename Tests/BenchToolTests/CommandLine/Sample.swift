import BenchBasics
import Testing

@testable import BenchTool

extension CommandTable {
  /// The commands of a program with four strategies.
  static let sample = CommandTable(
    version: "1.2.3",
    vocabulary: Vocabulary(
      strategies: StrategyRegistry.all.filter {
        ["floor", "fixed-list", "fenwick", "blocked-sums"].contains($0.descriptor.id)
      }))

  /// The parsed arguments of a command line. Throws if the arguments only ask for text to be printed, as
  /// `--help` does.
  func arguments(_ words: String...) throws -> Arguments {
    guard case .perform(let arguments) = try parse(words) else { throw NotPerformed() }
    return arguments
  }

  /// The text that the program prints for a command line such as `--help`; nil if the command line performs a
  /// verb instead.
  func printed(_ words: String..., width: Int = 80) throws -> String? {
    guard case .print(let text) = try parse(words, width: width) else { return nil }
    return text
  }

  /// The message of the usage error for a command line; nil if the command line is accepted.
  func usageError(_ words: [String]) -> String? {
    do {
      _ = try parse(words)
      return nil
    } catch {
      #expect(error.exitCode == .usage)
      return error.message
    }
  }

  /// The message of the usage error for a command line; nil if the command line is accepted. The arguments
  /// are the parts of `line` between its spaces.
  func usageError(_ line: String) -> String? {
    usageError(line.split(separator: " ", omittingEmptySubsequences: false).map(String.init))
  }

  private struct NotPerformed: Error {}
}
