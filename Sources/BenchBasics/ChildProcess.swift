import CBenchProcesses
import Foundation

/// Runs child processes. This replaces Foundation's `Process`, which has no time limit, omits the system's
/// error messages, and traps when the process runs out of file descriptors.
package enum ChildProcess {
  /// `overdue` means that the child was killed because it exceeded its time limit; the associated value is
  /// this limit in seconds. `unknown` means that the exit status was lost, for example because this process
  /// ignores SIGCHLD.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    case overdue(Double)
    case unknown

    package var isSuccess: Bool { self == .exited(0) }

    package var text: String {
      switch self {
      case .exited(let status): "ended with status \(status)"
      case .signalled(let signal):
        "was terminated by signal \(signal) (\(String(cString: strsignal(signal))))"
      case .overdue(let seconds): String(format: "did not end within %g s", seconds)
      case .unknown: "ended with an unknown status"
      }
    }
  }

  package struct Outcome: Sendable {
    package let ending: Ending
    package let output, errorOutput: String

    package var lastErrorLine: String? {
      errorOutput.split(whereSeparator: \.isNewline).last.map(String.init)
    }
  }

  /// Looks up a program in `PATH` and runs it with empty standard input. If the program is still running
  /// after `deadline` seconds, it is killed along with its whole process group. A nil value in `environment`
  /// removes the variable. On Linux, the child receives `deathSignal` if the thread that started it ends
  /// first. `isInterrupted` is called ten times per second; an interrupted child receives SIGINT and is
  /// killed after ten seconds.
  package static func run(
    _ words: [String], environment: [String: String?] = [:], deadline: Double? = nil,
    deathSignal: Int32 = SIGKILL, isInterrupted: () -> Bool = { false }
  ) throws(RunFault) -> Outcome {
    let child = try Child(words, environment, deathSignal)
    let end = deadline.map { ContinuousClock.now + .seconds($0) }
    while true {
      if isInterrupted() {
        child.interrupt()
        throw RunFault(.interrupted, "interrupted")
      }
      if let end, let deadline, ContinuousClock.now >= end {
        child.end()
        return child.outcome(.overdue(deadline))
      }
      // Descendants may keep the pipes open after the child has ended, and the child may close them before it
      // ends.
      let ending = child.ending(WNOHANG)
      let isSilent = !child.receive(milliseconds: ending == nil ? 100 : 0)
      guard let ending, isSilent else { continue }
      // On Ctrl-C, the child may end before this process handles the signal.
      if isInterrupted() { throw RunFault(.interrupted, "interrupted") }
      return child.outcome(ending)
    }
  }
}

private final class Child {
  private var pid: pid_t = 0
  private var known: ChildProcess.Ending?
  private var pipes: [Int32] = [-1, -1]
  private var printed: [[UInt8]] = [[], []]

  init(
    _ words: [String], _ environment: [String: String?], _ deathSignal: Int32
  ) throws(RunFault) {
    let name = words[0]
    // Descriptors for the child. The parent must close its own copies after the child has started; otherwise,
    // it would wait forever for the end of the child's output.
    var own: [Int32] = []
    defer { for file in own { close(file) } }
    func keep(_ descriptor: Int32) throws(RunFault) -> Int32 {
      guard descriptor >= 0 else { throw .system(.ioFailure, cannot: "start", name, code: errno) }
      own.append(descriptor)
      return descriptor
    }
    func channel(_ stream: Int) throws(RunFault) -> Int32 {
      var ends: [Int32] = [-1, -1]
      let code = pipe(&ends)
      for end in ends where code == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      pipes[stream] = ends[0]
      return try keep(ends[1])
    }
    let streams = [
      try keep(open("/dev/null", O_RDWR | O_CLOEXEC)), try channel(0), try channel(1),
    ]
    var whole = ProcessInfo.processInfo.environment
    for (name, value) in environment { whole[name] = value }
    let texts = words.map { strdup($0) } + [nil]
    let settings = whole.map { strdup("\($0)=\($1)") } + [nil]
    defer { (texts + settings).forEach { free($0) } }
    let code = layoutbench_spawn(&pid, texts, settings, streams, deathSignal)
    guard code == 0 else {
      // Reap the child, which would otherwise remain a zombie.
      if pid > 0 { waitpid(pid, nil, 0) }
      throw .system(code == ENOENT ? .missingInput : .ioFailure, cannot: "start", name, code: code)
    }
  }

  deinit {
    for pipe in pipes where pipe >= 0 { close(pipe) }
  }

  func outcome(_ ending: ChildProcess.Ending) -> ChildProcess.Outcome {
    let texts = printed.map { String(decoding: $0, as: UTF8.self) }
    return ChildProcess.Outcome(ending: ending, output: texts[0], errorOutput: texts[1])
  }

  func ending(_ options: Int32) -> ChildProcess.Ending? {
    var status: Int32 = 0
    while known == nil {
      let found = waitpid(pid, &status, options)
      if found == 0 { return nil }
      if found < 0, errno == EINTR { continue }
      let signal = status & 0x7f
      known =
        found < 0 ? .unknown : signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }
    return known
  }

  func interrupt() {
    if ending(WNOHANG) == nil { kill(pid, SIGINT) }
    for _ in 0..<1000 where ending(WNOHANG) == nil { poll(nil, 0, 10) }
    end()
  }

  func end() {
    kill(-pid, SIGKILL)
    _ = ending(0)
  }

  func receive(milliseconds: Int32) -> Bool {
    var files = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let isSilent = pipes.allSatisfy { $0 < 0 }
    let timeout = isSilent ? min(2, milliseconds) : milliseconds
    guard poll(&files, nfds_t(files.count), timeout) > 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var found = false
    for (stream, file) in files.enumerated() where file.fd >= 0 && file.revents != 0 {
      let count = buffer.withUnsafeMutableBytes { read(file.fd, $0.baseAddress, $0.count) }
      if count > 0 {
        found = true
        printed[stream] += buffer[..<count]
        let surplus = printed[stream].count - 1 << 26
        if surplus > 1 << 26 { printed[stream].removeFirst(surplus) }
      } else if count == 0 || errno != EINTR {
        close(file.fd)
        pipes[stream] = -1
      }
    }
    return found
  }
}
