import Foundation
import Measuring
import Recording
import Running

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A process of `bench serve`.
final class ProcessHost: CellHost {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()
  private let name: String
  private let isInterrupted: () -> Bool
  /// What came behind the last answer.
  private var rest = Data()

  /// The seconds after which a process that does not answer is given up.
  private static let patience = 60.0

  /// Starts a program.
  ///
  /// - Parameter name: what messages call it.
  init(_ program: String, name: String, isInterrupted: @escaping () -> Bool) throws(RunFault) {
    // To write to a process that has ended is an error of `write`, not the end of this one.
    signal(SIGPIPE, SIG_IGN)
    self.name = name
    self.isInterrupted = isInterrupted
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = ["serve"]
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      throw RunFault(.internalFault, "cannot start \(name), \(program): \(error)")
    }
  }

  func answer(to line: String) throws -> String {
    try? input.fileHandleForWriting.write(contentsOf: Data((line + "\n").utf8))
    let deadline = MonotonicClock.now() + UInt64(Self.patience * 1e9)
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let answer = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        return answer
      }
      if isInterrupted() { throw RunFault(.interrupted, "interrupted") }
      guard MonotonicClock.now() < deadline else {
        throw RunFault(.internalFault, "\(name) did not answer for \(Int(Self.patience)) s")
      }
      var file = pollfd(fd: output.descriptor, events: Int16(POLLIN), revents: 0)
      guard poll(&file, 1, 100) > 0 else { continue }
      guard read(file.fd, into: &rest) else {
        process.waitUntilExit()
        // Ctrl-C may reach the process first.
        if isInterrupted() { throw RunFault(.interrupted, "interrupted") }
        throw RunFault(
          .internalFault, "\(name) ended with status \(process.terminationStatus)")
      }
    }
  }

  func end() {
    try? input.fileHandleForWriting.close()
    // It has nothing to save, and may be in the middle of something long.
    if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    process.waitUntilExit()
  }
}
