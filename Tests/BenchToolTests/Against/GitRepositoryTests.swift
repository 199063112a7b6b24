import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("Revisions and worktrees", .serialized)
struct GitRepositoryTests {
  private func fault<Result>(_ body: () throws -> Result) -> RunFault? {
    do { _ = try body() } catch let error as RunFault { return error } catch {}
    return nil
  }

  @Test("a name that means no commit is refused")
  func commits() throws {
    try GitFixture.with { fixture in
      let repository = try GitRepository(package: fixture.package)
      let head = try fixture.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
      #expect(try repository.commit("HEAD") == head)
      #expect(try repository.commit(String(head.prefix(7))) == head)
      let missing = fault { try repository.commit("HEAD~5") }
      #expect(missing?.exitCode == .missingInput)
      #expect(missing?.message.hasPrefix("--against \"HEAD~5\": git knows no such commit") == true)
      // The tree of a commit is none.
      #expect(fault { try repository.commit("HEAD^{tree}") }?.exitCode == .missingInput)
      #expect(fault { try repository.commit("--all") }?.exitCode == .usage)
      #expect(fault { try repository.commit("") }?.exitCode == .usage)
    }
  }

  @Test("a folder outside of any repository is refused")
  func outside() throws {
    try TemporaryFolder.with { folder in
      let fault = fault { try GitRepository(package: folder) }
      #expect(fault?.exitCode == .missingInput)
      #expect(fault?.message.hasPrefix("--against: \(folder) is in no git repository") == true)
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
      #expect(
        fault { try repository.addWorktree(tree, at: "HEAD") }?.exitCode == .cannotCreate)
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
