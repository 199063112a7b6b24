import Foundation
import ListLayout

/// What a parent may ask of `bench serve`: a word, and for some a value, on one line.
package enum ServeCommand: Equatable, Sendable {
  /// Which program this is.
  case hello
  /// Stay on one processor core.
  case pin(core: Int)
  /// Build the cell's list anew and be ready for its steps, from the first on.
  case prepare(ServedCell)
  /// Find how many steps last so many nanoseconds.
  case calibrate(nanoseconds: UInt64)
  /// Do so many steps with the clock around them, after half as many without.
  case run(operations: Int)
  /// Count the work of the cell's first steps.
  case counters
  /// Forget the cell.
  case drop
  /// End.
  case quit
}

extension ServeCommand {
  /// The version of the commands and their answers; a change of meaning has another one.
  package static let version = 2

  /// The greatest number of steps, and of nanoseconds, that a command may name.
  private static let greatest = 1_000_000_000_000

  /// Reads a line.
  ///
  /// - Throws: `ServeFault` that says what was expected.
  package init(_ line: String) throws(ServeFault) {
    let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: true)
    let word = words.first.map(String.init) ?? ""
    let value = words.count > 1 ? String(words[1]) : nil
    switch (word, value) {
    case ("hello", nil): self = .hello
    case ("counters", nil): self = .counters
    case ("drop", nil): self = .drop
    case ("quit", nil): self = .quit
    case ("pin", let core?): self = .pin(core: try Self.number(core, in: 0...1023, "a core"))
    case ("calibrate", let time?):
      let range = 1...Self.greatest
      self = .calibrate(nanoseconds: UInt64(try Self.number(time, in: range, "nanoseconds")))
    case ("run", let steps?):
      self = .run(operations: try Self.number(steps, in: 1...Self.greatest, "a number of steps"))
    case ("prepare", let cell?): self = .prepare(try Self.cell(cell))
    case ("pin", nil), ("calibrate", nil), ("run", nil), ("prepare", nil):
      throw ServeFault("'\(word)' needs a value")
    case ("hello", _), ("counters", _), ("drop", _), ("quit", _):
      throw ServeFault("'\(word)' takes no value")
    default:
      throw ServeFault(
        "unknown command \(word.prefix(40).debugDescription); expected hello, pin, prepare, "
          + "calibrate, run, counters, drop or quit")
    }
  }

  /// The line.
  package func line() throws -> String {
    switch self {
    case .hello: "hello"
    case .pin(let core): "pin \(core)"
    case .prepare(let cell):
      "prepare " + String(decoding: try ServeAnswer.encoded(cell), as: UTF8.self)
    case .calibrate(let nanoseconds): "calibrate \(nanoseconds)"
    case .run(let operations): "run \(operations)"
    case .counters: "counters"
    case .drop: "drop"
    case .quit: "quit"
    }
  }

  private static func number(
    _ text: String, in range: ClosedRange<Int>, _ what: String
  ) throws(ServeFault) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw ServeFault(
        "found \(text.prefix(40).debugDescription), expected \(what), "
          + "\(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  private static func cell(_ text: String) throws(ServeFault) -> ServedCell {
    do {
      return try JSONDecoder().decode(ServedCell.self, from: Data(text.utf8))
    } catch {
      throw ServeFault("'prepare' needs a cell as JSON: \(Self.reason(error))")
    }
  }

  /// What a decoder did not find.
  private static func reason(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, _): "no \(key.stringValue)"
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context):
      "\(context.codingPath.map(\.stringValue).joined(separator: ".")) is of another type"
    default: "not readable"
    }
  }
}

/// Why a command was not done, as one line.
package struct ServeFault: Error, Equatable, Sendable {
  /// The line.
  package let message: String

  /// A fault with its line.
  package init(_ message: String) { self.message = message }
}

/// What `bench serve` answers: an object of JSON on one line. One of these, or `Refusal`.
package enum ServeAnswer {
  /// To `hello`.
  package struct Hello: Codable, Equatable, Sendable {
    /// `ServeCommand.version`.
    package var protocolVersion: Int
    /// The version of the tool.
    package var tool: String
    /// The compiler that built it.
    package var compiler: String
    /// `-O` or `-Onone`.
    package var optimisation: String
    /// The ids of its strategies.
    package var strategies: [String]
    /// The ids of its scenarios.
    package var scenarios: [String]

    enum CodingKeys: String, CodingKey {
      case protocolVersion = "protocol"
      case tool, compiler, optimisation, strategies, scenarios
    }
  }

  /// To `pin`.
  package struct Pinned: Codable, Equatable, Sendable {
    /// The core; nil where the system allows no choice.
    package var core: Int?
  }

  /// To `prepare`.
  package struct Prepared: Codable, Equatable, Sendable {
    /// Why the strategy has no figure in this cell; nil when it has one.
    package var objection: String?
    /// The steps of the script, after which it begins anew.
    package var steps: Int
    /// What rows and script hash to: equal numbers mean the same questions about the same list.
    package var workload: String
  }

  /// To `calibrate`.
  package struct Calibrated: Codable, Equatable, Sendable {
    /// So many steps last as long as was asked for, or one that lasts longer.
    package var operations: Int
    /// What one step took.
    package var stepNanoseconds: Double

    enum CodingKeys: String, CodingKey {
      case operations
      case stepNanoseconds = "step_ns"
    }
  }

  /// To `run`.
  package struct Slice: Codable, Equatable, Sendable {
    /// What the steps took, in nanoseconds.
    package var elapsedNanoseconds: UInt64
    /// What they answered.
    package var checksum: String

    enum CodingKeys: String, CodingKey {
      case elapsedNanoseconds = "elapsed_ns"
      case checksum
    }
  }

  /// To `drop` and `quit`.
  package struct Done: Codable, Equatable, Sendable {}

  /// To a command that was not done.
  package struct Refusal: Codable, Equatable, Sendable {
    /// Why, as one line.
    package var error: String
  }

  /// An answer as one line, without its end.
  static func encoded(_ answer: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(answer)
  }
}

/// The work of a cell's first steps, exact: the answer to `counters`.
package struct ServedCounters: Codable, Equatable, Sendable {
  /// The steps that were counted.
  package var steps: Int
  /// Amounts of all of them together, by the names of `summary.csv`; what cannot be counted here is
  /// not among them.
  package var amounts: [String: Int]

  /// Counts with their names.
  package init(steps: Int, amounts: [String: Int]) {
    self.steps = steps
    self.amounts = amounts
  }

  init(_ check: CellCheck) {
    steps = check.countedSteps
    amounts = [
      "heights_asked": check.work[.heightsAsked], "rows_scanned": check.work[.rowsScanned],
      "views_created": check.work[.viewsCreated],
      "views_configured": check.work[.viewsConfigured],
      "views_moved": check.work[.viewsMoved], "reloads": check.work[.reloads],
      "layout_passes": check.work[.layoutPasses], "layouts_cut": check.work[.layoutsCut],
    ]
    amounts["allocations"] = check.allocations?.count
    amounts["allocated_bytes"] = check.allocations?.bytes
    amounts["own_bytes"] = check.ownBytes
  }
}
