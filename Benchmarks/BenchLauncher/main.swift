// This launcher builds `layoutbench` in release mode and replaces its own process with that program. The
// launcher is the only program that `swift run bench` builds in debug mode. To build and start quickly, the
// launcher imports neither Foundation nor a module of the package.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes a line to standard error; failures are ignored.
func log(_ text: String) {
  let line = Array("bench: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

/// The process that builds the program; 0 while there is none.
nonisolated(unsafe) var build: pid_t = 0
nonisolated(unsafe) var isInterrupted = false

let endSignals = [SIGINT, SIGTERM, SIGHUP]

/// Makes signals end the build. SwiftPM ends its compilers after SIGINT, but not after other signals.
func listen() {
  for number in endSignals {
    let before = signal(number) { _ in
      guard !isInterrupted else { return }
      isInterrupted = true
      if build > 0 { kill(build, SIGINT) }
      alarm(5)
    }
    // SIGHUP stays ignored if the parent process ignores it, as `nohup` does.
    if number == SIGHUP, unsafeBitCast(before, to: Int.self) == 1 { signal(number, SIG_IGN) }
  }
  // A build without changes ends within three seconds, so the launcher prints a message only after that time.
  alarm(3)
  signal(SIGALRM) { _ in
    let line: StaticString = "bench: building in release mode\n"
    if !isInterrupted {
      _ = write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
    } else if build > 0 {
      kill(-build, SIGKILL)
    }
  }
}

// The value of POSIX_SPAWN_SETSID, which Swift does not import on every platform.
#if canImport(Darwin)
  let inOwnSession: Int16 = 0x400
#else
  let inOwnSession: Int16 = 0x80
#endif

/// Starts a program in its own session, with its output on standard error. Returns 0 if the start fails.
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
  let hasErrors = fcntl(STDERR_FILENO, F_GETFD) >= 0
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
  if !hasErrors {
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
  }
  posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO)
  posix_spawnattr_setflags(&attributes, inOwnSession)
  var words = command.map { strdup($0) } + [nil]
  var child: pid_t = 0
  return posix_spawnp(&child, command[0], &actions, &attributes, &words, environ) == 0 ? child : 0
}

/// The path without symbolic links; nil if it does not exist.
func real(_ path: String) -> String? {
  guard let buffer = realpath(path, nil) else { return nil }
  defer { free(buffer) }
  return String(cString: buffer)
}

/// The path of this executable; nil if it is unknown.
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

// Without the name of the program, the arguments may be missing too, and `layoutbench` would perform a run.
guard CommandLine.argc > 0 else {
  log("the command line of this process is unknown; on Linux, it is read from /proc")
  exit(70)
}
let package = String(#filePath.dropLast("/Benchmarks/BenchLauncher/main.swift".count))
// A copy of this executable in another checkout would build and start the program of this one.
guard let home = real(package + "/.build"), let own = ownPath(), own.hasPrefix(home + "/") else {
  log("this executable is not in \(package)/.build, where it was built: run 'swift run bench'")
  exit(70)
}
let program = package + "/.build/release/layoutbench"
// If the parent process ignores SIGCHLD, the status of the build would be lost.
signal(SIGCHLD, SIG_DFL)
listen()
build = start(
  ["swift", "build", "--package-path", package, "--quiet", "-c", "release"]
    + ["--product", "layoutbench"])
guard build > 0 else {
  log("swift is not on the path")
  exit(70)
}
if isInterrupted { kill(build, SIGINT) }
var status: Int32 = 0
let isBuilt = waitpid(build, &status, 0) == build && status == 0
// After an interruption, a compiler may have outlived SwiftPM.
if isInterrupted { kill(-build, SIGKILL) }
build = 0
for number in endSignals where unsafeBitCast(signal(number, SIG_DFL), to: Int.self) == 1 {
  signal(number, SIG_IGN)
}
alarm(0)
if isInterrupted { exit(130) }
guard isBuilt else {
  log("the release build failed; see the output of the compiler above")
  exit(70)
}
// Passes the arguments to `layoutbench` as bytes, because file names need not be UTF-8.
execv(program, CommandLine.unsafeArgv)
log("cannot start \(program): \(String(cString: strerror(errno)))")
exit(70)
