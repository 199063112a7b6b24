import ListLayout
import Measuring

/// The rows that a spec names, loaded and checked: a table of real or generated rows, or a rule,
/// out of which a list of any length is made.
///
/// Loading is separate from measuring because a file is read, and refused, once and early, while
/// heights are made for each row count and each width of a run.
public struct Population: Sendable {
  /// What the rows are.
  public let spec: HeightsSpec
  let content: Content
  let seed: UInt64

  enum Content: Sendable {
    case fixed(Int32)
    case uniform(ClosedRange<Int32>)
    case pages
    /// Heights that do not depend on the screen, repeated as they are.
    case cycle([Int32])
    /// Heights that do not depend on the screen, tiled.
    case table([Int32])
    /// Texts, tiled, and how a row shows them.
    case text(Corpus, RowStyle)
  }

  /// The greatest number of rows that may be asked for; the sum of their heights fits 64 bits.
  public static let maximumRows = 1_000_000_000

  /// How many rows there really are; nil for a rule, which has no end.
  public var count: Int? {
    switch content {
    case .fixed, .uniform, .pages, .cycle: nil
    case .table(let heights): heights.count
    case .text(let corpus, _): corpus.count
    }
  }

  /// The heights of `rows` rows on `screen`; nil rows are as many as there really are.
  ///
  /// Fewer than `count` rows are the first of them. More are the same rows again, in runs that begin
  /// at seeded places.
  ///
  /// - Throws: `usage` if a rule is asked without a number of rows, or for fewer than 0 or more than
  ///   `maximumRows`; `badData` if all the rows are 0 pt high, or their sum is above
  ///   `LayoutUnit.maximumDistance`.
  /// - Complexity: O(rows), and each text is typeset once.
  public func heights(rows: Int?, screen: Screen) throws(WorkloadFault) -> Heights {
    guard let rows = rows ?? count else {
      throw WorkloadFault(.usage, "\(spec) has no rows of its own, expected --rows")
    }
    guard (0...Self.maximumRows).contains(rows) else {
      throw WorkloadFault(.usage, "--rows \(rows): expected 0 to \(Self.maximumRows)")
    }
    return try Heights(self, rows: rows, screen: screen)
  }

  /// What measures the texts of the rows at each ask; nil if the rows are no texts.
  public func measurer(width: LayoutUnit) -> TextMeasurer? {
    guard case .text(let corpus, let style) = content else { return nil }
    let tiling = Tiling(period: corpus.count, seed: seed)
    return TextMeasurer(corpus: corpus, style: style, tiling: tiling, width: width)
  }

  func heights(rows: Int, on screen: Screen) -> [Int32] {
    switch content {
    case .fixed(let height): [Int32](repeating: height, count: rows)
    case .uniform(let range): Self.uniform(range, rows: rows, seed: seed)
    case .pages: [Int32](repeating: screen.viewport.asHeight, count: rows)
    case .cycle(let heights): (0..<rows).map { heights[$0 % heights.count] }
    case .table(let heights):
      Tiling(period: heights.count, seed: seed).heights(count: rows, from: heights)
    case .text(let corpus, let style):
      Tiling(period: corpus.count, seed: seed)
        .heights(
          count: rows,
          from: style.heights(of: corpus, count: min(rows, corpus.count), width: screen.width))
    }
  }

  private static func uniform(_ range: ClosedRange<Int32>, rows: Int, seed: UInt64) -> [Int32] {
    var generator = SplitMix64(seed: seed, purpose: "uniform heights")
    let choices = Int(range.upperBound) - Int(range.lowerBound) + 1
    return (0..<rows).map { _ in
      range.lowerBound + Int32(generator.below(choices))
    }
  }
}

extension LayoutUnit {
  /// The length as rows store it, brought into the range of a height.
  var asHeight: Int32 {
    Int32(min(max(rawValue, 0), LayoutUnit.maximumHeight.rawValue))
  }
}
