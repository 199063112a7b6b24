import BenchBasics
import BenchRuns
import Foundation

/// Builds the two programs of a comparison, each several times with its functions in another order. The
/// address of a loop alone can change its time by more than most changes of the code do (C. Curtsinger and E.
/// Berger, "Stabilizer: statistically sound performance evaluation", 2013).
struct RevisionBuild {
  /// The number of revisions whose programs are kept.
  static let keptRevisions = 4
  let repository: GitRepository
  let product: String
  /// A temporary folder.
  let folder: String
  /// The seeds for the order of the functions; empty if the linker lld is missing. All seeds have the same
  /// number of digits, because a program's path is stored on its stack, and a longer path would shift the
  /// addresses of other data.
  private let seeds: [Int]
  /// The options of `swift build` for a section of its own for each function.
  private let options: [String]

  init(repository: GitRepository, product: String, folder: String) throws(RunFault) {
    (self.repository, self.product, self.folder) = (repository, product, folder)
    let hasLinker = Self.hasLinker
    seeds = hasLinker ? Array(101...112) : []
    options =
      hasLinker
      ? [
        "-Xswiftc", "-use-ld=lld", "-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections",
        "-Xcc",
        "-ffunction-sections", "-Xlinker", "--strip-debug",
      ] : []
  }

  /// Whether lld is installed, which can shuffle the sections of a program; only those of ELF files.
  private static var hasLinker: Bool {
    #if os(Linux)
      let compiler = Program.find("swift").flatMap(FileSystem.real).map(FileSystem.folder)
      return Program.find("ld.lld") != nil
        || compiler.map { FileSystem.holds($0 + "/ld.lld") } == true
    #else
      return false
    #endif
  }

  /// Whether each program is linked several times.
  var isShuffled: Bool { !seeds.isEmpty }

  /// Builds the working tree, and returns its first program. The build is incremental: it has a folder of its
  /// own, because the options differ from those of other builds.
  func head() throws(RunFault) -> String {
    Terminal.log("building the working tree, \(repository.package)")
    return try buildHead(links: 1)[0]
  }

  /// Links the working tree again, and returns all of its programs.
  func headLinks() throws(RunFault) -> [String] { try buildHead(links: seeds.count) }

  private func buildHead(links: Int) throws(RunFault) -> [String] {
    try build(
      repository.package, "the working tree", to: folder + "/head",
      scratch: repository.package + "/.build/against/head", links: links)
  }

  /// Returns copies of a commit's programs; none if the commit does not contain the package. Builds the
  /// commit unless an earlier comparison has built it.
  func base(_ commit: String) throws(RunFault) -> [String] {
    // The name of the folder for the cached build contains a hash of all that determines the programs.
    let version = try runTool(["swift", "--version"], deadline: 60)
    let hash = StableHash(of: version.output + options.joined() + "\(seeds)").value
    let cached = "\(repository.package)/.build/against/\(commit)-\(String(hash, radix: 16))"
    let programs = paths(in: cached)
    if !programs.allSatisfy(FileSystem.holds) {
      let short = String(commit.prefix(7))
      // An interrupted comparison may have made some of the programs.
      try? FileManager.default.removeItem(atPath: cached)
      let tree = folder + "/tree"
      defer { try? FileManager.default.removeItem(atPath: tree) }
      try FileSystem.createFolder(tree)
      try repository.checkOut(commit, to: tree)
      let package = tree + "/" + repository.prefix
      guard FileSystem.holds(package + "/Package.swift") else {
        Terminal.log("\(short) has no \(repository.prefix)Package.swift, so all cells are new")
        return []
      }
      Terminal.log("building \(short); the program is kept in .build/against for later comparisons")
      _ = try build(package, short, to: cached, scratch: package + "/.build", links: seeds.count)
    }
    keep(cached)
    let copies = paths(in: folder + "/base")
    for (program, path) in zip(programs, copies) { try copy(program, to: path) }
    return copies
  }

  /// Marks the programs of a revision as used, and removes those that were used longest ago.
  private func keep(_ cached: String) {
    let (files, folder) = (FileManager.default, FileSystem.folder(of: cached))
    func lastUse(_ path: String) -> Date {
      (try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date ?? .distantPast
    }
    try? files.setAttributes([.modificationDate: Date.now], ofItemAtPath: cached)
    let builds = ((try? FileSystem.names(in: folder)) ?? []).filter { $0 != "head" }
      .map { "\(folder)/\($0)" }
    for build in builds.sorted(by: { lastUse($0) > lastUse($1) }).dropFirst(Self.keptRevisions) {
      try? files.removeItem(atPath: build)
    }
  }

  /// The paths of the programs in a folder, one for each seed.
  private func paths(in folder: String) -> [String] {
    (seeds.isEmpty ? [100] : seeds).map { "\(folder)/\($0)/\(product)" }
  }

  /// Builds and links the first `links` programs that `folder` lacks, but at least one, and returns their
  /// paths.
  private func build(
    _ package: String, _ name: String, to folder: String, scratch: String, links: Int
  ) throws(RunFault) -> [String] {
    // Early revisions of this package have a product 'bench' but no product 'layoutbench'.
    let manifest = try FileSystem.bytes(at: package + "/Package.swift")
    let product = product != "layoutbench" || manifest.contains(product.utf8) ? product : "bench"
    let command =
      ["swift", "build", "--package-path", package, "--scratch-path", scratch, "-c", "release"]
      + ["--product", product] + options
    let bin = try runTool(command + ["--show-bin-path"], environment: Git.environment).line
    let programs = Array(paths(in: folder).prefix(max(1, links)))
    for (index, path) in programs.enumerated() where !FileSystem.holds(path) {
      let order = seeds.isEmpty ? [] : ["-Xlinker", "--shuffle-sections=.text*=\(seeds[index])"]
      // An interrupted compiler does not remove its temporary files.
      let outcome = try runTool(
        command + order, environment: Git.environment.merging(["TMPDIR": self.folder]) { $1 },
        deathSignal: SIGINT)
      guard outcome.ending.isSuccess else {
        // SwiftPM prints the compiler's diagnostics on standard output.
        let lines = (outcome.output + outcome.errorOutput).split(whereSeparator: \.isNewline)
        Terminal.log("the last lines of the compiler's output:")
        Terminal.printError("  " + lines.suffix(12).joined(separator: "\n  ") + "\n")
        throw RunFault(.badData, "--against: the release build of \(name) failed")
      }
      guard index == 0 || !outcome.output.contains("] Compiling ") else {
        throw RunFault(.badData, "--against: \(name) was edited during the comparison; try again")
      }
      try copy(bin + "/" + product, to: path)
    }
    return programs
  }

  private func copy(_ program: String, to path: String) throws(RunFault) {
    let folder = FileSystem.folder(of: path)
    if !FileSystem.holdsFolder(folder) { try FileSystem.createFolder(folder) }
    let bytes = try FileSystem.bytes(at: program)
    try FileSystem.replaceFile(at: path) { (file) throws(RunFault) in
      try file.append(bytes)
      try file.makeExecutable()
    }
  }
}

/// The git repository around a package. The functions of this type never change the user's working tree.
struct GitRepository {
  let package: String
  /// The path of the package in the repository: empty, or a path that ends with a slash.
  let prefix: String

  /// Throws `missingInput` if git is missing or rejects the repository, or if `package` is not in one.
  init(package: String) throws(RunFault) {
    self.package = package
    let outcome = try git(["rev-parse", "--show-prefix"], in: package)
    guard outcome.ending.isSuccess else {
      throw RunFault(
        .missingInput,
        outcome.isOutsideOfGit
          ? "--against: \(package) is not in a git repository"
          : "--against: git rejects \(package): \(outcome.gitReason)")
    }
    prefix = outcome.line
  }

  /// The top folder of the repository.
  private var root: String {
    package + String(repeating: "/..", count: prefix.utf8.count { $0 == UInt8(ascii: "/") })
  }

  /// The full hash of the commit that a branch, a tag or a short hash refers to.
  func commit(_ name: String) throws(RunFault) -> String {
    // git would interpret a name that begins with a dash as an option.
    guard !name.isEmpty, !name.hasPrefix("-") else {
      throw RunFault(.usage, "--against \(name.quoted): expected a branch, tag or commit")
    }
    let outcome = try git(
      ["-c", "core.warnAmbiguousRefs=true", "rev-parse", "--verify", name + "^{commit}"],
      in: package)
    guard !outcome.errorOutput.contains(" is ambiguous") else {
      throw RunFault(
        .usage,
        "--against \(name.quoted): this name is ambiguous; write refs/heads/NAME for a branch and "
          + "refs/tags/NAME for a tag")
    }
    // git also accepts an excluded commit such as '^HEAD', and prints its hash with a leading '^'.
    guard outcome.ending.isSuccess, !outcome.line.isEmpty, outcome.line.allSatisfy(\.isHexDigit)
    else {
      throw RunFault(
        .missingInput,
        "--against \(name.quoted): this repository has no such commit; in a shallow clone, fetch "
          + "it first")
    }
    return outcome.line
  }

  /// Checks out all files of a commit and of its submodules into an empty folder. In contrast, `git archive`
  /// omits files with the attribute `export-ignore`, and a git worktree would have to be pruned.
  func checkOut(_ commit: String, to folder: String) throws(RunFault) {
    func checked(_ outcome: ChildProcess.Outcome) throws(RunFault) -> ChildProcess.Outcome {
      guard outcome.ending.isSuccess else {
        throw RunFault(
          .cannotCreate, "cannot check out \(commit) of \(package): \(outcome.gitReason)")
      }
      return outcome
    }
    let gitFolder = try checked(git(["rev-parse", "--absolute-git-dir"], in: root)).line
    let index = folder + ".index"
    defer { FileSystem.remove(index) }
    // The checkout uses a separate index, and disables git settings that would omit files or write into the
    // repository.
    let settings = ["core.sparseCheckout=false", "core.splitIndex=false", "core.fsmonitor=false"]
    _ = try checked(
      git(
        ["--git-dir=\(gitFolder)", "--work-tree=\(folder)"] + settings.flatMap { ["-c", $0] }
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
        // A submodule that was never initialised has an empty folder and is skipped.
        throw RunFault(
          .missingInput,
          "--against: the submodule \(path) of \(commit.prefix(7)) is missing from this working "
            + "tree")
      }
    }
  }
}

private func git(
  _ arguments: [String], in folder: String, environment: [String: String?] = [:]
) throws(RunFault) -> ChildProcess.Outcome {
  try runTool(
    ["git", "-C", folder] + arguments, environment: Git.environment.merging(environment) { $1 })
}

/// Runs git or swift for a comparison.
private func runTool(
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
  /// The output without its last line break. A folder's name may begin or end with other line breaks.
  fileprivate var line: String { String(output.last == "\n" ? output.dropLast() : output[...]) }
}
