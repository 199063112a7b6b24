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
