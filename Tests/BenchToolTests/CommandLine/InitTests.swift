import BenchBasics
import Foundation
import Testing

@testable import BenchTool

@Suite struct InitTests {
  private static let clone = FileSystem.folder(
    of: (1...3).reduce(#filePath) { path, _ in FileSystem.folder(of: path) })

  @Test(arguments: PackageTemplate.Language.allCases)
  func aNewPackageIsTheExampleUnderItsName(language: PackageTemplate.Language) throws {
    try TemporaryFolder.with { folder in
      let template = try PackageTemplate(language, around: Self.clone)
      try template.write(to: "\(folder)/mine")
      let manifest = try String(contentsOfFile: "\(folder)/mine/Package.swift", encoding: .utf8)
      #expect(manifest.contains(#"name: "mine""#) && manifest.contains(#"path: "\#(Self.clone)""#))
      let files = try FileManager.default.subpathsOfDirectory(atPath: "\(folder)/mine")
      #expect(files.contains("Sources/mine/main.swift"))
      let ignored = try String(contentsOfFile: "\(folder)/mine/.gitignore", encoding: .utf8)
      #expect(ignored == ".build/\nresults/runs/\nresults/latest\n")
      for file in files where !FileSystem.holdsFolder("\(folder)/mine/\(file)") {
        let text = try String(contentsOfFile: "\(folder)/mine/\(file)", encoding: .utf8)
        #expect(!text.contains("own-bench") && !text.contains("own-strategy"), "\(file)")
      }
    }
  }

  @Test func aFolderThatExistsIsLeftAsItIs() throws {
    try TemporaryFolder.with { folder in
      try FileSystem.createFolder("\(folder)/mine")
      let template = try PackageTemplate(.c, around: Self.clone)
      #expect(throws: RunFault.self) { try template.write(to: "\(folder)/mine") }
      #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/mine").isEmpty)
    }
  }

  @Test(arguments: ["1st", "my strategy", "näher", "BenchRuns", "benchtool", "a.b"])
  func aNameThatNoProgramCanHaveIsRefused(name: String) throws {
    try TemporaryFolder.with { folder in
      let template = try PackageTemplate(.swift, around: Self.clone)
      do {
        try template.write(to: "\(folder)/\(name)")
        Issue.record("accepted")
      } catch let fault as RunFault {
        #expect(fault.exitCode == .usage && fault.message.contains(name))
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }
  }

  @Test func outsideOfACloneNothingIsCreated() throws {
    try TemporaryFolder.with { folder in
      let fault = #expect(throws: RunFault.self) { try PackageTemplate(.c, around: folder) }
      #expect(fault?.exitCode == .missingInput)
    }
  }
}
