import BenchBasics
import BenchTestSupport
import Foundation
import Testing

@testable import BenchClaims
@testable import BenchTool

@Suite("The program `bench-claims`")
struct ProgramTests {
  private static let results =
    URL(filePath: #filePath).deletingLastPathComponent().path + "/../../results"

  /// Runs `bench-claims` and returns its exit code. `$` in an argument stands for `folder`. Unlike the
  /// program, this method also works in debug builds.
  private func run(_ line: String, in folder: String = Self.results) -> Int32 {
    do throws(RunFault) {
      let tool = Tool("bench-claims", only: .claims)
      let table = CommandTable(
        program: "bench-claims", vocabulary: tool.table.vocabulary, only: .claims)
      let words = line.split(separator: " ").map { String($0).replacing("$", with: folder) }
      guard case .perform(let arguments) = try table.parse(words) else { return 0 }
      return try tool.perform(arguments).rawValue
    } catch {
      return error.exitCode.rawValue
    }
  }

  @Test(
    "Claims that are counted again match the committed document",
    arguments: [
      "fixed-math,working-cell", "variable-heights", "window-jerky", "same-content", "ratio-circle",
    ])
  func committed(claims: String) {
    #expect(run("--claim \(claims) --check $/CLAIMS.md") == 0)
  }

  @Test("The committed document contains reading.md and a table with eleven rows of short cells")
  func document() throws {
    let document = try text(at: Self.results + "/CLAIMS.md")
    #expect(document.contains("\n" + ClaimsFile.reading.joined(separator: "\n") + "\n"))
    let table = try #require(document.components(separatedBy: "<!-- begin authors -->\n").last)
    let rows = table.components(separatedBy: "\n<!-- end authors -->")[0].split(separator: "\n")
    #expect(rows.count == 2 + 11)
    for cell in rows.flatMap({ $0.components(separatedBy: " | ") }) {
      #expect(cell.count <= 120, "\(cell)")
    }
  }

  @Test("--check detects changed counts, rules and sections")
  func changed() throws {
    let document = try text(at: Self.results + "/CLAIMS.md")
    try withTemporaryFolder { folder in
      for part in ["664 to 717 of 1,000 rows", "(64 bits) ", "\n## working-cell"] {
        try write(document.replacing(part, with: part + "0"), to: folder + "/changed.md")
        #expect(run("--claim working-cell --check $/changed.md", in: folder) == 1, "\(part)")
      }
    }
  }

  @Test("A document is written even if the budget is too short for a claim's measurements")
  func timed() throws {
    try withTemporaryFolder { folder in
      let line = "--claim working-cell,fixed-math --budget 10ms --quiet --output $/claims.md"
      #expect(run(line, in: folder) == 0)
      // Sections follow the order of claims.json, whatever the order on the command line.
      let sections = try text(at: folder + "/claims.md").matches(of: /\n## ([a-z-]+)\n/)
      #expect(sections.map { String($0.1) } == ["fixed-math", "working-cell"])
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
    try withTemporaryFolder { folder in
      #expect(run(line, in: folder) == code)
      let files = try FileSystem.names(in: folder)
      #expect(files.isEmpty)
    }
  }
}
