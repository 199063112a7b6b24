import BenchBasics
import Foundation

/// Calls `body` with the path of a new, empty folder, then removes the folder.
package func withTemporaryFolder(_ body: (String) throws -> Void) throws {
  let path = NSTemporaryDirectory() + "test-" + UUID().uuidString
  try FileSystem.createFolder(path)
  defer { try? FileManager.default.removeItem(atPath: path) }
  try body(path)
}

/// Creates a file at `path` that contains `text`.
package func write(_ text: String, to path: String) throws {
  try FileSystem.replaceFile(at: path, with: Array(text.utf8))
}

/// The contents of the file at `path`, as text.
package func text(at path: String) throws -> String {
  String(decoding: try FileSystem.bytes(at: path), as: UTF8.self)
}

/// The error that `body` throws, or nil if it doesn't throw one.
package func fault(_ body: () throws(RunFault) -> Void) -> RunFault? {
  do throws(RunFault) {
    try body()
    return nil
  } catch {
    return error
  }
}
