import Foundation
import HostSystem
import Runs

/// Hands a debug build's work over to the release build: times of a debug build mean nothing.
///
/// `swift run bench` builds and starts the debug build. It builds the release beside it (a second
/// when nothing changed) and becomes it: same arguments, same exit code. A debug build that held only
/// this would be quicker; but dependencies differ by platform and trait in a manifest, not by
/// configuration, so that the release's `bench` would hold only this too.
enum ReleaseBuild {
  /// Becomes the release build if this one is not optimised; returns only when it is.
  ///
  /// - Throws: `RunFault` with exit code 70 when the release cannot be built or started.
  static func takeOver(arguments: [String]) throws(RunFault) {
    guard !BuildFacts.isOptimised else { return }
    guard let executable = Bundle.main.executableURL?.resolvingSymlinksInPath(),
      let package = packageRoot(above: executable)
    else {
      throw RunFault(
        .internalFault,
        "this is a debug build outside its package; build it with swift build -c release")
    }
    // <scratch>/<triple>/debug/bench
    let scratch = executable.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let options = [
      "--package-path", package.path, "--scratch-path", scratch.path, "-c", "release", "--product",
      executable.lastPathComponent,
    ]
    Terminal.say(
      "this is a debug build, whose figures are not worth reading: building the release build, and "
        + "running that. To build once: swift run -c release \(executable.lastPathComponent)")
    guard try swift(["build", "--quiet"] + options).isBuilt else {
      throw RunFault(.internalFault, "the release build failed; see the compiler's lines above")
    }
    let folder = try swift(["build", "--show-bin-path"] + options).output
    become(folder + "/" + executable.lastPathComponent, arguments)
    throw RunFault.system(.internalFault, cannot: "start", folder, code: errno)
  }

  /// The nearest folder above a file that holds a package.
  private static func packageRoot(above file: URL) -> URL? {
    var folder = file.deletingLastPathComponent()
    while folder.path != "/" {
      let manifest = folder.appendingPathComponent("Package.swift").path
      if FileManager.default.fileExists(atPath: manifest) { return folder }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  /// Runs the package manager; what it says beside its output goes to standard error.
  private static func swift(
    _ arguments: [String]
  ) throws(RunFault) -> (isBuilt: Bool, output: String) {
    let outcome: ChildProcess.Outcome
    do throws(RunFault) {
      outcome = try ChildProcess.run(["swift"] + arguments, showsComplaints: true)
    } catch {
      throw RunFault(.internalFault, "the release cannot be built: \(error.message)")
    }
    if !outcome.ending.isSuccess { Terminal.note(outcome.output) }
    return (
      outcome.ending.isSuccess, outcome.output.trimmingCharacters(in: .whitespacesAndNewlines)
    )
  }

  /// Replaces this process; returns only if that fails.
  private static func become(_ path: String, _ arguments: [String]) {
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    execv(path, &words)
  }
}
