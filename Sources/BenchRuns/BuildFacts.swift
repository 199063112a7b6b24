import BenchBasics
import Foundation

package enum BuildFacts {
  /// Whether this program was built with optimisation.
  package static var isOptimised: Bool {
    var optimised = true
    func note() -> Bool {
      optimised = false
      return true
    }
    // Only a build without optimisation evaluates the condition of `assert`.
    assert(note())
    return optimised
  }

  package static var optimisation: String { isOptimised ? "-O" : "-Onone" }

  /// The compiler that built this program.
  package static var compiler: String {
    #if compiler(>=6.5)
      "Swift 6.5 or later"
    #elseif compiler(>=6.4)
      "Swift 6.4"
    #elseif compiler(>=6.3.2)
      "Swift 6.3.2 or later 6.3"
    #elseif compiler(>=6.3.1)
      "Swift 6.3.1"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #else
      "Swift 6.2"
    #endif
  }
}

package struct Revision: Equatable, Sendable {
  /// The full hash of the commit, or `unknown`.
  package let commit: String
  /// Whether the working tree differed from the commit; nil if unknown.
  package let isDirty: Bool?
  /// Whether untracked files are the only difference between the working tree and the commit.
  package var hasOnlyUntracked = false

  package static let unknown = Revision(commit: "unknown", isDirty: nil)

  /// The commit that is checked out in `folder`, or `unknown`. Untracked files make the working tree dirty,
  /// because the build includes them. Files in `results`, the folder of recorded runs, are ignored. If git
  /// rejects the repository, `complain` is called with the reason.
  package static func current(
    in folder: String = ".", complain: (String) -> Void = { _ in }
  ) -> Revision {
    let command = [
      "git", "-C", folder, "status", "--porcelain=v2", "--branch", "--untracked-files=normal", "--",
      ":(top)", ":(top,exclude)results",
    ]
    guard let answer = try? ChildProcess.run(command, environment: Git.environment, deadline: 60)
    else { return .unknown }
    if answer.ending.isSuccess { return Revision(status: answer.output) }
    if !answer.isOutsideOfGit { complain(answer.gitReason) }
    return .unknown
  }

  /// The short commit hash that is used in folder names, such as `1a2b3c4` or `1a2b3c4-dirty`.
  var slug: String { commit.prefix(7) + (isDirty == true ? "-dirty" : "") }
}

extension Revision {
  /// Parses the revision from the output of `git status --porcelain=v2 --branch`.
  init(status: String) {
    let lines = status.split(separator: "\n")
    let key = "# branch.oid "
    let commit = lines.first { $0.hasPrefix(key) }?.dropFirst(key.count)
    guard let commit, commit.allSatisfy(\.isHexDigit) else {
      self = .unknown
      return
    }
    let changes = lines.filter { !$0.hasPrefix("#") }
    self.init(
      commit: String(commit), isDirty: !changes.isEmpty,
      hasOnlyUntracked: !changes.isEmpty && changes.allSatisfy { $0.hasPrefix("?") })
  }
}

package enum Git {
  /// The environment variables that git sets for hooks (`git rev-parse --local-env-vars`). With these
  /// variables, git would use the hook's repository for every folder.
  private static let hookVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
  ]

  /// The changes to the environment of every git command; nil removes a variable. No variable is removed if
  /// the user has set `GIT_WORK_TREE`.
  package static var environment: [String: String?] {
    var changes: [String: String?] = ["GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"]
    guard ProcessInfo.processInfo.environment["GIT_WORK_TREE"] == nil else { return changes }
    for name in hookVariables { changes.updateValue(nil, forKey: name) }
    return changes
  }
}

extension ChildProcess.Outcome {
  /// The error message of git, followed by the command that git suggests.
  package var gitReason: String {
    let lines = errorOutput.split(whereSeparator: \.isNewline).map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard let fatal = lines.first(where: { $0.hasPrefix("fatal: ") }) else {
      return lines.last ?? "it \(ending.text)"
    }
    let advice = lines.first { $0.hasPrefix("git config ") }.map { " (\($0))" } ?? ""
    return fatal.dropFirst("fatal: ".count) + advice
  }

  /// Whether git failed because the folder is not in a repository, and not because git rejected it.
  package var isOutsideOfGit: Bool { errorOutput.contains("not a git repository") }
}
