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

func holds(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// Possible paths of this executable: first the paths with all symbolic links resolved, then the unresolved
/// paths that are absolute. The unresolved paths are also returned, because `.build` may be a symbolic link
/// to a folder outside the package.
func ownPaths() -> [String] {
  var paths: [String] = []
  #if canImport(Darwin)
    var size = UInt32(PATH_MAX)
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    if _NSGetExecutablePath(&buffer, &size) == 0 { paths.append(String(cString: buffer)) }
  #else
    paths.append("/proc/self/exe")
  #endif
  if let name = CommandLine.unsafeArgv[0] { paths.append(String(cString: name)) }
  let real = paths.compactMap { path -> String? in
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
  return real + paths.filter { $0.hasPrefix("/") }
}

/// The nearest parent folder of `path` that contains this package; nil if there is none.
func package(above path: String) -> String? {
  var folder = path[...]
  while let slash = folder.lastIndex(of: "/") {
    folder = folder[..<slash]
    if holds("\(folder)/Package.swift"), holds("\(folder)/Benchmarks/bench/main.swift") {
      return String(folder)
    }
  }
  return nil
}

let endSignals = [SIGINT, SIGTERM, SIGHUP]
/// The number of the signal that this launcher has received; 0 before the first signal.
nonisolated(unsafe) var received: Int32 = 0

func listen() {
  for number in endSignals {
    let before = signal(number) { received = $0 }
    // SIGHUP stays ignored if the parent process ignores it, as `nohup` does.
    if number == SIGHUP, unsafeBitCast(before, to: Int.self) == 1 { signal(number, SIG_IGN) }
  }
}

// The value of POSIX_SPAWN_SETSID, which Swift does not import on every platform.
#if canImport(Darwin)
  let inOwnSession: Int16 = 0x400
#else
  let inOwnSession: Int16 = 0x80
#endif

/// Starts a program in a new session, with its output on standard error. Returns nil if the start fails.
func start(_ command: [String]) -> pid_t? {
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
  var texts = command.map { strdup($0) } + [nil]
  defer {
    texts.forEach { free($0) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  var child: pid_t = 0
  return posix_spawnp(&child, command[0], &actions, &attributes, &texts, environ) == 0 ? child : nil
}

/// The running processes of a session; an empty array on systems other than Linux. A session can contain
/// compiler processes that outlive the package manager that started them.
func members(ofSession session: pid_t) -> [pid_t] {
  var found: [pid_t] = []
  guard let folder = opendir("/proc") else { return [] }
  defer { closedir(folder) }
  while let entry = readdir(folder) {
    let name = withUnsafeBytes(of: &entry.pointee.d_name) {
      String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
    }
    guard let process = pid_t(name), let file = fopen("/proc/\(name)/stat", "r") else { continue }
    var bytes = [UInt8](repeating: 0, count: 1024)
    let count = fread(&bytes, 1, bytes.count, file)
    fclose(file)
    // In `/proc/PID/stat`, the fields after the name in parentheses are state, parent process, process group
    // and session.
    let fields = String(decoding: bytes[..<count], as: UTF8.self).split(separator: ")").last?
      .split(separator: " ")
    if let fields, fields.count > 3, fields[0] != "Z", pid_t(fields[3]) == session {
      found.append(process)
    }
  }
  return found
}

/// Waits for a child process and returns its status. If a signal arrives, the function ends the child and all
/// processes of its session, and exits with code 130.
func wait(for child: pid_t, logging text: String) -> Int32 {
  var status: Int32 = 0
  var pauses = 0
  while waitpid(child, &status, WNOHANG) == 0 {
    if received != 0 {
      kill(child, SIGINT)
      for _ in 0..<250 where waitpid(child, &status, WNOHANG) == 0 { usleep(20_000) }
      kill(child, SIGKILL)
      for _ in 0..<250 {
        let rest = members(ofSession: child)
        if rest.isEmpty { break }
        for process in rest { kill(process, SIGKILL) }
        usleep(20_000)
      }
      exit(130)
    }
    usleep(20_000)
    pauses += 1
    // A build without changes ends within three seconds, so the launcher prints a message only after that
    // time.
    if pauses == 150 { log(text) }
  }
  return status
}

guard let package = ownPaths().lazy.compactMap(package(above:)).first else {
  log("no package above \(ownPaths().first ?? "this program"): run layoutbench instead")
  exit(66)
}
let program = package + "/.build/release/layoutbench"
listen()
let build = start(
  ["swift", "build", "--package-path", package, "--quiet", "-c", "release"]
    + ["--product", "layoutbench"])
guard
  let build,
  wait(for: build, logging: "building in release mode") == 0
else {
  log(
    build == nil
      ? "swift is not on the path"
      : "the release build failed; see the output of the compiler above")
  exit(70)
}
if received != 0 { exit(130) }
for number in endSignals where unsafeBitCast(signal(number, SIG_DFL), to: Int.self) == 1 {
  signal(number, SIG_IGN)
}
// Passes the arguments to `layoutbench` as bytes, because file names need not be UTF-8.
execv(program, CommandLine.unsafeArgv)
log("cannot start \(program): \(String(cString: strerror(errno)))")
exit(70)
