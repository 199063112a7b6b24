import Basics
import Foundation
import Testing

@testable import BenchTool
@testable import claims

@Suite("The program")
struct ProgramTests {
  /// What a command line does; `$` in it stands for a folder that is removed afterwards.
  private func run(_ lines: String..., body: (String, [Int32]) throws -> Void) throws {
    let folder = NSTemporaryDirectory() + "claims-" + UUID().uuidString
    try FileSystem.createFolder(folder)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let codes = lines.map { line in
      code(of: line.split(separator: " ").map { String($0).replacing("$", with: folder) })
    }
    try body(folder, codes)
  }

  /// The exit code of a command line, without the step from a debug to a release build.
  private func code(of words: [String]) -> Int32 {
    do throws(RunFault) {
      guard case .perform(let arguments) = try table.parse(words) else { return 0 }
      return try Tool("claims", only: .claims).carryOut(arguments, words).rawValue
    } catch {
      return error.exitCode.rawValue
    }
  }

  private var table: CommandTable {
    CommandTable(program: "claims", version: "1", vocabulary: Tool().vocabulary, only: .claims)
  }

  @Test("what is counted comes out the same each time, and a document is held to it")
  func counted() throws {
    try run(
      "--claim working-cell,variable-heights --quiet --output $/one.md",
      "--claim working-cell,variable-heights --check $/one.md",
      "--claim working-cell,ratio-circle --check $/one.md"
    ) { folder, codes in
      // The last one asks for a claim that the document has nothing about.
      #expect(codes == [0, 0, 1])
      let document = try String(contentsOfFile: folder + "/one.md", encoding: .utf8)
      // In the order of the list, not of the command line.
      let sections = document.matches(of: /\n## ([a-z-]+)\n/).map { String($0.1) }
      #expect(sections == ["variable-heights", "working-cell"])
      for changed in [
        document.replacing("1,000 rows", with: "900 rows"),
        document.replacing("(64 bits) ", with: "(64 bits) 0"),
      ] {
        try FileSystem.replaceFile(at: folder + "/two.md", with: Array(changed.utf8))
        #expect(code(of: ["--claim", "working-cell", "--check", folder + "/two.md"]) == 1)
      }
    }
  }

  @Test("a claim with times gives a document, even when there is no time")
  func timed() throws {
    try run("--claim fixed-math --budget 10ms --quiet --output $/claims.md") { folder, codes in
      #expect(codes == [0])
      let text = try String(contentsOfFile: folder + "/claims.md", encoding: .utf8)
      #expect(text.contains("\n## fixed-math\n") && text.contains("- Rule: "))
    }
  }

  @Test(
    "mistakes are refused before anything is measured",
    arguments: [
      ("--claim three-vews", 64), ("--claim 7", 64), ("run", 64),
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

  @Test("help is of the one thing that the program does")
  func help() throws {
    guard case .print(let text) = try table.parse(["--help"]) else {
      throw RunFault(.usage, "no help")
    }
    #expect(
      text.hasPrefix("Usage: claims [OPTIONS]\n\nMeasure what posts about endless lists say."))
    #expect(text.contains("  claims --output results/CLAIMS.md\n"))
    #expect(throws: RunFault(.usage, "'claims' has no option '--clam'; did you mean '--claim'?")) {
      try table.parse(["--clam", "x"])
    }
  }
}
