import ListLayout

/// A strategy under another name: the null control of a run.
///
/// A twin does what its base does, with timed loops of its own, compiled apart and standing at
/// another address; what is not inlined into them both call. Whatever a run finds between the two it
/// would find between any two equal strategies.
@frozen
public struct Twin<Base: LayoutStrategy & ~Copyable>: LayoutStrategy, ~Copyable {
  /// Moves the base by a cache line, which changes nothing but displacements. Without a difference in
  /// the code the compiler would merge the loops of both into one.
  @usableFromInline let padding = (0, 0, 0, 0, 0, 0, 0, 0)
  @usableFromInline var base: Base

  @inlinable
  public static var card: StrategyCard {
    var card = Base.card
    card.id += StrategyEntry.twinSuffix
    card.title += ", compiled a second time"
    return card
  }

  @inlinable
  public init(rows: Base.Rows, options: LayoutOptions) {
    base = Base(rows: rows, options: options)
  }

  @inlinable public mutating func offset(of row: Int) -> LayoutUnit { base.offset(of: row) }
  @inlinable public mutating func row(at offset: LayoutUnit) -> Int { base.row(at: offset) }
  @inlinable public func origin(of row: Int) -> Int { base.origin(of: row) }
  @inlinable public var contentOffset: LayoutUnit { base.contentOffset }
  @inlinable public var contentHeight: LayoutUnit { base.contentHeight }
  @inlinable public var viewport: LayoutUnit { base.viewport }
  @inlinable public mutating func heightChanged(of row: Int) { base.heightChanged(of: row) }
  @inlinable public mutating func heightsChanged() { base.heightsChanged() }
  @inlinable public mutating func inserted(_ rows: Range<Int>) { base.inserted(rows) }
  @inlinable public mutating func deleted(_ rows: Range<Int>) { base.deleted(rows) }
  @inlinable public mutating func scroll(by distance: LayoutUnit) { base.scroll(by: distance) }
  @inlinable public mutating func settle() { base.settle() }
  @inlinable public mutating func jump(to row: Int) { base.jump(to: row) }
  @inlinable public mutating func resizeViewport(to height: LayoutUnit) {
    base.resizeViewport(to: height)
  }
  @inlinable public var isConverting: Bool { base.isConverting }
  @inlinable public mutating func layout() { base.layout() }
  @inlinable public func visitViews(_ body: (RowView) -> Void) { base.visitViews(body) }
}
