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
    note("building the working tree")
    return try keep(build(repository.package, "the working tree"), as: .head)
  }

  /// Builds a commit, or takes its program from an earlier time; gives the copy of it.
  func base(_ commit: String) throws(RunFault) -> String {
    // A commit never changes, a compiler may.
    let version = try runTool(["swift", "--version"], deadline: 60)
    let hash = String(StableHash(of: version.output).value, radix: 16)
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
    let built = try runTool(words)
    guard built.ending.isSuccess else {
      // The package manager puts the compiler's lines on standard output.
      let lines = (built.output + built.complaint).split(whereSeparator: \.isNewline)
      Terminal.say("the last lines of the compiler:")
      Terminal.note("  " + lines.suffix(12).joined(separator: "\n  ") + "\n")
      throw RunFault(.badData, "--against: the release build of \(name) failed")
    }
    return try runTool(words + ["--show-bin-path"]).line + "/" + product
  }

  /// Copies a program to where it is started from: paths of equal lengths, because they are part of
  /// what a process begins with; a copy, because a build at the same time would replace it.
  private func keep(_ program: String, as side: Side) throws(RunFault) -> String {
    try copy(program, to: "\(folder)/\(side.rawValue)/\(product)")
  }

  private func copy(_ program: String, to place: String) throws(RunFault) -> String {
    let folder = FileSystem.folder(of: place)
    if !FileSystem.holdsFolder(folder) { try FileSystem.createFolder(folder) }
    _ = try FileSystem.replaceFile(at: place, with: FileSystem.bytes(at: program)) {
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

  /// The repository around a package; throws code 66 where there is none, and where there is no git.
  init(package: String) throws(RunFault) {
    self.package = package
    let answer = try runTool(["git", "-C", package, "rev-parse", "--show-prefix"], deadline: 60)
    guard answer.ending.isSuccess else {
      throw RunFault(
        .missingInput, "--against: \(package) is in no git repository (\(answer.reason))")
    }
    prefix = answer.line
  }

  /// The full hash of the commit that a name means; throws code 66 where it means none.
  func commit(_ name: String) throws(RunFault) -> String {
    // A name that begins with a dash would be an option of git's.
    guard !name.isEmpty, !name.hasPrefix("-") else {
      throw RunFault(.usage, "--against \(name.quoted): expected a branch, tag or commit")
    }
    let answer = try runTool(
      ["git", "-C", package, "rev-parse", "--verify", "--quiet", name + "^{commit}"], deadline: 60)
    guard answer.ending.isSuccess, !answer.line.isEmpty else {
      throw RunFault(
        .missingInput,
        "--against \(name.quoted): git knows no such commit here; in a shallow clone, "
          + "fetch it first")
    }
    return answer.line
  }

  /// Puts the files of a commit into a new folder. Not a worktree, which git would have to forget again.
  func export(_ commit: String, to folder: String) throws(RunFault) {
    try FileSystem.createFolder(folder)
    // From the repository's root: git packs what is below the folder that it is started in.
    let root = package + String(repeating: "/..", count: prefix.count { $0 == "/" })
    for words in [
      ["git", "-C", root, "archive", "--output", folder + ".tar", commit],
      ["tar", "-x", "-f", folder + ".tar", "-C", folder],
    ] {
      let answer = try runTool(words)
      guard answer.ending.isSuccess else {
        throw RunFault(.cannotCreate, "cannot check out \(commit): \(answer.reason)")
      }
    }
  }
}

/// Runs a program that a comparison cannot do without.
private func runTool(
  _ words: [String], deadline: Double? = nil
) throws(RunFault) -> ChildProcess.Outcome {
  do throws(RunFault) {
    return try ChildProcess.run(
      words, deadline: deadline, isInterrupted: { Interruption.isAsked })
  } catch {
    guard error.exitCode == .missingInput else { throw error }
    throw RunFault(
      .missingInput, "--against needs \(words[0]), and there is no \(words[0]) on the path")
  }
}

extension ChildProcess.Outcome {
  /// What it printed, a line.
  fileprivate var line: String { output.trimmingCharacters(in: .newlines) }

  /// Why it failed, in its own words if it had any.
  fileprivate var reason: String { lastComplaint ?? "it \(ending.text)" }
}

enum TemporaryFolder {
  static func with<Result>(_ body: (String) throws -> Result) throws -> Result {
    let path = NSTemporaryDirectory() + "bench-" + UUID().uuidString
    try FileSystem.createFolder(path, withParents: false)
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(path)
  }
}
