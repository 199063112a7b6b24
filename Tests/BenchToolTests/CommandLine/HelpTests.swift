import Testing

@testable import BenchTool

/// Help, letter by letter where its layout shows, and complete for every verb.
struct HelpTests {
  private let table = CommandTable.sample

  @Test("help of the program")
  func program() throws {
    let expected = #"""
      Usage: bench [run] [OPTIONS]
             bench VERB [OPTIONS]

      Measures techniques for laying out long lists: it checks that each shows the
      right rows at the right places, and times how fast.

      Verbs:
        run          Measure strategies against each other (the default)
        list         List strategies, scenarios, heights and motion
        show         Show a run again, another length of it, or a part in full
        verify       Check that strategies show the right rows at the right places
        count        Count what strategies do on a simulated processor, exactly
        film         Write a page that plays strategies side by side, frame by frame
        compare      Tell whether one run is slower than another, or does more work
        export       Write a run in a format that another program reads
        report       Write the README.md and index.html of a run again
        init         Create a package that races a strategy of your own
        completions  Print a script that completes this command line in a shell
        help         Explain a verb

      For maintainers and other programs:
        replay  Write down what a strategy shows, frame by frame
        merge   Put runs of all parts of a plan together to one run

      Options:
        -h, --help     Show this help; -h is the short form
            --version  Print the version

      Examples:
        bench --strategy all
            Which technique for my list? An answer in a minute.
        bench list
            Everything there is.
        bench show --rows 1k
            The last run, its lists of 1,000 rows.
        bench verify
            Every strategy, as published and as corrected.
        bench count
            Every technique, without waiting for a quiet machine.
        bench film
            What a post calls jerky beside its answer, under recorded flings.
        bench compare --against main
            Has this tree become slower? Builds both and measures.
        bench export results/latest --format benchfmt --output new.txt
            For 'benchstat -col /strategy new.txt', or 'benchstat old.txt new.txt'.
        bench report results/latest
            After an update of bench, or an edit by hand.
        bench init mine
            Then: cd mine && swift run -c release mine verify -s milestones
        bench completions bash
            Print the script for bash.
        bench help run
            Everything about 'run'.

      'bench help VERB' explains a verb and all its options. A value follows its
      option after a space or '='. A list has commas between its elements, or repeats
      its option.

      """#
    #expect(try table.printed("--help") == expected)
    #expect(try table.printed("-h") == expected)
    #expect(try table.printed("help") == expected)
    #expect(try table.printed("--quiet", "--rows", "--help") == expected)
    // What other programs start is explained when it is asked for.
    #expect(try table.printed("help", "worker")?.hasPrefix("Usage: bench worker JOB") == true)
  }

  @Test(
    "help of every verb has all its options, in lines of the terminal's width",
    arguments: CommandTable.sample.verbs.map(\.name), [40, 80, 120])
  func verbs(name: String, width: Int) throws {
    let verb = try #require(table.verbs.first { $0.name == name })
    let full = try #require(try table.printed(name, "--help", width: width))
    #expect(try table.printed("help", name, width: width) == full)
    #expect(try table.printed(name, "--rows", "nonsense", "--help", width: width) == full)
    let short = try #require(try table.printed(name, "-h", width: width))
    #expect(short.count < full.count)
    // Without regard to where lines are broken.
    func words(_ text: String) -> String {
      text.split { $0.isWhitespace || $0 == "\u{A0}" }.joined(separator: " ")
    }
    for option in verb.options {
      for text in [short, full] {
        #expect(text.contains(option.synopsis))
        #expect(words(text).contains(words(option.summary)))
        guard let usual = option.defaultText, option.form != .operand else { continue }
        #expect(words(text).contains("[default: \(usual)]"))
      }
      #expect((words(full) + " ").contains(words(option.discussion) + " "))
    }
    for example in verb.examples { #expect(full.contains("  bench \(example.command)\n")) }
    for status in verb.exitStatuses {
      #expect(words(full).contains("\(status.code.rawValue) \(words(status.meaning))"))
    }
    // Only a synopsis is not broken, and long words on narrow screens.
    for line in short.split(separator: "\n") where line.count > max(width, 60) {
      #expect(verb.options.contains { line.contains($0.synopsis) }, "\(line)")
    }
  }

  @Test("on a narrow terminal explanations stand under what they explain")
  func narrow() throws {
    let help = try #require(try table.printed("replay", "-h", width: 40))
    #expect(
      help.contains(
        "\n  -H, --heights FILE\n      Row heights, one in points on each\n      line ["))
    #expect(help.hasPrefix("Usage: bench replay --strategy ID\n             --heights FILE\n"))
    #expect(try table.printed("replay", "-h", width: 0) == help)
  }

  @Test("operands are explained before options")
  func operands() throws {
    let expected = #"""
      Usage: bench merge SHARD… --output DIR [OPTIONS]

      Put runs of all parts of a plan together to one run.

      Operands:
        SHARD…  What to merge, all parts in any order: the path of a folder

      Options:
        -o, --output DIR  New folder for the merged run [required]
        -j, --json        Print JSON, for scripts to read
        -h, --help        Show this help; -h is the short form

      """#
    #expect(try table.printed("merge", "-h") == expected)
  }

  @Test("the version is printed wherever it is asked for; after two dashes nothing is help")
  func version() throws {
    #expect(try table.printed("--version") == "bench 1.2.3\n")
    #expect(try table.printed("run", "--quiet", "--version") == "bench 1.2.3\n")
    #expect(table.refusal(["list", "--", "--help"])?.hasPrefix("topic '--help'") == true)
    #expect(table.refusal(["--", "--help"])?.hasPrefix("unexpected '--help'") == true)
  }
}

/// Invariants that the table keeps, whichever verbs and options are added to it.
struct OptionTableTests {
  private let verbs = CommandTable.sample.verbs

  @Test("an option has the same letter in every verb, and no other option has it")
  func letters() {
    #expect(Set(verbs.map(\.name)).count == verbs.count)
    var letters: [String: Character?] = [:]
    var names: [Character: String] = [:]
    for verb in verbs {
      let spellings = verb.options.flatMap { $0.form == .operand ? [$0.name] : $0.spellings }
      #expect(Set(spellings).count == spellings.count, "\(verb.name)")
      for option in verb.namedOptions {
        #expect(letters[option.name, default: option.letter] == option.letter, "\(option.name)")
        letters[option.name] = option.letter
        guard let letter = option.letter else { continue }
        #expect(names[letter, default: option.name] == option.name, "-\(letter)")
        names[letter] = option.name
      }
    }
  }

  @Test("every default is a value that its own option accepts, and prints as it is typed")
  func defaults() throws {
    for option in verbs.flatMap(\.options) {
      guard let text = option.defaultText else { continue }
      try option.check([text], .sample)
    }
    let run = try CommandTable.sample.arguments("run")
    #expect("\(run[Options.viewport]) \(run[Options.width]) \(run[Options.seed])" == "844 390 1")
  }

  @Test("names, summaries and meanings are short, and end without a full stop")
  func texts() {
    for verb in verbs {
      for option in verb.options {
        #expect(option.summary.count <= 72 && !option.summary.hasSuffix("."), "\(option.name)")
        #expect(option.discussion.isEmpty || option.discussion.hasSuffix("."), "\(option.name)")
      }
      #expect(verb.summary.count <= 65 && !verb.summary.hasSuffix("."), "\(verb.name)")
      #expect(verb.discussion.hasSuffix(".") && !verb.examples.isEmpty, "\(verb.name)")
      let codes = verb.exitStatuses.map(\.code.rawValue)
      #expect(codes.first == 0 && codes == codes.sorted() && codes.contains(64), "\(verb.name)")
      let names = Set(verb.options.map(\.name))
      for conflict in verb.conflicts {
        #expect(names.isSuperset(of: [conflict.option.name] + conflict.others.map(\.name)))
      }
    }
  }

  @Test("every example is a command line that is accepted")
  func examples() {
    for example in verbs.flatMap(\.examples) {
      let words = example.command.split(separator: " ").map(String.init)
      #expect(Tool().table.refusal(words) == nil, "\(example.command)")
    }
  }
}
