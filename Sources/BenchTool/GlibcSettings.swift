import BenchBasics
import Foundation

/// The settings of glibc on Linux, which are the same for every strategy. glibc reads them when a program
/// starts, so the tool restarts itself to apply them.
///
/// With the settings of the allocator, glibc uses huge pages if the system supports them, keeps freed memory
/// for the next list, and maps only blocks above 32 MiB separately. Because of these settings, page faults
/// and page table walks do not depend on the order in which strategies run.
enum GlibcSettings {
  private static let variable = "GLIBC_TUNABLES"
  private static let allocator =
    "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:"
    + "glibc.malloc.trim_threshold=4294967296"
  private static var current: String? { ProcessInfo.processInfo.environment[variable] }

  /// The processor features that glibc does not use where instructions are counted, by the names of glibc 2.33
  /// and later; nil if glibc is not used on x86-64. By these features, glibc selects its versions of functions
  /// such as `memcpy` and `floor`, which execute different numbers of instructions. Without them, glibc 2.36
  /// selects the same versions on 21 processor models of qemu.
  static var unusedFeatures: String? {
    #if canImport(Glibc) && arch(x86_64)
      "-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX_Fast_Unaligned_Load,-ERMS,-FMA,-FMA4,-Fast_Unaligned_Load,"
        + "-SSE4_1,-SSE4_2,-SSSE3,-Slow_BSF"
    #else
      nil
    #endif
  }

  /// The environment variables that give a child process the settings of the allocator, so that it does not
  /// restart itself; empty if the child inherits the settings from this process.
  static var environment: [String: String] {
    #if canImport(Glibc)
      current == nil ? [variable: allocator] : [:]
    #else
      [:]
    #endif
  }

  /// The environment variables of a process whose instructions are counted. They do not depend on the
  /// environment of this process. Copies of up to 256 MiB leave their data in the caches, whose size would
  /// otherwise decide how glibc copies a large block.
  static var countingEnvironment: [String: String] {
    #if canImport(Glibc)
      let features = unusedFeatures.map {
        ":glibc.cpu.hwcaps=\($0):glibc.cpu.x86_non_temporal_threshold=0x10000000"
      }
      return [variable: allocator + (features ?? "")]
    #else
      return [:]
    #endif
  }

  /// A description of the active settings of the allocator, for the record of a run.
  static var description: String {
    #if canImport(Glibc)
      let pages = try? String(
        contentsOfFile: "/sys/kernel/mm/transparent_hugepage/enabled", encoding: .utf8)
      let hugePages = pages?.split(separator: "[").dropFirst().first?.split(separator: "]").first
      return (current ?? "glibc's defaults")
        + ", transparent huge pages: \(hugePages ?? "unknown")"
    #else
      return "the system's"
    #endif
  }

  /// Restarts the program with the settings of the allocator. Does nothing if `GLIBC_TUNABLES` is set
  /// already, or if the restart fails.
  static func adopt() {
    #if canImport(Glibc)
      guard current == nil, let program = FileSystem.real("/proc/self/exe") else { return }
      setenv(variable, allocator, 1)
      var arguments = CommandLine.arguments.map { strdup($0) } + [nil]
      execv(program, &arguments)
    #endif
  }
}
