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

  /// Runs a program, found on the path, to its end or for `deadline` seconds; it reads nothing.
  ///
  /// - Throws: `missingInput` where there is no such program, `ioFailure` where it cannot be started;
  ///   `interrupted` when the user interrupts, which is asked ten times a second: then the child is asked
  ///   to end, and made to after ten seconds.
  package static func run(
    _ words: [String], environment: [String: String] = [:], deadline: Double? = nil,
    isInterrupted: () -> Bool = { false }
  ) throws(RunFault) -> Outcome {
    let child = try Child(words, environment)
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

  init(_ words: [String], _ environment: [String: String]) throws(RunFault) {
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
    let code = spawn(words, environment, [nothing, try channel(0), try channel(1)])
    guard code == 0 else {
      throw .system(code == ENOENT ? .missingInput : .ioFailure, cannot: "start", name, code: code)
    }
  }

  deinit {
    end()
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

  func end() {
    guard pid > 0, ending(WNOHANG) == nil else { return }
    kill(pid, SIGKILL)
    _ = ending(0)
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
    _ words: [String], _ environment: [String: String], _ descriptors: [Int32]
  ) -> Int32 {
    #if canImport(Darwin)
      var actions: posix_spawn_file_actions_t?
      var attributes: posix_spawnattr_t?
    #else
      var actions = posix_spawn_file_actions_t()
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    for (target, source) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, source, Int32(target))
    }
    // What this process ignores or has blocked, its child need not.
    var (none, usual) = (sigset_t(), sigset_t())
    sigemptyset(&none)
    sigemptyset(&usual)
    for signal in [SIGPIPE, SIGXFSZ, SIGQUIT] { sigaddset(&usual, signal) }
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &usual)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF))
    let whole = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var texts = words.map { strdup($0) } + [nil]
    var settings = whole.map { strdup("\($0)=\($1)") } + [nil]
    defer { (texts + settings).forEach { free($0) } }
    return posix_spawnp(&pid, words.first ?? "", &actions, &attributes, &texts, &settings)
  }
}
