import BenchBasics
import BenchMeasuring
@_exported import BenchReplaying
import BenchRuns
@_exported import BenchStrategies
import Foundation
// These modules are re-exported so that a program with its own strategies only has to import `BenchTool`.
@_exported import ListLayout
import Synchronization

/// The command line tool as a library. To measure your own strategies, write a program like this:
///
///     import BenchTool
///
///     Tool(strategies: StrategyRegistry.all + [StrategyEntry(MyList.self)]).main()
///
/// `Benchmarks/own-strategy` contains complete examples.
public struct Tool: Sendable {
  /// The version that `--version` prints.
  public static let version = "0.1.0"

  package let strategies: [StrategyEntry]
  package private(set) var program = "bench"
  private var isNamedByFile = true
  /// Whether the arguments come from this process's command line. Only then may the tool start child
  /// processes that run the same program.
  private(set) var readsProcessArguments = false
  private var command: Command?

  /// Creates a tool that measures the given strategies, by default those of this package.
  public init(strategies: [StrategyEntry] = StrategyRegistry.all) { self.strategies = strategies }

  /// The program's name does not depend on the name of the executable. If `command` is not nil, it is the
  /// program's only command.
  package init(_ program: String, only command: Command? = nil) {
    self.init()
    (self.program, self.command, isNamedByFile) = (program, command, false)
  }

  /// Runs this process's command line, then exits with the resulting exit code.
  public func main() -> Never {
    Self.rejectsExit.store(true, ordering: .relaxed)
    atexit {
      guard Tool.rejectsExit.load(ordering: .relaxed) else { return }
      Terminal.log("a strategy or other code in this program called exit too early")
      _exit(ExitCode.internalFault.rawValue)
    }
    let status = run()
    Self.rejectsExit.store(false, ordering: .relaxed)
    exit(status)
  }

  /// Whether a call to `exit` is treated as a failure. Without this check, a strategy that calls `exit` could
  /// end the process with exit code 0 before the work is done.
  private static let rejectsExit = Atomic<Bool>(false)

  /// Runs a command line.
  ///
  /// - Parameter arguments: the arguments without the program's name; nil means the arguments of this
  ///   process.
  /// - Returns: the exit code.
  public func run(_ arguments: [String]? = nil) -> Int32 {
    Self.prepareProcess()
    do throws(RunFault) {
      if let arguments { return try perform(arguments).rawValue }
      var tool = self
      tool.readsProcessArguments = true
      if isNamedByFile, let path = CommandLine.arguments.first {
        tool.program = FileSystem.parts(of: path).name
      }
      Terminal.program = tool.program
      return try tool.perform(Self.processArguments()).rawValue
    } catch {
      Terminal.log(error.message)
      return error.exitCode.rawValue
    }
  }

  /// Returns the arguments without the program name. Throws if the standard library has replaced invalid
  /// UTF-8 in an argument, because a path with replaced bytes could name a different file.
  static func processArguments(
    _ arguments: [String] = CommandLine.arguments,
    isValid: (_ index: Int) -> Bool = {
      CommandLine.unsafeArgv[$0].flatMap { String(validatingCString: $0) } != nil
    }
  ) throws(RunFault) -> [String] {
    // If the program name is missing, the other arguments may be missing too.
    guard arguments.first?.isEmpty == false else {
      throw RunFault(
        .internalFault,
        "cannot read the command line of this process; on Linux, this requires /proc")
    }
    if let index = arguments.indices.dropFirst().first(where: { !isValid($0) }) {
      throw RunFault(
        .usage,
        "argument \(index), \(arguments[index].quoted), is not valid UTF-8; if it is a path, rename "
          + "the file")
    }
    return Array(arguments.dropFirst())
  }

  package var table: CommandTable {
    CommandTable(
      program: program, vocabulary: Vocabulary(strategies: strategies), only: command)
  }

  private func perform(_ arguments: [String]) throws(RunFault) -> ExitCode {
    var known: Set<String> = []
    if let id = strategies.map(\.descriptor.id).first(where: { !known.insert($0).inserted }) {
      throw RunFault(.usage, "two strategies in this program have the same ID, \(id.quoted)")
    }
    switch try table.parse(arguments, width: Terminal.current.width) {
    case .print(let text):
      try Terminal.print(text)
      return .success
    case .perform(let arguments):
      guard arguments.command.isQuick || BuildFacts.isOptimised else {
        throw RunFault(
          .internalFault, "debug builds cannot measure; run: swift run -c release \(program)")
      }
      if !arguments.command.isQuick { GlibcSettings.adopt() }
      return try perform(arguments)
    }
  }

  /// Makes the process report fatal conditions in one line instead of crashing. If memory is exhausted, the
  /// process prints a line and exits. If a pipe is broken or a file reaches its size limit, `write` fails
  /// instead of ending the process. SIGCHLD is reset to its default action. If a parent process ignored
  /// SIGCHLD, this process would otherwise lose the exit statuses of its child processes.
  private static func prepareProcess() {
    // If standard error stayed closed, the next file to be opened could take its place and receive our error
    // messages. `open` returns the lowest free descriptor, which here is `descriptor`.
    let modes = [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
    ]
    for (descriptor, mode) in modes where fcntl(descriptor, F_GETFD) < 0 {
      _ = open("/dev/null", mode)
    }
    PeakMemory.endsProcessWhenExhausted(status: ExitCode.ioFailure.rawValue)
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    signal(SIGCHLD, SIG_DFL)
  }

  /// Runs a parsed command, even in a debug build.
  func perform(_ arguments: Arguments) throws(RunFault) -> ExitCode {
    try arguments.checkOutputs()
    do {
      return try arguments.command.perform?(self, arguments) ?? .success
    } catch {
      throw error as? RunFault ?? RunFault(.internalFault, "\(error)")
    }
  }
}
