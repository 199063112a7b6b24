import Basics
import Foundation
import Reporting
import Runs
import Synchronization

/// Where the tool's output goes, and what it may do there.
package struct Terminal: Sendable {
  let showsProgress: Bool
  let usesColour: Bool
  /// The columns of a line of output, 40 at least.
  package let width: Int
  /// The columns of the terminal that progress is shown on, however narrow.
  let progressWidth: Int

  var style: Style { Style(useColour: usesColour) }

  /// That of this process. `NO_COLOR` and `TERM=dumb` forbid colour; `COLUMNS` overrides the width.
  package static var current: Terminal {
    let environment = ProcessInfo.processInfo.environment
    let isDumb = environment["TERM"] == "dumb"
    let isColourless = !(environment["NO_COLOR"] ?? "").isEmpty
    return Terminal(
      showsProgress: isatty(STDERR_FILENO) != 0 && !isDumb,
      usesColour: isatty(STDOUT_FILENO) != 0 && !isDumb && !isColourless,
      width: width(environment["COLUMNS"]),
      progressWidth: columnCount(of: STDERR_FILENO) ?? width(environment["COLUMNS"]))
  }

  private static func width(_ columns: String?) -> Int {
    if let columns, let width = Int(columns), (40...1000).contains(width) { return width }
    return columnCount(of: STDOUT_FILENO).map { min(max($0, 40), 160) } ?? 100
  }

  /// The columns of the terminal that a stream leads to; nil where none does, or it does not tell.
  private static func columnCount(of stream: Int32) -> Int? {
    var size = winsize()
    guard ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes text to standard output, without what would steer a terminal but the tool's own colours.
  package static func print(_ text: String) throws(RunFault) {
    let text = text.withoutControls(keepingColours: current.usesColour)
    try OutputFile.standardOutput().append(Array(text.utf8))
  }

  /// The name of the program, which begins every line of its own.
  static var program: String {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }

  private static let name = Mutex("bench")

  /// Writes a line to standard error, broken where a terminal is narrower, which it cannot steer.
  static func say(_ line: String) {
    let text = "\(program): \(line.printable)"
    let width = current.showsProgress ? current.progressWidth : .max
    let lines =
      text.columns < width ? [text] : Flow(width: max(20, width - 1), hanging: 2).lines(of: text)
    note(lines.joined(separator: "\n") + "\n")
  }

  /// Writes text to standard error; a failure to write it is ignored.
  static func note(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
  }
}
