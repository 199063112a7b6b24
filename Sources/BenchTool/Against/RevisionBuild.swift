import Foundation
import HostSystem
import Recording
import Text

/// Builds the two programs that are compared, outside of every time.
struct RevisionBuild {
  let repository: GitRepository
  /// The executable's name, which is its product's.
  let product: String
  /// A folder of this comparison's own.
  let folder: String
  /// Is told what takes long.
  let note: (String) -> Void

  /// Builds the package as it is now; gives the copy of its program.
  func head() throws(RunFault) -> String {
    note("building the working tree")
    return try keep(build(repository.package, "the working tree"), as: .head)
  }

  /// Builds a commit, or takes its program from an earlier time; gives the copy of it.
  func base(_ commit: String) throws(RunFault) -> String {
    let cached = try cache(commit)
    if !FileSystem.holds(cached) {
      let short = String(commit.prefix(7))
      note("building \(short); the next comparison with it will find it in .build/against")
      let tree = folder + "/tree"
      defer { repository.removeWorktree(tree) }
      try repository.addWorktree(tree, at: commit)
      let package = tree + "/" + repository.prefix
      guard FileSystem.holds(package + "/Package.swift") else {
        throw RunFault(.badData, "--against: \(short) has no \(repository.prefix)Package.swift")
      }
      try copy(build(package, short), to: cached)
    }
    return try keep(cached, as: .base)
  }

  /// Where the program of a commit is kept: a commit never changes, a compiler may.
  private func cache(_ commit: String) throws(RunFault) -> String {
    let version = try swift(["--version"], deadline: 60)
    let hash = StableHash(of: version.output).value
    let name = "\(commit)-\(String(hash, radix: 16))"
    return "\(repository.package)/.build/against/\(name)/\(product)"
  }

  /// Builds a package's program; gives its path.
  private func build(_ package: String, _ name: String) throws(RunFault) -> String {
    let words = [
      "build", "--package-path", package, "-c", "release", "--product", product,
    ]
    let built = try swift(words)
    guard built.ending.isSuccess else {
      // The package manager puts the compiler's lines on standard output.
      let lines = (built.output + built.complaint).split(whereSeparator: \.isNewline)
      // Shown to whoever wants no progress too.
      Terminal.note(
        "bench: the last lines of the compiler:\n  "
          + lines.suffix(12).joined(separator: "\n  ") + "\n")
      throw RunFault(.badData, "--against: the release build of \(name) failed")
    }
    let place = try swift(words + ["--show-bin-path"])
    return place.output.trimmingCharacters(in: .newlines) + "/" + product
  }

  private func swift(
    _ words: [String], deadline: Double? = nil
  ) throws(RunFault) -> ChildProcess.Outcome {
    do throws(RunFault) {
      return try ChildProcess.run(
        ["swift"] + words, deadline: deadline, isInterrupted: { Interruption.isAsked })
    } catch {
      guard error.exitCode == .missingInput else { throw error }
      throw RunFault(
        .missingInput, "--against builds both sides, and there is no swift on the path")
    }
  }

  /// Copies a program to where it is started from: paths of equal lengths, because they are part of
  /// what a process begins with; a copy, because a build at the same time would replace it.
  private func keep(_ program: String, as side: PairedSide) throws(RunFault) -> String {
    let place = "\(folder)/\(side.rawValue)/\(product)"
    try copy(program, to: place)
    return place
  }

  private enum PairedSide: String { case base, head }

  private func copy(_ program: String, to place: String) throws(RunFault) {
    let folder = FileSystem.folder(of: place)
    if !FileSystem.holdsFolder(folder) { try FileSystem.createFolder(folder) }
    try FileSystem.copyProgram(program, to: place)
  }
}
