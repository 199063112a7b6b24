import Basics
import Foundation

/// git, asked about the repository that a folder is in.
package enum Git {
  /// What git sets in the environment of a hook, for its own repository: there it would be taken for the
  /// repository of every folder, with the folder as its root. See `git rev-parse --local-env-vars`.
  private static let ofHooks = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
  ]

  /// The changes to the environment of programs that ask git: nil takes a variable away. Who sets the work
  /// tree as well means it.
  package static var environment: [String: String?] {
    var changes: [String: String?] = ["GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"]
    guard ProcessInfo.processInfo.environment["GIT_WORK_TREE"] == nil else { return changes }
    for name in ofHooks { changes.updateValue(nil, forKey: name) }
    return changes
  }
}

extension ChildProcess.Outcome {
  /// Why git failed, in its own words: the first line that says so, and what it advises to type.
  package var gitReason: String {
    let lines = complaint.split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard let fatal = lines.first(where: { $0.hasPrefix("fatal: ") }) else {
      return lines.last ?? "it \(ending.text)"
    }
    let advice = lines.first { $0.hasPrefix("git config ") }.map { " (\($0))" } ?? ""
    return fatal.dropFirst("fatal: ".count) + advice
  }

  /// Whether git found no repository, and did not refuse one that is there.
  package var isOutsideOfGit: Bool { complaint.contains("not a git repository") }
}
