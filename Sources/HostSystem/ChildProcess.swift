import Foundation

/// Programs that run to their end as processes of their own.
///
/// Not Foundation's `Process`: that traps where no more files may be opened, waits without limit, and
/// says why it cannot start something in the words of its own errors.
package enum ChildProcess {
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

    fileprivate init(_ ending: Ending, _ streams: [Stream]) {
      self.ending = ending
      output = String(decoding: streams[0].bytes, as: UTF8.self)
      complaint = String(decoding: streams[1].bytes, as: UTF8.self)
    }
  }

  /// Seconds between the wish that a child ends and force.
  private static let patience = 10.0

  /// Runs a program, found on the path, to its end; it reads nothing.
  ///
  /// - Parameters:
  ///   - words: the program and its arguments.
  ///   - environment: what is added to this process's own.
  ///   - showsComplaints: whether its messages go to where this process's own go, and not into the outcome.
  ///   - deadline: the seconds after which it is ended; nil where only the user can tell.
  ///   - isInterrupted: asked ten times a second.
  /// - Throws: `missingInput` where there is no such program, `ioFailure` where it cannot be started;
  ///   `interrupted` when the user interrupts: then the child is asked to end, and made to after ten
  ///   seconds.
  package static func run(
    _ words: [String], environment: [String: String] = [:], showsComplaints: Bool = false,
    deadline: Double? = nil, isInterrupted: () -> Bool = { false }
  ) throws(RunFault) -> Outcome {
    let name = words.first ?? ""
    func opened(_ descriptor: Int32) throws(RunFault) -> Descriptor {
      guard let file = Descriptor(descriptor) else {
        throw .system(.ioFailure, cannot: "start", name, code: errno)
      }
      return file
    }
    func channel() throws(RunFault) -> (reading: Descriptor, writing: Descriptor) {
      var ends: [Int32] = [-1, -1]
      let code = pipe(&ends)
      // Other children do not inherit them.
      for end in ends where code == 0 { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      return (try opened(ends[0]), try opened(ends[1]))
    }
    let streams = [Stream(), Stream()]
    let child: Child
    do {
      let nothing = try opened(open("/dev/null", O_RDWR | O_CLOEXEC))
      let output = try channel()
      streams[0].file = output.reading
      var complaints = nothing
      if showsComplaints {
        complaints = Descriptor(fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3)) ?? nothing
      } else {
        (streams[1].file, complaints) = try channel()
      }
      let files = [nothing, output.writing, complaints]
      let (pid, code) = withExtendedLifetime(files) {
        spawn(words, environment, files.map(\.number))
      }
      guard code == 0 else {
        throw .system(
          code == ENOENT ? .missingInput : .ioFailure, cannot: "start", name, code: code)
      }
      child = Child(pid)
      // The child's ends are the child's alone from here on: where it closes them, reading ends.
    }
    let end = deadline.map { ContinuousClock.now + .seconds($0) }
    while true {
      if isInterrupted() {
        child.interrupt(patience: patience)
        throw RunFault(.interrupted, "interrupted")
      }
      if let end, let deadline, ContinuousClock.now >= end {
        child.end()
        return Outcome(.overdue(deadline), streams)
      }
      // Its pipes may outlive it in the hands of what it has started, and it may outlive its pipes.
      let ending = child.ending(WNOHANG)
      let isSilent = !receive(streams, milliseconds: ending == nil ? 100 : 0)
      guard let ending, isSilent else { continue }
      // Ctrl-C may reach the child first.
      if isInterrupted() { throw RunFault(.interrupted, "interrupted") }
      return Outcome(ending, streams)
    }
  }

  /// Waits for something to read, at most so long; tells whether there was something.
  private static func receive(_ streams: [Stream], milliseconds: Int32) -> Bool {
    let open = streams.filter { $0.file != nil }
    var files = open.map { pollfd(fd: $0.file?.number ?? -1, events: Int16(POLLIN), revents: 0) }
    guard poll(&files, nfds_t(files.count), files.isEmpty ? min(2, milliseconds) : milliseconds) > 0
    else { return false }
    return zip(open, files).reduce(false) { found, pair in
      (pair.1.revents != 0 && pair.0.take()) || found
    }
  }
}

/// An open file of the system's, closed when it is let go.
private final class Descriptor {
  let number: Int32

  init?(_ number: Int32) {
    guard number >= 0 else { return nil }
    self.number = number
  }

  deinit { close(number) }
}

/// What a child prints.
private final class Stream {
  /// Where it is read; nil at its end.
  var file: Descriptor?
  /// What was read, or the last part of it.
  private(set) var bytes: [UInt8] = []

  /// The most bytes that are kept.
  private static let most = 1 << 26

  /// Takes what there is to read; false where that is nothing.
  func take() -> Bool {
    guard let file else { return false }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = buffer.withUnsafeMutableBytes {
      read(file.number, $0.baseAddress, $0.count)
    }
    if count <= 0 {
      if count == 0 || errno != EINTR { self.file = nil }
      return false
    }
    bytes += buffer[..<count]
    let surplus = bytes.count - Self.most
    if surplus > Self.most { bytes.removeFirst(surplus) }
    return true
  }
}

/// A process; one that is let go is ended.
private final class Child {
  private let pid: pid_t
  private var known: ChildProcess.Ending?

  init(_ pid: pid_t) { self.pid = pid }

  deinit { end() }

  /// How it ended; nil while it runs.
  func ending(_ options: Int32) -> ChildProcess.Ending? {
    var status: Int32 = 0
    while known == nil {
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

  /// Asks it to end, as Ctrl-C does, and makes it after so many seconds.
  func interrupt(patience: Double) {
    if ending(WNOHANG) == nil { kill(pid, SIGINT) }
    for _ in 0..<Int(patience * 100) where ending(WNOHANG) == nil { poll(nil, 0, 10) }
    end()
  }

  /// Ends it by force, unless it has ended.
  func end() {
    guard ending(WNOHANG) == nil else { return }
    kill(pid, SIGKILL)
    _ = ending(0)
  }
}

/// Starts a program with these standard descriptors; gives its process, or an `errno`.
private func spawn(
  _ words: [String], _ environment: [String: String], _ descriptors: [Int32]
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
