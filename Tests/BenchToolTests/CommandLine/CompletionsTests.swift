import Basics
import Foundation
import Testing

@testable import BenchTool

struct CompletionsTests {
  private let table = CommandTable.sample

  @Test("the script contains every verb, option and name", arguments: Shell.allCases)
  func completeness(shell: Shell) throws {
    let script = try #require(try table.printed("completions", shell.rawValue))
    #expect(script == table.completions)
    for verb in table.verbs { #expect(script.contains(verb.name)) }
    for group in StrategyDescriptor.Group.allCases { #expect(script.contains(group.rawValue)) }
    for option in table.verbs.flatMap(\.namedOptions) {
      #expect(script.contains(option.spelling))
      if let letter = option.letter { #expect(script.contains("-\(letter)")) }
    }
    for kind in Vocabulary.Kind.allCases {
      for term in table.vocabulary[kind] { #expect(script.contains(term.name)) }
    }
  }

  private struct Offer: Sendable {
    let line: String
    let bash: String
    let zsh: String
    /// The word to complete.
    var typed: String {
      line.split(separator: " ", omittingEmptySubsequences: false).last.map(String.init) ?? ""
    }

    init(_ line: String, _ offers: String, zsh: String? = nil) {
      (self.line, bash, self.zsh) = (line, offers, zsh ?? offers)
    }
  }

  /// Command lines and their completions. In bash, a completion replaces only the text after the last = or :,
  /// so the completions begin there.
  private static let offers = [
    Offer("bench r", "run report replay"),
    Offer("bench --stra", "--strategy"),
    Offer("bench list --", "--json --help"),
    Offer("bench  list s", "strategies scenarios"),
    Offer("bench run -s f", "floor fixed-list fenwick"),
    Offer("bench --strategy fenwick,b", "fenwick,blocked-sums"),
    Offer("bench --mode ", "usual corrected published both"),
    Offer("bench replay --mode ", "corrected published"),
    Offer("bench --strategy=floor,fe", "floor,fenwick", zsh: "--strategy=floor,fenwick"),
    Offer("bench --heights=fix", "fixed:", zsh: "--heights=fixed:"),
    Offer("bench --heights chat,fix", "chat,fixed:"),
    Offer("bench --seed ", ""),
    Offer("bench --seed 1 --see", "--seed"),
    Offer("bench completions ", "bash zsh"),
    Offer("bench export x --format b", "benchfmt"),
    Offer("bench help ver", "verify"),
  ]

  @Test(
    "bash offers matching words",
    .enabled(if: isInstalled(.bash), "bash is not installed"))
  func bashOffers() throws { try expectOffers(.bash, "\(table.completions)\n") { $0.bash } }

  /// In normal use, zsh filters the offered words; here, the test filters them in the same way.
  @Test(
    "zsh offers matching words",
    .enabled(if: isInstalled(.zsh), "zsh is not installed"))
  func zshOffers() throws {
    let setting = """
      compdef() { }
      \(table.completions)
      emulate sh
      setopt kshglob noshglob braceexpand nokshautoload

      """
    try expectOffers(.zsh, setting) { $0.zsh }
  }

  private func expectOffers(
    _ shell: Shell, _ setting: String,
    _ expected: (Offer) -> String
  ) throws {
    let questions = Self.offers.map { offer in
      """
      COMP_LINE='\(offer.line)' COMP_POINT=\(offer.line.utf8.count) fit=''
      _bench
      for offer in "${COMPREPLY[@]}"; do
        [[ $offer == "\(shell == .zsh ? offer.typed : "")"* ]] && fit="$fit $offer"
      done
      echo "${fit# }"
      """
    }
    try TemporaryFolder.with { folder in
      let script = setting + questions.joined(separator: "\n")
      try FileSystem.replaceFile(at: folder + "/script", with: Array(script.utf8))
      let outcome = try ChildProcess.run([shell.rawValue, folder + "/script"])
      #expect(outcome.ending.isSuccess)
      #expect(outcome.output == Self.offers.map { expected($0) + "\n" }.joined())
    }
  }

  @Test("the script has the name of the program")
  func programName() {
    let table = CommandTable(program: "my-bench", version: "1", vocabulary: table.vocabulary)
    #expect(table.completions.hasSuffix("complete -F _my_bench my-bench\n"))
  }
}

private func isInstalled(_ shell: Shell) -> Bool {
  (try? ChildProcess.run([shell.rawValue, "-c", "true"]))?.ending.isSuccess == true
}
