import Basics
import Foundation
import Runs

struct Program {
  /// The folder of the package around the working folder, or else around this program.
  let package: String
  /// The name of the program, which is its product's too.
  let product: String

  /// - Throws: `RunFault` with code 66 where both folders are in no package.
  init() throws(RunFault) {
    let place = FileSystem.parts(of: try Self.path())
    let here = FileManager.default.currentDirectoryPath
    guard let package = Self.package(above: here) ?? Self.package(above: place.folder) else {
      throw RunFault(.missingInput, "--against: no Package.swift in \(here) or above it")
    }
    (self.package, product) = (package, place.name)
  }

  static func path() throws(RunFault) -> String {
    guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      throw RunFault(.internalFault, "cannot find this program, to start it again")
    }
    return executable.path
  }

  /// The nearest folder, from this one upwards, that holds a package.
  fileprivate static func package(above folder: String) -> String? {
    var folder = folder
    while !FileSystem.holds(folder + "/Package.swift") {
      let next = FileSystem.folder(of: folder)
      guard next != folder, next != "." else { return nil }
      folder = next
    }
    return folder
  }

  /// Replaces this process by a program, which was called by `name`; returns only if that fails.
  fileprivate static func become(_ path: String, _ name: String, _ arguments: [String]) {
    var words = ([name] + arguments).map { strdup($0) } + [nil]
    execv(path, &words)
    for word in words { free(word) }
  }
}

/// Hands a debug build's work over to the release build: times of a debug build mean nothing.
///
/// `swift run bench` starts the debug build, which builds the release beside it (a second when nothing
/// changed) and becomes it. A debug build that held only this would be quicker; but a manifest cannot have
/// other dependencies in another configuration.
enum ReleaseBuild {
  /// Becomes the release build if this one is not optimised; throws code 70 where that cannot be.
  static func takeOver(arguments: [String]) throws(RunFault) {
    guard !BuildFacts.isOptimised else { return }
    let executable = try Program.path()
    let place = FileSystem.parts(of: executable)
    guard let package = Program.package(above: place.folder) else {
      throw RunFault(
        .internalFault,
        "this is a debug build outside its package; build it with swift build -c release")
    }
    // <scratch>/<triple>/debug/bench
    let scratch = FileSystem.folder(of: FileSystem.folder(of: place.folder))
    let options = [
      "--package-path", package, "--scratch-path", scratch, "-c", "release", "--product",
      place.name,
    ]
    Terminal.say(
      "this is a debug build, whose figures are not worth reading: building the release build, and "
        + "running that. To build once: swift run -c release \(place.name)")
    let built = try swift(["build", "--quiet"] + options)
    guard built.ending.isSuccess else {
      Terminal.note(built.output)
      throw RunFault(.internalFault, "the release build failed; see the compiler's lines above")
    }
    let folder = try swift(["build", "--show-bin-path"] + options).output
    let release = folder.trimmingCharacters(in: .whitespacesAndNewlines) + "/" + place.name
    Program.become(release, release, arguments)
    throw RunFault.system(.internalFault, cannot: "start", release, code: errno)
  }

  /// Runs the package manager; what it says beside its output goes to standard error.
  private static func swift(_ arguments: [String]) throws(RunFault) -> ChildProcess.Outcome {
    do throws(RunFault) {
      return try ChildProcess.run(["swift"] + arguments, showsComplaints: true)
    } catch {
      throw RunFault(.internalFault, "the release cannot be built: \(error.message)")
    }
  }
}

/// How memory is handed out while strategies are timed: to all in the same way.
///
/// All of it stands on huge pages where the system has them (Linux), what is given back is kept for the
/// next list, and only blocks above 32 MiB are mapped by themselves. So neither a walk through page
/// tables nor the making of pages falls on the one strategy and not on the other. The C library reads this
/// once, when a program starts: so the program starts itself anew.
enum AllocationPolicy {
  private static let variable = "GLIBC_TUNABLES"
  private static let wanted =
    "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:"
    + "glibc.malloc.trim_threshold=4294967296"
  private static var settings: String? { ProcessInfo.processInfo.environment[variable] }

  /// What spares a child to start itself anew; nothing where the user has settings.
  static var environment: [String: String] {
    #if canImport(Glibc)
      settings == nil ? [variable: wanted] : [:]
    #else
      [:]
    #endif
  }

  static var inForce: String {
    #if canImport(Glibc)
      let pages = try? String(
        contentsOfFile: "/sys/kernel/mm/transparent_hugepage/enabled", encoding: .utf8)
      let hugePages = pages?.split(separator: "[").dropFirst().first?.split(separator: "]").first
      return (settings ?? "glibc's defaults")
        + ", transparent huge pages: \(hugePages ?? "unknown")"
    #else
      return "the system's"
    #endif
  }

  /// Starts the program anew with the policy, unless it has one or that cannot be.
  static func adopt(arguments: [String]) {
    #if canImport(Glibc)
      guard settings == nil, let program = FileSystem.real("/proc/self/exe") else { return }
      setenv(variable, wanted, 1)
      Program.become(program, CommandLine.arguments.first ?? program, arguments)
    #endif
  }
}
