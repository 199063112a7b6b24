import Foundation
import HostSystem
import ListLayout

@testable import Workloads

/// Calls `body` with the path of a file that holds `contents`, and removes the file.
@discardableResult
func withFile<Result>(_ contents: [UInt8], _ body: (String) throws -> Result) throws -> Result {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
  try Data(contents).write(to: url)
  defer { try? FileManager.default.removeItem(at: url) }
  return try body(url.path)
}

/// Calls `body` with the path of a file that holds `contents`, and removes the file.
@discardableResult
func withFile<Result>(_ contents: String, _ body: (String) throws -> Result) throws -> Result {
  try withFile(Array(contents.utf8), body)
}

/// The message of the fault that `body` throws, without `path`; nil if it throws none.
func message(without path: String = "", _ body: () throws -> Void) -> String? {
  do {
    try body()
    return nil
  } catch let fault as RunFault {
    return path.isEmpty ? fault.message : fault.message.replacingOccurrences(of: path, with: "PATH")
  } catch {
    return "\(error)"
  }
}

extension Screen {
  /// 390 pt wide, 844 pt of it visible.
  static let phone = Screen(width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 844))
}

extension Typesetter {
  func lines(of text: String, width: LayoutUnit) -> Int {
    var text = text
    return text.withUTF8 { lines(of: $0, width: width) }
  }
}
