import Comparing
import Foundation
import HostSystem
import Recording
import Text

/// A user's file of thresholds, one a line, of which the last that fits a cell counts:
///
///     # strategy/scenario = the relative change that a time must exceed
///     */open = 10%
///     fenwick/recalc* = 3%
enum ThresholdFile {
  /// The most bytes of a file.
  private static let longest = 1 << 20

  /// Reads the file at `path`.
  ///
  /// - Throws: `missingInput`; `badData` with file, line, value and expectation.
  static func exceptions(at path: String) throws(RunFault) -> [Thresholds.Exception] {
    let bytes = try FileSystem.bytes(at: path, atMost: longest)
    var exceptions: [Thresholds.Exception] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      if text.isEmpty || text.hasPrefix("#") { continue }
      guard let exception = exception(text) else {
        throw .badData(
          file: path, line: index + 1,
          "found \(text.quoted), expected STRATEGY/SCENARIO = PERCENT, such as "
            + "fenwick/recalc* = 3%, from 0% to 1000%")
      }
      exceptions.append(exception)
    }
    return exceptions
  }

  private static func exception(_ text: String) -> Thresholds.Exception? {
    // A strategy's parameters have signs of equality too: the last one counts.
    guard let sign = text.lastIndex(of: "=") else { return nil }
    let names = text[..<sign].trimmingCharacters(in: .whitespaces).split(
      separator: "/", omittingEmptySubsequences: false)
    let value = text[text.index(after: sign)...].trimmingCharacters(in: .whitespaces)
    guard names.count == 2, names.allSatisfy({ !$0.isEmpty && !$0.contains(" ") }),
      let share = Percentage(value), share.thousandths <= 1_000_000
    else { return nil }
    return Thresholds.Exception(
      strategy: String(names[0]), scenario: String(names[1]), relative: share.fraction)
  }
}
