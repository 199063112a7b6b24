import BenchBasics
import Foundation

/// Settings for glibc on Linux. glibc only reads them when a program starts, so the tool restarts itself to
/// apply them.
///
/// With these settings, the allocator uses huge pages if the system supports them, keeps freed memory for
/// the next list, and maps only blocks above 32 MiB separately. This way, page faults and page table walks
/// don't depend on the order in which strategies run.
enum GlibcSettings {
  private static let variable = "GLIBC_TUNABLES"
  private static let allocator =
    "glibc.malloc.hugetlb=1:glibc.malloc.mmap_threshold=33554432:"
    + "glibc.malloc.trim_threshold=4294967296"
  private static var current: String? { ProcessInfo.processInfo.environment[variable] }

  /// Processor features that glibc must ignore while instructions are counted, as named in glibc 2.33 and
  /// later; nil unless the program uses glibc on x86-64. glibc has several versions of functions such as
  /// `memcpy` and `floor`, and uses these features to select one. These versions differ in the number of
  /// instructions they execute. If it ignores these features, glibc 2.36 selects the same versions on all
  /// 21 qemu processor models that were tested.
  static var unusedFeatures: String? {
    #if canImport(Glibc) && arch(x86_64)
      "-AVX,-AVX2,-AVX512F,-AVX512VL,-AVX_Fast_Unaligned_Load,-ERMS,-FMA,-FMA4,-Fast_Unaligned_Load,"
        + "-SSE4_1,-SSE4_2,-SSSE3,-Slow_BSF"
    #else
      nil
    #endif
  }

  /// Environment variables that spare a child process from having to restart itself. Empty if the child
  /// inherits the settings anyway.
  static var environment: [String: String] {
    #if canImport(Glibc)
      current == nil ? [variable: allocator] : [:]
    #else
      [:]
    #endif
  }

  /// The settings used while counting, which don't depend on this process's environment. The settings include
  /// a fixed threshold of 256 MiB for non-temporal copies, because glibc would otherwise derive this
  /// threshold from the cache size.
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

  /// Restarts the program with the allocator settings. Does nothing if `GLIBC_TUNABLES` is already set, or if
  /// the restart fails.
  static func adopt() {
    #if canImport(Glibc)
      guard current == nil, let program = FileSystem.real("/proc/self/exe") else { return }
      setenv(variable, allocator, 1)
      execv(program, CommandLine.unsafeArgv)
    #endif
  }
}
