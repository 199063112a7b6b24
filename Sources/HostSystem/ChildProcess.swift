import Foundation

/// A program that runs as a process of its own, to which this one may write and from which it reads.
///
/// Not Foundation's `Process`: that traps where no more files may be opened, waits without limit, and
/// says why it cannot start something in the words of its own errors. A child that is let go is
/// ended.
package final class ChildProcess {
  /// Where the child's messages go.
  package enum Complaints: Sendable {
    /// Into the outcome.
    case kept
    /// To where this process's own go.
    case shown
    /// Nowhere.
    case dropped
  }

  /// How a child ended.
  package enum Ending: Equatable, Sendable {
    /// With this status.
    case exited(Int32)
    /// By this signal.
    case signalled(Int32)
    /// By force, because it had not ended after so many seconds.
    case overdue(Double)

    /// Whether it did what it was asked.
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

  /// What a child has printed.
  package enum Stream: Int, Sendable {
    case output, complaint
  }

  private let pid: pid_t
  /// Where the child reads; -1 for one that has no input.
  private var input: Int32
  /// What it prints and complains; -1 at their ends.
  private var streams: [Int32]
  private var ending: Ending?

  /// Starts a program found on the path.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - environment: what is added to this process's own.
  ///   - takesInput: whether `send` will be used; else the child reads nothing.
  /// - Throws: `missingInput` where there is no such program, `ioFailure` where it cannot be started.
  package init(
    _ words: [String], environment: [String: String] = [:], takesInput: Bool = false,
    complaints: Complaints = .kept
  ) throws(RunFault) {
    let name = words.first ?? ""
    // To write to a child that has ended is an error of `write`, not the end of this process.
    if takesInput { signal(SIGPIPE, SIG_IGN) }
    var own: [Int32] = []
    var theirs: [Int32] = []
    defer { theirs.forEach { close($0) } }
    do throws(RunFault) {
      // The ends of a pipe: to read, to write.
      func pipe() throws(RunFault) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        guard Self.makePipe(&ends) == 0 else {
          throw .system(.ioFailure, cannot: "start", name, code: errno)
        }
        return (ends[0], ends[1])
      }
      func null(_ mode: Int32) throws(RunFault) -> Int32 {
        let descriptor = open("/dev/null", mode | O_CLOEXEC)
        guard descriptor >= 0 else {
          throw .system(.ioFailure, cannot: "start", name, code: errno)
        }
        return descriptor
      }
      if takesInput {
        let ends = try pipe()
        theirs.append(ends.0)
        own.append(ends.1)
      } else {
        theirs.append(try null(O_RDONLY))
        own.append(-1)
      }
      let output = try pipe()
      theirs.append(output.1)
      own.append(output.0)
      switch complaints {
      case .kept:
        let ends = try pipe()
        theirs.append(ends.1)
        own.append(ends.0)
      case .dropped: theirs.append(try null(O_WRONLY))
      case .shown:
        let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)
        theirs.append(copy >= 0 ? copy : try null(O_WRONLY))
      }
      let (pid, code) = Self.spawn(words, environment: environment, descriptors: theirs)
      guard code == 0 else {
        throw .system(
          code == ENOENT ? .missingInput : .ioFailure, cannot: "start", name, code: code)
      }
      self.pid = pid
    } catch {
      own.forEach { if $0 >= 0 { close($0) } }
      throw error
    }
    input = own[0]
    streams = [own[1], own.count > 2 ? own[2] : -1]
  }

  deinit {
    closeInput()
    for descriptor in streams where descriptor >= 0 { close(descriptor) }
    if ending == nil { _ = end() }
  }

  // MARK: Talking

  /// Writes to the child; false where it reads no more.
  package func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }

  /// Tells the child that nothing more will be sent.
  package func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Whether the child may still print something.
  package var isOpen: Bool { streams.contains { $0 >= 0 } }

  /// Waits for something to read, at most so long, and gives it to `take`, piece by piece.
  package func receive(milliseconds: Int32, _ take: (Stream, ArraySlice<UInt8>) -> Void) {
    var files = streams.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&files, nfds_t(files.count), milliseconds) > 0 else { return }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    for (index, stream) in [Stream.output, .complaint].enumerated()
    where files[index].revents != 0 {
      let count = buffer.withUnsafeMutableBytes { read(streams[index], $0.baseAddress, $0.count) }
      if count > 0 {
        take(stream, buffer[..<count])
      } else if count == 0 || errno != EINTR {
        close(streams[index])
        streams[index] = -1
      }
    }
  }

  // MARK: Ending

  /// How the child ended; nil while it runs.
  package func hasEnded() -> Ending? { ending ?? reap(WNOHANG) }

  /// Asks the child to end, as Ctrl-C does.
  package func interrupt() { if hasEnded() == nil { kill(pid, SIGINT) } }

  /// Ends the child by force, unless it has ended; gives how it did.
  package func end() -> Ending {
    if let ending = hasEnded() { return ending }
    kill(pid, SIGKILL)
    return reap(0) ?? .signalled(SIGKILL)
  }

  /// Gives the child so many seconds to end, and then ends it.
  package func end(within seconds: Double) -> Ending {
    for _ in 0..<Int(seconds * 100) {
      if let ending = hasEnded() { return ending }
      poll(nil, 0, 10)
    }
    return end()
  }

  private func reap(_ options: Int32) -> Ending? {
    var status: Int32 = 0
    while true {
      let found = waitpid(pid, &status, options)
      if found == 0 { return nil }
      if found < 0, errno == EINTR { continue }
      // Somebody else has waited for it: how it ended is not known.
      if found < 0 { status = 0 }
      let signal = status & 0x7f
      ending = signal == 0 ? .exited(status >> 8 & 0xff) : .signalled(signal)
      return ending
    }
  }
}

extension ChildProcess {
  /// What a child that ran to its end has left.
  package struct Outcome: Sendable {
    /// How it ended.
    package let ending: Ending
    /// What it printed on standard output, or the last part of that.
    package let output: String
    /// What it printed on standard error, or the last part of that.
    package let complaint: String

    /// The last line of what it complained about; nil where it said nothing.
    package var lastComplaint: String? {
      complaint.split(whereSeparator: \.isNewline).last.map(String.init)
    }
  }

  /// The most bytes of an output that are kept.
  private static let mostKept = 1 << 26
  /// Seconds between the wish that a child ends and force.
  private static let patience = 10.0

  /// Runs a program to its end.
  ///
  /// - Parameters:
  ///   - deadline: the seconds after which it is ended; nil where only the user can tell.
  ///   - isInterrupted: asked ten times a second.
  /// - Throws: as `init` does; `interrupted` when the user interrupts: then the child is asked to
  ///   end, and made to after ten seconds.
  package static func run(
    _ words: [String], environment: [String: String] = [:], complaints: Complaints = .kept,
    deadline: Double? = nil, isInterrupted: () -> Bool = { false }
  ) throws(RunFault) -> Outcome {
    let child = try ChildProcess(words, environment: environment, complaints: complaints)
    let clock = ContinuousClock()
    let end = deadline.map { clock.now + .seconds($0) }
    var texts: [[UInt8]] = [[], []]
    // Its pipes may outlive it in the hands of what it has started, and it may outlive its pipes.
    while child.isOpen || child.hasEnded() == nil {
      if isInterrupted() {
        child.interrupt()
        _ = child.end(within: patience)
        throw RunFault(.interrupted, "interrupted")
      }
      if let end, let deadline, clock.now >= end {
        _ = child.end()
        return Outcome(ending: .overdue(deadline), texts)
      }
      let hadEnded = child.hasEnded() != nil
      var isSilent = true
      child.receive(milliseconds: hadEnded ? 0 : child.isOpen ? 100 : 10) { stream, bytes in
        isSilent = false
        texts[stream.rawValue].append(contentsOf: bytes)
        let surplus = texts[stream.rawValue].count - mostKept
        if surplus > mostKept { texts[stream.rawValue].removeFirst(surplus) }
      }
      if hadEnded, isSilent { break }
    }
    let ending = child.end()
    // Ctrl-C may reach the child first.
    if isInterrupted() { throw RunFault(.interrupted, "interrupted") }
    return Outcome(ending: ending, texts)
  }
}

extension ChildProcess.Outcome {
  fileprivate init(ending: ChildProcess.Ending, _ texts: [[UInt8]]) {
    self.ending = ending
    output = String(decoding: texts[0], as: UTF8.self)
    complaint = String(decoding: texts[1], as: UTF8.self)
  }
}

// MARK: Calls of the system

extension ChildProcess {
  /// Makes a pipe whose ends children do not inherit.
  private static func makePipe(_ ends: inout [Int32]) -> Int32 {
    guard pipe(&ends) == 0 else { return -1 }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return 0
  }

  /// Starts a program with these standard descriptors; gives its process, or an `errno`.
  private static func spawn(
    _ words: [String], environment: [String: String], descriptors: [Int32]
  ) -> (pid: pid_t, code: Int32) {
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
    var pid: pid_t = 0
    let code = posix_spawnp(&pid, words.first ?? "", &actions, &attributes, &texts, &settings)
    return (pid, code)
  }
}
