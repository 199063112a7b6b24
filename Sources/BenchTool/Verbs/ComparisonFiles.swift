import Basics
import Foundation
import Runs

/// A run that is kept under a name: `results/baselines/NAME`, a file whose only line is the path of the
/// run's folder. Saving another run under a name changes the file; no run is lost.
struct Baseline {
  let name: String
  var root = RunRecorder.root + "/baselines"

  var path: String { "\(root)/\(name)" }

  func save(_ folder: RunFolder) throws(RunFault) {
    if !FileSystem.holdsFolder(root) { try FileSystem.createFolder(root) }
    guard !FileSystem.holdsFolder(path) else {
      throw RunFault(
        .cannotCreate, "--save \(name): \(path) is a folder, expected a file or nothing")
    }
    // As seen from the file, where the run is among the results, so that both can be moved together; else
    // from the root.
    let results = RunRecorder.root + "/"
    let place =
      folder.path.hasPrefix(results)
      ? "../" + folder.path.dropFirst(results.count) : try FileSystem.absolute(folder.path)
    try FileSystem.replaceFile(at: path, with: Array((place + "\n").utf8))
  }

  /// Throws `missingInput` where no run is kept under the name.
  func refuseIfMissing() throws(RunFault) {
    guard !FileSystem.holds(path) else { return }
    let known = (try? FileSystem.names(in: root)) ?? []
    let hint = Spelling.hint(for: name, among: known)
    let all =
      known.isEmpty ? "; 'run --save \(name)' makes it" : "; expected \(known.listed("or"))"
    throw RunFault(
      .missingInput,
      "--baseline \(name): nothing is in \(root) under that name\(hint.isEmpty ? all : hint)")
  }
}

extension ValueParser where Value == String {
  static var baseline: ValueParser {
    ValueParser(
      "NAME",
      "a name of letters, digits, '.', '_' and '-', at most 64, that begins with a letter or a digit"
    ) { text in
      text.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,63}/) == nil ? nil : text
    }
  }
}

/// A user's file of thresholds, one a line, of which the last that fits a cell counts:
///
///     # strategy/scenario = the relative change that a time must exceed
///     */open = 10%
///     fenwick/recalc* = 3%
enum ThresholdFile {
  /// Throws `missingInput`, or `badData` with file, line, value and expectation.
  static func exceptions(at path: String) throws(RunFault) -> [Thresholds.Exception] {
    let bytes = try FileSystem.bytes(at: path, atMost: 1 << 20)
    var exceptions: [Thresholds.Exception] = []
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, bytes) in lines.enumerated() {
      let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
      if text.isEmpty || text.hasPrefix("#") { continue }
      // A strategy's parameters have signs of equality too: the last one counts.
      guard let parts = text.wholeMatch(of: /([^\s\/]+)\/([^\s\/]+)\s*=\s*([^=]+)/)?.output,
        let share = parts.3.thousandthsOfPercent, share <= 1_000_000
      else {
        throw .badData(
          file: path, line: index + 1,
          "found \(text.quoted), expected STRATEGY/SCENARIO = PERCENT, such as "
            + "fenwick/recalc* = 3%, from 0% to 1000%")
      }
      exceptions.append(
        Thresholds.Exception(
          strategy: String(parts.1), scenario: String(parts.2), relative: Double(share) / 100_000))
    }
    return exceptions
  }
}
