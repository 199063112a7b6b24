import Basics
import Foundation

/// The settings of the C library's allocator on Linux, equal for all strategies.
///
/// Memory is on huge pages where the system has them, freed memory is kept for the next list, and only blocks
/// above 32 MiB get mappings of their own. So page faults and page table walks do not depend on the order of
/// the strategies. glibc reads the settings when a program starts, so the program restarts itself.
enum AllocationPolicy {
  private static let variable = "GLIBC_TUNABLES"
  private static let value =
    "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:"
    + "glibc.malloc.trim_threshold=4294967296"
  private static var settings: String? { ProcessInfo.processInfo.environment[variable] }

  /// The variables for a child process, so that it need not restart itself; empty if the user has set them.
  static var environment: [String: String] {
    #if canImport(Glibc)
      settings == nil ? [variable: value] : [:]
    #else
      [:]
    #endif
  }

  /// A description of the policy in force, for the record of a run.
  static var description: String {
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

  /// Restarts the program with the policy, unless the variable is set or the restart fails.
  static func adopt() {
    #if canImport(Glibc)
      guard settings == nil, let program = FileSystem.real("/proc/self/exe") else { return }
      setenv(variable, value, 1)
      var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
      execv(program, &arguments)
    #endif
  }
}
