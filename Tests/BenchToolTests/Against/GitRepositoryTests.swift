import BenchBasics
import BenchRuns
import Foundation
import Testing

@testable import BenchTool

@Suite("Checking out git revisions", .serialized)
struct GitRepositoryTests {
  private func rejects<Result>(
    _ code: ExitCode, _ start: String, _ body: @autoclosure () throws -> Result,
    at location: SourceLocation = #_sourceLocation
  ) {
    let fault = #expect(throws: RunFault.self, sourceLocation: location) { _ = try body() }
    #expect(fault?.exitCode == code, sourceLocation: location)
    #expect(fault?.message.hasPrefix(start) == true, sourceLocation: location)
  }

  @Test("Unknown revisions and folders outside a repository are rejected")
  func commits() throws {
    try GitFixture.with { fixture in
      let repository = try GitRepository(package: fixture.package)
      let head = try fixture.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
      #expect(try repository.commit("HEAD") == head)
      #expect(try repository.commit(String(head.prefix(7))) == head)
      rejects(
        .missingInput, "--against \"HEAD~5\": this repository has no such commit",
        try repository.commit("HEAD~5"))
      for name in ["HEAD^{tree}", "^HEAD"] {
        rejects(.missingInput, "--against ", try repository.commit(name))
      }
      for name in ["--all", ""] { rejects(.usage, "--against ", try repository.commit(name)) }
    }
    try TemporaryFolder.with { folder in
      rejects(
        .missingInput, "--against: \(folder) is not in a git repository",
        try GitRepository(package: folder))
    }
  }

  @Test(
    "A checkout contains all files regardless of the git settings, and doesn't modify the repository"
  )
  func checkOut() throws {
    try GitFixture.with { fixture in
      try fixture.write("$Format:%H$\n", to: "subst")
      try fixture.write("subst export-subst\n* export-ignore\n", to: ".gitattributes")
      try fixture.commitAll()
      try fixture.git("config", "core.sparseCheckout", "true")
      try fixture.write("/none\n", to: ".git/info/sparse-checkout")
      try fixture.write("// changed\n", to: "Package.swift")
      let before = try fixture.git("status", "--porcelain", "--branch")
      let folder = fixture.package + "/Sources/list"
      try FileSystem.createFolder(folder)
      for (package, prefix) in [(fixture.package, ""), (folder, "Sources/list/")] {
        let repository = try GitRepository(package: package)
        #expect(repository.prefix == prefix)
        let tree = fixture.temporary + "/tree" + String(prefix.count)
        try FileSystem.createFolder(tree)
        try repository.checkOut(repository.commit("HEAD"), to: tree)
        let files = [".gitattributes", ".gitignore", "Package.swift", "subst"]
        #expect(try FileSystem.names(in: tree) == files)
        #expect(try text(at: tree + "/Package.swift") == GitFixture.manifest)
        #expect(try text(at: tree + "/subst") == "$Format:%H$\n")
        rejects(
          .cannotCreate, "cannot check out no-such-commit of ",
          try repository.checkOut("no-such-commit", to: tree))
      }
      #expect(try FileSystem.names(in: fixture.temporary) == ["tree0", "tree13"])
      #expect(try fixture.git("status", "--porcelain", "--branch") == before)
    }
  }

  @Test("The current folder determines the repository, even inside a git hook")
  func hooks() throws {
    try GitFixture.with { fixture in
      try FileSystem.createFolder(fixture.package + "/sub")
      try fixture.write("// sub\n", to: "sub/Package.swift")
      try fixture.commitAll()
      let linked = fixture.temporary + "/linked"
      try fixture.git("worktree", "add", "--quiet", linked)
      // Git sets GIT_DIR for hooks.
      setenv("GIT_DIR", fixture.package + "/.git/worktrees/linked", 1)
      defer { unsetenv("GIT_DIR") }
      #expect(try GitRepository(package: linked + "/sub").prefix == "sub/")
      #expect(Revision.current(in: linked + "/sub").isDirty == false)
    }
  }

  @Test("If git refuses to open a repository, its reason is reported", .enabled(if: getuid() == 0))
  func ownership() throws {
    try GitFixture.with { fixture in
      #expect(chown(fixture.package, 65534, 65534) == 0)
      #expect(chown(fixture.package + "/.git", 65534, 65534) == 0)
      rejects(
        .missingInput,
        "--against: git rejects \(fixture.package): detected dubious ownership in repository",
        try GitRepository(package: fixture.package))
      var reason = ""
      #expect(Revision.current(in: fixture.package) { reason = $0 } == .unknown)
      #expect(reason.hasPrefix("detected dubious ownership") && reason.contains("safe.directory"))
    }
  }
}
