import BenchTool
import Running
import Strategies

extension FuzzTarget {
  /// Readers of words: the command line's, and the lines that a parent sends to `bench serve`.
  static let words = [
    FuzzTarget("arguments") { bytes in
      // An argument ends at a NUL.
      let words = bytes.split(separator: 0, omittingEmptySubsequences: false)
        .compactMap { String(validating: $0, as: UTF8.self) }
      do throws(UsageError) {
        if case .print(let text) = try table.parse(words, width: 80) {
          require(text.hasSuffix("\n"), "a text without an end: \(text)")
        }
      } catch {
        requireOneLine(error.message)
      }
    },
    FuzzTarget("serve") { bytes in
      let server = CellServer(strategies: Roster.all, tool: "fuzz")
      for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
        answer(String(decoding: line, as: UTF8.self), server)
      }
    },
  ]

  private static let table = CommandTable.standard(
    version: Tool.version, vocabulary: Tool().vocabulary)

  /// Reads a line, as which it is written and read again, and has it answered if that is soon done.
  private static func answer(_ line: String, _ server: CellServer) {
    if let command = try? ServeCommand(line) {
      let again = (try? command.line()).flatMap { try? ServeCommand($0) }
      require(again == command, "\(command) came back as \(String(describing: again))")
      guard isQuick(command) else { return }
    }
    guard let answer = server.answer(line) else { return }
    require(answer.hasPrefix("{") && answer.hasSuffix("}"), "no object: \(answer)")
    requireOneLine(answer, isShown: false)
  }

  private static func isQuick(_ command: ServeCommand) -> Bool {
    switch command {
    case .pin: false
    case .calibrate(let nanoseconds): nanoseconds < 10_000
    case .run(let operations): operations < 1000
    // A list of millions of rows takes its time, and a file is what another target reads.
    case .prepare(let cell):
      cell.rows < 1000 && cell.viewport < 2000 && cell.width < 2000
        && !([cell.heights] + cell.motion).contains { name in
          ["file:", "text:"].contains { name.hasPrefix($0) }
        }
    case .hello, .counters, .drop, .quit: true
    }
  }
}
