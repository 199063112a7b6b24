/// One of several equal parts of a run, for machines that share the work: `1/4` is the first of four.
package struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Which part, from 1 to `count`.
  package let index: Int
  /// How many parts there are, at most `Int32.max`.
  package let count: Int

  /// Reads `i/n`; nil unless `1 <= i <= n`.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    let numbers = parts.compactMap(Self.whole)
    guard parts.count == 2, numbers.count == 2, numbers[0] >= 1, numbers[0] <= numbers[1] else {
      return nil
    }
    (index, count) = (numbers[0], numbers[1])
  }

  /// As it is written on the command line.
  package var description: String { "\(index)/\(count)" }

  private static func whole(_ text: Substring) -> Int? {
    guard !text.contains("."), let number = DecimalNumber(text)?.exactly(times: 1) else {
      return nil
    }
    return Int32(exactly: number).map(Int.init)
  }
}

extension ValueParser where Value == Shard {
  /// A part of a run.
  package static var shard: ValueParser {
    ValueParser(
      placeholder: "I/N", expectation: "I/N with I from 1 to N, such as 1/4",
      convert: { Shard($0) }
    )
  }
}
