import Basics

package enum BuildFacts {
  /// Whether the optimiser was on; times of a program without it are not worth recording.
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

  /// The compiler that built this program: the `swift` found on the path may be another one.
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
  /// Whether the working tree differed from the commit; nil when that is unknown.
  package let isDirty: Bool?
  /// Whether the only difference is files that git does not know.
  package var hasOnlyUntracked = false

  /// No git, no repository, or no commit in it.
  package static let unknown = Revision(commit: "unknown", isDirty: nil)

  /// The commit checked out in `folder`, as git tells it. A file that git does not know counts as a
  /// difference, because it is built; what lies in `results` does not: recording a run puts it there.
  /// Where git rejects to say, `complain` gets its reason.
  package static func current(
    in folder: String = ".", complain: (String) -> Void = { _ in }
  ) -> Revision {
    let words = [
      "git", "-C", folder, "status", "--porcelain=v2", "--branch", "--untracked-files=normal", "--",
      ":(top)", ":(top,exclude)results",
    ]
    guard let answer = try? ChildProcess.run(words, environment: Git.environment, deadline: 60)
    else { return .unknown }
    if answer.ending.isSuccess { return Revision(status: answer.output) }
    if !answer.isOutsideOfGit { complain(answer.gitReason) }
    return .unknown
  }

  /// The commit's first letters, for a folder name: `1a2b3c4`, `1a2b3c4-dirty`.
  var slug: String { commit.prefix(7) + (isDirty == true ? "-dirty" : "") }
}

extension Revision {
  /// The commit that the output of `git status --porcelain=v2 --branch` names.
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
