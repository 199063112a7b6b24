import Basics
import Foundation
import Runs

extension Verb {
  static let initialise = Verb(
    "init", "Create a package with a strategy of your own",
    discussion: """
      Copies an example from this clone of LayoutBench: an index of row offsets, and a program that \
      measures it with all verbs of 'bench'. Replace the example's index with your own or with the index \
      of a library. CONTRIBUTING.md explains the functions that an index must have.
      """,
    options: [Options.newPackage, Options.language],
    examples: [
      Example(
        "init mine",
        "Create a package, then run: cd mine && swift run -c release mine verify -s milestones"),
      Example("init mine --language c", "Create a package whose index is a C library."),
    ],
    isQuick: true
  ) { tool, arguments in
    let language = arguments[Options.language]
    let template = try PackageTemplate(language, around: FileSystem.folder(of: Program.path()))
    let folder = arguments[Options.newPackage]
    try template.write(to: folder)
    let name = FileSystem.parts(of: folder).name
    try Terminal.print(
      """
      Created \(folder.printable) with the strategy \(language.strategy). To verify and measure the strategy:
        cd \(folder.printable)
        swift run -c release \(name) verify -s \(language.strategy)
        swift run -c release \(name) run -s \(language.strategy),peers -c structure -r 1k

      """)
    return .success
  }
}

extension Options {
  static let newPackage = Option(
    "name", isOperand: true, .folder, default: nil,
    "Folder to create, whose name becomes the name of the program")

  static let language = Option(
    "language", .oneOf(PackageTemplate.Language.allCases), default: "swift",
    "Language of the index")
}

/// An example package in `Benchmarks/own-strategy` that can be copied under another name.
struct PackageTemplate {
  enum Language: String, CaseIterable, Sendable {
    case swift, c
    case cxx = "c++"
    case rust

    /// The folder of the example.
    var folder: String {
      self == .cxx ? "cxx" : rawValue
    }

    /// The ID of the example's strategy.
    var strategy: String {
      self == .swift ? "milestones" : "\(folder)-tree"
    }
  }

  /// The name of the example's program.
  private static let program = "own-bench"
  /// Module names that a new program must not have, in addition to the names in the clone's folders `Sources`
  /// and `Benchmarks`.
  private static let modules = [
    "LayoutBench", "CTree", "CxxTree", "RustTree", "Darwin", "Dispatch", "Foundation",
    "FoundationEssentials", "Glibc", "Swift", "Synchronization", "main",
  ]
  private let language: Language
  private let clone: String

  /// Throws `missingInput` if `folder` is not inside a clone of LayoutBench, or if the example needs `rustc`
  /// and it is missing.
  init(_ language: Language, around folder: String) throws(RunFault) {
    self.language = language
    guard
      let clone = Program.package(above: folder),
      FileSystem.holdsFolder("\(clone)/Benchmarks/own-strategy/\(language.folder)")
    else {
      throw RunFault(
        .missingInput,
        "the examples were not found near this program: run 'bench init' in a clone of LayoutBench"
      )
    }
    self.clone = clone
    if language == .rust, (try? ChildProcess.run(["rustc", "--version"], deadline: 60)) == nil {
      throw RunFault(.missingInput, "rustc is not in PATH (Debian: apt-get install rustc)")
    }
  }

  /// Creates the package. Throws `usage` for a name that a program cannot have, and `cannotCreate` if the
  /// folder exists.
  func write(to folder: String) throws {
    let name = FileSystem.parts(of: folder).name
    guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) != nil else {
      throw RunFault(
        .usage,
        "\(name.quoted): expected a name of letters, digits, - and _ that begins with a letter")
    }
    let files = FileManager.default
    let taken =
      try files.contentsOfDirectory(atPath: clone + "/Sources")
      + files.contentsOfDirectory(atPath: clone + "/Benchmarks") + Self.modules
    if taken.contains(where: { $0.lowercased() == name.lowercased() }) {
      throw RunFault(
        .usage,
        "\(name.quoted) is the name of a module of LayoutBench or of Swift: choose another one")
    }
    try FileSystem.createFolder(folder)
    do {
      try copy(to: folder, as: name)
      if language == .rust {
        let build = try ChildProcess.run(["\(FileSystem.absolute(folder))/rust/build"])
        guard build.ending.isSuccess else {
          throw RunFault(
            .internalFault,
            "rust/build \(build.ending.text)" + (build.lastErrorLine.map { ": \($0)" } ?? ""))
        }
      }
    } catch {
      try? files.removeItem(atPath: folder)
      throw error
    }
  }

  private func copy(to folder: String, as name: String) throws {
    let source = "\(clone)/Benchmarks/own-strategy/\(language.folder)"
    let files = FileManager.default
    for path in try files.subpathsOfDirectory(atPath: source).sorted() where !Self.isBuilt(path) {
      let new = "\(folder)/\(path.replacing(Self.program, with: name))"
      if FileSystem.holdsFolder("\(source)/\(path)") {
        try FileSystem.createFolder(new)
        continue
      }
      let text = String(decoding: try FileSystem.bytes(at: "\(source)/\(path)"), as: UTF8.self)
        .replacing("path: \"../../..\"", with: "path: \(clone.swiftLiteral)")
        .replacing(Self.program, with: name).replacing("own-strategy", with: name)
      let permissions = try files.attributesOfItem(atPath: "\(source)/\(path)")[.posixPermissions]
      try FileSystem.replaceFile(at: new, with: Array(text.utf8))
      try files.setAttributes([.posixPermissions: permissions ?? 0o644], ofItemAtPath: new)
    }
  }

  /// Whether a file in the example's folder was created by a build.
  private static func isBuilt(_ path: String) -> Bool {
    path.hasPrefix(".build") || path.hasPrefix(".swiftpm") || path == "Package.resolved"
      || path.hasSuffix(".a")
  }
}

extension String {
  fileprivate var swiftLiteral: String {
    "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
