import BenchTool
import Foundation
import Testing

struct CompletionsTests {
  private let table = CommandTable.sample

  @Test("every script has every verb, option and name", arguments: Shell.allCases)
  func completeness(shell: Shell) throws {
    let script = try #require(try table.printed("completions", shell.rawValue))
    for verb in table.verbs { #expect(script.contains(verb.name)) }
    for option in table.verbs.flatMap(\.namedOptions) {
      #expect(script.contains(shell == .fish ? "-l \(option.name) " : option.spelling))
      guard let letter = option.letter else { continue }
      #expect(script.contains(shell == .fish ? " -s \(letter) " : "-\(letter)"))
    }
    for kind in Vocabulary.Kind.allCases {
      for term in Vocabulary.sample[kind] { #expect(script.contains(term.name)) }
    }
  }

  @Test(
    "bash finds no mistake in its script",
    .enabled(if: ShellProcess.isInstalled(.bash), "bash is not installed"))
  func bashSyntax() throws { try checkSyntax(.bash) }

  @Test(
    "zsh finds no mistake in its script",
    .enabled(if: ShellProcess.isInstalled(.zsh), "zsh is not installed"))
  func zshSyntax() throws { try checkSyntax(.zsh) }

  @Test(
    "fish finds no mistake in its script",
    .enabled(if: ShellProcess.isInstalled(.fish), "fish is not installed"))
  func fishSyntax() throws { try checkSyntax(.fish) }

  private func checkSyntax(_ shell: Shell) throws {
    let outcome = try ShellProcess.run(shell, "-n", table.completions(for: shell))
    #expect(outcome == ShellProcess.Outcome(status: 0, output: ""))
  }

  @Test(
    "bash offers what fits",
    .enabled(if: ShellProcess.isInstalled(.bash), "bash is not installed"),
    arguments: [
      ("bench r", "run report replay"),
      ("bench --stra", "--strategy"),
      ("bench list --", "--json --help"),
      ("bench list s", "strategies scenarios"),
      ("bench run -s f", "floor fixed-list fenwick"),
      ("bench --strategy fenwick,b", "fenwick,blocked-sums"),
      ("bench --mode ", "usual corrected published both"),
      ("bench replay --mode ", "corrected published"),
      // After = and : bash itself keeps what stands before.
      ("bench --strategy=floor,fe", "floor,fenwick"),
      ("bench --heights=fix", "fixed:"),
      ("bench --heights chat,fix", "chat,fixed:"),
      ("bench --seed ", ""),
      ("bench --seed 1 --see", "--seed"),
      ("bench completions ", "bash zsh fish"),
      ("bench export x --format b", "benchfmt"),
      ("bench help ver", "verify"),
    ])
  func bashOffers(line: String, offers: String) throws {
    let script = """
      \(table.completions(for: .bash))
      COMP_LINE=\(quoted(line)) COMP_POINT=\(line.utf8.count)
      _bench
      echo "${COMPREPLY[*]}"
      """
    #expect(try ShellProcess.run(.bash, script).output == offers + "\n")
  }

  @Test(
    "fish offers what fits",
    .enabled(if: ShellProcess.isInstalled(.fish), "fish is not installed"),
    arguments: [
      ("bench ru", "run"), ("bench --stra", "--strategy"), ("bench list he", "heights"),
      ("bench run -s fen", "fenwick"), ("bench --strategy floor,b", "floor,blocked-sums"),
      ("bench --strategy=floor,b", "--strategy=floor,blocked-sums"), ("bench help ver", "verify"),
    ])
  func fishOffers(line: String, offers: String) throws {
    let script = """
      \(table.completions(for: .fish))
      complete -C \(quoted(line)) | string replace -r '\\t.*' ''
      """
    #expect(try ShellProcess.run(.fish, script).output == offers + "\n")
  }

  @Test("a program of another name completes under that name")
  func programName() {
    let table = CommandTable.standard(program: "my-bench", version: "1", vocabulary: .sample)
    #expect(table.completions(for: .bash).hasSuffix("complete -F _my_bench my-bench\n"))
    #expect(table.completions(for: .zsh).hasPrefix("#compdef my-bench\n"))
    #expect(table.completions(for: .fish).contains("complete -c my-bench -n __my_bench_is_first"))
  }

  private func quoted(_ text: String) -> String { "'\(text)'" }
}
