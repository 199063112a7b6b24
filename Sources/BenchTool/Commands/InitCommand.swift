import BenchBasics
import BenchRuns
import Foundation

extension Command {
  static let initialise = Command(
    "init", "Create a package with a strategy of your own",
    discussion: """
      Copies an example from this clone of LayoutBench: an index of row offsets, and a program that \
      measures it with all commands of 'bench'. Replace the example's index with your own or with the index \
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
      Created \(folder.printable) with the strategy \(language.strategy). To verify and measure the strategy
      (the first build compiles LayoutBench again, as the first build of bench did: one to five minutes):
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

    /// The ID of the example's strategy.
    var strategy: String { self == .swift ? "milestones" : "c-tree" }
  }

  private static let program = "own-bench"
  /// Names that a new program must not have, in addition to those in the clone's `Sources` and `Benchmarks`.
  private static let modules = [
    "LayoutBench", "CTree", "Darwin", "Dispatch", "Foundation", "FoundationEssentials", "Glibc",
    "Swift", "Synchronization", "main",
  ]
  private let clone: String
  /// The folder of the example.
  private let source: String

  /// Throws `missingInput` if `folder` is not inside a clone of LayoutBench.
  init(_ language: Language, around folder: String) throws(RunFault) {
    let clone = Program.package(above: folder) ?? folder
    source = "\(clone)/Benchmarks/own-strategy/\(language.rawValue)"
    guard FileSystem.holdsFolder(source) else {
      throw RunFault(
        .missingInput,
        "the examples were not found near this program: run 'bench init' in a clone of LayoutBench"
      )
    }
    self.clone = clone
  }

  /// Throws `usage` for a name that a program cannot have, and `cannotCreate` if the folder exists.
  func write(to folder: String) throws {
    let name = FileSystem.parts(of: folder).name
    guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) != nil else {
      throw RunFault(
        .usage,
        "\(name.quoted): expected a name of letters, digits, - and _ that begins with a letter")
    }
    let taken =
      try FileSystem.names(in: clone + "/Sources") + FileSystem.names(in: clone + "/Benchmarks")
      + Self.modules
    if taken.contains(where: { $0.lowercased() == name.lowercased() }) {
      throw RunFault(
        .usage,
        "\(name.quoted) is the name of a module of LayoutBench or of Swift: choose another one")
    }
    try FileSystem.createFolder(folder)
    do {
      try copy(to: folder, as: name)
    } catch {
      try? FileManager.default.removeItem(atPath: folder)
      throw error
    }
  }

  private func copy(to folder: String, as name: String) throws {
    let escapedClone = clone.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    let built = /\.(build|swiftpm).*|Package\.resolved|(.*\/)?\.DS_Store/
    for path in try FileManager.default.subpathsOfDirectory(atPath: source).sorted()
    where path.wholeMatch(of: built) == nil {
      let new = "\(folder)/\(path.replacing(Self.program, with: name))"
      if FileSystem.holdsFolder("\(source)/\(path)") {
        try FileSystem.createFolder(new)
        continue
      }
      let text = String(decoding: try FileSystem.bytes(at: "\(source)/\(path)"), as: UTF8.self)
        .replacing("path: \"../../..\"", with: "path: \"\(escapedClone)\"")
        .replacing(Self.program, with: name).replacing("own-strategy", with: name)
      try FileSystem.replaceFile(at: new, with: Array(text.utf8))
    }
  }
}
