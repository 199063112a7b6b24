import Running

/// The options of a comparison of two revisions.
extension Options {
  /// The other revision.
  package static let against = Option(
    "against",
    ValueParser<String>(
      placeholder: "REV", expectation: "a branch, tag or commit", completion: .nothing,
      convert: { $0.isEmpty ? nil : $0 }
    ), "Compare this tree with another revision of it",
    discussion: """
      Builds both in release, the other one from a worktree in a temporary folder, and lets pairs \
      of their processes take turns on one core until the times decide. Exact counts are compared \
      too.
      """)

  /// Whether the comparison can be trusted here.
  package static let selfTest = Option(
    flag: "self-test", "See whether a known slow-down is found on this machine",
    discussion: """
      Compares this program with itself, with one strategy made 5 % slower: it must be called \
      slower, and no other one different.
      """)

  /// A slow-down made on purpose.
  package static let headHandicap = Option(
    "head-handicap",
    ValueParser<PairedRequest.Handicap>(
      placeholder: "ID=PCT", expectation: "a strategy and a percentage, such as fenwick=5%",
      convert: { text in
        guard let sign = text.lastIndex(of: "="), sign > text.startIndex,
          let share = Percentage(String(text[text.index(after: sign)...])),
          (10...1_000_000).contains(share.thousandths)
        else { return nil }
        return PairedRequest.Handicap(strategy: String(text[..<sign]), share: share.fraction)
      }
    ), "Make one strategy of this tree slower by so much",
    discussion: "It shows whether the comparison can tell such a difference.")

  /// The options that go with `against` alone.
  package static let pairing: [any CommandOption] = [
    strategies, modes, pairedScenarios, heights, pairedRows, motion, viewport, width, pairedBudget,
    seed, headHandicap, quiet,
  ]

  /// The questions that revisions are compared by.
  package static let pairedScenarios = Option(
    "scenario", letter: "c", .scenarios, "Which questions to ask",
    discussion: "Without it, \(usualScenarios.listed("and")): what techniques differ in.")

  /// The questions that are asked when none is named.
  package static let usualScenarios = ["scroll", "recalc", "hit-test", "edit"]

  /// The lengths of the lists that they are compared on.
  package static let pairedRows = rows.defaulting(to: "100k")
  /// The time that a comparison may take, after the builds.
  package static let pairedBudget = budget.defaulting(to: "100s")
}
