import Basics
import Testing
import Workloads

@testable import BenchTool

extension Vocabulary {
  /// A small vocabulary, so that tests do not depend on what the package has to measure.
  static let sample = Vocabulary([
    .strategies: names("floor", "fixed-list", "fenwick", "blocked-sums"),
    .scenarios: names("scroll", "recalc-10", "mixed")
      + Scenario.all(of: .usual).filter { $0.id != "scroll" }.flatMap { names($0.id) },
    .heights: names("chat", "fixed:PT", "uniform:PT-PT", "pages", "file:PATH"),
    .motion: names("drags", "flings", "file:PATH"),
  ])

  /// Names, each with what follows its colon.
  private static func names(_ spellings: String...) -> [WorkloadForm] {
    spellings.map { spelling in
      let parts = spelling.split(separator: ":").map(String.init)
      return WorkloadForm(parts[0], parts.count > 1 ? parts[1] : nil, "")
    }
  }
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

  /// The message that rejects a command line, or nil when it is accepted.
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
