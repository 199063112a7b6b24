import Basics
import Foundation
import Runs

/// Builds the two programs that are compared, outside of every time.
struct RevisionBuild {
  let repository: GitRepository
  /// The executable's name, which is its product's.
  let product: String
  /// A folder of this comparison's own.
  let folder: String
  let note: (String) -> Void

  /// Builds the package as it is now; gives the copy of its program.
  func head() throws(RunFault) -> String {
    note("building the working tree, \(repository.package)")
    return try keep(build(repository.package, "the working tree"), as: .head)
  }

  /// Builds a commit, or takes its program from an earlier time; gives the copy of it.
  func base(_ commit: String) throws(RunFault) -> String {
    // A commit never changes, a compiler may.
    let version = try runTool(["swift", "--version"], deadline: 60)
    let hash = String(StableHash(of: version.output + "read-tree").value, radix: 16)
    let cached = "\(repository.package)/.build/against/\(commit)-\(hash)/\(product)"
    if !FileSystem.holds(cached) {
      let short = String(commit.prefix(7))
      note("building \(short); the next comparison with it will find it in .build/against")
      let tree = folder + "/tree"
      defer { try? FileManager.default.removeItem(atPath: tree) }
      try repository.export(commit, to: tree)
      let package = tree + "/" + repository.prefix
      guard FileSystem.holds(package + "/Package.swift") else {
        throw RunFault(.badData, "--against: \(short) has no \(repository.prefix)Package.swift")
      }
      _ = try copy(build(package, short), to: cached)
    }
    return try keep(cached, as: .base)
  }

  private func build(_ package: String, _ name: String) throws(RunFault) -> String {
    // Before there was a product 'layoutbench' the whole program was 'bench'.
    let manifest = try FileSystem.bytes(at: package + "/Package.swift")
    let product = product != "layoutbench" || manifest.contains(product.utf8) ? product : "bench"
    let words = [
      "swift", "build", "--package-path", package, "-c", "release", "--product", product,
    ]
    // What a compiler leaves behind when it is ended goes with the folder.
    let built = try runTool(
      words, environment: Git.environment.merging(["TMPDIR": folder]) { $1 }, deathSignal: SIGINT)
    guard built.ending.isSuccess else {
      // The package manager puts the compiler's lines on standard output.
      let lines = (built.output + built.complaint).split(whereSeparator: \.isNewline)
      Terminal.say("the last lines of the compiler:")
      Terminal.note("  " + lines.suffix(12).joined(separator: "\n  ") + "\n")
      throw RunFault(.badData, "--against: the release build of \(name) failed")
    }
    return try runTool(words + ["--show-bin-path"], environment: Git.environment).line + "/"
      + product
  }

  /// Copies a program to where it is started from: paths of equal lengths, because they are part of
  /// what a process begins with; a copy, because a build at the same time would replace it.
  private func keep(_ program: String, as side: Side) throws(RunFault) -> String {
    try copy(program, to: "\(folder)/\(side.rawValue)/\(product)")
  }

  private func copy(_ program: String, to place: String) throws(RunFault) -> String {
    let folder = FileSystem.folder(of: place)
    if !FileSystem.holdsFolder(folder) { try FileSystem.createFolder(folder) }
    try FileSystem.replaceFile(at: place, with: FileSystem.bytes(at: program)) {
      (file) throws(RunFault) in try file.makeExecutable()
    }
    return place
  }
}

/// The repository that the package is in, as git tells it; nothing here changes the user's tree.
struct GitRepository {
  let package: String
  /// Where the package is in the repository: empty, or a path that ends with a slash.
  let prefix: String

  /// The repository around a package; throws code 66 where there is none or git rejects it, and where there
  /// is no git.
  init(package: String) throws(RunFault) {
    self.package = package
    let answer = try git(["rev-parse", "--show-prefix"], in: package)
    guard answer.ending.isSuccess else {
      throw RunFault(
        .missingInput,
        answer.isOutsideOfGit
          ? "--against: \(package) is in no git repository"
          : "--against: git rejects \(package): \(answer.gitReason)")
    }
    prefix = answer.line
  }

  /// The root of the repository's files.
  private var root: String {
    package + String(repeating: "/..", count: prefix.utf8.count { $0 == UInt8(ascii: "/") })
  }

  /// The full hash of the commit that a name means; throws code 66 where it means none.
  func commit(_ name: String) throws(RunFault) -> String {
    // A name that begins with a dash would be an option of git's.
    guard !name.isEmpty, !name.hasPrefix("-") else {
      throw RunFault(.usage, "--against \(name.quoted): expected a branch, tag or commit")
    }
    let answer = try git(["rev-parse", "--verify", "--quiet", name + "^{commit}"], in: package)
    // An excluded commit, '^HEAD', is printed with its sign.
    guard answer.ending.isSuccess, !answer.line.isEmpty, answer.line.allSatisfy(\.isHexDigit) else {
      throw RunFault(
        .missingInput,
        "--against \(name.quoted): git knows no such commit here; in a shallow clone, "
          + "fetch it first")
    }
    return answer.line
  }

  /// Puts the files of a commit into a new folder, as git would check them out. Not an archive, which leaves
  /// out what attributes say, nor a worktree, which git would have to forget again.
  func export(_ commit: String, to folder: String) throws(RunFault) {
    try FileSystem.createFolder(folder)
    try checkOut(commit, to: folder)
  }

  private func checkOut(_ commit: String, to folder: String) throws(RunFault) {
    func checked(_ answer: ChildProcess.Outcome) throws(RunFault) -> ChildProcess.Outcome {
      guard answer.ending.isSuccess else {
        throw RunFault(
          .cannotCreate, "cannot check out \(commit) of \(package): \(answer.gitReason)")
      }
      return answer
    }
    let place = try checked(git(["rev-parse", "--absolute-git-dir"], in: root)).line
    let index = folder + ".index"
    defer { FileSystem.remove(index) }
    // An index of its own; settings that would leave files out or write into the repository are off.
    let settings = ["core.sparseCheckout=false", "core.splitIndex=false", "core.fsmonitor=false"]
    _ = try checked(
      git(
        ["--git-dir=\(place)", "--work-tree=\(folder)"] + settings.flatMap { ["-c", $0] }
          + ["read-tree", "--reset", "-u", commit],
        in: folder, environment: ["GIT_INDEX_FILE": index]))
    let tree = try checked(git(["ls-tree", "-r", "-z", "--full-tree", commit], in: root)).output
    for entry in tree.split(separator: "\0") where entry.hasPrefix("160000 ") {
      let parts = entry.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2, let submodule = parts[0].split(separator: " ").last else { continue }
      let path = String(parts[1])
      let source = root + "/" + path
      if FileSystem.holds(source + "/.git") {
        try GitRepository(package: source).checkOut(String(submodule), to: folder + "/" + path)
      } else if (try? FileSystem.names(in: source))?.isEmpty != true {
        // An empty folder is a submodule that the working tree does without as well.
        throw RunFault(
          .missingInput,
          "--against: \(commit.prefix(7)) has the submodule \(path), which the working tree has not"
        )
      }
    }
  }
}

/// Asks git about the repository around a folder.
private func git(
  _ words: [String], in folder: String, environment: [String: String?] = [:]
) throws(RunFault) -> ChildProcess.Outcome {
  try runTool(
    ["git", "-C", folder] + words, environment: Git.environment.merging(environment) { $1 })
}

/// Runs a program that a comparison cannot do without.
private func runTool(
  _ words: [String], environment: [String: String?] = [:], deadline: Double? = nil,
  deathSignal: Int32 = SIGKILL
) throws(RunFault) -> ChildProcess.Outcome {
  do throws(RunFault) {
    return try ChildProcess.run(
      words, environment: environment, deadline: deadline, deathSignal: deathSignal,
      isInterrupted: { Interruption.isAsked })
  } catch {
    guard error.exitCode == .missingInput else { throw error }
    throw RunFault(
      .missingInput, "--against needs \(words[0]), and there is no \(words[0]) on the path")
  }
}

extension ChildProcess.Outcome {
  /// What it printed, a line.
  fileprivate var line: String { output.trimmingCharacters(in: .newlines) }
}

enum TemporaryFolder {
  static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "bench-" + UUID().uuidString
    try FileSystem.createFolder(path, withParents: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }
}
