import HostSystem

#if os(Linux)
  import Foundation
  import Runs
  import Testing

  /// The program itself, beside the tests that `swift build` made with it.
  private let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    .appending(path: "bench")

  @Suite("Standard output")
  struct StandardOutputTests {
    /// Runs `bench list` with its output into a file of the system.
    private func list(into path: String) throws -> (code: Int32, message: String) {
      let process = Process()
      process.executableURL = program
      process.arguments = ["list"]
      process.standardOutput = try FileHandle(forWritingTo: URL(filePath: path))
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      let message = try errors.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      return (process.terminationStatus, String(decoding: message, as: UTF8.self))
    }

    @Test("where it cannot be written, one line and exit code 74 say so")
    func full() throws {
      let (code, message) = try list(into: "/dev/full")
      #expect(code == ExitCode.ioFailure.rawValue)
      #expect(
        message == "bench: cannot write the standard output: No space left on device\n")
      #expect(try list(into: "/dev/null") == (ExitCode.success.rawValue, ""))
    }
  }
#endif
