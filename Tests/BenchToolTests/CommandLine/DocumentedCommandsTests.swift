import BenchBasics
import BenchRuns
import BenchWorkloads
import Foundation
import Testing

@testable import BenchReporting
@testable import BenchTool

/// Tests that commands in documents can be parsed. `scripts/check-readme` also runs those in the README.
@Suite("Commands in the documents")
struct DocumentedCommandsTests {
  private static let package = (1...4).reduce(#filePath) { path, _ in FileSystem.folder(of: path) }

  private static func document(_ path: String) throws -> String {
    try text(at: "\(package)/\(path)")
  }

  /// Splits the arguments of a command, and substitutes values for placeholders and quoted arguments.
  private func words(_ arguments: some StringProtocol) -> [String] {
    String(arguments).replacing(/'[^']*'/, with: "quoted").replacing(
      /my-list|milestones/, with: "fenwick"
    )
    .split(whereSeparator: \.isWhitespace).map(String.init)
  }

  @Test("the CI guide lists the tolerances and exit codes that the code uses")
  func gate() throws {
    let guide = try Self.document("Sources/BenchTool/BenchTool.docc/InCI.md")
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(guide.contains(Tolerances().text))
    for ending in [ExitCode.success, .regression, .undecided, .incomparable, .differentCells] {
      #expect(guide.contains("| \(ending.rawValue) |") && Command.compare.exitCodes[ending] != nil)
    }
  }

  @Test("the CI workflow runs the command shown in the guide, and the program accepts it")
  func recipe() throws {
    let texts = try ["Benchmarks/ci/own-strategy.yml", "Sources/BenchTool/BenchTool.docc/InCI.md"]
      .map {
        try Self.document($0).split { $0.isWhitespace || $0 == "\\" }.joined(separator: " ")
      }
    let recipe = try #require(texts[0].firstMatch(of: #/own-bench (compare .*) >comparison.md/#)).1
      .replacing("\"origin/$GITHUB_BASE_REF\"", with: "origin/main")
    #expect(texts[1].contains("own-bench \(recipe) >comparison.md"))
    _ = try Tool().table.parse(words(recipe))
  }

  @Test("the README's first code block shows the test command that CI runs")
  func testCommand() throws {
    let block = try Self.document("README.md").split(separator: "```")[1].split(separator: "\n")
    let command = try #require(
      block.first { $0.hasPrefix("swift test") }?.split(separator: " #").first)
    let script = try Self.document(".ci/run")
    #expect(script.contains("  \(command.trimmingCharacters(in: .whitespaces)) 2>&1"))
  }

  @Test(
    "every command shown in a document is accepted",
    arguments: [
      ("CONTRIBUTING.md", 2), ("results/README.md", 4), ("Benchmarks/METHODOLOGY.md", 1),
      ("Sources/BenchTool/BenchTool.docc/InCI.md", 4),
    ])
  func parse(document: String, least: Int) throws {
    let text = try Self.document(document)
    let table = Tool().table
    let start = "(?:swift run (?:-c release )?)?bench"
    // A command is a code span, which may contain a line break, or a line of code before its comment.
    let pattern = try Regex("`\(start) ([^`]+)`|^[ $]*\(start) ([^`#\n]+)(?:#.*)?$", as: Spans.self)
      .anchorsMatchLineEndings()
    let commands = text.matches(of: pattern).compactMap { $0.output.1 ?? $0.output.2 }
    for command in commands {
      let words = words(command)
      // A code span that contains only a command's name, such as `bench run`, merely mentions the command.
      if words.count == 1, table.commands.contains(where: { $0.name == words[0] }) { continue }
      #expect(table.usageError(words) == nil, "\(document): \(command)")
    }
    #expect(commands.count >= least, "\(document)")
  }

  private typealias Spans = (Substring, Substring?, Substring?)

  @Test(
    "for each need, the recorded run of all strategies recommends the technique that `Need` lists"
  )
  func recommendations() throws {
    let baseline = try Self.document("results/baseline").trimmingCharacters(in: .newlines)
    let folder = try RunFolder.open("\(Self.package)/results/\(baseline)")
    let rows = try RunReport(of: folder, tool: Tool()).recommendations.flatMap { $0.rows }
    for need in Need.all {
      let row = rows.first { $0.needs.contains { $0.lists == need.lists } }
      #expect(row?.strategy == need.technique, "\(need.lists)")
    }
  }

  @Test(
    "documents name only techniques that `Need` lists, and `Need` covers all five posts",
    arguments: [
      ("README.md", "## Which technique for my list?"),
      ("Sources/RowOffsets/RowOffsets.docc/ChoosingATechnique.md", "## Overview"),
    ])
  func advice(document: String, heading: String) throws {
    func names(in text: String) -> Set<String> {
      Set(text.matches(of: /`([^`]+)`/).map { String($0.output.1) })
        .filter { Tool().strategies.named($0) != nil }
    }
    let known = names(in: Need.all.map { "`\($0.technique)` \($0.others)" }.joined(separator: " "))
    #expect(
      known.isSuperset(of: [
        "fixed-list", "reload-window", "recycled-subview", "section-shift", "triple-copy",
      ]))
    #expect(Set(Need.all.flatMap(\.scenarios)).isSubset(of: Scenario.all.map(\.id)))
    let section = try #require(
      Self.document(document).components(separatedBy: heading).dropFirst().first)
    // Tables of results may list other techniques.
    let prose = section.components(separatedBy: "\n## ")[0]
      .replacing(/<!-- begin (?:costs|times)[^>]*-->(?s:.*?)<!-- end/, with: "")
    #expect(names(in: prose).subtracting(known).isEmpty)
  }

  @Test("the README has at most 130 lines")
  func length() throws {
    #expect(try Self.document("README.md").count { $0 == "\n" } <= 130)
  }
}
