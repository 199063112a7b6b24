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
