import BenchTool
import Foundation
import HostSystem
import Testing

@Suite("The manual page")
struct ManualPageTests {
  private let table = CommandTable.sample

  @Test("it has every verb, option, exit status and example")
  func completeness() throws {
    let page = try #require(try table.printed("help", "--man"))
    #expect(page == table.manualPage)
    let lines = Set(page.split(separator: "\n"))
    for verb in table.verbs {
      #expect(lines.contains { $0.hasPrefix(".SS ") && $0.contains(verb.name) }, "\(verb.name)")
      for option in verb.namedOptions where option.name != "help" {
        let name = option.spelling.replacing("-", with: "\\-")
        #expect(lines.contains { $0.hasPrefix("\\fB") && $0.contains(name) }, "\(name)")
      }
      for status in verb.exitStatuses { #expect(page.contains("\n\\fB\(status.code)\\fR\n")) }
      for example in verb.examples {
        let command = example.command.replacing("-", with: "\\-").prefix(12)
        #expect(page.contains(command), "\(command)")
      }
    }
  }

  @Test("nothing of the text is a request, and all of it is ASCII")
  func escapes() {
    for line in table.manualPage.split(separator: "\n") {
      #expect(line.utf8.allSatisfy { (0x20..<0x7f).contains($0) }, "\(line)")
      guard line.hasPrefix(".") || line.hasPrefix("'") else { continue }
      let request = line.dropFirst().prefix { $0 != " " }
      #expect(["TH", "SH", "SS", "TP", "br"].contains(request), "\(line)")
    }
  }

  @Test("a verb beside --man is refused: the page has all of them")
  func conflict() {
    #expect(throws: UsageError.self) { try table.parse(["help", "run", "--man"]) }
  }

  private static let mandoc = "/usr/bin/mandoc"

  @Test(
    "mandoc finds nothing wrong with it",
    .enabled(if: FileSystem.holds(mandoc), "mandoc is not installed"))
  func lint() throws {
    let path = FileManager.default.temporaryDirectory.path + "/\(UUID().uuidString).1"
    try FileSystem.replaceFile(at: path, with: Array(table.manualPage.utf8))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let outcome = try ChildProcess.run([Self.mandoc, "-T", "lint", "-W", "warning", path])
    #expect(outcome.output.split(separator: "\n").filter { !$0.contains("missing date") } == [])
  }
}
