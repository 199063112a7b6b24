import ListLayout
import Recording
import Text

extension Vocabulary {
  /// Checks that `text` is a name of this kind, with what must follow its colon, and returns it.
  ///
  /// - Parameter others: words that are also legal where the name stands; for the message only.
  /// - Throws: `InvalidValue` with the nearest name, or else all of them.
  package func name(
    _ text: String, of kind: Kind, or others: [String] = []
  ) throws(InvalidValue) -> String {
    let terms = self[kind]
    if terms.contains(where: { $0.name == text && $0.argument == nil }) { return text }
    let head = String(text.prefix { $0 != ":" })
    let tail = text.dropFirst(head.count)
    guard let term = terms.first(where: { $0.name == head }) else {
      throw unknown(text, of: kind, or: others)
    }
    if let card = term.card {
      do {
        _ = try card.assignments(in: tail.dropFirst())
      } catch {
        let names = card.parameters.map(\.name)
        let hint = error.unknownName.map { Suggestion.hint(for: $0, among: names) } ?? ""
        throw InvalidValue(text, error.message + hint)
      }
      return text
    }
    guard term.argument != nil else {
      throw InvalidValue(text, "nothing may follow '\(term.name)'")
    }
    guard tail.count > 1 else { throw InvalidValue(text, "expected '\(term.spelling)'") }
    return text
  }

  /// The names of this kind that fit a pattern, in their order.
  ///
  /// - Parameters:
  ///   - text: the pattern as it was typed.
  ///   - others: words that are also legal where it stands; for the message only.
  /// - Throws: `InvalidValue` when none fits, with the name that is nearest to the pattern's letters.
  func names(
    of kind: Kind, matching pattern: NamePattern, _ text: String, or others: [String] = []
  ) throws(InvalidValue) -> [String] {
    let names = self[kind].map(\.name)
    let matching = names.filter(pattern.matches)
    guard matching.isEmpty else { return matching }
    let hint = Suggestion.hint(for: pattern.letters, among: others + names)
    let known = names.isEmpty ? "" : "; expected \((others + names).listed("or"))"
    throw InvalidValue(text, "no \(kind.noun) fits this" + (hint.isEmpty ? known : hint))
  }

  private func unknown(_ text: String, of kind: Kind, or others: [String]) -> InvalidValue {
    let terms = self[kind]
    let problem = "no such \(kind.noun)"
    let head = String(text.prefix { $0 != ":" })
    // The name of a file, without the word that says what is in it.
    let files = terms.filter { $0.argument == "PATH" }.map { "\($0.name):\(text)" }
    if !files.isEmpty, head.contains(".") || head.contains("/") {
      return InvalidValue(text, problem + Suggestion.hint(files))
    }
    let meant = Synonyms.names(for: head, among: others + terms.map(\.spelling))
    if !meant.isEmpty { return InvalidValue(text, problem + Suggestion.hint(meant)) }
    if let near = Suggestion.nearest(to: head, among: others + terms.map(\.name)) {
      let isOpen = terms.contains { $0.name == near && $0.argument != nil }
      let argument = text.dropFirst(head.count)
      let meant = isOpen && argument.count > 1 ? near + argument : near
      let spelling = terms.first { $0.name == meant }?.spelling ?? meant
      return InvalidValue(text, problem + Suggestion.hint(spelling))
    }
    let known = others + terms.map(\.spelling)
    let expected = known.isEmpty ? "" : "; expected \(known.listed("or"))"
    return InvalidValue(text, problem + expected)
  }
}
