import Foundation

// Becomes `layoutbench`, the program itself, built as a release: times of a debug build mean nothing, and
// `swift run bench` would first build all of the harness as one. So this imports none of it. The name stays the one typed.

let package = URL(fileURLWithPath: #filePath + "/../../..").standardized.path
let program = package + "/.build/release/layoutbench"
func say(_ text: String) { FileHandle.standardError.write(Data("bench: \(text)\n".utf8)) }

/// When a file or folder was last changed; long ago where there is none.
func changed(_ path: String) -> Date {
  let attributes = try? FileManager.default.attributesOfItem(atPath: path)
  return attributes?[.modificationDate] as? Date ?? .distantPast
}

/// Whether something that the program is made of was changed after it was built.
func isStale() -> Bool {
  let built = changed(program)
  return ["Package.swift", "Sources", "Benchmarks"].map { package + "/" + $0 }.contains { path in
    changed(path) > built
      || FileManager.default.enumerator(atPath: path)?
        .contains { changed("\(path)/\($0)") > built } == true
  }
}

if isStale() {
  say("building the release build, which is the one to be timed")
  let build = Process()
  build.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  build.currentDirectoryURL = URL(fileURLWithPath: package)
  build.arguments = ["swift", "build", "--quiet", "-c", "release", "--product", "layoutbench"]
  build.standardOutput = FileHandle.standardError
  let isStarted = (try? build.run()).map { _ in build.waitUntilExit() } != nil
  guard isStarted, build.terminationStatus == 0 else {
    say("the release build failed; see the compiler's lines above")
    exit(70)
  }
  // A build that changes nothing leaves the program as old as it was.
  try? FileManager.default.setAttributes([.modificationDate: Date()], ofItemAtPath: program)
}
var words = CommandLine.arguments.map { strdup($0) } + [nil]
execv(program, &words)
// The package was moved after it was built: what stands beside this.
execv(Bundle.main.bundlePath + "/layoutbench", &words)
say("cannot start \(program): \(String(cString: strerror(errno)))")
exit(70)
