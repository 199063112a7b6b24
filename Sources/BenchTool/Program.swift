import Basics
import Foundation
import Runs

struct Program {
  /// The folder of the package around the working folder.
  let package: String
  /// The name of the program, which is its product's too.
  let product: String

  /// - Throws: `RunFault` with code 66 where the working folder is in no package.
  init() throws(RunFault) {
    let here = FileManager.default.currentDirectoryPath
    guard let package = Self.package(above: here) else {
      throw RunFault(
        .missingInput,
        "--against: there is no Package.swift in \(here) or above it: start it in the package that is "
          + "to be compared")
    }
    (self.package, product) = (package, FileSystem.parts(of: try Self.path()).name)
  }

  static func path() throws(RunFault) -> String {
    guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath() else {
      throw RunFault(.internalFault, "cannot find this program, to start it again")
    }
    return executable.path
  }

  /// The nearest folder, from this one upwards, that holds a package.
  static func package(above folder: String) -> String? {
    var folder = folder
    while !FileSystem.holds(folder + "/Package.swift") {
      let next = FileSystem.folder(of: folder)
      guard next != folder, next != "." else { return nil }
      folder = next
    }
    return folder
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
  static func adopt() {
    #if canImport(Glibc)
      guard settings == nil, let program = FileSystem.real("/proc/self/exe") else { return }
      setenv(variable, wanted, 1)
      var words = CommandLine.arguments.map { strdup($0) } + [nil]
      execv(program, &words)
    #endif
  }
}
