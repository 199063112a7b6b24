import Testing

@testable import BenchTool

struct HelpTests {
  private let table = CommandTable.sample

  @Test("the program's help lists all commands")
  func program() throws {
    let help = try #require(try table.printed("--help"))
    #expect(
      help.hasPrefix("Usage: bench [run] [OPTIONS]\n       bench COMMAND [OPTIONS]\n\nBenchmarks"))
    for command in table.commands { #expect(help.contains("\n  \(command.name) ")) }
    #expect(help.split(separator: "\n").allSatisfy { $0.count <= 80 })
    #expect(try table.printed("-h") == help)
    #expect(try table.printed("help") == help)
    #expect(try table.printed("--quiet", "--rows", "--help") == help)
    // Even a command that the help doesn't list has a help page.
    #expect(try table.printed("help", "worker")?.hasPrefix("Usage: bench worker JOB") == true)
  }

  @Test(
    "a command's help lists all of its options and fits the terminal",
    arguments: CommandTable.sample.commands.map(\.name), [80, 120])
  func commands(name: String, width: Int) throws {
    let command = try #require(table.commands.first { $0.name == name })
    let full = try #require(try table.printed("help", name, width: width))
    #expect(try table.printed(name, "--rows", "nonsense", "--help", width: width) == full)
    let short = try #require(try table.printed(name, "-h", width: width))
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
    #expect(try table.printed("run", "--quiet", "--version") == "bench \(Tool.version)\n")
    #expect(table.usageError("list -- --help")?.hasPrefix("topic '--help'") == true)
    #expect(table.usageError("-- --help")?.hasPrefix("unexpected '--help'") == true)
  }
}

/// Tests the rules that all commands and options must follow.
struct OptionTableTests {
  private let commands = CommandTable.sample.commands

  @Test("an option has the same letter in all commands, and no two options share a letter")
  func letters() {
    #expect(Set(commands.map(\.name)).count == commands.count)
    var letters: [String: Character?] = [:]
    var names: [Character: String] = ["h": "help"]
    for command in commands {
      let spellings = command.options.flatMap { $0.form == .operand ? [$0.name] : $0.spellings }
      #expect(Set(spellings).count == spellings.count, "\(command.name)")
      for option in command.namedOptions {
        #expect(letters[option.name, default: option.letter] == option.letter, "\(option.name)")
        letters[option.name] = option.letter
        guard let letter = option.letter else { continue }
        #expect(names[letter, default: option.name] == option.name, "-\(letter)")
        names[letter] = option.name
      }
    }
  }

  @Test(
    "help texts are short, summaries end without a full stop, and no command has too many options")
  func texts() {
    for command in commands {
      for option in command.options {
        #expect(option.summary.count <= 64 && !option.summary.hasSuffix("."), "\(option.name)")
        #expect(option.discussion.isEmpty || option.discussion.hasSuffix("."), "\(option.name)")
      }
      let most = ["compare": 13, "run": 24][command.name] ?? 20
      #expect(command.namedOptions.count <= most, "\(command.name)")
      #expect(command.summary.count <= 60 && !command.summary.hasSuffix("."), "\(command.name)")
      #expect(command.discussion.hasSuffix(".") && !command.examples.isEmpty, "\(command.name)")
      let names = Set(command.options.map(\.name))
      for conflict in command.conflicts {
        #expect(names.isSuperset(of: [conflict.option.name] + conflict.others.map(\.name)))
      }
    }
  }

  @Test("every example is accepted as a command line")
  func examples() {
    for example in commands.flatMap(\.examples) {
      #expect(Tool().table.usageError(example.command) == nil, "\(example.command)")
    }
  }
}
