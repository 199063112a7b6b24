import Basics
import BenchTool

extension FuzzTarget {
  /// The target that parses command lines.
  static let words = [
    FuzzTarget("arguments") { bytes in
      // The input contains the arguments, separated by NUL bytes.
      let words = bytes.split(separator: 0, omittingEmptySubsequences: false)
        .compactMap { String(validating: $0, as: UTF8.self) }
      do throws(RunFault) {
        if case .print(let text) = try table.parse(words, width: 80) {
          require(text.hasSuffix("\n"), "a text without an end: \(text)")
        }
      } catch {
        requireOneLine(error.message)
      }
    }
  ]

  private static let table = CommandTable(
    version: Tool.version, vocabulary: Tool().table.vocabulary)
}
