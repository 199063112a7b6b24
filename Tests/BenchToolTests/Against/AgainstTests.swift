import BenchBasics
import BenchMeasuring
import Foundation
import Testing

@testable import BenchRuns
@testable import BenchTool

@Suite("bench compare --against", .serialized)
struct AgainstTests {
  /// Returns the shell script of a fake compiler. The compiler "builds" another shell script, which runs the
  /// branch of `cases` that matches its first argument.
  private static func compiler(of cases: String) -> String {
    """
    [ "$1" = --version ] && exit
    for word; do [ "$word" = --show-bin-path ] && echo "$3/.build" && exit; done
    mkdir -p "$3/.build"
    cat > "$3/.build/layoutbench" <<'end'
    #!/bin/sh
    case "$1" in \(cases) esac
    end
    chmod +x "$3/.build/layoutbench"
    """
  }

  /// Comparisons that must fail, each with the revision, the script of the fake compiler, the expected exit
  /// code, and the beginning of each expected line of output.
  private static let refusals: [(revision: String, swift: String, code: Int32, lines: [String])] = [
    (
      "no-such-branch", "exit 1", 66,
      ["bench: --against \"no-such-branch\": this repository has no such commit"]
    ),
    (
      "HEAD", "[ \"$1\" = --version ] && exit; echo 'error: no such module'; exit 1", 65,
      [
        "bench: building the working tree", "bench: last lines of the compiler output:",
        "  error: no such module", "bench: --against: the release build of ",
      ]
    ),
    (
      "HEAD",
      compiler(
        of: "verify) echo 'fenwick  BROKEN'; echo 'a list of one row' >&2; exit 1 ;; *) exit 99 "
          + ";;"),
      1,
      [
        "bench: building the working tree", "fenwick  BROKEN", "a list of one row",
        "bench: a strategy in HEAD shows wrong rows, so HEAD was not compared with BASE",
      ]
    ),
    (
      "HEAD", oldPrograms, 3,
      [
        "bench: building the working tree", "bench: building ",
        "bench: BASE cannot be compared: its program uses a different version of the worker protocol "
          + "(bench: unknown option '--protocol')",
      ]
    ),
  ]

  @Test(
    "a comparison that cannot be made fails with the documented exit code and reports the reason",
    arguments: refusals.indices)
  func refusal(index: Int) throws {
    let (revision, swift, code, starts) = Self.refusals[index]
    try GitFixture.with(swift: swift) { fixture in
      // Exit statuses must not be lost if the parent process ignores SIGCHLD.
      let (found, lines) = try fixture.compare(revision, before: "trap '' CHLD; ")
      #expect(found == code && lines.count == starts.count, "\(lines)")
      for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start)) }
      #expect(try fixture.isClean())
      guard index == 0 else { return }
      try FileManager.default.removeItem(atPath: fixture.package + "/Package.swift")
      let outside = try fixture.compare("HEAD")
      #expect(outside.code == 66 && outside.lines.count == 1)
      let message = "bench: --against: there is no Package.swift in "
      #expect(outside.lines[0].hasPrefix(message), "\(outside.lines)")
    }
  }

  /// Returns the script of a compiler whose programs use an older worker protocol.
  private static let oldPrograms = compiler(
    of:
      #"verify) ;; list) echo '{"strategies":[{"id":"fenwick"}],"scenarios":[{"id":"scroll"}]}' ;; "#
      + #"*) echo "bench: unknown option '--protocol'" >&2; exit 64 ;;"#)

  @Test("only the programs of the most recently compared revisions are kept")
  func keptRevisions() throws {
    try GitFixture.with(swift: Self.oldPrograms) { fixture in
      /// Returns whether the revision has to be built for a comparison.
      func builds(_ revision: String) throws -> Bool {
        try fixture.compare(revision).lines.count { $0.contains("bench: building") } == 2
      }
      try fixture.git("tag", "first")
      var built = [try builds("first")]
      for number in 0..<RevisionBuild.keptRevisions {
        try fixture.write("\(number)\n", to: "number")
        try fixture.commitAll()
        built.append(try builds("HEAD"))
        // After a single new commit, the first revision's program is still in the cache.
        if number == 0 { #expect(try !builds("first")) }
      }
      #expect(built == Array(repeating: true, count: 1 + RevisionBuild.keptRevisions))
      let kept = try FileSystem.names(in: fixture.package + "/.build/against")
      #expect(kept.count == RevisionBuild.keptRevisions)
    }
  }

  /// Creates a repository whose programs print stored counts. When asked for times, the programs return the
  /// samples from the request. HEAD's times are BASE's times multiplied by `factor`. `change` modifies HEAD's
  /// counts, with and without valgrind.
  private func withCounts(
    _ change: (inout CellResult) -> Void, factor: Double = 2, _ body: (GitFixture) throws -> Void
  ) throws {
    let registry = #"{"strategies":[{"id":"fenwick"}],"scenarios":[{"id":"offset"}]}"#
    let slower =
      "awk -F, -v OFS=, -v h=\"$h\" 'NR > 1 && h { $10 = int($10 * \(factor)) } 1' \"$file\""
    let script = Self.compiler(
      of: "verify) ;; list) echo '\(registry)' ;; *) case $0 in */head/*) h=1 ;; esac; "
        + "for word; do file=$word; done; case $2 in samples) \(slower) ;; *) cat $counts/$h.csv ;; esac ;;"
    )
    try GitFixture.with(swift: script) { fixture in
      let simulated = fixture.tools + "/simulated"
      try FileSystem.createFolder(simulated)
      for (name, isHead) in [("", false), ("1", true)] {
        let group = CellGroup(scenario: "offset", heights: "chat", rows: 20)
        var row = CellResult(
          cell: CellKey(group: group, strategy: "fenwick", mode: .corrected), status: .ok)
        (row.countedOperations, row.operations, row.time.timeNs) = (9, 9, 100)
        (row.deviation.checkedSteps, row.deviation.wrongSteps) = (9, 0)
        row.counters[.rowsScanned] = 7
        for counter in Counter.simulated { row.counters[counter] = 100 }
        if isHead { change(&row) }
        try FileSystem.replaceFile(
          at: "\(simulated)/\(name).csv", with: CellResult.csv(of: [row]))
        for counter in Counter.simulated { row.counters[counter] = nil }
        try FileSystem.replaceFile(
          at: "\(fixture.tools)/\(name).csv", with: CellResult.csv(of: [row]))
      }
      // The fake valgrind skips its own options and runs the program.
      try GitFixture.writeProgram(
        "[ \"$1\" = --version ] && exit; while case $1 in */layoutbench) false ;; esac; do shift; done; "
          + "counts=\(simulated) exec \"$@\"", to: fixture.tools + "/valgrind")
      try body(fixture)
    }
  }

  /// Compares the programs of `withCounts`. The default budget only suffices for one pair of processes, which
  /// is too few to judge times.
  private func compare(
    _ fixture: GitFixture, _ options: String, budget: String = "1ms", before: String = "unset CI; "
  ) throws -> (code: Int32, lines: [String]) {
    try fixture.compare(
      "HEAD -s fenwick -c offset -H chat -r 20 --format json -b \(budget) \(options)",
      before: before,
      environment: ["counts": fixture.tools])
  }

  @Test(
    "only an increase in work is a regression, and cells whose work counters are unchanged aren't timed",
    arguments: [
      (0, .work(.rowsScanned), "", 0, false, "No cell does more work ("),
      (1, .work(.rowsScanned), "", 1, true, "Regression: 1 increased counter."),
      (2, .instructions, "", 1, true, "Regression: 1 increased counter."),
      (2, .instructions, "--threshold 3%", 0, false, "No cell does more work ("),
      (
        -9, .instructions, "", 0, true,
        "Slower without more work (code placement or latency): 1 cell."
      ),
      (0, .instructions, "--time 5%", 2, true, "Undecided: 1 cell may be slower, but no cell does"),
    ] as [(Double, Counter, String, Int32, Bool, String)])
  func endings(
    more: Double, counter: Counter, options: String, code: Int32, isTimed: Bool, end: String
  ) throws {
    try withCounts({ $0.counters[counter, default: 0] += more }) { fixture in
      let judgesTimes = code == 2 || end.hasPrefix("Slower")
      let (found, lines) = try compare(fixture, options, budget: judgesTimes ? "100s" : "1ms")
      #expect(found == code, "\(lines)")
      #expect(lines.contains("bench: timing 1 cell") == isTimed, "\(lines)")
      #expect(lines.last?.contains(end) == true, "\(lines)")
    }
  }

  #if os(Linux)
    @Test(
      "without valgrind, only work counters are compared, and without lld, times may differ by 10 %"
    )
    func fallbacks() throws {
      try withCounts({ $0.counters[.instructions] = 105 }, factor: 1.07) { fixture in
        let tools = fixture.temporary + "/../few"
        let few =
          "unset CI; mkdir -p '\(tools)'; for tool in sh cat awk env mkdir chmod git; do "
          + "ln -sf \"$(command -v $tool)\" '\(tools)'; done; PATH='\(fixture.tools)':'\(tools)'; "
        #expect(try compare(fixture, "--time 5%").code == 1)
        #expect(try compare(fixture, "--time 5% --threshold 9%", budget: "100s").code == 2)
        try FileManager.default.removeItem(atPath: fixture.tools + "/valgrind")
        let (code, lines) = try compare(
          fixture, "--time 5%", budget: "100s", before: few)
        #expect(code == 0, "\(lines)")
        #expect(
          lines.contains("bench: timing 1 cell") && !lines.contains { $0.contains("counting") })
      }
    }
  #endif

  @Test("an accepted increase is not a regression, and --accept is not allowed in CI")
  func accepting() throws {
    try withCounts({ $0.counters[.instructions] = 105 }) { fixture in
      let refused = try compare(fixture, "--accept why", before: "export CI=true; ")
      #expect(refused.code == 64 && refused.lines.count == 1)
      #expect(try compare(fixture, "").code == 1)
      for options in ["--accept why", ""] {
        let (code, lines) = try compare(fixture, options)
        #expect(
          code == 0 && lines.last?.contains("No cell does more work than accepted") == true,
          "\(lines)")
      }
      let file = fixture.package + "/results/accepted.csv"
      #expect(
        try String(contentsOfFile: file, encoding: .utf8).hasSuffix(
          ",offset,chat,20,fenwick,corrected,instructions,105.0,why\n"))
    }
  }

  @Test("a strategy that exists only in HEAD is accepted with --allow-new")
  func allNew() throws {
    let registry =
      #"{"strategies":[{"id":"other"}],"scenarios":[{"id":"scroll"},{"id":"offset"},"#
      + #"{"id":"recalc"},{"id":"hit-test"},{"id":"edit"}]}"#
    let script = Self.compiler(of: "verify) ;; list) echo '\(registry)' ;; *) exit 99 ;;")
    try GitFixture.with(swift: script) { fixture in
      let (code, lines) = try fixture.compare("HEAD -s fenwick -r 20")
      #expect(code == 4)
      #expect(
        lines.last
          == "bench: nothing to compare: all selected cells are new; use --allow-new to accept this"
      )
      // A revision that does not contain the package has no strategies.
      try fixture.git("rm", "--quiet", "Package.swift")
      try fixture.commitAll()
      try fixture.write(GitFixture.manifest, to: "Package.swift")
      let new = try fixture.compare("HEAD -s fenwick -r 20 --allow-new --format json")
      #expect(new.code == 0 && new.lines.last == "bench: Nothing to compare: all cells are new.")
      #expect(new.lines.contains { $0.hasSuffix(" has no Package.swift, so all cells are new") })
    }
  }

  @Test(
    "an interrupted comparison removes its temporary files", arguments: [SIGINT, SIGTERM])
  func interruption(signal: Int32) throws {
    // While building the base revision, the fake compiler signals the program and then hangs.
    let script =
      "case \"$3\" in */tree*) kill -\(signal) $PPID; exec sleep 600 ;; esac\n"
      + Self.compiler(of: "verify) ;;")
    try GitFixture.with(swift: script) { fixture in
      let (code, lines) = try fixture.compare("HEAD")
      #expect(code == 130 && lines.last == "bench: interrupted", "\(lines)")
      #expect(try fixture.isClean())
    }
  }
}

@Suite("Checking out git revisions", .serialized)
struct GitRepositoryTests {
  @Test("Unknown and ambiguous revisions and folders outside a repository are rejected")
  func commits() throws {
    try GitFixture.with { fixture in
      let repository = try GitRepository(package: fixture.package)
      let first = try fixture.git("rev-parse", "HEAD").trimmingCharacters(in: .newlines)
      try fixture.git("tag", "twice")
      try fixture.write("1\n", to: "more")
      try fixture.commitAll()
      try fixture.git("branch", "twice")
      for name in ["HEAD~1", String(first.prefix(7)), "refs/tags/twice"] {
        #expect(try repository.commit(name) == first)
      }
      #expect(try repository.commit("refs/heads/twice") != first)
      for (name, code, message) in [
        ("HEAD~5", .missingInput, "this repository has no such commit"),
        ("HEAD^{tree}", .missingInput, "--against "), ("^HEAD", .missingInput, "--against "),
        ("--all", .usage, "--against "), ("", .usage, "--against "),
        ("twice", .usage, "ambiguous"), ("twice~0", .usage, "ambiguous"),
        ("twice^{commit}", .usage, "ambiguous"),
      ] as [(String, ExitCode, String)] {
        let fault = #expect(throws: RunFault.self) { try repository.commit(name) }
        #expect(fault?.exitCode == code && fault?.message.contains(message) == true, "\(name)")
      }
      let message = "--against: \(fixture.temporary) is not in a git repository"
      #expect(throws: RunFault(.missingInput, message)) {
        try GitRepository(package: fixture.temporary)
      }
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
        let fault = #expect(throws: RunFault.self) {
          try repository.checkOut("no-such-commit", to: tree)
        }
        #expect(fault?.exitCode == .cannotCreate)
      }
      #expect(try FileSystem.names(in: fixture.temporary) == ["tree0", "tree13"])
      #expect(try fixture.git("status", "--porcelain", "--branch") == before)
    }
  }

  @Test("The current folder determines the repository, even inside a git hook")
  func hooks() async {
    // In its own process, because the environment is shared with tests that run at the same time.
    await #expect(processExitsWith: .success) {
      try GitFixture.with { fixture in
        try FileSystem.createFolder(fixture.package + "/sub")
        try fixture.write("// sub\n", to: "sub/Package.swift")
        try fixture.commitAll()
        let linked = fixture.temporary + "/linked"
        try fixture.git("worktree", "add", "--quiet", linked)
        // Git sets GIT_DIR for hooks.
        setenv("GIT_DIR", fixture.package + "/.git/worktrees/linked", 1)
        #expect(try GitRepository(package: linked + "/sub").prefix == "sub/")
        #expect(Revision.current(in: linked + "/sub").isDirty == false)
      }
    }
  }

  @Test("If git refuses to open a repository, its reason is reported", .enabled(if: getuid() == 0))
  func ownership() throws {
    try GitFixture.with { fixture in
      #expect(chown(fixture.package, 65534, 65534) == 0)
      #expect(chown(fixture.package + "/.git", 65534, 65534) == 0)
      let fault = #expect(throws: RunFault.self) { try GitRepository(package: fixture.package) }
      let start =
        "--against: git rejects \(fixture.package): detected dubious ownership in repository"
      #expect(fault?.exitCode == .missingInput && fault?.message.hasPrefix(start) == true)
      var reason = ""
      #expect(Revision.current(in: fixture.package) { reason = $0 } == .unknown)
      #expect(reason.hasPrefix("detected dubious ownership") && reason.contains("safe.directory"))
    }
  }
}
