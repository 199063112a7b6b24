import Foundation
import Runs
import Testing

@testable import BenchTool

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#endif

@Suite("bench compare --against", .serialized)
struct AgainstTests {
  /// Runs the command `compare --against` and waits until it ends.
  private func run(
    _ fixture: GitFixture, _ words: String...
  ) throws -> (code: Int32, lines: [String]) {
    let (process, errorOutput) = try fixture.start(["compare", "--against"] + words)
    let text = errorOutput.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: text, as: UTF8.self).split(separator: "\n").map(String.init)
    return (process.terminationStatus, lines)
  }

  /// Whether the folder for temporary files is empty and the repository is unchanged.
  private func isClean(_ fixture: GitFixture) throws -> Bool {
    try FileManager.default.contentsOfDirectory(atPath: fixture.temporary).isEmpty
      && fixture.git("status", "--porcelain").isEmpty
  }

  /// The shell script of a fake compiler. The fake compiler "builds" another shell script, which runs the
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

  /// Comparisons that must fail: the revision, the script that replaces the compiler, the expected exit code,
  /// and the first words of each expected line.
  private static let refusals: [(revision: String, swift: String, code: Int32, lines: [String])] = [
    (
      "no-such-branch", "exit 1", 66,
      ["bench: --against \"no-such-branch\": this repository has no such commit"]
    ),
    (
      "HEAD", "[ \"$1\" = --version ] && exit; echo 'error: no such module'; exit 1", 65,
      [
        "bench: building the working tree", "bench: the last lines of the compiler's output:",
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
        "bench: a strategy of HEAD shows wrong rows, so HEAD is not compared with BASE",
      ]
    ),
  ]

  @Test(
    "a missing revision, a failed build and wrong rows are reported",
    arguments: refusals.indices)
  func refusal(index: Int) throws {
    let (revision, swift, code, starts) = Self.refusals[index]
    try GitFixture.with(swift: swift) { fixture in
      let (found, lines) = try run(fixture, revision)
      #expect(found == code && lines.count == starts.count, "\(lines)")
      for (line, start) in zip(lines, starts) { #expect(line.hasPrefix(start)) }
      #expect(try isClean(fixture))
    }
  }

  @Test("outside of a package the comparison is an error")
  func outside() throws {
    try GitFixture.with { fixture in
      try FileManager.default.removeItem(atPath: fixture.package + "/Package.swift")
      let (code, lines) = try run(fixture, "HEAD")
      #expect(code == 66 && lines.count == 1)
      #expect(lines[0].hasPrefix("bench: --against: there is no Package.swift in "), "\(lines)")
    }
  }

  @Test("a revision that is too old is reported with exit code 3")
  func old() throws {
    let registry = #"{"strategies":[{"id":"fenwick"}],"scenarios":[{"id":"scroll"}]}"#
    let script = Self.compiler(
      of: "verify) ;; list) echo '\(registry)' ;; "
        + "*) echo \"bench: unknown option '--count'\" >&2; exit 64 ;;")
    try GitFixture.with(swift: script) { fixture in
      for isCached in [false, true] {
        let (code, lines) = try run(fixture, "HEAD")
        #expect(code == 3)
        #expect(lines.count { $0.contains("bench: building") } == (isCached ? 1 : 2))
        #expect(
          lines.last == "bench: BASE is too old to be compared: its program rejects 'worker' "
            + "(bench: unknown option '--count')")
        #expect(try isClean(fixture))
      }
    }
  }

  @Test("a strategy that only HEAD has is accepted with --allow-new")
  func allNew() throws {
    let registry =
      #"{"strategies":[{"id":"other"}],"scenarios":[{"id":"scroll"},{"id":"offset"},"#
      + #"{"id":"recalc"},{"id":"hit-test"},{"id":"edit"}]}"#
    let script = Self.compiler(of: "verify) ;; list) echo '\(registry)' ;; *) exit 99 ;;")
    try GitFixture.with(swift: script) { fixture in
      let (code, lines) = try run(fixture, "HEAD", "-s", "fenwick", "-r", "20")
      #expect(code == 4)
      #expect(
        lines.last
          == "bench: nothing to compare: BASE lacks all selected strategies or all selected "
          + "scenarios; use --allow-new to accept this")
      for format in ["markdown", "json"] {
        let accepted = try run(
          fixture, "HEAD", "-s", "fenwick", "-r", "20", "--allow-new", "--format", format)
        #expect(accepted.code == 0)
        #expect(accepted.lines.last == "bench: Nothing to compare: all cells are new.")
      }
      #expect(try isClean(fixture))
    }
  }

  @Test(
    "an interrupted comparison removes its temporary files",
    arguments: [SIGINT, SIGTERM, SIGHUP])
  func interruption(signal: Int32) throws {
    try TemporaryFolder.with { folder in
      let pipe = folder + "/building"
      #expect(mkfifo(pipe, 0o600) == 0)
      // When the base revision is built, the fake compiler writes to the pipe and then hangs.
      let script =
        "case \"$3\" in */tree*) echo now > \(pipe); exec sleep 600 ;; esac\n"
        + Self.compiler(of: "verify) ;;")
      try GitFixture.with(swift: script) { fixture in
        let (process, errorOutput) = try fixture.start(["compare", "--against", "HEAD"])
        let file = try #require(FileHandle(forReadingAtPath: pipe))
        #expect(String(decoding: file.readDataToEndOfFile(), as: UTF8.self) == "now\n")
        kill(process.processIdentifier, signal)
        let text = errorOutput.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        #expect(process.terminationStatus == 130)
        #expect(String(decoding: text, as: UTF8.self).hasSuffix("bench: interrupted\n"))
        #expect(try isClean(fixture))
      }
    }
  }
}
