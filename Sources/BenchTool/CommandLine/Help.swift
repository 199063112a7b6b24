import BenchBasics

extension CommandTable {
  func help(width: Int) -> String {
    var page = HelpPage(width: width)
    page.add(usage: ["[\(defaultCommand.name)] [OPTIONS]", "COMMAND [OPTIONS]"], of: program)
    page.add(
      paragraph: """
        Benchmarks layout techniques for long lists: verifies that each technique shows the right rows, then \
        times its operations.
        """)
    page.add(section: "Commands", rows: Self.usual.map(summary))
    page.add(
      section: "Commands for maintainers and scripts", rows: Self.forMaintainers.map(summary))
    page.add(
      section: "Options",
      rows: rows(of: [Options.help.facts, Options.version.facts], isFull: true))
    page.add(examples: Self.usual.prefix(8).compactMap(\.examples.first), of: program)
    page.add(
      paragraph: """
        '\(program) help COMMAND' explains a command and its options. '--option VALUE' and '--option=VALUE' \
        are equivalent. To pass a list, separate its elements with commas or repeat the option.
        """)
    return page.text
  }

  private func summary(of command: Command) -> (label: String, paragraphs: [String]) {
    (
      command.name,
      [command.summary + (command.name == defaultCommand.name ? " (the default)" : "")]
    )
  }

  func help(for command: Command, width: Int, isFull: Bool) -> String {
    var page = HelpPage(width: width)
    page.add(usage: [usage(of: command)], of: program)
    page.add(
      paragraph: isFull ? "\(command.summary). \(command.discussion)" : "\(command.summary).")
    page.add(section: "Operands", rows: rows(of: command.operands, isFull: isFull))
    page.add(section: "Options", rows: rows(of: command.namedOptions, isFull: isFull))
    if isFull {
      page.add(examples: command.examples, of: program)
      page.add(
        section: "Exit status",
        rows: command.exitCodes.sorted { $0.key.rawValue < $1.key.rawValue }.map {
          ("\($0.key.rawValue)".padded(to: 3, alignment: .right), [$0.value])
        })
    }
    return page.text
  }

  private func usage(of command: Command) -> String {
    let name = command.name == defaultCommand.name ? "[\(command.name)]" : command.name
    let names = hasOneCommand ? [] : [name]
    let operands = command.operands.map { $0.isRequired ? $0.synopsis : "[\($0.synopsis)]" }
    // No-break spaces keep an option and its value on the same line.
    let required = command.namedOptions.filter(\.isRequired).map {
      $0.synopsis.replacing(" ", with: "\u{A0}")
    }
    return (names + operands + required + ["[OPTIONS]"]).joined(separator: " ")
  }

  private func rows(
    of options: [OptionFacts], isFull: Bool
  ) -> [(label: String, paragraphs: [String])] {
    let hasLetters = options.contains { $0.letter != nil }
    return options.map { option in
      let letter = hasLetters ? option.letter.map { "-\($0), " } ?? "    " : ""
      return (
        letter + option.synopsis, [summary(of: option)] + (isFull ? [option.discussion] : [])
      )
    }
  }

  private func summary(of option: OptionFacts) -> String {
    if option.form == .operand { return "\(option.summary): \(option.value.expectation)" }
    if option.isRequired { return "\(option.summary) [required]" }
    return option.summary + (option.defaultText.map { " [default:\u{A0}\($0)]" } ?? "")
  }
}

private struct HelpPage {
  private static let widestLabel = 26

  private(set) var text = ""
  private let width: Int

  init(width: Int) { self.width = max(width, 40) }

  /// Lines don't break at no-break spaces, which are printed as ordinary spaces.
  private mutating func add(_ words: String, label: String = "", indent: Int) {
    let margin = indent > 0 && label.isEmpty ? " " : label
    let lines = Flow(width: width, hanging: indent)
      .lines(margin, words.split(separator: " ").map(String.init))
    text += (lines.joined(separator: "\n") + "\n").replacing("\u{A0}", with: " ")
  }

  mutating func add(usage lines: [String], of program: String) {
    for (index, line) in lines.enumerated() {
      let label = (index == 0 ? "Usage: " : "       ") + program
      add(line, label: label, indent: label.count + 1)
    }
  }

  mutating func add(paragraph: String) {
    text += "\n"
    add(paragraph, indent: 0)
  }

  mutating func add(section title: String, rows: [(label: String, paragraphs: [String])]) {
    guard !rows.isEmpty else { return }
    text += "\n\(title):\n"
    let widest = rows.map(\.label.count).filter { $0 <= Self.widestLabel }.max() ?? 0
    let column = widest + 4
    for row in rows {
      var label = "  " + row.label
      if label.count + 2 > column {
        text += label + "\n"
        label = ""
      }
      for paragraph in row.paragraphs where !paragraph.isEmpty {
        add(paragraph, label: label, indent: column)
        label = ""
      }
    }
  }

  mutating func add(examples: [(command: String, sentence: String)], of program: String) {
    text += "\nExamples:\n"
    for example in examples {
      text += "  \(program) \(example.command)\n"
      add(example.sentence, indent: 6)
    }
  }
}
