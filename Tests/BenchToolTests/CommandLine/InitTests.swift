import BenchBasics
import Foundation
import Testing

@testable import BenchTool

@Suite("bench init")
struct InitTests {
  private static let clone = (1...4).reduce(#filePath) { path, _ in FileSystem.folder(of: path) }

  @Test(
    "a new package is a copy of the example in which all names are replaced",
    arguments: PackageTemplate.Language.allCases)
  func copies(language: PackageTemplate.Language) throws {
    try TemporaryFolder.with { folder in
      try PackageTemplate(language, around: Self.clone).write(to: "\(folder)/mine")
      let manifest = try text(at: "\(folder)/mine/Package.swift")
      #expect(manifest.contains(#"name: "mine""#) && manifest.contains(#"path: "\#(Self.clone)""#))
      #expect(
        try text(at: "\(folder)/mine/.gitignore") == ".build/\nresults/runs/\nresults/latest\n")
      let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/mine")
      #expect(files.contains("Sources/mine/main.swift"))
      for file in files where !FileSystem.holdsFolder("\(folder)/mine/\(file)") {
        let text = try text(at: "\(folder)/mine/\(file)")
        #expect(!text.contains("own-bench") && !text.contains("own-strategy"), "\(file)")
      }
    }
  }

  @Test(
    "invalid names and existing folders are rejected, and so are programs outside a clone",
    arguments: ["1st", "my strategy", "näher", "BenchRuns", "benchtool", "a.b", "existing"])
  func refused(name: String) throws {
    try TemporaryFolder.with { folder in
      try FileSystem.createFolder("\(folder)/existing")
      let fault = #expect(throws: RunFault.self) {
        try PackageTemplate(.swift, around: Self.clone).write(to: "\(folder)/\(name)")
      }
      #expect(fault?.exitCode == (name == "existing" ? .cannotCreate : .usage))
      #expect(fault?.message.contains(name) == true)
      #expect(try FileManager.default.subpathsOfDirectory(atPath: folder) == ["existing"])
      let outside = #expect(throws: RunFault.self) { try PackageTemplate(.c, around: folder) }
      #expect(outside?.exitCode == .missingInput)
    }
  }
}
