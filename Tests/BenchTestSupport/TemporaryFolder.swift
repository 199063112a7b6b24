import BenchBasics
import Foundation

/// Runs `body` with the path of a new, empty folder, and removes it afterwards.
package func withTemporaryFolder(_ body: (String) throws -> Void) throws {
  let path = NSTemporaryDirectory() + "test-" + UUID().uuidString
  try FileSystem.createFolder(path)
  defer { try? FileManager.default.removeItem(atPath: path) }
  try body(path)
}

/// Creates a file with the content `text` at `path`.
package func write(_ text: String, to path: String) throws {
  try FileSystem.replaceFile(at: path, with: Array(text.utf8))
}

/// The text of the file at `path`.
package func text(at path: String) throws -> String {
  String(decoding: try FileSystem.bytes(at: path), as: UTF8.self)
}

/// The fault that `body` throws; nil if it does not throw.
package func fault(_ body: () throws(RunFault) -> Void) -> RunFault? {
  do throws(RunFault) {
    try body()
    return nil
  } catch {
    return error
  }
}
