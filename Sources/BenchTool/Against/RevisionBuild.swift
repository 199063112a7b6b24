import Basics
import Foundation
import Runs

/// Builds the two programs of a comparison.
struct RevisionBuild {
  let repository: GitRepository
  /// The name of the executable product to build.
  let product: String
  /// The path of a temporary folder for this comparison.
  let folder: String

  /// Builds the working tree and returns a copy of its program.
  func head() throws(RunFault) -> String {
    Terminal.log("building the working tree, \(repository.package)")
    return try keep(build(repository.package, "the working tree"), as: .head)
  }

  /// Returns a copy of a commit's program. Builds the commit unless an earlier comparison has built it.
  func base(_ commit: String) throws(RunFault) -> String {
    // The name of the folder for the cached build contains a hash of the compiler's version.
    let version = try runTool(["swift", "--version"], deadline: 60)
    let hash = String(StableHash(of: version.output + "read-tree").value, radix: 16)
    let cached = "\(repository.package)/.build/against/\(commit)-\(hash)/\(product)"
    if !FileSystem.holds(cached) {
      let short = String(commit.prefix(7))
      Terminal.log("building \(short); the program is kept in .build/against for later comparisons")
      let tree = folder + "/tree"
      defer { try? FileManager.default.removeItem(atPath: tree) }
      try repository.checkOut(commit, to: tree)
      let package = tree + "/" + repository.prefix
      guard FileSystem.holds(package + "/Package.swift") else {
        throw RunFault(.badData, "--against: \(short) has no \(repository.prefix)Package.swift")
      }
      _ = try copy(build(package, short), to: cached)
    }
    return try keep(cached, as: .base)
  }

  private func build(_ package: String, _ name: String) throws(RunFault) -> String {
    // Early revisions of this package have a product 'bench' but no product 'layoutbench'.
    let manifest = try FileSystem.bytes(at: package + "/Package.swift")
    let product = product != "layoutbench" || manifest.contains(product.utf8) ? product : "bench"
    let command = [
      "swift", "build", "--package-path", package, "-c", "release", "--product", product,
    ]
    // The compiler's temporary files are written to the comparison's temporary folder, because an interrupted
    // compiler does not remove them.
    let outcome = try runTool(
      command, environment: Git.environment.merging(["TMPDIR": folder]) { $1 }, deathSignal: SIGINT)
    guard outcome.ending.isSuccess else {
      // SwiftPM prints the compiler's diagnostics on standard output.
      let lines = (outcome.output + outcome.errorOutput).split(whereSeparator: \.isNewline)
      Terminal.log("the last lines of the compiler's output:")
      Terminal.printError("  " + lines.suffix(12).joined(separator: "\n  ") + "\n")
      throw RunFault(.badData, "--against: the release build of \(name) failed")
    }
    return try runTool(command + ["--show-bin-path"], environment: Git.environment).line + "/"
      + product
  }

  /// Copies a program into the temporary folder, where no other build replaces it. The copies of BASE and
  /// HEAD have paths of the same length, because a program's path is stored on its stack, and a longer path
  /// would shift the addresses of other data.
  private func keep(_ program: String, as side: Side) throws(RunFault) -> String {
    try copy(program, to: "\(folder)/\(side.rawValue)/\(product)")
  }

  private func copy(_ program: String, to path: String) throws(RunFault) -> String {
    let folder = FileSystem.folder(of: path)
    if !FileSystem.holdsFolder(folder) { try FileSystem.createFolder(folder) }
    let bytes = try FileSystem.bytes(at: program)
    try FileSystem.replaceFile(at: path) { (file) throws(RunFault) in
      try file.append(bytes)
      try file.makeExecutable()
    }
    return path
  }
}

/// Runs git or swift for a comparison.
func runTool(
  _ command: [String], environment: [String: String?] = [:], deadline: Double? = nil,
  deathSignal: Int32 = SIGKILL
) throws(RunFault) -> ChildProcess.Outcome {
  do throws(RunFault) {
    return try Program.run(
      command, environment: environment, deadline: deadline, deathSignal: deathSignal)
  } catch {
    guard error.exitCode == .missingInput else { throw error }
    throw RunFault(.missingInput, "--against needs \(command[0]), which is not in PATH")
  }
}

extension ChildProcess.Outcome {
  /// The output without leading and trailing newlines.
  var line: String { output.trimmingCharacters(in: .newlines) }
}
