import Foundation
import HostSystem
import Recording
import Running

extension Verb {
  /// Answer a parent that compares two revisions.
  package static let serve = Verb(
    "serve", "Measure what another process asks for, a line at a time",
    discussion: """
      'compare --against' starts two of these. It reads a command a line (hello, pin CORE, prepare \
      CELL, calibrate NANOSECONDS, run STEPS, counters, drop, quit; CELL is JSON) and answers each \
      with a line of JSON; a command that cannot be done is answered with its "error". Ends with \
      'quit' or its input.
      """,
    options: [],
    examples: [
      Example("serve", "Try it: type hello.")
    ],
    exitStatuses: [.fine("the input ended"), .usage, .internalError]
  ) { tool, _, _ in
    try ServeVerb(tool: tool).perform()
  }
}

/// `bench serve`: a child that measures what its parent asks for.
struct ServeVerb {
  let tool: Tool

  /// The most bytes of a line: hundreds of times what a parent sends.
  private static let longestLine = 1 << 16

  func perform() throws(RunFault) -> ExitCode {
    let server = CellServer(strategies: tool.strategies, tool: Tool.version)
    var input = LineReader(descriptor: STDIN_FILENO, longest: Self.longestLine)
    while let line = try input.next() {
      guard let answer = server.answer(line) else { return .success }
      try Terminal.print(answer + "\n")
    }
    return .success
  }
}

/// The lines that arrive at a descriptor, each within a limit.
struct LineReader {
  private let descriptor: Int32
  private let longest: Int
  private var rest: [UInt8] = []

  /// Reads lines of at most `longest` bytes.
  init(descriptor: Int32, longest: Int) {
    self.descriptor = descriptor
    self.longest = longest
  }

  /// The next line, without its end; nil at the end of the input. The last line may lack its end.
  ///
  /// Throws `badData` for a line that is too long.
  mutating func next() throws(RunFault) -> String? {
    var scanned = 0
    while true {
      if let end = rest[scanned...].firstIndex(of: UInt8(ascii: "\n")) {
        defer { rest.removeSubrange(...end) }
        return String(decoding: rest[..<end], as: UTF8.self)
      }
      scanned = rest.count
      guard rest.count <= longest else {
        throw RunFault(.badData, "the standard input: a line of more than \(longest) bytes")
      }
      var buffer = [UInt8](repeating: 0, count: 1 << 12)
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest += buffer[..<count]
      } else if count == 0 || errno != EINTR {
        defer { rest = [] }
        return rest.isEmpty ? nil : String(decoding: rest, as: UTF8.self)
      }
    }
  }
}
