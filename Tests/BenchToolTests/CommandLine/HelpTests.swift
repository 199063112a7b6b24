import Testing

@testable import BenchTool

struct HelpTests {
  private let table = CommandTable.sample

  private func printed(_ words: String..., width: Int = 80) throws -> String? {
    guard case .print(let text) = try table.parse(words, width: width) else { return nil }
    return text
  }

  @Test("the program's help lists all commands")
  func program() throws {
    let help = try #require(try printed("--help"))
    #expect(
      help.hasPrefix("Usage: bench [run] [OPTIONS]\n       bench COMMAND [OPTIONS]\n\nBenchmarks"))
    for command in table.commands { #expect(help.contains("\n  \(command.name) ")) }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try printed("-h") == help)
    #expect(try printed("help") == help)
    #expect(try printed("--quiet", "--rows", "--help") == help)
    // Even a command that the help doesn't list has a help page.
    #expect(try printed("help", "worker")?.hasPrefix("Usage: bench worker JOB") == true)
  }

  @Test(
    "a command's help lists all of its options and fits the terminal",
    arguments: CommandTable.sample.commands.map(\.name), [80, 120])
  func commands(name: String, width: Int) throws {
    let command = try #require(table.commands.first { $0.name == name })
    let full = try #require(try printed("help", name, width: width))
    #expect(try printed(name, "--rows", "nonsense", "--help", width: width) == full)
    let short = try #require(try printed(name, "-h", width: width))
    // Compare words only, because line breaks depend on the width.
    func words(_ text: String) -> String {
      text.split { $0.isWhitespace || $0 == "\u{A0}" }.joined(separator: " ")
    }
    for option in command.options {
      for text in [short, full] {
        #expect(text.contains(option.synopsis))
        #expect(words(text).contains(words(option.summary)))
        guard let usual = option.defaultText, option.form != .operand else { continue }
        #expect(words(text).contains("[default: \(usual)]"))
      }
      #expect((words(full) + " ").contains(words(option.discussion) + " "))
    }
    for example in command.examples { #expect(full.contains("  bench \(example.command)\n")) }
    for (code, meaning) in command.exitCodes {
      #expect(words(full).contains("\(code.rawValue) \(words(meaning))"))
    }
    // A line may exceed the width only if it contains an option's synopsis, which is never wrapped.
    for line in short.split(separator: "\n") where line.count > max(width, 60) {
      #expect(command.options.contains { line.contains($0.synopsis) }, "\(line)")
    }
  }

  @Test("--version works after any option, and arguments after -- are never parsed as options")
  func version() throws {
    #expect(try printed("run", "--quiet", "--version") == "bench \(Tool.version)\n")
    #expect(table.usageError("list -- --help")?.hasPrefix("topic '--help'") == true)
    #expect(table.usageError("-- --help")?.hasPrefix("unexpected '--help'") == true)
  }
}

/// Tests the rules that all commands and options must follow.
struct OptionTableTests {
  private let commands = CommandTable.sample.commands

  @Test(
    "an option has the same letter in all commands, and conflicts only name a command's options")
  func letters() {
    #expect(Set(commands.map(\.name)).count == commands.count)
    for command in commands {
      let names = Set(command.options.map(\.name))
      #expect(names.count == command.options.count, "\(command.name)")
      for conflict in command.conflicts {
        #expect(names.isSuperset(of: [conflict.option.name] + conflict.others.map(\.name)))
      }
    }
    let letters = Dictionary(grouping: commands.flatMap(\.namedOptions), by: \.name)
      .mapValues { Set($0.map(\.letter)) }
    #expect(letters.values.allSatisfy { $0.count == 1 })
    let given = letters.values.joined().compactMap { $0 } + ["h"]
    #expect(Set(given).count == given.count)
  }

  @Test("every example is accepted as a command line")
  func examples() {
    for example in commands.flatMap(\.examples) {
      #expect(Tool().table.usageError(example.command) == nil, "\(example.command)")
    }
  }
}
