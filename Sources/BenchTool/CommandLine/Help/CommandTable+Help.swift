extension CommandTable {
  /// Help about the whole program: its verbs.
  package func help(width: Int) -> String {
    var page = HelpPage(width: width)
    page.add(usage: ["[\(defaultVerb.name)] [OPTIONS]", "VERB [OPTIONS]"], of: program)
    page.add(paragraph: discussion)
    let others = Set(maintainersVerbs.map(\.name))
    let usual = verbs.filter { !others.contains($0.name) }
    page.add(section: "Verbs", rows: usual.map(summary))
    page.add(section: "For maintainers and other programs", rows: maintainersVerbs.map(summary))
    page.add(section: "Options", rows: rows(of: [Options.help, Options.version], isFull: true))
    page.add(examples: usual.compactMap(\.examples.first), of: program)
    page.add(
      paragraph: """
        '\(program) help VERB' explains a verb and all its options. A value follows its option \
        after a space or '='. A list has commas between its elements, or repeats its option.
        """)
    return page.text
  }

  private func summary(of verb: Verb) -> (label: String, paragraphs: [String]) {
    (verb.name, [verb.summary + (verb.name == defaultVerb.name ? " (the default)" : "")])
  }

  /// Help about a verb.
  ///
  /// - Parameter isFull: whether each option is explained in a paragraph, not only in a line.
  package func help(for verb: Verb, width: Int, isFull: Bool) -> String {
    var page = HelpPage(width: width)
    page.add(usage: [usage(of: verb)], of: program)
    page.add(paragraph: isFull ? "\(verb.summary). \(verb.discussion)" : "\(verb.summary).")
    page.add(section: "Operands", rows: rows(of: verb.operands, isFull: isFull))
    page.add(section: "Options", rows: rows(of: verb.namedOptions, isFull: isFull))
    if isFull {
      page.add(examples: verb.examples, of: program)
      page.add(
        section: "Exit status",
        rows: verb.exitStatuses.map { status in
          let code = String(status.code)
          return (String(repeating: " ", count: max(0, 3 - code.count)) + code, [status.meaning])
        })
    }
    return page.text
  }

  private func usage(of verb: Verb) -> String {
    let name = verb.name == defaultVerb.name ? "[\(verb.name)]" : verb.name
    let operands = verb.operands.map { $0.isRequired ? $0.synopsis : "[\($0.synopsis)]" }
    // An option and its value stay on one line.
    let required = verb.namedOptions.filter(\.isRequired).map { option in
      String(option.synopsis.map { $0 == " " ? "\u{A0}" : $0 })
    }
    return ([name] + operands + required + ["[OPTIONS]"]).joined(separator: " ")
  }

  private func rows(
    of options: [any CommandOption], isFull: Bool
  ) -> [(label: String, paragraphs: [String])] {
    // Names stand under each other, whether or not there is a letter before them.
    let hasLetters = options.contains { $0.letter != nil }
    return options.map { option in
      var label = option.synopsis
      if hasLetters { label = (option.letter.map { "-\($0), " } ?? "    ") + label }
      return (label, [summary(of: option)] + (isFull ? [option.discussion] : []))
    }
  }

  private func summary(of option: any CommandOption) -> String {
    if option.form == .operand { return "\(option.summary): \(option.expectation)" }
    if option.isRequired { return "\(option.summary) [required]" }
    return option.summary + (option.defaultText.map { " [default:\u{A0}\($0)]" } ?? "")
  }
}
