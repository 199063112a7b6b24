import Claims

/// The options of `claims`.
extension Options {
  /// Which sentences.
  package static let claims = Option(
    "claim", .list(of: .claim), "Which claims to measure, all unless some are named",
    discussion: "Their IDs stand under them in what 'claims' prints.")

  /// For whom it is written.
  package static let documentFormat = Option(
    "format", .choice(DocumentFormat.allCases.map { ($0.rawValue, $0) }), default: "terminal",
    "What to write")

  /// Where it goes.
  package static let document = Option(
    "output", letter: "o", .table, default: "-", "File to write, instead of printing")
}

/// What `claims` and `verify` can write.
package enum DocumentFormat: String, CaseIterable, Sendable {
  case terminal, markdown, json
}

extension ValueParser where Value == String {
  /// The name of a claim.
  static var claim: ValueParser {
    let names = Claim.all.map(\.id)
    return ValueParser(
      placeholder: "ID", expectation: "the name of a claim", completion: .words(names),
      read: { (text, _) throws(InvalidValue) in
        guard names.contains(text) else {
          let hint = Suggestion.hint(for: text, among: names)
          throw InvalidValue(
            text, "no such claim" + (hint.isEmpty ? "; expected \(names.listed("or"))" : hint))
        }
        return text
      })
  }
}
