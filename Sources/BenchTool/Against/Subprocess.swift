import Foundation
import Recording

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A command that is run to its end, unless the user interrupts.
struct Subprocess {
  /// The exit status; 127 where `env` found no such command.
  let status: Int32
  /// What it printed on standard output.
  let output: String
  /// What it printed on standard error.
  let complaint: String

  /// Runs a command found on the path.
  ///
  /// - Throws: `RunFault` with code 130 when the user interrupts: the command is asked to end, and
  ///   made to after ten seconds.
  init(
    _ words: [String], environment: [String: String] = [:],
    isInterrupted: () -> Bool = { false }
  ) throws(RunFault) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    let (output, complaint) = (Pipe(), Pipe())
    (process.standardOutput, process.standardError) = (output, complaint)
    do {
      try process.run()
    } catch {
      throw RunFault(.internalFault, "cannot start \(words.first ?? ""): \(error)")
    }
    var texts = [Data(), Data()]
    var files = [output, complaint].map {
      pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0)
    }
    var patience = 100
    while files.contains(where: { $0.fd >= 0 }) {
      if isInterrupted() {
        if patience == 100 { process.interrupt() }
        if patience == 0 { kill(process.processIdentifier, SIGKILL) }
        patience -= 1
        // What the command has started may hold the pipes open for longer than it lives.
        if !process.isRunning || patience < -10 { break }
      }
      guard poll(&files, nfds_t(files.count), 100) > 0 else { continue }
      for index in files.indices where files[index].revents != 0 {
        if !read(files[index].fd, into: &texts[index]) { files[index].fd = -1 }
      }
    }
    process.waitUntilExit()
    if isInterrupted() { throw RunFault(.interrupted, "interrupted") }
    status = process.terminationStatus
    self.output = String(decoding: texts[0], as: UTF8.self)
    self.complaint = String(decoding: texts[1], as: UTF8.self)
  }
}

extension Pipe {
  /// The end to read from.
  var descriptor: Int32 { fileHandleForReading.fileDescriptor }
}

/// Appends what there is to read; false at the end.
func read(_ descriptor: Int32, into data: inout Data) -> Bool {
  var buffer = [UInt8](repeating: 0, count: 1 << 16)
  let count = read(descriptor, &buffer, buffer.count)
  if count > 0 { data.append(contentsOf: buffer.prefix(count)) }
  return count > 0 || (count < 0 && errno == EINTR)
}
