/// Which version of the source a run measured.
public struct Revision: Equatable, Sendable {
  /// The commit's full hash, or `unknown`.
  public let commit: String

  /// Whether the working tree differed from the commit; nil when that is unknown.
  public let isDirty: Bool?

  /// A commit, and whether the tree differed from it.
  public init(commit: String, isDirty: Bool?) {
    self.commit = commit
    self.isDirty = isDirty
  }

  /// No git, no repository, or no commit in it.
  public static let unknown = Revision(commit: "unknown", isDirty: nil)

  /// The commit checked out in `folder`, as git tells it.
  ///
  /// A file that git does not know counts as a difference, because it is built; what lies in
  /// `results` at the top does not, because recording a run puts it there. Runs git once.
  public static func current(in folder: String = ".") -> Revision {
    let words = [
      "git", "-C", folder, "status", "--porcelain=v2", "--branch", "--untracked-files=normal", "--",
      ":(top)", ":(top,exclude)results",
    ]
    let status = Platform.output(of: words, environment: ["GIT_OPTIONAL_LOCKS": "0"])
    return status.map(Revision.init(status:)) ?? .unknown
  }

  /// The commit that the output of `git status --porcelain=v2 --branch` names.
  package init(status: String) {
    let lines = status.split(separator: "\n")
    let key = "# branch.oid "
    let commit = lines.first { $0.hasPrefix(key) }?.dropFirst(key.count)
    guard let commit, commit.allSatisfy(\.isHexDigit) else {
      self = .unknown
      return
    }
    self.init(commit: String(commit), isDirty: lines.contains { !$0.hasPrefix("#") })
  }

  /// The commit's first letters, for a folder name: `1a2b3c4`, `1a2b3c4-dirty`.
  public var slug: String { commit.prefix(7) + (isDirty == true ? "-dirty" : "") }
}
