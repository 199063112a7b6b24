import Basics
import Foundation
// What a program with strategies of its own needs comes with this module: the protocol, the registry and
// its entries.
@_exported import ListLayout
@_exported import Replaying
import Runs
@_exported import Strategies
import Synchronization

/// The command-line tool, as a library: a program with strategies of its own is three lines.
///
///     import BenchTool
///
///     Tool(strategies: StrategyRegistry.all + [StrategyEntry(MyList.self)]).main()
///
/// `Benchmarks/own-strategy` is such a program.
public struct Tool: Sendable {
  /// The version that `--version` prints.
  public static let version = "0.1.0"

  package let strategies: [StrategyEntry]
  /// What the user types first, in help and in messages that quote a command.
  package private(set) var program = "bench"
  private var isNamedByFile = true
  /// The one thing that the program does; nil for all that `bench` does.
  private var verb: Verb?

  /// A tool that knows these strategies; by default those of this package.
  public init(strategies: [StrategyEntry] = StrategyRegistry.all) { self.strategies = strategies }

  /// A program of this package, with a name; one that does one thing has a command line without verbs.
  package init(_ program: String, only verb: Verb? = nil) {
    (strategies, self.program, self.verb, isNamedByFile) = (
      StrategyRegistry.all, program, verb, false
    )
  }

  /// Does what the command line asks, and ends the process with the exit code.
  public func main() -> Never {
    var tool = self
    let path = CommandLine.arguments.first
    if isNamedByFile, let path { tool.program = FileSystem.parts(of: path).name }
    Terminal.program = tool.program
    EarlyExit.isRefused = true
    let status = tool.run()
    EarlyExit.isRefused = false
    exit(status)
  }

  /// Does what the command line asks.
  ///
  /// - Parameter words: the arguments, without the program's name; nil for those of this process.
  /// - Returns: the exit code.
  public func run(_ words: [String]? = nil) -> Int32 {
    ProcessSetup.prepare()
    do throws(RunFault) {
      let words = if let words { words } else { try Self.ownArguments() }
      return try perform(words).rawValue
    } catch {
      Terminal.say(error.message)
      return error.exitCode.rawValue
    }
  }

  /// The arguments of this process. One that is not UTF-8 is refused: fixed, it would name another file.
  private static func ownArguments() throws(RunFault) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let bytes = CommandLine.unsafeArgv[index] else { break }
      guard let word = String(validatingCString: bytes) else {
        throw RunFault(
          .usage,
          "argument \(index), \(String(cString: bytes).quoted), is not UTF-8: names of "
            + "files must be")
      }
      words.append(word)
    }
    return words
  }

  var table: CommandTable {
    CommandTable(program: program, version: Self.version, vocabulary: vocabulary, only: verb)
  }

  private func perform(_ words: [String]) throws(RunFault) -> ExitCode {
    var known: Set<String> = []
    if let id = strategies.map(\.descriptor.id).first(where: { !known.insert($0).inserted }) {
      throw RunFault(.usage, "this program has two strategies with the id \(id.quoted)")
    }
    switch try table.parse(words, width: Terminal.current.width) {
    case .print(let text):
      try Terminal.print(text)
      return .success
    case .perform(let arguments):
      guard arguments.verb.isQuick || BuildFacts.isOptimised else {
        throw RunFault(.internalFault, "debug builds time nothing: swift run -c release \(program)")
      }
      if !arguments.verb.isQuick { AllocationPolicy.adopt() }
      return try carryOut(arguments, words)
    }
  }

  /// Performs a verb with the program as it was built.
  func carryOut(_ arguments: Arguments, _ words: [String]) throws(RunFault) -> ExitCode {
    try arguments.refuseToReplaceInput()
    guard let perform = arguments.verb.perform else {
      preconditionFailure("the command table answers '\(arguments.verb.name)' itself")
    }
    do {
      return try perform(self, arguments, words)
    } catch {
      throw error as? RunFault ?? RunFault(.internalFault, "\(error)")
    }
  }

  /// The strategies named on the command line, in the registry's order. The floor is there when it is asked
  /// for: it says how much of a time is the harness's.
  func strategies(named ids: [String], withFloor: Bool = false) -> [StrategyEntry] {
    strategies.flatMap { strategy in
      withFloor && strategy.descriptor.isFloor
        ? [strategy] : ids.compactMap { try? strategy.named($0) }
    }
  }

  package var vocabulary: Vocabulary { Vocabulary(strategies: strategies.map(\.descriptor)) }
}

/// Makes a failure of an `exit` that is not the tool's, as of a strategy that calls it: the run would end as
/// if all were well.
private enum EarlyExit {
  private static let flag = Atomic<Bool>(false)

  /// Whether `exit` ends the process with 70 and a line that says so.
  static var isRefused: Bool {
    get { flag.load(ordering: .relaxed) }
    set {
      flag.store(newValue, ordering: .relaxed)
      guard newValue else { return }
      atexit {
        guard EarlyExit.isRefused else { return }
        Terminal.say(
          "a strategy, or other code of this program, called exit before the work was done")
        _exit(ExitCode.internalFault.rawValue)
      }
    }
  }
}
