import Basics
import Testing

@testable import BenchTool

struct CompletionsTests {
  private let table = CommandTable.sample

  @Test("the script contains every verb, option and name")
  func completeness() throws {
    let script = try #require(try table.printed("completions", "bash"))
    var words = table.verbs.map(\.name) + StrategyDescriptor.Group.allCases.map(\.rawValue)
    words += table.verbs.flatMap(\.namedOptions).flatMap(\.spellings)
    words += Vocabulary.Kind.allCases.flatMap { table.vocabulary[$0].map(\.name) }
    for word in words { #expect(script.contains(word), "\(word)") }
  }

  /// Command lines, their completions, and their completions in zsh if these differ. In bash, a completion
  /// replaces only the text after the last = or :, so the completions begin there.
  private static let offers: [(line: String, bash: String, zsh: String?)] = [
    ("bench r", "run report replay", nil),
    ("bench --stra", "--strategy", nil),
    ("bench list --", "--json --help", nil),
    ("bench  list s", "strategies scenarios", nil),
    ("bench run -s f", "floor fixed-list fenwick", nil),
    ("bench --strategy fenwick,b", "fenwick,blocked-sums", nil),
    ("bench --mode ", "usual corrected published both", nil),
    ("bench replay --mode ", "corrected published", nil),
    ("bench --strategy=floor,fe", "floor,fenwick", "--strategy=floor,fenwick"),
    ("bench --heights=fix", "fixed:", "--heights=fixed:"),
    ("bench --heights chat,fix", "chat,fixed:", nil),
    ("bench --seed ", "", nil),
    ("bench --seed 1 --see", "--seed", nil),
    ("bench completions ", "bash zsh", nil),
    ("bench export x --format b", "benchfmt", nil),
    ("bench help ver", "verify", nil),
  ]

  @Test("the shells offer matching words", arguments: Shell.allCases.filter(isInstalled))
  func offers(shell: Shell) throws {
    // In normal use, zsh filters the offered words; here, the test filters them in the same way.
    let setting =
      shell == .bash
      ? table.completions
      : "compdef() { }\n\(table.completions)\nemulate sh\n"
        + "setopt kshglob noshglob braceexpand nokshautoload"
    let questions = Self.offers.map { line, _, _ in
      let typed =
        shell == .zsh ? line.split(separator: " ", omittingEmptySubsequences: false).last : ""
      return """
        COMP_LINE='\(line)' COMP_POINT=\(line.utf8.count) fit=''
        _bench
        for offer in "${COMPREPLY[@]}"; do
          [[ $offer == "\(typed ?? "")"* ]] && fit="$fit $offer"
        done
        echo "${fit# }"
        """
    }
    try TemporaryFolder.with { folder in
      let script = ([setting] + questions).joined(separator: "\n")
      try FileSystem.replaceFile(at: folder + "/script", with: Array(script.utf8))
      let outcome = try ChildProcess.run([shell.rawValue, folder + "/script"])
      #expect(outcome.ending.isSuccess)
      let expected = Self.offers.map { _, bash, zsh in (shell == .zsh ? zsh : nil) ?? bash }
      #expect(outcome.output == expected.map { $0 + "\n" }.joined())
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
