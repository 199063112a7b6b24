import BenchBasics
import BenchTestSupport
import Foundation
import Testing

@testable import BenchClaims
@testable import BenchTool

@Suite("The program `bench-claims`")
struct ProgramTests {
  /// Runs command lines in which `$` stands for a temporary folder, and calls `body` with the folder's path
  /// and the exit codes.
  private func run(_ lines: String..., body: (String, [Int32]) throws -> Void) throws {
    try withTemporaryFolder { folder in
      let codes = lines.map { line in
        exitCode(of: line.split(separator: " ").map { String($0).replacing("$", with: folder) })
      }
      try body(folder, codes)
    }
  }

  /// Runs `bench-claims` with the arguments `words` and returns its exit code. Unlike the program, this
  /// method also works in debug builds.
  private func exitCode(of words: [String]) -> Int32 {
    do throws(RunFault) {
      let tool = Tool("bench-claims", only: .claims)
      let table = CommandTable(
        program: "bench-claims", vocabulary: tool.table.vocabulary, only: .claims)
      guard case .perform(let arguments) = try table.parse(words) else { return 0 }
      return try tool.perform(arguments).rawValue
    } catch {
      return error.exitCode.rawValue
    }
  }

  @Test("Counts are reproducible, and --check detects a changed document")
  func counted() throws {
    try run(
      "--claim working-cell,variable-heights --quiet --output $/one.md",
      "--claim working-cell,variable-heights --check $/one.md",
      // one.md does not contain the claim `fixed-math`.
      "--claim fixed-math --check $/one.md"
    ) { folder, codes in
      #expect(codes == [0, 0, 1])
      let document = try text(at: folder + "/one.md")
      // Sections follow the order of claims.json, whatever the order on the command line.
      let sections = document.matches(of: /\n## ([a-z-]+)\n/).map { String($0.1) }
      #expect(sections == ["variable-heights", "working-cell"])
      for changed in [
        document.replacing("1,000 rows", with: "900 rows"),
        document.replacing("(64 bits) ", with: "(64 bits) 0"),
      ] {
        try write(changed, to: folder + "/two.md")
        #expect(exitCode(of: ["--claim", "working-cell", "--check", folder + "/two.md"]) == 1)
      }
    }
  }

  @Test(
    "A document is written even if the budget is too short for the measurements that a claim depends on"
  )
  func timed() throws {
    try run("--claim fixed-math --budget 10ms --quiet --output $/claims.md") { folder, codes in
      #expect(codes == [0])
      let document = try text(at: folder + "/claims.md")
      #expect(document.contains("\n## fixed-math\n") && document.contains("- Rule: "))
    }
  }

  @Test(
    "Usage errors stop the program before it measures or writes anything",
    arguments: [
      ("--claim three-vews", 64), ("--clam x", 64), ("run", 64), ("--help", 0),
      ("--check $/none.md", 66), ("--check $/none.md --budget 1s", 64),
      ("--output $/none/claims.md", 73), ("--output $", 73),
    ])
  func mistakes(line: String, code: Int32) throws {
    try run(line) { folder, codes in
      #expect(codes == [code])
      let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      #expect(names.isEmpty)
    }
  }
}
