// Builds `layoutbench` in release mode, then replaces itself with it. `swift run bench` builds only this
// launcher in debug mode. It imports neither Foundation nor other modules of the package, so that it builds
// and starts quickly.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

func log(_ text: String) {
  let line = Array("bench: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

func fail(_ text: String) -> Never {
  log(text)
  exit(70)
}

/// Zero while no build is running.
nonisolated(unsafe) var build: pid_t = 0
nonisolated(unsafe) var isInterrupted = false

let endSignals = [SIGINT, SIGTERM, SIGHUP]

/// Stops the build on SIGINT, SIGTERM or SIGHUP, always by sending SIGINT, because SwiftPM only stops its
/// compilers on that signal.
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
  signal(SIGALRM) { _ in
    if isInterrupted {
      if build > 0 { kill(-build, SIGKILL) }
    } else {
      let line: StaticString =
        "bench: building in release mode; the first build takes one to five minutes, later starts take two seconds\n"
      _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    }
  }
  // An unchanged build ends before the alarm, so nothing is printed.
  alarm(3)
}

// POSIX_SPAWN_SETSID, which Swift does not import on every platform.
#if canImport(Darwin)
  let inOwnSession: Int16 = 0x400
#else
  let inOwnSession: Int16 = 0x80
#endif

/// Starts a program in its own session and sends its output to standard error. Returns 0 on failure.
func start(_ command: [String]) -> pid_t {
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
  for stream in [STDOUT_FILENO, STDERR_FILENO] {
    posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, stream)
  }
  posix_spawnattr_setflags(&attributes, inOwnSession)
  var words = command.map { strdup($0) } + [nil]
  var child: pid_t = 0
  return posix_spawnp(&child, command[0], &actions, &attributes, &words, environ) == 0 ? child : 0
}

func real(_ path: String) -> String? {
  guard let buffer = realpath(path, nil) else { return nil }
  defer { free(buffer) }
  return String(cString: buffer)
}

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
  fail("cannot read the command line of this process; on Linux, this requires /proc")
}
let package = String(#filePath.dropLast("/Benchmarks/BenchLauncher/main.swift".count))
// A copy of this executable in another checkout would build and start this checkout's program.
guard let home = real(package + "/.build"), let own = ownPath(), own.hasPrefix(home + "/") else {
  fail("this executable is not in \(package)/.build, where it was built: run 'swift run bench'")
}
// With SIGCHLD ignored, as some parent processes set it, the build's exit status would be lost.
signal(SIGCHLD, SIG_DFL)
listen()
// Open /dev/null in place of closed standard streams, so that no other file takes their place.
for stream in STDIN_FILENO...STDERR_FILENO where fcntl(stream, F_GETFD) < 0 {
  _ = open("/dev/null", O_RDWR | O_CLOEXEC)
}
build = start(
  [
    "swift", "build", "--quiet", "--package-path", package, "-c", "release", "--product",
    "layoutbench",
  ])
guard build > 0 else { fail("swift is not on the path") }
if isInterrupted { kill(build, SIGINT) }
var status: Int32 = 0
let isBuilt = waitpid(build, &status, 0) == build && status == 0
for number in endSignals where unsafeBitCast(signal(number, SIG_DFL), to: Int.self) == 1 {
  signal(number, SIG_IGN)
}
alarm(0)
if isInterrupted {
  // Compilers may outlive SwiftPM after an interrupt.
  kill(-build, SIGKILL)
  exit(130)
}
guard isBuilt else { fail("the release build failed; see the compiler output above") }
let program = package + "/.build/release/layoutbench"
// Pass the arguments on as bytes, because file names need not be UTF-8.
execv(program, CommandLine.unsafeArgv)
fail("cannot start \(program): \(String(cString: strerror(errno)))")
