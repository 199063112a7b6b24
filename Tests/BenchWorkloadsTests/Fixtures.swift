import BenchBasics
import Foundation
import ListLayout
import Testing

@testable import BenchWorkloads

/// Calls `body` with the path of a file that contains `contents`, then removes the file.
@discardableResult
func withFile<Result>(_ contents: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try Data(contents).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path)
}

@discardableResult
func withFile<Result>(_ contents: String, _ body: (String) throws -> Result) throws -> Result {
  try withFile(Array(contents.utf8), body)
}

/// Expects `read` to throw `badData` with a message made of the file's path, a colon and `message`.
func expectFault(
  _ message: String, in contents: [UInt8], _ read: (String) throws -> some Any,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  try withFile(contents) { path in
    #expect(throws: RunFault(.badData, "\(path):\(message)"), sourceLocation: sourceLocation) {
      try read(path)
    }
  }
}

extension Screen {
  /// A screen that is 390 pt wide, with a viewport of 844 pt.
  static let phone = Screen(width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 844))
}
