import ListLayout

/// Measures the text of a row each time it is asked, as a list with self-sizing rows does. Nothing
/// is remembered: what an ask costs is what measuring a text costs.
public struct TextMeasurer: Sendable {
  /// The width of the list; a change re-measures, because every ask does.
  public var width: LayoutUnit
  private let corpus: Corpus
  private let style: RowStyle
  private let tiling: Tiling

  init(corpus: Corpus, style: RowStyle, tiling: Tiling, width: LayoutUnit) {
    self.corpus = corpus
    self.style = style
    self.tiling = tiling
    self.width = width
  }

  /// The height in 1/64 pt of the row `id`, the same as in the `Heights` of the same population at
  /// the same width. Every whole number is a row: new rows show the texts that come next.
  ///
  /// - Complexity: O(bytes of the text).
  public func height(ofRow id: Int) -> Int32 {
    style.height(of: tiling.entry(ofRow: id), in: corpus, width: width)
  }
}
