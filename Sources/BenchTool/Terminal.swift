import BenchBasics
import BenchReporting
import Foundation
import Synchronization

/// The capabilities of the terminal to which this process writes.
package struct Terminal: Sendable {
  let showsProgress: Bool
  let usesColour: Bool
  /// The number of columns of standard output, at least 40.
  package let width: Int
  /// The number of columns of standard error, where progress is shown.
  let progressWidth: Int

  var style: Style { Style(useColour: usesColour) }

  /// The terminal of this process. The environment variables `NO_COLOR` and `TERM=dumb` disable colour;
  /// `COLUMNS` sets the width.
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

  private static func columnCount(of stream: Int32) -> Int? {
    var size = winsize()
    guard ioctl(stream, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }

  /// Writes text to standard output. Removes all control characters except those of the tool's own colours.
  package static func print(_ text: String) throws(RunFault) {
    let text = text.withoutControls(keepingColours: current.usesColour)
    try OutputFile.standardOutput().append(Array(text.utf8))
  }

  /// The name of the program, which begins every logged line.
  static var program: String {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }

  private static let name = Mutex("bench")

  /// Writes a line to standard error, wrapped to the width of the terminal.
  static func log(_ line: String) {
    let text = "\(program): \(line.printable)"
    let width = current.showsProgress ? max(20, current.progressWidth - 1) : .max
    let lines = text.columns <= width ? [text] : Flow(width: width, hanging: 2).lines(of: text)
    printError(lines.joined(separator: "\n") + "\n")
  }

  /// Writes text to standard error; failures are ignored.
  static func printError(_ text: String) {
    _ = FileSystem.put(Array(text.utf8), to: STDERR_FILENO)
  }
}
