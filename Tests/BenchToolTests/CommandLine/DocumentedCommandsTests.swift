import BenchBasics
import BenchReporting
import BenchRuns
import BenchWorkloads
import Foundation
import Testing

@testable import BenchTool

/// Tests that commands in documents can be parsed. `scripts/check-readme` also runs those in the README.
@Suite("Commands in the documents")
struct DocumentedCommandsTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns everything in a document that may be a command: code spans, indented lines and fenced lines.
  private func commands(in text: String) -> [String] {
    var commands: [String] = []
    var prose: [Substring] = []
    var isFenced = false
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        isFenced.toggle()
        continue
      }
      if isFenced || line.hasPrefix("    ") {
        let typed = line.drop { $0 == " " || $0 == "$" }.split(separator: " #").first
        commands.append(String(typed ?? ""))
      } else {
        prose.append(line)
      }
    }
    // Join the lines first, because a code span may contain a line break.
    let spans = prose.joined(separator: " ").split(separator: "`", omittingEmptySubsequences: false)
    return commands + spans.indices.filter { $0 % 2 == 1 }.map { String(spans[$0]) }
  }

  private func words(_ line: some StringProtocol) -> [String] {
    let parts = line.split(separator: "'", omittingEmptySubsequences: false)
    let open = parts.enumerated().map { index, part in
      index % 2 == 0 ? String(part) : String(part).replacing(" ", with: "\u{A0}")
    }
    return open.joined().split(separator: " ").map { String($0).replacing("\u{A0}", with: " ") }
  }

  @Test("the CI guide lists the tolerances and exit codes that the code uses")
  func gate() throws {
    let guide = try String(
      contentsOf: Self.root.appending(path: "Sources/BenchTool/BenchTool.docc/InCI.md"),
      encoding: .utf8
    ).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    #expect(guide.contains(Tolerances().text))
    for ending in [ExitCode.success, .regression, .undecided, .incomparable, .differentCells] {
      #expect(guide.contains("| \(ending.rawValue) |") && Command.compare.exitCodes[ending] != nil)
    }
  }

  @Test("the CI workflow runs the command shown in the guide, and the program accepts it")
  func recipe() throws {
    let texts = try ["Benchmarks/ci/own-strategy.yml", "Sources/BenchTool/BenchTool.docc/InCI.md"]
      .map {
        try String(contentsOf: Self.root.appending(path: $0), encoding: .utf8)
          .split { $0.isWhitespace || $0 == "\\" }.joined(separator: " ")
      }
    let recipe = try #require(texts[0].firstMatch(of: #/own-bench (compare .*) >comparison.md/#)).1
      .replacing("\"origin/$GITHUB_BASE_REF\"", with: "origin/main")
    #expect(texts[1].contains("own-bench \(recipe) >comparison.md"))
    _ = try Tool().table.parse(words(recipe.replacing("milestones", with: "fenwick")))
  }

  @Test("the README's first code block shows the test command that CI runs")
  func testCommand() throws {
    let readme = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    let block = readme.split(separator: "```")[1].split(separator: "\n")
    let command = try #require(
      block.first { $0.hasPrefix("swift test") }?.split(separator: " #").first)
    let script = try String(contentsOf: Self.root.appending(path: ".ci/run"), encoding: .utf8)
    #expect(script.contains("  \(command.trimmingCharacters(in: .whitespaces)) 2>&1"))
  }

  @Test(
    "every command shown in a document is accepted",
    arguments: [
      ("CONTRIBUTING.md", 2), ("results/README.md", 4), ("Benchmarks/METHODOLOGY.md", 1),
      ("Sources/BenchTool/BenchTool.docc/InCI.md", 4),
    ])
  func parse(document: String, least: Int) throws {
    let text = try String(contentsOf: Self.root.appending(path: document), encoding: .utf8)
    let table = Tool().table
    var count = 0
    for command in commands(in: text) {
      guard let start = command.prefixMatch(of: #/(swift run (-c release )?)?bench /#) else {
        continue
      }
      let words = words(command[start.range.upperBound...])
      count += 1
      // A code span that contains only a command's name, such as `bench run`, merely mentions the command.
      if words.count == 1, table.commands.contains(where: { $0.name == words[0] }) { continue }
      // Substitute values for the placeholders that stand for the reader's own strategies, and for GNU
      // parallel's `{}`.
      let known = words.prefix { $0 != ":::" }.map {
        $0.replacing("my-list", with: "fenwick").replacing("milestones", with: "fenwick")
          .replacing("{}", with: "1")
      }
      do {
        _ = try table.parse(known)
      } catch {
        Issue.record("\(document): \(command): \(error.message)")
      }
    }
    #expect(count >= least, "\(document)")
  }

  /// Returns the strategy that a run recommends for each need, followed by its close competitors.
  private func recommended(by run: String) throws -> [String: String] {
    let folder = try RunFolder.open(Self.root.appending(path: "results/\(run)").path)
    let json = try RunReport(of: folder, tool: Tool()).screen(of: folder, isJSON: true)
    let document = try #require(
      JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any])
    var found: [String: String] = [:]
    for list in try #require(document["advice"] as? [[String: Any]]) {
      for row in try #require(list["recommendations"] as? [[String: Any]]) {
        for need in try #require(row["needs"] as? [String]) where found[need] == nil {
          found[need] = "\(try #require(row["strategy"])) \(try #require(row["prefer_when"]))"
        }
      }
    }
    return found
  }

  @Test(
    "for each need, the recorded run of all strategies recommends the technique that `Need` lists"
  )
  func recommendations() throws {
    let baseline = try String(
      contentsOf: Self.root.appending(path: "results/baseline"), encoding: .utf8)
    let found = try recommended(by: baseline.trimmingCharacters(in: .whitespacesAndNewlines))
    for need in Need.all {
      #expect(found[need.lists]?.hasPrefix(need.technique + " ") == true, "\(found)")
    }
  }

  @Test(
    "documents name only techniques that `Need` lists, and `Need` covers all five posts",
    arguments: [
      ("README.md", "## Which technique for my list?"),
      ("Sources/RowOffsets/RowOffsets.docc/ChoosingATechnique.md", "## Overview"),
    ])
  func advice(document: String, heading: String) throws {
    func names(in text: Substring) -> Set<String> {
      let spans = text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      return Set(spans.filter { $0.offset % 2 == 1 }.map { String($0.element) })
        .filter { Tool().strategies.named($0) != nil }
    }
    let needs = Need.all.map { "`\($0.technique)` \($0.others)" }.joined(separator: " ")
    let known = names(in: needs[...])
    for one in [
      "fixed-list", "reload-window", "recycled-subview", "section-shift", "triple-copy",
    ] {
      #expect(known.contains(one))
    }
    for scenario in Need.all.flatMap(\.scenarios) {
      #expect(Scenario.all.contains { $0.id == scenario })
    }
    let text = try String(contentsOf: Self.root.appending(path: document), encoding: .utf8)
    let start = try #require(text.range(of: heading)?.upperBound)
    let section = text[start...].prefix(
      upTo: text[start...].range(of: "\n## ")?.lowerBound ?? text.endIndex)
    // Tables of results may list other techniques.
    let prose = section.replacing(/<!-- begin (?:costs|times)[^>]*-->(?s:.*?)<!-- end/, with: "")
    #expect(
      names(in: prose[...]).subtracting(known).isEmpty,
      "\(names(in: prose[...]).subtracting(known))")
  }

  @Test("the README has at most 130 lines")
  func length() throws {
    let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 131)
  }
}
