/// What a shell can offer for the value of an option.
package struct Completion: Sendable {
  /// Where the offers come from.
  package enum Source: Sendable {
    /// The value is free text.
    case nothing
    /// A few words.
    case words([String])
    /// The names of the vocabulary, and words besides.
    case names(Vocabulary.Kind, also: [String])
    /// The verbs of the tool.
    case verbs
    /// Paths.
    case files
    /// Paths of folders.
    case folders
  }

  /// Where the offers come from.
  package let source: Source
  /// Whether several may be given between commas.
  package let isList: Bool

  private init(_ source: Source, isList: Bool = false) {
    self.source = source
    self.isList = isList
  }

  /// The value is free text.
  package static let nothing = Completion(.nothing)
  /// The verbs of the tool.
  package static let verbs = Completion(.verbs)
  /// Paths.
  package static let files = Completion(.files)
  /// Paths of folders.
  package static let folders = Completion(.folders)

  /// A few words.
  package static func words(_ words: [String]) -> Completion { Completion(.words(words)) }

  /// The names of the vocabulary, and words besides.
  package static func names(_ kind: Vocabulary.Kind, also words: [String] = []) -> Completion {
    Completion(.names(kind, also: words))
  }

  /// The paths in values of this kind: whole values, or what follows `file:` and its like.
  func paths(in texts: [String]) -> [String] {
    switch source {
    case .files, .folders: return texts
    case .names:
      let parts = texts.flatMap { (try? CommaSeparated.parts(of: $0, expected: "")) ?? [] }
      return parts.compactMap { part in
        part.firstIndex(of: ":").map { String(part[part.index(after: $0)...]) }
      }
    case .nothing, .words, .verbs: return []
    }
  }

  /// The same offers for each element of a list.
  package var asList: Completion { Completion(source, isList: true) }
}

extension CommandTable {
  /// The script that teaches a shell this command line.
  ///
  /// Strategies that are added later need a new script: the names are written into it.
  package func completions(for shell: Shell) -> String {
    switch shell {
    case .bash: BashCompletions(table: self).script
    case .zsh: ZshCompletions(table: self).script
    case .fish: FishCompletions(table: self).script
    }
  }

  /// The words that a completion offers; a word that ends in `:` wants to be continued.
  ///
  /// Words that a shell would not take literally are left out: names have letters, digits, hyphens.
  func words(of completion: Completion) -> [String] {
    let words: [String]
    switch completion.source {
    case .nothing, .files, .folders: words = []
    case .words(let some): words = some
    case .names(let kind, let others):
      words = others + vocabulary[kind].map { $0.argument == nil ? $0.name : "\($0.name):" }
    case .verbs: words = verbs.map(\.name)
    }
    return words.filter { word in
      !word.isEmpty
        && word.utf8.allSatisfy { byte in
          let character = Character(Unicode.Scalar(byte))
          return byte < 0x80
            && (character.isLetter || character.isNumber || "-_.:".contains(character))
        }
    }
  }
}

/// A shell that completions are written for.
package enum Shell: String, CaseIterable, Sendable {
  /// GNU bash, 3.2 or later.
  case bash
  /// The Z shell.
  case zsh
  /// The friendly interactive shell, 3 or later.
  case fish
}

extension Shell {
  /// Text as one word that the shell takes literally.
  func quoted(_ text: String) -> String {
    let escaped = text.map { character in
      switch (character, self) {
      case ("'", .bash), ("'", .zsh): "'\\''"
      case ("'", .fish), ("\\", .fish): "\\\(character)"
      default: String(character)
      }
    }
    return "'\(escaped.joined())'"
  }

  /// The name of the function that completes a program: letters, digits and underscores.
  func functionName(for program: String) -> String {
    "_" + String(program.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
  }
}
