import Basics
import Foundation
import Runs
import Testing

@testable import BenchTool

@Suite("Revisions", .serialized)
struct GitRepositoryTests {
  private func rejects<Result>(
    _ code: ExitCode, _ body: @autoclosure () throws -> Result, start: String = "",
    at location: SourceLocation = #_sourceLocation
  ) {
    let fault = #expect(throws: RunFault.self, sourceLocation: location) { _ = try body() }
    #expect(fault?.exitCode == code, sourceLocation: location)
    #expect(fault?.message.hasPrefix(start) == true, sourceLocation: location)
  }

  @Test("names without a commit and folders outside of a repository are errors")
  func commits() throws {
    try GitFixture.with { fixture in
      let repository = try GitRepository(package: fixture.package)
      let head = try fixture.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
      #expect(try repository.commit("HEAD") == head)
      #expect(try repository.commit(String(head.prefix(7))) == head)
      rejects(
        .missingInput, try repository.commit("HEAD~5"),
        start: "--against \"HEAD~5\": this repository has no such commit")
      rejects(.missingInput, try repository.commit("HEAD^{tree}"))
      rejects(.missingInput, try repository.commit("^HEAD"))
      rejects(.usage, try repository.commit("--all"))
      rejects(.usage, try repository.commit(""))
    }
    try TemporaryFolder.with { folder in
      rejects(
        .missingInput, try GitRepository(package: folder),
        start: "--against: \(folder) is not in a git repository")
    }
  }

  @Test("a check-out leaves the repository unchanged")
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
        try repository.checkOut(repository.commit("HEAD"), to: tree)
        let manifest = try String(contentsOfFile: tree + "/Package.swift", encoding: .utf8)
        #expect(manifest == GitFixture.manifest)
        rejects(.cannotCreate, try repository.checkOut("HEAD", to: tree))
        rejects(.cannotCreate, try repository.checkOut("no-such-commit", to: tree + "-2"))
      }
      #expect(try fixture.git(state) == before)
    }
  }

  @Test("attributes and sparse checkouts do not affect a check-out")
  func attributes() throws {
    try GitFixture.with { fixture in
      try fixture.write("* export-ignore\n", to: fixture.package + "/.gitattributes")
      try fixture.write("$Format:%H$\n", to: fixture.package + "/subst")
      try fixture.write(
        "subst export-subst\n* export-ignore\n", to: fixture.package + "/.gitattributes")
      try fixture.commitAll()
      _ = try fixture.git("config", "core.sparseCheckout", "true")
      try fixture.write("/none\n", to: fixture.package + "/.git/info/sparse-checkout")
      let repository = try GitRepository(package: fixture.package)
      let tree = fixture.temporary + "/tree"
      try repository.checkOut(repository.commit("HEAD"), to: tree)
      #expect(
        try FileSystem.names(in: tree) == [
          ".gitattributes", ".gitignore", "Package.swift", "subst",
        ])
      #expect(try String(contentsOfFile: tree + "/subst", encoding: .utf8) == "$Format:%H$\n")
      #expect(try FileSystem.names(in: fixture.temporary) == ["tree"])
      #expect(try fixture.git("status", "--porcelain").isEmpty)
    }
  }

  @Test("a submodule is checked out at its commit; a missing one is an error")
  func submodules() throws {
    try GitFixture.with { fixture in
      try GitFixture.with { library in
        try library.write("1\n", to: library.package + "/version")
        try library.commitAll()
        let add = ["-c", "protocol.file.allow=always", "submodule", "--quiet", "add"]
        _ = try fixture.git(add + [library.package, "Library"])
        try fixture.commitAll()
        let first = try GitRepository(package: fixture.package).commit("HEAD")
        // Moves the submodule in the working tree to another commit.
        try library.write("2\n", to: library.package + "/version")
        try library.commitAll()
        let inside = fixture.package + "/Library"
        _ = try ChildProcess.run(["git", "-C", inside, "pull", "--quiet"])
        #expect(try String(contentsOfFile: inside + "/version", encoding: .utf8) == "2\n")
        let repository = try GitRepository(package: fixture.package)
        try repository.checkOut(first, to: fixture.temporary + "/tree")
        let version = fixture.temporary + "/tree/Library/version"
        #expect(try String(contentsOfFile: version, encoding: .utf8) == "1\n")
        try FileManager.default.removeItem(atPath: inside)
        rejects(
          .missingInput, try repository.checkOut(first, to: fixture.temporary + "/gone"),
          start: "--against: the submodule Library of \(first.prefix(7)) is missing from this "
            + "working tree")
      }
    }
  }

  @Test("the folder determines the repository, even in a hook of a linked worktree")
  func hooks() throws {
    try GitFixture.with { fixture in
      let sub = fixture.package + "/sub"
      try FileSystem.createFolder(sub)
      try fixture.write("// sub\n", to: sub + "/Package.swift")
      try fixture.commitAll()
      let linked = fixture.temporary + "/linked"
      _ = try fixture.git("worktree", "add", "--quiet", linked)
      let program = GitFixture.program.path
      // The environment contains GIT_DIR, as git sets it for a hook.
      let outcome = try ChildProcess.run(
        [
          "sh", "-c", "cd '\(linked)/sub' && exec '\(program)' compare --against HEAD --rows 20",
        ],
        environment: [
          "GIT_DIR": fixture.package + "/.git/worktrees/linked", "TMPDIR": fixture.temporary,
          "PATH": fixture.tools + ":" + (ProcessInfo.processInfo.environment["PATH"] ?? ""),
        ])
      // The command prints the name of the folder before the fake compiler fails.
      #expect(outcome.errorOutput.contains("building the working tree, \(linked)/sub\n"))
      #expect(outcome.ending == .exited(65))
      let (prefix, revision) = try Self.inHook(of: fixture.package + "/.git/worktrees/linked") {
        (try GitRepository(package: linked + "/sub").prefix, Revision.current(in: linked + "/sub"))
      }
      #expect(prefix == "sub/" && revision.isDirty == false)
    }
  }

  /// Calls `body` in an environment like that of a git hook.
  private static func inHook<Result>(of folder: String, _ body: () throws -> Result) rethrows
    -> Result
  {
    setenv("GIT_DIR", folder, 1)
    defer { unsetenv("GIT_DIR") }
    return try body()
  }

  @Test("git's reason for rejecting a repository is reported", .enabled(if: getuid() == 0))
  func ownership() throws {
    try GitFixture.with { fixture in
      #expect(chown(fixture.package, 65534, 65534) == 0)
      #expect(chown(fixture.package + "/.git", 65534, 65534) == 0)
      rejects(
        .missingInput, try GitRepository(package: fixture.package),
        start: "--against: git rejects \(fixture.package): detected dubious ownership in repository"
      )
      var reason = ""
      #expect(Revision.current(in: fixture.package) { reason = $0 } == .unknown)
      #expect(reason.hasPrefix("detected dubious ownership") && reason.contains("safe.directory"))
    }
  }
}
