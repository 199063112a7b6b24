import BenchBasics
import BenchReplaying
import BenchRuns
import BenchStrategies
import BenchTool
import BenchWorkloads
import Conformance
import Foundation
import ListLayout

extension FuzzTarget {
  /// Targets that read files written by users, a run's files, which may be damaged or forged, and command
  /// lines.
  static let parsers = [
    FuzzTarget("heights") { bytes in
      reading(bytes) { path in
        let heights = try Population.heightsOrNone(at: path)
        let isEmpty = bytes.withoutBlankLinesAtEnd.isEmpty
        require(
          heights.isEmpty == isEmpty && heights.allSatisfy { $0 >= 0 }, "heights \(heights)")
        // Ask for more rows than the file contains, so that its heights are repeated.
        _ = try Population(.file(path), seed: 1).heights(rows: 2 * heights.count, screen: screen)
      }
    },
    FuzzTarget("text") { bytes in
      reading(bytes) { path in
        let population = try Population(.text(path), seed: 1)
        let heights = try population.heights(rows: nil, screen: screen)
        require(heights.raw.count == population.count, "\(heights.raw.count) rows")
      }
    },
    FuzzTarget("motion") { bytes in
      reading(bytes) { path in _ = try MotionSpec.file(path).gestures() }
    },
    FuzzTarget("gestures") { bytes in
      guard let first = bytes.first else { return }
      let descriptor = StrategyRegistry.all[Int(first) % StrategyRegistry.all.count].descriptor
      let heights = [Int32](
        repeating: Int32(screen.viewport.rawValue), count: Int(first >> 4))
      let rules = GestureRules(descriptor, heights: heights, viewport: screen.viewport)
      reading(Array(bytes.dropFirst())) { path in
        let script = GestureScript(
          heights: heights, options: LayoutOptions(viewport: screen.viewport),
          topology: descriptor.topology,
          gestures: try GestureFile.gestures(at: path, rules: [rules]))
        // Anything that the reader accepts must be valid for the strategy.
        require(script.repaired(for: descriptor.requirement) == script, "accepted: \(script)")
      }
    },
    FuzzTarget("samples") { readBack($0, SampleRow.self) },
    FuzzTarget("summary") { readBack($0, CellResult.self) },
    FuzzTarget("record") { bytes in
      reading {
        let record = try RunRecord(json: bytes, file: "run.json")
        let again = try RunRecord(json: try record.json(), file: "run.json")
        require(again == record, "\(record) came back as \(again)")
      }
    },
    FuzzTarget("arguments") { bytes in
      // Arguments are separated by NUL bytes.
      let words = bytes.split(separator: 0, omittingEmptySubsequences: false)
        .compactMap { String(validating: $0, as: UTF8.self) }
      reading {
        if case .print(let text) = try table.parse(words, width: 80) {
          require(text.hasSuffix("\n"), "a text without an end: \(text)")
        }
      }
    },
  ]

  private static let screen = Screen(
    width: LayoutUnit(points: 390), viewport: LayoutUnit(points: 844))

  private static let table = CommandTable(vocabulary: Tool().table.vocabulary)

  /// Calls `body` with the path of a file that contains `bytes`.
  private static func reading(_ bytes: [UInt8], _ body: (String) throws -> Void) {
    let path = "\(NSTemporaryDirectory())/fuzz-\(getpid())"
    guard FileManager.default.createFile(atPath: path, contents: Data(bytes)) else {
      fatalError("no room for \(path)")
    }
    reading { try body(path) }
  }

  /// Traps if rows that were read from CSV change when they are written and read again.
  private static func readBack<Row: CSVRow & Equatable>(_ bytes: [UInt8], _ type: Row.Type) {
    reading {
      let rows = try Row.rows(in: bytes, file: "rows.csv")
      let again = try Row.rows(in: Row.csv(of: rows), file: "rows.csv")
      require(again == rows, "\(rows) came back as \(again)")
    }
  }

  /// Traps if `body` throws anything other than a `RunFault` with a single-line message.
  private static func reading(_ body: () throws -> Void) {
    do {
      try body()
    } catch let fault as RunFault {
      require(
        !fault.message.isEmpty && fault.message.unicodeScalars.allSatisfy(\.isPlain),
        "the message is not a single line of plain text: \(fault.message.debugDescription)")
    } catch {
      fatalError("\(error)")
    }
  }
}
