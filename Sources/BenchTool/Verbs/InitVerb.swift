import Basics
import Foundation
import Runs

extension Verb {
  static let initialise = Verb(
    "init", "Create a package that races a strategy of your own",
    discussion: """
      Copies an example from this clone: an index of a list's offsets, and a program with all verbs of \
      'bench' that knows it. Replace the index by your own or by a library's; CONTRIBUTING.md says what \
      each call must answer.
      """,
    options: [Options.newPackage, Options.language],
    examples: [
      Example("init mine", "Then: cd mine && swift run -c release mine verify -s milestones"),
      Example("init mine --language c", "The index is a C library."),
    ],
    exitStatuses: [
      .fine("created"), .usage, .missingInput, .internalError, .cannotCreate, .inputOutput,
    ],
    isQuick: true
  ) { tool, arguments, _ in
    let language = arguments[Options.language]
    let template = try PackageTemplate(language, around: FileSystem.folder(of: Program.path()))
    let folder = arguments[Options.newPackage]
    try template.write(to: folder)
    let name = FileSystem.parts(of: folder).name
    try Terminal.print(
      """
      \(folder.printable): a package with the strategy \(language.strategy). Check it, then race it:
        cd \(folder.printable)
        swift run -c release \(name) verify -s \(language.strategy)
        swift run -c release \(name) run -s \(language.strategy),peers -c structure -r 1k

      """)
    return .success
  }
}

extension Options {
  static let newPackage = Option(
    "name", isOperand: true, .folder, default: nil, "Folder to create; its name is the program's")

  static let language = Option(
    "language", .oneOf(PackageTemplate.Language.allCases), default: "swift",
    "Language of the index")
}

/// An example package of this clone, written elsewhere under another name.
struct PackageTemplate {
  enum Language: String, CaseIterable, Sendable {
    case swift, c
    case cxx = "c++"
    case rust

    /// The example's folder in `Benchmarks/own-strategy`.
    var folder: String {
      self == .cxx ? "cxx" : rawValue
    }

    /// The id of the example's strategy.
    var strategy: String {
      self == .swift ? "milestones" : "\(folder)-tree"
    }
  }

  /// The example's program, whose name the new one replaces.
  private static let program = "own-bench"
  /// Modules that a package is built with and that are in no folder of this clone's sources.
  private static let modules = [
    "LayoutBench", "CTree", "CxxTree", "RustTree", "Darwin", "Dispatch", "Foundation",
    "FoundationEssentials", "Glibc", "Swift", "Synchronization", "main",
  ]
  private let language: Language
  /// The folder of this clone.
  private let clone: String

  /// Throws with code 66 if `folder` is in no clone, and if the language's compiler is missing.
  init(_ language: Language, around folder: String) throws(RunFault) {
    self.language = language
    guard
      let clone = Program.package(above: folder),
      FileSystem.holdsFolder("\(clone)/Benchmarks/own-strategy/\(language.folder)")
    else {
      throw RunFault(
        .missingInput,
        "the examples are not around this program: run 'bench init' in a clone of LayoutBench")
    }
    self.clone = clone
    if language == .rust, (try? ChildProcess.run(["rustc", "--version"], deadline: 60)) == nil {
      throw RunFault(
        .missingInput, "rustc is not on the path: install Rust (Debian: apt-get install rustc)")
    }
  }

  /// Creates the folder. Throws with code 64 for a name that no program can have here, and with 73 if something
  /// with the name exists.
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
        let build = try ChildProcess.run(["\(try FileSystem.absolute(folder))/rust/build"])
        guard build.ending.isSuccess else {
          throw RunFault(
            .internalFault,
            "rust/build \(build.ending.text)" + (build.lastComplaint.map { ": \($0)" } ?? ""))
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
        .replacing("path: \"../../..\"", with: "path: \(clone.quotedForSwift)")
        .replacing(Self.program, with: name).replacing("own-strategy", with: name)
      let permissions = try files.attributesOfItem(atPath: "\(source)/\(path)")[.posixPermissions]
      try FileSystem.replaceFile(at: new, with: Array(text.utf8))
      try files.setAttributes([.posixPermissions: permissions ?? 0o644], ofItemAtPath: new)
    }
  }

  /// Whether a path is of something that a build leaves in an example's folder.
  private static func isBuilt(_ path: String) -> Bool {
    path.hasPrefix(".build") || path.hasPrefix(".swiftpm") || path == "Package.resolved"
      || path.hasSuffix(".a")
  }
}

extension String {
  /// The text as a literal of Swift.
  fileprivate var quotedForSwift: String {
    "\"\(replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }
}
