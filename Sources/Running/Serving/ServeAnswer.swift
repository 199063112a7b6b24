import Foundation

/// What `bench serve` answers: an object of JSON on one line. One of these, or `Refusal`.
public enum ServeAnswer {
  /// To `hello`.
  public struct Hello: Codable, Equatable, Sendable {
    /// `ServeCommand.version`.
    public var protocolVersion: Int
    /// The version of the tool.
    public var tool: String
    /// The compiler that built it.
    public var compiler: String
    /// `-O` or `-Onone`.
    public var optimisation: String
    /// The ids of its strategies.
    public var strategies: [String]
    /// The ids of its scenarios.
    public var scenarios: [String]

    enum CodingKeys: String, CodingKey {
      case protocolVersion = "protocol"
      case tool, compiler, optimisation, strategies, scenarios
    }
  }

  /// To `pin`.
  public struct Pinned: Codable, Equatable, Sendable {
    /// The core; nil where the system allows no choice.
    public var core: Int?
  }

  /// To `prepare`.
  public struct Prepared: Codable, Equatable, Sendable {
    /// Why the strategy has no figure in this cell; nil when it has one.
    public var objection: String?
    /// The steps of the script, after which it begins anew.
    public var steps: Int
    /// What rows and script hash to: equal numbers mean the same questions about the same list.
    public var workload: String
  }

  /// To `calibrate`.
  public struct Calibrated: Codable, Equatable, Sendable {
    /// So many steps last as long as was asked for, or one that lasts longer.
    public var operations: Int
    /// What one step took.
    public var stepNanoseconds: Double

    enum CodingKeys: String, CodingKey {
      case operations
      case stepNanoseconds = "step_ns"
    }
  }

  /// To `run`.
  public struct Slice: Codable, Equatable, Sendable {
    /// What the steps took, in nanoseconds.
    public var elapsedNanoseconds: UInt64
    /// What they answered.
    public var checksum: String

    enum CodingKeys: String, CodingKey {
      case elapsedNanoseconds = "elapsed_ns"
      case checksum
    }
  }

  /// To `drop` and `quit`.
  public struct Done: Codable, Equatable, Sendable {}

  /// To a command that was not done.
  public struct Refusal: Codable, Equatable, Sendable {
    /// Why, as one line.
    public var error: String
  }

  /// An answer as one line, without its end.
  static func encoded(_ answer: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(answer)
  }
}
