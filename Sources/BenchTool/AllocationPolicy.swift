import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// How memory is handed out while strategies are timed: to all in the same way.
///
/// All of it stands on huge pages where the system has them (Linux), what is given back is kept for the
/// next list, and only blocks above 32 MiB are mapped by themselves. So neither a walk through page
/// tables nor the making of pages falls on the one strategy and not on the other.
///
/// The C library reads this once, when a program starts: so the program starts itself anew.
enum AllocationPolicy {
  private static let variable = "GLIBC_TUNABLES"
  private static let wanted =
    "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:"
    + "glibc.malloc.trim_threshold=4294967296"

  /// What a child's environment needs, so that it need not start itself anew; none where the user has
  /// settings of his own.
  static var environment: [String: String] {
    #if canImport(Glibc)
      ProcessInfo.processInfo.environment[variable] == nil ? [variable: wanted] : [:]
    #else
      [:]
    #endif
  }

  /// What is in force, for a run's record.
  static var inForce: String {
    #if canImport(Glibc)
      let settings = ProcessInfo.processInfo.environment[variable] ?? "glibc's defaults"
      let pages = try? String(
        contentsOfFile: "/sys/kernel/mm/transparent_hugepage/enabled", encoding: .utf8)
      let hugePages = pages?.split(separator: "[").dropFirst().first?.split(separator: "]").first
      return "\(settings), transparent huge pages: \(hugePages ?? "unknown")"
    #else
      return "the system's"
    #endif
  }

  /// Starts the program anew with the policy, unless it has one; returns when it has, or when that
  /// cannot be.
  static func adopt(arguments: [String]) {
    #if canImport(Glibc)
      guard ProcessInfo.processInfo.environment[variable] == nil,
        let program = try? FileManager.default.destinationOfSymbolicLink(
          atPath: "/proc/self/exe")
      else { return }
      setenv(variable, wanted, 1)
      let name = CommandLine.arguments.first ?? program
      var words = ([name] + arguments).map { strdup($0) } + [nil]
      execv(program, &words)
      for word in words { free(word) }
    #endif
  }
}
