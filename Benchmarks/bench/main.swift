// Becomes `layoutbench`, the program itself, built as a release: times of a debug build mean nothing, and
// `swift run bench` would first build all of the harness as one. So this imports none of it, nor Foundation, which
// takes longer to load than a build that has nothing to do takes to say so. The name stays the one typed.

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Writes a line to standard error; where that is closed or full, the line is lost.
func say(_ text: String) {
  let line = Array("bench: \(text)\n".utf8)
  _ = write(STDERR_FILENO, line, line.count)
}

func holds(_ path: String) -> Bool { access(path, F_OK) == 0 }

/// The path of this program's file: as the system has it, then as it was typed, which may lead through a
/// link in place of `.build`.
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
    guard let place = realpath(path, nil) else { return nil }
    defer { free(place) }
    return String(cString: place)
  }
  return real + paths.filter { $0.hasPrefix("/") }
}

/// The nearest folder above a file that holds this package.
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

/// The signals that ask to end, and the one that came.
let endings = [SIGINT, SIGTERM, SIGHUP]
nonisolated(unsafe) var asked: Int32 = 0

func listen() {
  for number in endings {
    let before = signal(number) { asked = $0 }
    // As under `nohup`.
    if number == SIGHUP, unsafeBitCast(before, to: Int.self) == 1 { signal(number, SIG_IGN) }
  }
}

// Where the system's headers have it, Swift does not always import it.
#if canImport(Darwin)
  let inOwnSession: Int16 = 0x400
#else
  let inOwnSession: Int16 = 0x80
#endif

/// Starts a program in a session of its own, with what it prints on standard error; nil where that cannot be.
func start(_ words: [String]) -> pid_t? {
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
  var texts = words.map { strdup($0) } + [nil]
  defer {
    texts.forEach { free($0) }
    posix_spawn_file_actions_destroy(&actions)
    posix_spawnattr_destroy(&attributes)
  }
  var child: pid_t = 0
  return posix_spawnp(&child, words[0], &actions, &attributes, &texts, environ) == 0 ? child : nil
}

/// The processes of a child's session that have not ended: compilers stay when the package manager that
/// started them ends. Elsewhere than on Linux they are not found.
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
    // Behind the name, which may hold anything, are state, parent, group and session.
    let fields = String(decoding: bytes[..<count], as: UTF8.self).split(separator: ")").last?
      .split(separator: " ")
    if let fields, fields.count > 3, fields[0] != "Z", pid_t(fields[3]) == session {
      found.append(process)
    }
  }
  return found
}

/// Waits for a child, and ends it with all that it has started when this program is asked to end. Gives its
/// status.
func wait(for child: pid_t, saying text: String) -> Int32 {
  var status: Int32 = 0
  var pauses = 0
  while waitpid(child, &status, WNOHANG) == 0 {
    if asked != 0 {
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
    // A build that has nothing to do is over by then.
    if pauses == 150 { say(text) }
  }
  return status
}

guard let package = ownPaths().lazy.compactMap(package(above:)).first else {
  say("there is no package above \(ownPaths().first ?? "this program"): start layoutbench itself")
  exit(66)
}
let program = package + "/.build/release/layoutbench"
listen()
let build = start(
  ["swift", "build", "--package-path", package, "--quiet", "-c", "release"]
    + ["--product", "layoutbench"])
guard
  let build,
  wait(for: build, saying: "building the release build, which is the one to be timed") == 0
else {
  say(
    build == nil
      ? "there is no swift on the path, which builds the program"
      : "the release build failed; see the compiler's lines above")
  exit(70)
}
if asked != 0 { exit(130) }
for number in endings where unsafeBitCast(signal(number, SIG_DFL), to: Int.self) == 1 {
  signal(number, SIG_IGN)
}
// As they are: a name of a file need not be text.
execv(program, CommandLine.unsafeArgv)
say("cannot start \(program): \(String(cString: strerror(errno)))")
exit(70)
