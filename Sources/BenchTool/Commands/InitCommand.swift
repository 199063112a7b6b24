import BenchBasics
import BenchRuns
import Foundation

extension Command {
  static let initialise = Command(
    "init", "Create a package for your own strategy",
    discussion: """
      Copies an example from this clone of LayoutBench: an index of row offsets, and a program that measures \
      it with all commands of 'bench'. Replace the index with your own or with one from a library. \
      CONTRIBUTING.md explains which functions an index needs.
      """,
    options: [Options.newPackage, Options.language],
    examples: [
      (
        "init mine",
        "Create a package, then run: cd mine && swift run -c release mine verify -s milestones"
      ),
      ("init mine --language c", "Create a package whose index is a C library."),
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
      (the first build takes one to five minutes, because it compiles LayoutBench again):
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
    "Folder to create; the program gets the same name")

  static let language = Option(
    "language", .oneOf(PackageTemplate.Language.allCases), default: "swift",
    "Language of the index")
}

struct PackageTemplate {
  enum Language: String, CaseIterable, Sendable {
    case swift, c

    var strategy: String { self == .swift ? "milestones" : "c-tree" }
  }

  private static let program = "own-bench"
  private let clone: String
  private let source: String

  init(_ language: Language, around folder: String) throws(RunFault) {
    let clone = Program.package(above: folder) ?? folder
    source = "\(clone)/Benchmarks/own-strategy/\(language.rawValue)"
    guard FileSystem.holdsFolder(source) else {
      throw RunFault(
        .missingInput,
        "could not find the examples alongside this program; run 'bench init' in a clone of LayoutBench"
      )
    }
    self.clone = clone
  }

  func write(to folder: String) throws {
    let name = FileSystem.parts(of: folder).name
    guard name.wholeMatch(of: /[A-Za-z][A-Za-z0-9_-]*/) != nil else {
      throw RunFault(
        .usage,
        "\(name.quoted): expected a name that starts with a letter and contains only letters, digits, - and _"
      )
    }
    let taken =
      try FileSystem.names(in: clone + "/Sources") + FileSystem.names(in: clone + "/Benchmarks")
    if taken.contains(where: { $0.lowercased() == name.lowercased() }) {
      throw RunFault(
        .usage,
        "\(name.quoted) is already the name of a LayoutBench module; choose another name")
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
