/// Why a workload cannot be made: one clear line for the person who asked for it.
public struct WorkloadFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// Whose fault it is; the command line turns it into an exit code.
  public enum Kind: Hashable, Sendable {
    /// The words of the command line make no sense.
    case usage
    /// A file was read and something in it is wrong.
    case badData
    /// A file is not there, or cannot be read.
    case missing
  }

  /// Whose fault it is.
  public let kind: Kind

  /// One line: the file and the line number if there is one, the value, and what was expected.
  public let message: String

  /// A fault with its one-line `message`.
  public init(_ kind: Kind, _ message: String) {
    self.kind = kind
    self.message = message
  }

  /// The message.
  public var description: String { message }
}
