import Basics

package enum BuildFacts {
  /// Whether this program is optimised.
  package static var isOptimised: Bool {
    var optimised = true
    func note() -> Bool {
      optimised = false
      return true
    }
    // Only a build without optimisation evaluates the condition.
    assert(note())
    return optimised
  }

  package static var optimisation: String { isOptimised ? "-O" : "-Onone" }

  /// The compiler of this program; the `swift` on the path may be another one.
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
  /// The commit's full hash, or `unknown`.
  package let commit: String
  /// Whether the working tree differed from the commit; nil if unknown.
  package let isDirty: Bool?
  /// Whether untracked files are the only difference.
  package var hasOnlyUntracked = false

  /// No git, no repository, or no commit in it.
  package static let unknown = Revision(commit: "unknown", isDirty: nil)

  /// The commit that is checked out in `folder`. Untracked files are a difference, because they are built, except in
  /// `results`, where recorded runs are. If git rejects the repository, `complain` gets its reason.
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

  /// The short hash in folder names: `1a2b3c4`, `1a2b3c4-dirty`.
  var slug: String { commit.prefix(7) + (isDirty == true ? "-dirty" : "") }
}

extension Revision {
  /// The revision in the output of `git status --porcelain=v2 --branch`.
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
