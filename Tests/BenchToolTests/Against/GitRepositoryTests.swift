import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("Revisions and worktrees", .serialized)
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

  @Test("a worktree comes and goes, and the user's tree is as it was")
  func worktrees() throws {
    try GitFixture.with { fixture in
      let hook = fixture.package + "/.git/hooks/post-checkout"
      try GitFixture.writeProgram("touch hooked", to: hook)
      try fixture.write("// changed\n", to: fixture.package + "/Package.swift")
      let status = try fixture.git("status", "--porcelain", "--branch")
      let repository = try GitRepository(package: fixture.package)
      let tree = fixture.temporary + "/tree"
      try repository.addWorktree(tree, at: repository.commit("HEAD"))
      #expect(try fixture.worktrees() == 2)
      #expect(
        try String(contentsOfFile: tree + "/Package.swift", encoding: .utf8) == "// a package\n")
      #expect(!FileManager.default.fileExists(atPath: tree + "/hooked"))
      refuses(.cannotCreate, try repository.addWorktree(tree, at: "HEAD"))
      repository.removeWorktree(tree)
      #expect(try fixture.worktrees() == 1)
      #expect(!FileManager.default.fileExists(atPath: tree))
      #expect(try fixture.git("status", "--porcelain", "--branch") == status)
    }
  }

  @Test("a worktree whose folder is gone is forgotten with the next one")
  func leftovers() throws {
    try GitFixture.with { fixture in
      let repository = try GitRepository(package: fixture.package)
      try repository.addWorktree(fixture.temporary + "/a", at: "HEAD")
      try FileManager.default.removeItem(atPath: fixture.temporary + "/a")
      try repository.addWorktree(fixture.temporary + "/b", at: "HEAD")
      #expect(try fixture.worktrees() == 2)
      repository.removeWorktree(fixture.temporary + "/b")
      #expect(try fixture.worktrees() == 1)
    }
  }
}
