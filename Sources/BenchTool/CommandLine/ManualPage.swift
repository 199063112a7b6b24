import Text

extension CommandTable {
  /// The manual page of the program, in the `man` macros of roff, which `man` shows on every system.
  ///
  /// Source: man(7) of groff and of mandoc.
  package var manualPage: String {
    var page = RoffPage()
    page.add(macro: "TH", [program.uppercased(), "1", "", "\(program) \(version)"])
    page.add(macro: "SH", ["NAME"])
    page.add(text: "\(program) - benchmarks of layout techniques for long lists")
    page.add(macro: "SH", ["SYNOPSIS"])
    page.add(tagged: "\(program) [\(defaultVerb.name)]", then: "[OPTIONS]")
    page.add(macro: "br")
    page.add(tagged: program, then: "VERB [OPTIONS]")
    page.add(macro: "SH", ["DESCRIPTION"])
    page.add(text: discussion)
    page.add(macro: "SH", ["VERBS"])
    for verb in verbs { add(verb, to: &page) }
    page.add(macro: "SH", ["EXIT STATUS"])
    for (code, meanings) in exitStatuses {
      page.add(item: String(code), [meanings.joined(separator: "; ") + "."])
    }
    page.add(macro: "SH", ["EXAMPLES"])
    for example in verbs.flatMap(\.examples) {
      page.add(item: "\(program) \(example.command)", [example.sentence])
    }
    return page.text
  }

  private func add(_ verb: Verb, to page: inout RoffPage) {
    page.add(macro: "SS", [usage(of: verb)])
    page.add(text: "\(verb.summary). \(verb.discussion)")
    for option in verb.operands + verb.namedOptions where option.name != Options.help.name {
      let letter = option.letter.map { "-\($0), " } ?? ""
      page.add(item: letter + option.synopsis, [summary(of: option) + ".", option.discussion])
    }
  }

  /// Each exit status of any verb, with the different things that it says.
  private var exitStatuses: [(code: Int32, meanings: [String])] {
    var meanings: [Int32: [String]] = [:]
    for status in verbs.flatMap(\.exitStatuses)
    where meanings[status.code]?.contains(status.meaning) != true {
      meanings[status.code, default: []].append(status.meaning)
    }
    return meanings.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }
}

/// A manual page in the making.
private struct RoffPage {
  private(set) var text = ""

  /// Adds a macro with its arguments.
  mutating func add(macro: String, _ arguments: [String] = []) {
    text += "." + macro
    for argument in arguments { text += " \"\(Self.escaped(argument, isQuoted: true))\"" }
    text += "\n"
  }

  /// Adds text that is filled; each sentence has a line of its own, where roff sees that it ends.
  mutating func add(text paragraph: String) {
    for line in paragraph.replacing(". ", with: ".\n").split(separator: "\n") {
      // At the start of a line these two are a macro's.
      if line.hasPrefix(".") || line.hasPrefix("'") { text += "\\&" }
      text += Self.escaped(String(line)) + "\n"
    }
  }

  /// Adds words in bold with others after them.
  mutating func add(tagged words: String, then rest: String) {
    text += "\\fB\(Self.escaped(words))\\fR \(Self.escaped(rest))\n"
  }

  /// Adds an item of a list: a tag in bold, and its paragraphs beside it.
  mutating func add(item tag: String, _ paragraphs: [String]) {
    text += ".TP\n\\fB\(Self.escaped(tag))\\fR\n"
    for (index, paragraph) in paragraphs.filter({ !$0.isEmpty }).enumerated() {
      if index > 0 { text += ".br\n" }
      add(text: paragraph)
    }
  }

  /// Characters as roff shows them: a bare hyphen would be typeset as one that no shell takes.
  private static func escaped(_ text: String, isQuoted: Bool = false) -> String {
    var result = ""
    for character in text {
      switch character {
      case "\\": result += "\\(rs"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\"" where isQuoted: result += "\\(dq"
      case "\u{A0}": result += "\\ "
      case let other where other.isASCII: result.append(other)
      case let other:
        for scalar in other.unicodeScalars {
          result += "\\[u\(String(scalar.value, radix: 16, uppercase: true).padded(toDigits: 4))]"
        }
      }
    }
    return result
  }
}

extension String {
  /// A number with zeros before it, up to so many digits.
  fileprivate func padded(toDigits digits: Int) -> String {
    String(repeating: "0", count: max(0, digits - count)) + self
  }
}
