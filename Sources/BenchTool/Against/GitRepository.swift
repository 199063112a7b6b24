import Basics
import Foundation
import Runs

/// The git repository around a package. The functions of this type never change the user's working tree.
struct GitRepository {
  let package: String
  /// The path of the package relative to the repository's top folder: empty, or a path that ends with a
  /// slash.
  let prefix: String

  /// Throws `missingInput` if git is missing, if `package` is not in a repository, or if git rejects the
  /// repository.
  init(package: String) throws(RunFault) {
    self.package = package
    let outcome = try git(["rev-parse", "--show-prefix"], in: package)
    guard outcome.ending.isSuccess else {
      throw RunFault(
        .missingInput,
        outcome.isOutsideOfGit
          ? "--against: \(package) is not in a git repository"
          : "--against: git rejects \(package): \(outcome.gitReason)")
    }
    prefix = outcome.line
  }

  /// The top folder of the repository.
  private var root: String {
    package + String(repeating: "/..", count: prefix.utf8.count { $0 == UInt8(ascii: "/") })
  }

  /// The full hash of the commit that a branch, a tag or a short hash refers to.
  func commit(_ name: String) throws(RunFault) -> String {
    // git would interpret a name that begins with a dash as an option.
    guard !name.isEmpty, !name.hasPrefix("-") else {
      throw RunFault(.usage, "--against \(name.quoted): expected a branch, tag or commit")
    }
    let outcome = try git(["rev-parse", "--verify", "--quiet", name + "^{commit}"], in: package)
    // git also accepts an excluded commit such as '^HEAD', and prints its hash with a leading '^'.
    guard outcome.ending.isSuccess, !outcome.line.isEmpty, outcome.line.allSatisfy(\.isHexDigit)
    else {
      throw RunFault(
        .missingInput,
        "--against \(name.quoted): this repository has no such commit; in a shallow clone, fetch "
          + "it first")
    }
    return outcome.line
  }

  /// Checks out all files of a commit and of its submodules into a new folder. `git archive` is not used
  /// because it omits files with the attribute `export-ignore`; a git worktree is not used because it would
  /// have to be pruned.
  func checkOut(_ commit: String, to folder: String) throws(RunFault) {
    try FileSystem.createFolder(folder)
    try readTree(commit, into: folder)
  }

  private func readTree(_ commit: String, into folder: String) throws(RunFault) {
    func checked(_ outcome: ChildProcess.Outcome) throws(RunFault) -> ChildProcess.Outcome {
      guard outcome.ending.isSuccess else {
        throw RunFault(
          .cannotCreate, "cannot check out \(commit) of \(package): \(outcome.gitReason)")
      }
      return outcome
    }
    let gitFolder = try checked(git(["rev-parse", "--absolute-git-dir"], in: root)).line
    let index = folder + ".index"
    defer { FileSystem.remove(index) }
    // The checkout uses a separate index, and disables git settings that would omit files or write into the
    // repository.
    let settings = ["core.sparseCheckout=false", "core.splitIndex=false", "core.fsmonitor=false"]
    _ = try checked(
      git(
        ["--git-dir=\(gitFolder)", "--work-tree=\(folder)"] + settings.flatMap { ["-c", $0] }
          + ["read-tree", "--reset", "-u", commit],
        in: folder, environment: ["GIT_INDEX_FILE": index]))
    let tree = try checked(git(["ls-tree", "-r", "-z", "--full-tree", commit], in: root)).output
    for entry in tree.split(separator: "\0") where entry.hasPrefix("160000 ") {
      let parts = entry.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2, let submodule = parts[0].split(separator: " ").last else { continue }
      let path = String(parts[1])
      let source = root + "/" + path
      if FileSystem.holds(source + "/.git") {
        try GitRepository(package: source)
          .readTree(String(submodule), into: folder + "/" + path)
      } else if (try? FileSystem.names(in: source))?.isEmpty != true {
        // A submodule that was never initialised has an empty folder and is skipped.
        throw RunFault(
          .missingInput,
          "--against: the submodule \(path) of \(commit.prefix(7)) is missing from this working "
            + "tree")
      }
    }
  }
}

private func git(
  _ arguments: [String], in folder: String, environment: [String: String?] = [:]
) throws(RunFault) -> ChildProcess.Outcome {
  try runTool(
    ["git", "-C", folder] + arguments, environment: Git.environment.merging(environment) { $1 })
}
