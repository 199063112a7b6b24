import Foundation
import Measuring

/// The machine a run took place on. What cannot be found out is `unknown`.
package struct MachineFacts: Codable, Equatable, Sendable {
  /// The processor as it names itself.
  package var cpuModel: String
  /// Processor cores that this program may use.
  package var cores: Int
  /// Memory, in bytes.
  package var memoryBytes: UInt64
  /// The kernel's name and release.
  package var kernel: String
  /// The operating system's name and version.
  package var os: String
  /// The instruction set: `x86_64`, `arm64`.
  package var architecture: String
  /// What governs the processor's frequency. Virtual machines do not tell; that is no good sign.
  package var governor: String
  /// Processes that wanted a core when the run began, averaged over the minute before.
  package var loadAverage: Double
  /// A hash of the host's name: tells two machines of one model apart without naming them.
  ///
  /// A container has a new name each time, so a different hash proves nothing.
  package var host: String

  /// A machine with all its facts.
  package init(
    cpuModel: String, cores: Int, memoryBytes: UInt64, kernel: String, os: String,
    architecture: String, governor: String, loadAverage: Double, host: String
  ) {
    self.cpuModel = cpuModel
    self.cores = cores
    self.memoryBytes = memoryBytes
    self.kernel = kernel
    self.os = os
    self.architecture = architecture
    self.governor = governor
    self.loadAverage = loadAverage
    self.host = host
  }

  enum CodingKeys: String, CodingKey {
    case cpuModel = "cpu_model"
    case cores
    case memoryBytes = "memory_bytes"
    case kernel, os, architecture, governor
    case loadAverage = "load_average"
    case host
  }
}

extension MachineFacts {
  static let unknown = "unknown"

  /// The facts of this machine, now.
  package static func gather() -> MachineFacts {
    var system = utsname()
    uname(&system)
    var load = 0.0
    let isLoadKnown = getloadavg(&load, 1) == 1
    return MachineFacts(
      cpuModel: Platform.cpuModel ?? unknown,
      cores: ProcessInfo.processInfo.activeProcessorCount,
      memoryBytes: ProcessInfo.processInfo.physicalMemory,
      kernel: "\(text(of: system.sysname)) \(text(of: system.release))",
      os: Platform.operatingSystem ?? unknown,
      architecture: text(of: system.machine),
      governor: Platform.governor ?? unknown,
      loadAverage: isLoadKnown ? load : 0,
      host: hash(ofHostName: text(of: system.nodename)))
  }

  /// The memory that this process may have, in bytes: the machine's, or less where it is limited.
  package static var memoryLimit: Int {
    let limits = [
      Int(clamping: ProcessInfo.processInfo.physicalMemory), PeakMemory.bound,
      KernelFiles().memoryLimit ?? .max,
    ]
    return limits.min() ?? .max
  }

  /// The processor's name as part of a folder name: `amd-epyc-7b13`.
  package var slug: String {
    let words = cpuModel.lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let noise: Set<Substring> = ["r", "tm", "cpu", "processor", "with"]
    let slug = words.filter { !noise.contains($0) }.joined(separator: "-").prefix(32)
    return slug.isEmpty ? Self.unknown : slug.split(separator: "-").joined(separator: "-")
  }

  /// The text in one of the fixed arrays of characters that C structures hold.
  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func hash(ofHostName name: String) -> String {
    var hash = SplitMix64(seed: 0, purpose: name)
    return String(hash.next(), radix: 16)
  }
}

extension MachineFacts {
  /// The processor's name in the text of Linux's `/proc/cpuinfo`; nil when the text names none.
  ///
  /// On ARM the text often holds numbers only: the implementer's and the part's.
  package static func cpuModel(inCPUInfo text: String) -> String? {
    var values: [String: String] = [:]
    for line in text.split(whereSeparator: \.isNewline) {
      let parts = line.split(separator: ":", maxSplits: 1).map {
        $0.trimmingCharacters(in: .whitespaces)
      }
      guard parts.count == 2, values[parts[0]] == nil else { continue }
      values[parts[0]] = parts[1]
    }
    if let name = values["model name"] ?? values["Model"] ?? values["Hardware"] { return name }
    guard let implementer = values["CPU implementer"], let part = values["CPU part"] else {
      return nil
    }
    return "ARM implementer \(implementer) part \(part)"
  }

  /// The system's name in the text of Linux's `/etc/os-release`; nil when the text names none.
  package static func systemName(inOSRelease text: String) -> String? {
    let key = "PRETTY_NAME="
    let line = text.split(whereSeparator: \.isNewline).first { $0.hasPrefix(key) }
    return line.map { $0.dropFirst(key.count).trimmingCharacters(in: ["\"", "'"]) }
  }
}
