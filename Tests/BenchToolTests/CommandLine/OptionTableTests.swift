import Testing

@testable import BenchTool

/// Laws that the table keeps, whichever verbs and options are added to it.
struct OptionTableTests {
  private let verbs = CommandTable.sample.verbs

  @Test("verbs have different names")
  func verbNames() {
    #expect(Set(verbs.map(\.name)).count == verbs.count)
  }

  @Test("within a verb no name and no letter is used twice")
  func uniqueSpellings() {
    for verb in verbs {
      let spellings = verb.options.flatMap { $0.form == .operand ? [$0.name] : $0.spellings }
      #expect(Set(spellings).count == spellings.count, "\(verb.name)")
    }
  }

  @Test("an option has the same letter in every verb, and no other option has it")
  func sameLetters() {
    var letters: [String: Character?] = [:]
    var names: [Character: String] = [:]
    for option in verbs.flatMap(\.namedOptions) {
      #expect(letters[option.name, default: option.letter] == option.letter, "\(option.name)")
      letters[option.name] = option.letter
      guard let letter = option.letter else { continue }
      #expect(names[letter, default: option.name] == option.name, "-\(letter)")
      names[letter] = option.name
    }
  }

  @Test("every default is a value that its own option accepts, and gives the same value")
  func defaults() throws {
    for option in verbs.flatMap(\.options) {
      guard let text = option.defaultText else { continue }
      let silent = try option.value(from: [], .sample)
      let typed = try option.value(from: [text], .sample)
      #expect("\(silent)" == "\(typed)", "\(option.name)")
    }
  }

  @Test("a value that knows how it is typed prints the default of its option")
  func describedDefaults() throws {
    for option in CommandTable.sample.verbs.flatMap(\.options) {
      let value = try? option.value(from: [], .sample)
      guard let text = option.defaultText, let value else { continue }
      if option.name == "viewport" || option.name == "width" { #expect("\(value)" == text) }
      if value is Percentage || value is UInt64 { #expect("\(value)" == text) }
    }
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
    }
  }

  @Test("conflicts are between options that the verb has")
  func conflicts() {
    for verb in verbs {
      let names = Set(verb.options.map(\.name))
      for conflict in verb.conflicts {
        #expect(names.isSuperset(of: [conflict.option.name] + conflict.others.map(\.name)))
      }
    }
  }

  @Test("every example is a command line that is accepted")
  func examples() {
    let table = CommandTable.standard(version: "1", vocabulary: Tool().vocabulary)
    for example in verbs.flatMap(\.examples) {
      let words = example.command.split(separator: " ").map(String.init)
      #expect(table.refusal(words) == nil, "\(example.command)")
    }
  }

  @Test("an operand that takes a list takes all the words that remain")
  func listOperand() throws {
    let folders = Option<[String]>(operand: "folder", .list(of: .folder), "Which runs")
    let merge = Verb(
      "merge", "Put runs together", discussion: "", options: [folders], examples: [],
      exitStatuses: [])
    let table = CommandTable(
      program: "bench", version: "1", discussion: "", vocabulary: .sample, default: merge,
      others: [])
    #expect(try table.arguments("merge", "a", "b,c", "d")[folders] == ["a", "b", "c", "d"])
    #expect(
      table.refusal(["merge"])
        == "'bench merge' needs FOLDER…: the path of a folder, or several between commas")
  }
}
