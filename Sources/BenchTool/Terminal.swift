import BenchBasics
import BenchReporting
import Foundation
import Synchronization

package struct Terminal: Sendable {
  let showsProgress: Bool
  let usesColour: Bool
  package let width: Int
  let progressWidth: Int

  var style: Style { Style(useColour: usesColour) }

  /// Honours `NO_COLOR`, `TERM=dumb` and `COLUMNS`.
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

  package static func print(_ text: String) throws(RunFault) {
    let text = text.withoutControls(keepingColours: current.usesColour)
    try OutputFile.standardOutput().append(Array(text.utf8))
  }

  static var program: String {
    get { name.withLock { $0 } }
    set { name.withLock { $0 = newValue } }
  }

  private static let name = Mutex("bench")

  static func log(_ line: String) {
    printError("\(program): \(line.printable)\n")
  }

  static func printError(_ text: String) {
    _ = FileSystem.put(Array(text.utf8), to: STDERR_FILENO)
  }
}
