/// A rolling checksum of answers.
///
/// Two cycles an answer, and no compiler can change their order, so neighbouring questions are never
/// answered by one vector instruction. A stretch of a script that starts with the checksum of all
/// steps before it must end with the checksum of all steps up to its end, so one run over a script
/// tells what any stretch of it must give.
@frozen
public struct Checksum: Hashable, Sendable {
  /// The checksum so far; 0 before the first answer.
  public var value: UInt64

  /// The checksum of answers that gave `value`.
  @inlinable
  public init(_ value: UInt64 = 0) { self.value = value }

  /// Adds an answer.
  @inlinable
  public mutating func add(_ answer: Int) {
    value = (value &<< 5 | value &>> 59) &+ UInt64(truncatingIfNeeded: answer)
  }
}
