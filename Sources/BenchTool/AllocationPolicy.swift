import BenchBasics
import Foundation

/// The settings of glibc's memory allocator on Linux, which are the same for every strategy.
///
/// With these settings, glibc uses huge pages if the system supports them, keeps freed memory for the next
/// list, and maps only blocks above 32 MiB separately. Because of these settings, page faults and page table
/// walks do not depend on the order in which strategies run. glibc reads the settings when a program starts,
/// so the tool restarts itself to apply them.
enum AllocationPolicy {
  private static let variable = "GLIBC_TUNABLES"
  private static let value =
    "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:"
    + "glibc.malloc.trim_threshold=4294967296"
  private static var settings: String? { ProcessInfo.processInfo.environment[variable] }

  /// The environment variables that give a child process the allocator settings, so that it does not restart
  /// itself; empty if the child inherits the settings from this process.
  static var environment: [String: String] {
    #if canImport(Glibc)
      settings == nil ? [variable: value] : [:]
    #else
      [:]
    #endif
  }

  /// A description of the active allocator settings, for the record of a run.
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

  /// Restarts the program with the allocator settings of this policy. Does nothing if `GLIBC_TUNABLES` is set
  /// already, or if the restart fails.
  static func adopt() {
    #if canImport(Glibc)
      guard settings == nil, let program = FileSystem.real("/proc/self/exe") else { return }
      setenv(variable, value, 1)
      var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
      execv(program, &arguments)
    #endif
  }
}
