// Builds `layoutbench` in release mode, then replaces itself with it. `swift run bench` builds only this
// launcher in debug mode. The launcher imports neither Foundation nor the package's other modules, so that it
// builds and starts quickly.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes a line to standard error. Ignores failures.
func log(_ text: String) {
  let line = Array("bench: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// Process ID of the build; 0 if no build is running.
nonisolated(unsafe) var build: pid_t = 0
nonisolated(unsafe) var isInterrupted = false

let endSignals = [SIGINT, SIGTERM, SIGHUP]

/// Whether the build is slow enough to show its output. If nothing has changed, the build takes less than
/// three seconds and its output stays hidden.
nonisolated(unsafe) var isSlow = false

/// Stops the build on SIGINT, SIGTERM or SIGHUP. The build always receives SIGINT, because SwiftPM stops its
/// compilers only on that signal.
func listen() {
  for number in endSignals {
    let before = signal(number) { _ in
      guard !isInterrupted else { return }
      isInterrupted = true
      if build > 0 { kill(build, SIGINT) }
      alarm(5)
    }
    // Keep ignoring SIGHUP if the parent process does, as with `nohup`.
    if number == SIGHUP, unsafeBitCast(before, to: Int.self) == 1 { signal(number, SIG_IGN) }
  }
  alarm(3)
  signal(SIGALRM) { _ in
    if !isInterrupted { isSlow = true } else if build > 0 { kill(-build, SIGKILL) }
  }
}

// POSIX_SPAWN_SETSID, which Swift does not import on every platform.
#if canImport(Darwin)
  let inOwnSession: Int16 = 0x400
#else
  let inOwnSession: Int16 = 0x80
#endif

/// Starts a program in its own session and sends its output to the file descriptor `output`. Returns the
/// process ID, or 0 on failure.
func start(_ command: [String], output: Int32) -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  posix_spawnattr_init(&attributes)
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO)
  posix_spawnattr_setflags(&attributes, inOwnSession)
  var words = command.map { strdup($0) } + [nil]
  var child: pid_t = 0
  return posix_spawnp(&child, command[0], &actions, &attributes, &words, environ) == 0 ? child : 0
}

/// Reads the build's output to the end, and starts to show it once the build is slow. Returns the output that
/// was not shown.
func follow(_ input: Int32) -> [UInt8] {
  var hidden: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  var isShown = false
  while true {
    if isSlow, !isShown {
      isShown = true
      log(
        "building in release mode; the first build takes one to five minutes, later starts take two seconds"
      )
    }
    if isShown, !hidden.isEmpty {
      _ = write(STDERR_FILENO, hidden, hidden.count)
      hidden = []
    }
    // The alarm interrupts `poll`, but would not interrupt `read`.
    var source = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    guard poll(&source, 1, -1) > 0 else { continue }
    let size = read(input, &buffer, buffer.count)
    guard size > 0 else { return hidden }
    hidden += buffer[..<size]
  }
}

/// Resolves symbolic links; nil if the path does not exist.
func real(_ path: String) -> String? {
  guard let buffer = realpath(path, nil) else { return nil }
  defer { free(buffer) }
  return String(cString: buffer)
}

/// Path of this executable; nil if unknown.
func ownPath() -> String? {
  #if canImport(Darwin)
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    var size = UInt32(buffer.count)
    guard _NSGetExecutablePath(&buffer, &size) == 0 else { return nil }
    return buffer.withUnsafeBufferPointer { $0.baseAddress.flatMap { real(String(cString: $0)) } }
  #else
    return real("/proc/self/exe")
  #endif
}

// If the program name is missing, the arguments may be missing too, and `layoutbench` would start a run by
// mistake.
guard CommandLine.argc > 0 else {
  log("cannot read the command line of this process; on Linux, this requires /proc")
  exit(70)
}
let package = String(#filePath.dropLast("/Benchmarks/BenchLauncher/main.swift".count))
// A copy of this executable in another checkout would build and start this checkout's program.
guard let home = real(package + "/.build"), let own = ownPath(), own.hasPrefix(home + "/") else {
  log("this executable is not in \(package)/.build, where it was built: run 'swift run bench'")
  exit(70)
}
let program = package + "/.build/release/layoutbench"
// If the parent process had set SIGCHLD to be ignored, the build's exit status would be lost.
signal(SIGCHLD, SIG_DFL)
listen()
// Open /dev/null in place of closed standard streams, so that no file opened later in this process gets
// their descriptors. These descriptors are closed again when `layoutbench` starts.
for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
  _ = open("/dev/null", O_RDWR | O_CLOEXEC)
}
var ends: [Int32] = [-1, -1]
guard pipe(&ends) == 0 else {
  log("cannot create a pipe: \(String(cString: strerror(errno)))")
  exit(70)
}
for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
build = start(
  ["swift", "build", "--package-path", package, "-c", "release", "--product", "layoutbench"],
  output: ends[1])
close(ends[1])
guard build > 0 else {
  log("swift is not on the path")
  exit(70)
}
if isInterrupted { kill(build, SIGINT) }
let hidden = follow(ends[0])
var status: Int32 = 0
let isBuilt = waitpid(build, &status, 0) == build && status == 0
// After an interruption, compilers may outlive SwiftPM.
if isInterrupted { kill(-build, SIGKILL) }
build = 0
for number in endSignals where unsafeBitCast(signal(number, SIG_DFL), to: Int.self) == 1 {
  signal(number, SIG_IGN)
}
alarm(0)
if isInterrupted || !isBuilt { _ = write(STDERR_FILENO, hidden, hidden.count) }
if isInterrupted { exit(130) }
guard isBuilt else {
  log("the release build failed; see the compiler output above")
  exit(70)
}
// Pass the arguments on as bytes, because file names need not be UTF-8.
execv(program, CommandLine.unsafeArgv)
log("cannot start \(program): \(String(cString: strerror(errno)))")
exit(70)
