import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("Revisions", .serialized)
struct GitRepositoryTests {
  /// Expects that something is refused.
  private func refuses<Result>(
    _ code: ExitCode, _ body: @autoclosure () throws -> Result, start: String = "",
    at location: SourceLocation = #_sourceLocation
  ) {
    let fault = #expect(throws: RunFault.self, sourceLocation: location) { _ = try body() }
    #expect(fault?.exitCode == code, sourceLocation: location)
    #expect(fault?.message.hasPrefix(start) == true, sourceLocation: location)
  }

  @Test("a name that means no commit is refused, and so is a folder outside of any repository")
  func commits() throws {
    try GitFixture.with { fixture in
      let repository = try GitRepository(package: fixture.package)
      let head = try fixture.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
      #expect(try repository.commit("HEAD") == head)
      #expect(try repository.commit(String(head.prefix(7))) == head)
      refuses(
        .missingInput, try repository.commit("HEAD~5"),
        start: "--against \"HEAD~5\": git knows no such commit")
      // The tree of a commit is none.
      refuses(.missingInput, try repository.commit("HEAD^{tree}"))
      refuses(.usage, try repository.commit("--all"))
      refuses(.usage, try repository.commit(""))
    }
    try TemporaryFolder.with { folder in
      refuses(
        .missingInput, try GitRepository(package: folder),
        start: "--against: \(folder) is in no git repository")
    }
  }

  @Test("a commit is put into a folder, and the repository is as it was")
  func export() throws {
    try GitFixture.with { fixture in
      try fixture.write("// changed\n", to: fixture.package + "/Package.swift")
      let state = ["status", "--porcelain", "--branch"]
      let before = try fixture.git(state)
      let folder = fixture.package + "/Sources/list"
      try FileSystem.createFolder(folder)
      for (package, prefix) in [(fixture.package, ""), (folder, "Sources/list/")] {
        let repository = try GitRepository(package: package)
        #expect(repository.prefix == prefix)
        let tree = fixture.temporary + "/tree" + String(prefix.count)
        try repository.export(repository.commit("HEAD"), to: tree)
        let manifest = try String(contentsOfFile: tree + "/Package.swift", encoding: .utf8)
        #expect(manifest == GitFixture.manifest)
        refuses(.cannotCreate, try repository.export("HEAD", to: tree))
        refuses(.cannotCreate, try repository.export("no-such-commit", to: tree + "-2"))
      }
      #expect(try fixture.git(state) == before)
    }
  }
}
