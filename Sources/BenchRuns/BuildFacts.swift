import BenchBasics
import Foundation

package enum BuildFacts {
  package static var isOptimised: Bool {
    var optimised = true
    func note() -> Bool {
      optimised = false
      return true
    }
    // The condition of an `assert` is evaluated only in debug builds.
    assert(note())
    return optimised
  }

  package static var optimisation: String { isOptimised ? "-O" : "-Onone" }

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
  package let commit: String
  package let isDirty: Bool?
  package var hasOnlyUntracked = false

  package static let unknown = Revision(commit: "unknown", isDirty: nil)

  /// Returns the commit checked out in `folder`. Untracked files count as changes, because the build compiles
  /// them. If git refuses to open the repository, `complain` is called with git's error message.
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

  var slug: String { commit.prefix(7) + (isDirty == true ? "-dirty" : "") }
}

extension Revision {
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
  /// Environment variables that git sets for its hooks. If child processes inherited these variables, git
  /// commands would operate on the hook's repository.
  private static let hookVariables = [
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE",
    "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
    "GIT_SHALLOW_FILE",
  ]

  /// Environment overrides for every git command; nil unsets a variable. A user's `GIT_WORK_TREE` is
  /// respected.
  package static var environment: [String: String?] {
    var changes: [String: String?] = ["GIT_OPTIONAL_LOCKS": "0", "LC_ALL": "C"]
    guard ProcessInfo.processInfo.environment["GIT_WORK_TREE"] == nil else { return changes }
    for name in hookVariables { changes.updateValue(nil, forKey: name) }
    return changes
  }
}

extension ChildProcess.Outcome {
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

  package var isOutsideOfGit: Bool { errorOutput.contains("not a git repository") }
}
