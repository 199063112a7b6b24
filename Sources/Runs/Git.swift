import Basics
import Foundation

/// The environment of git commands.
package enum Git {
  /// The variables that git sets for hooks. With them, git would use the hook's repository for every folder. See
  /// `git rev-parse --local-env-vars`.
  private static let hookVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
  ]

  /// The changes to the environment; nil removes a variable. Nothing is removed if the user has set the work tree.
  package static var environment: [String: String?] {
    var changes: [String: String?] = ["GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"]
    guard ProcessInfo.processInfo.environment["GIT_WORK_TREE"] == nil else { return changes }
    for name in hookVariables { changes.updateValue(nil, forKey: name) }
    return changes
  }
}

extension ChildProcess.Outcome {
  /// git's error message, with the command that it advises.
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

  /// Whether git found no repository, as opposed to rejecting one.
  package var isOutsideOfGit: Bool { complaint.contains("not a git repository") }
}
