import Foundation
import HostSystem
import Recording
import Text

/// The repository that the package is in, as git tells it; nothing here changes the user's tree.
struct GitRepository {
  /// The package's folder.
  let package: String
  /// Where the package is in the repository: empty, or a path that ends with a slash.
  let prefix: String

  /// The repository around a package.
  ///
  /// - Throws: `RunFault` with code 66 where there is none, and where there is no git.
  init(package: String) throws(RunFault) {
    self.package = package
    let answer = try Self.git(["-C", package, "rev-parse", "--show-prefix"])
    guard answer.ending.isSuccess else {
      throw RunFault(
        .missingInput, "--against: \(package) is in no git repository (\(answer.reason))")
    }
    prefix = answer.output.trimmingCharacters(in: .newlines)
  }

  /// The full hash of the commit that a name means.
  ///
  /// - Throws: `RunFault` with code 66 where it means none.
  func commit(_ name: String) throws(RunFault) -> String {
    // A name that begins with a dash would be an option of git's.
    guard !name.isEmpty, !name.hasPrefix("-") else {
      throw RunFault(.usage, "--against \(name.quoted): expected a branch, tag or commit")
    }
    let answer = try Self.git(
      ["-C", package, "rev-parse", "--verify", "--quiet", name + "^{commit}"])
    let hash = answer.output.trimmingCharacters(in: .newlines)
    guard answer.ending.isSuccess, !hash.isEmpty else {
      throw RunFault(
        .missingInput,
        "--against \(name.quoted): git knows no such commit here; in a shallow clone, "
          + "fetch it first")
    }
    return hash
  }

  /// Checks a commit out into a folder that is not there yet.
  func addWorktree(_ folder: String, at commit: String) throws(RunFault) {
    // A worktree whose folder is gone would stay on git's list.
    _ = try Self.git(["-C", package, "worktree", "prune"])
    let answer = try Self.git(
      [
        "-C", package, "-c", "core.hooksPath=/dev/null", "worktree", "add", "--detach", folder,
        commit,
      ], deadline: nil, isInterrupted: { Interruption.isAsked })
    guard answer.ending.isSuccess else {
      throw RunFault(.cannotCreate, "git cannot check out \(commit): \(answer.reason)")
    }
  }

  /// Removes a worktree, its folder and what git knows of it; says nothing where that fails, because
  /// it is called on the way out.
  func removeWorktree(_ folder: String) {
    _ = try? Self.git(["-C", package, "worktree", "remove", "--force", folder])
    try? FileManager.default.removeItem(atPath: folder)
    _ = try? Self.git(["-C", package, "worktree", "prune"])
  }

  /// Runs git; what only asks it something takes no longer than a minute.
  private static func git(
    _ words: [String], deadline: Double? = 60, isInterrupted: () -> Bool = { false }
  ) throws(RunFault) -> ChildProcess.Outcome {
    do throws(RunFault) {
      return try ChildProcess.run(
        ["git"] + words, deadline: deadline, isInterrupted: isInterrupted)
    } catch {
      guard error.exitCode == .missingInput else { throw error }
      throw RunFault(.missingInput, "--against needs git, and there is no git on the path")
    }
  }
}

extension ChildProcess.Outcome {
  /// Why it failed, in its own words if it had any.
  fileprivate var reason: String { lastComplaint ?? "it \(ending.text)" }
}
