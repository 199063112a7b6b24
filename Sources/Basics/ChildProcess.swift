import CProcesses
import Foundation

/// Programs that run to their end as processes of their own. Not Foundation's `Process`: that traps where no
/// more files may be opened, waits without limit, and does not give the system's reasons.
package enum ChildProcess {
  /// How a child ended; overdue is by force, because it had not after so many seconds.
  package enum Ending: Equatable, Sendable {
    case exited(Int32)
    case signalled(Int32)
    case overdue(Double)

    package var isSuccess: Bool { self == .exited(0) }

    /// The ending of a sentence that begins with what the child is.
    package var text: String {
      switch self {
      case .exited(let status): "ended with status \(status)"
      case .signalled(let signal):
        "was ended by signal \(signal) (\(String(cString: strsignal(signal))))"
      case .overdue(let seconds): String(format: "did not end within %g s", seconds)
      }
    }
  }

  package struct Outcome: Sendable {
    package let ending: Ending
    /// What it printed on standard output and on standard error, or the last part of that.
    package let output, complaint: String

    /// The last line on standard error; nil where it said nothing.
    package var lastComplaint: String? {
      complaint.split(whereSeparator: \.isNewline).last.map(String.init)
    }
  }

  /// Runs a program, found on the path, to its end or for `deadline` seconds; it reads nothing. A name with
  /// nil in `environment` is taken out of the child's environment.
  ///
  /// The child has a session of its own, all processes of which are ended where it is. On Linux it is sent
  /// `deathSignal` when this process ends before it.
  ///
  /// - Throws: `missingInput` where there is no such program, `ioFailure` where it cannot be started;
  ///   `interrupted` when the user interrupts, which is asked ten times a second: then the child is asked
  ///   to end, and made to after ten seconds.
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
      // Its pipes may outlive it in the hands of what it has started, and it may outlive its pipes.
      let ending = child.ending(WNOHANG)
      let isSilent = !child.receive(milliseconds: ending == nil ? 100 : 0)
      guard let ending, isSilent else { continue }
      // Ctrl-C may reach the child first.
      if isInterrupted() { throw RunFault(.interrupted, "interrupted") }
      return child.outcome(ending)
    }
  }
}

/// A process and the pipes that it prints into; one that is let go is ended.
private final class Child {
  private var pid: pid_t = 0
  private var known: ChildProcess.Ending?
  /// The pipes of its standard output and standard error, as far as they are open.
  private var pipes: [Int32] = [-1, -1]
  /// What was read from each, or the last part of it.
  private var printed: [[UInt8]] = [[], []]

  init(
    _ words: [String], _ environment: [String: String?], _ deathSignal: Int32
  ) throws(RunFault) {
    let name = words.first ?? ""
    // What is the child's alone, so that reading ends where the child closes it.
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
      // Other children do not inherit them.
      for end in ends where code == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      pipes[stream] = ends[0]
      return try keep(ends[1])
    }
    let nothing = try keep(open("/dev/null", O_RDWR | O_CLOEXEC))
    let code = spawn(words, environment, [nothing, try channel(0), try channel(1)], deathSignal)
    guard code == 0 else {
      throw .system(code == ENOENT ? .missingInput : .ioFailure, cannot: "start", name, code: code)
    }
  }

  deinit {
    if ending(WNOHANG) == nil { end() }
    for pipe in pipes where pipe >= 0 { close(pipe) }
  }

  func outcome(_ ending: ChildProcess.Ending) -> ChildProcess.Outcome {
    let texts = printed.map { String(decoding: $0, as: UTF8.self) }
    return ChildProcess.Outcome(ending: ending, output: texts[0], complaint: texts[1])
  }

  /// How it ended; nil while it runs.
  func ending(_ options: Int32) -> ChildProcess.Ending? {
    var status: Int32 = 0
    while known == nil, pid > 0 {
      let found = waitpid(pid, &status, options)
      if found == 0 { return nil }
      if found < 0, errno == EINTR { continue }
      // Somebody else has waited for it: how it ended is not known.
      if found < 0 { status = 0 }
      let signal = status & 0x7f
      known = signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
    }
    return known
  }

  /// Asks it to end, as Ctrl-C does, and makes it after ten seconds.
  func interrupt() {
    if ending(WNOHANG) == nil { kill(pid, SIGINT) }
    for _ in 0..<1000 where ending(WNOHANG) == nil { poll(nil, 0, 10) }
    end()
  }

  /// Ends it, and all that it has started and that is in its session still.
  func end() {
    guard pid > 0 else { return }
    if ending(WNOHANG) == nil {
      kill(pid, SIGKILL)
      _ = ending(0)
    }
    kill(-pid, SIGKILL)
    // A process may start another while it is looked for. What is killed is gone after some milliseconds.
    for _ in 0..<500 {
      let others = Session.members(of: pid)
      if others.isEmpty { return }
      for process in others { kill(process, SIGKILL) }
      poll(nil, 0, 10)
    }
  }

  /// Waits for something to read, at most so long, and takes it; tells whether there was something.
  func receive(milliseconds: Int32) -> Bool {
    var files = pipes.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    let isSilent = pipes.allSatisfy { $0 < 0 }
    let ready = poll(&files, nfds_t(files.count), isSilent ? min(2, milliseconds) : milliseconds)
    guard ready > 0 else { return false }
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

  /// Starts a program with these standard descriptors; gives 0 or an `errno`.
  private func spawn(
    _ words: [String], _ environment: [String: String?], _ descriptors: [Int32],
    _ deathSignal: Int32
  ) -> Int32 {
    var whole = ProcessInfo.processInfo.environment
    for (name, value) in environment { whole[name] = value }
    let texts = words.map { strdup($0) } + [nil]
    let settings = whole.map { strdup("\($0)=\($1)") } + [nil]
    defer { (texts + settings).forEach { free($0) } }
    guard !words.isEmpty else { return ENOENT }
    let code = layoutbench_spawn(&pid, texts, settings, descriptors, deathSignal)
    // What could not become the program has ended, and is waited for.
    if code != 0, pid > 0 { waitpid(pid, nil, 0) }
    if code != 0 { pid = 0 }
    return code
  }
}

private enum Session {
  /// The processes of a session that have not ended. A compiler's are in process groups of their own, and
  /// stay when the package manager that started them ends; elsewhere than on Linux they are not found.
  static func members(of session: pid_t) -> [pid_t] {
    #if os(Linux)
      let names = (try? FileSystem.names(in: "/proc")) ?? []
      return names.compactMap { pid_t($0) }.filter { process in
        // The name in parentheses may hold anything; behind it are state, parent, group and session.
        guard let bytes = try? FileSystem.bytes(at: "/proc/\(process)/stat"),
          let end = bytes.lastIndex(of: UInt8(ascii: ")"))
        else { return false }
        let fields = String(decoding: bytes[(end + 1)...], as: UTF8.self).split(separator: " ")
        return fields.count > 3 && fields[0] != "Z" && pid_t(fields[3]) == session
      }
    #else
      return []
    #endif
  }
}
