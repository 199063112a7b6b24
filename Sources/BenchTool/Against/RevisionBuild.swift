import BenchBasics
import BenchRuns
import Foundation

/// Builds the two programs of a comparison. Each program is linked several times, each time with its
/// functions in a different order, because moving a loop to another address can change its time more than
/// most code changes do (C. Curtsinger and E. Berger, "Stabilizer: statistically sound performance
/// evaluation", 2013).
struct RevisionBuild {
  static let keptRevisions = 2
  let repository: GitRepository
  let product: String
  let folder: String
  /// Random seeds for the order of functions; empty if the linker lld is missing. All seeds have the same
  /// number of digits: each program's path contains its seed and is stored on its stack, where a longer
  /// path would shift the addresses of other data.
  private let seeds: [Int]
  private let options: [String]

  init(repository: GitRepository, product: String, folder: String) throws(RunFault) {
    (self.repository, self.product, self.folder) = (repository, product, folder)
    let hasLinker = Self.hasLinker
    seeds = hasLinker ? Array(101...124) : []
    options =
      hasLinker
      ? [
        "-Xswiftc", "-use-ld=lld", "-Xswiftc", "-Xfrontend", "-Xswiftc", "-function-sections",
        "-Xcc",
        "-ffunction-sections", "-Xlinker", "--strip-all",
      ] : []
  }

  private static var hasLinker: Bool {
    #if os(Linux)
      let compiler = Program.find("swift").flatMap(FileSystem.real).map(FileSystem.folder)
      return Program.find("ld.lld") != nil
        || compiler.map { FileSystem.holds($0 + "/ld.lld") } == true
    #else
      return false
    #endif
  }

  var isShuffled: Bool { !seeds.isEmpty }

  /// Builds the working tree and links `links` programs, at most one per seed. The build uses its own folder,
  /// because its options differ from those of other builds.
  func head(links: Int) throws(RunFault) -> [String] {
    try build(
      repository.package, "the working tree", to: folder + "/head",
      scratch: repository.package + "/.build/against/head", links: links)
  }

  func base(_ commit: String) throws(RunFault) -> [String] {
    // The folder's name contains a hash of everything that influences the build.
    let version = try Program.run(["swift", "--version"], deadline: 60)
    let hash = StableHash(of: version.output + options.joined() + "\(seeds)").value
    let cached = "\(repository.package)/.build/against/\(commit)-\(String(hash, radix: 16))"
    let programs = paths(in: cached)
    if !programs.allSatisfy(FileSystem.holds) {
      let short = String(commit.prefix(7))
      // An interrupted comparison may have left an incomplete set of programs.
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
      _ = try build(package, short, to: cached, scratch: package + "/.build", links: .max)
    }
    keep(cached)
    let copies = paths(in: folder + "/base")
    for (program, path) in zip(programs, copies) { try copy(program, to: path) }
    return copies
  }

  private func keep(_ cached: String) {
    let (files, folder) = (FileManager.default, FileSystem.folder(of: cached))
    func lastUse(_ path: String) -> Date {
      (try? files.attributesOfItem(atPath: path))?[.modificationDate] as? Date
        ?? Date(timeIntervalSince1970: 0)
    }
    try? files.setAttributes([.modificationDate: Date.now], ofItemAtPath: cached)
    let builds = ((try? FileSystem.names(in: folder)) ?? []).filter { $0 != "head" }
      .map { "\(folder)/\($0)" }
    for build in builds.sorted(by: { lastUse($0) > lastUse($1) }).dropFirst(Self.keptRevisions) {
      try? files.removeItem(atPath: build)
    }
  }

  private func paths(in folder: String) -> [String] {
    (seeds.isEmpty ? [100] : seeds).map { "\(folder)/\($0)/\(product)" }
  }

  private func build(
    _ package: String, _ name: String, to folder: String, scratch: String, links: Int
  ) throws(RunFault) -> [String] {
    let command =
      ["swift", "build", "--package-path", package, "--scratch-path", scratch, "-c", "release"]
      + ["--product", product] + options
    let bin = try Program.run(command + ["--show-bin-path"], environment: Git.environment).line
    let programs = Array(paths(in: folder).prefix(max(1, links)))
    for (index, path) in programs.enumerated() where !FileSystem.holds(path) {
      let order = seeds.isEmpty ? [] : ["-Xlinker", "--shuffle-sections=.text*=\(seeds[index])"]
      // An interrupted compiler leaves files behind, so give it a temporary folder that is removed
      // afterwards.
      let outcome = try Program.run(
        command + order, environment: Git.environment.merging(["TMPDIR": self.folder]) { $1 },
        deathSignal: SIGINT)
      guard outcome.ending.isSuccess else {
        let lines = (outcome.output + outcome.errorOutput).split(whereSeparator: \.isNewline)
        Terminal.log("last lines of the compiler output:")
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

struct GitRepository {
  let package: String
  /// The package's path relative to the repository, which is empty or ends with a slash.
  let prefix: String

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

  private var root: String {
    package + String(repeating: "/..", count: prefix.utf8.count { $0 == UInt8(ascii: "/") })
  }

  func commit(_ name: String) throws(RunFault) -> String {
    // git would take a name that starts with a dash for an option.
    guard !name.isEmpty, !name.hasPrefix("-") else {
      throw RunFault(.usage, "--against \(name.quoted): expected a branch, tag or commit")
    }
    let outcome = try git(
      ["-c", "core.warnAmbiguousRefs=true", "rev-parse", "--verify", name + "^{commit}"],
      in: package)
    guard !outcome.errorOutput.contains(" is ambiguous") else {
      throw RunFault(
        .usage,
        "--against \(name.quoted): this name is ambiguous; write refs/heads/NAME for a branch or "
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

  /// Checks out all files of a commit into an empty folder. Uses neither `git archive`, which omits files
  /// that have the `export-ignore` attribute, nor `git worktree`, which would leave a stale entry in the
  /// repository if the process is killed.
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
    // Use a separate index, and disable git settings that would omit files or write to the repository.
    let settings = ["core.sparseCheckout=false", "core.splitIndex=false", "core.fsmonitor=false"]
    _ = try checked(
      git(
        ["--git-dir=\(gitFolder)", "--work-tree=\(folder)"] + settings.flatMap { ["-c", $0] }
          + ["read-tree", "--reset", "-u", commit],
        in: folder, environment: ["GIT_INDEX_FILE": index]))
  }
}

private func git(
  _ arguments: [String], in folder: String, environment: [String: String?] = [:]
) throws(RunFault) -> ChildProcess.Outcome {
  try Program.run(
    ["git", "-C", folder] + arguments, environment: Git.environment.merging(environment) { $1 })
}

extension ChildProcess.Outcome {
  /// The output without its final line break. Other line breaks are kept, because they may be part of a
  /// folder's name.
  fileprivate var line: String { String(output.last == "\n" ? output.dropLast() : output[...]) }
}
