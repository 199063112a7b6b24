import BenchBasics
import BenchTestSupport
import Foundation
import Testing

@testable import BenchRuns

@Suite("Facts about the machine, build and source revision")
struct FactsTests {
  @Test(
    "The CPU model is parsed from every known format of /proc/cpuinfo",
    arguments: [
      ("processor\t: 0\nmodel name\t: AMD EPYC 7B13\n\nprocessor\t: 1\n", "AMD EPYC 7B13"),
      ("CPU implementer\t: 0x41\nCPU part\t: 0xd0c\n", "ARM part 0xd0c"),
      ("processor: 0\nnonsense\n:\n", nil),
    ] as [(String, String?)])
  func cpuModel(text: String, model: String?) {
    #expect(MachineFacts.cpuModel(inCPUInfo: text) == model)
  }

  #if canImport(Glibc)
    @Test("The C library version matches the output of getconf")
    func libc() throws {
      let text = try ChildProcess.run(["getconf", "GNU_LIBC_VERSION"]).output
      #expect(MachineFacts.libc.map { $0 + "\n" } == text)
    }
  #endif

  @Test(
    "A CPU model is shortened to a valid folder name",
    arguments: [
      ("Intel(R) Core(TM) i7-9750H CPU @ 2.60GHz", "intel-core-i7-9750h-2-60ghz"),
      ("../../etc", "etc"), ("®", "unknown"),
    ])
  func slug(model: String, slug: String) {
    #expect(MachineFacts(cpuModel: model).slug == slug)
  }

  @Test(
    "Untracked files make a repository dirty unless they are in the results folder",
    .enabled(if: (try? ChildProcess.run(["git", "--version"])) != nil))
  func repository() throws {
    try withTemporaryFolder { folder in
      #expect(Revision.current(in: folder) == .unknown)
      func git(_ arguments: [String]) throws -> String {
        let identity = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
        return try ChildProcess.run(["git", "-C", folder] + identity + arguments).output
      }
      _ = try git(["init", "--quiet"])
      _ = try git(["commit", "--quiet", "--allow-empty", "-m", "a"])
      let commit = try git(["rev-parse", "HEAD"])
      let clean = Revision(commit: String(commit.dropLast()), isDirty: false)
      #expect(Revision.current(in: folder) == clean)
      try FileSystem.createFolder(folder + "/results/2026")
      try write("", to: folder + "/results/2026/run.json")
      #expect(Revision.current(in: folder) == clean)
      try write("", to: folder + "/New.swift")
      #expect(
        Revision.current(in: folder)
          == Revision(commit: clean.commit, isDirty: true, hasOnlyUntracked: true))
    }
  }

  @Test("Exit codes match the manual")
  func exitCodes() {
    #expect(ExitCode.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 64, 65, 66, 70, 73, 74, 130])
  }
}
