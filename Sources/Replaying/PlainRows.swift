import ListLayout

/// The rows of a `RowStore`: a height costs a few loads and a predicted branch.
///
/// A store that counts requests has no near rows, so that each height is read out of line and counted there.
@frozen
public struct PlainRows: RowSource {
  @usableFromInline let header: UnsafeMutablePointer<RowStore.Header>
  #if DEBUG
    /// Makes the type, and with it every index that stores its rows, non-trivial: see `Trial.ListStorage`.
    @usableFromInline let store: RowStore
  #endif

  @inlinable
  init(_ store: RowStore) {
    header = store.header
    #if DEBUG
      self.store = store
    #endif
  }

  @inlinable
  public var count: Int { header.pointee.count }

  @inlinable
  public func height(of row: Int) -> LayoutUnit {
    let inside = row &- header.pointee.nearStart
    guard UInt(bitPattern: inside) < UInt(bitPattern: header.pointee.nearCount) else {
      return LayoutUnit(rawValue: farHeight(of: row))
    }
    return LayoutUnit(rawValue: header.pointee.near[inside])
  }

  @inlinable
  public func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    let store = header.pointee.owner.takeUnretainedValue()
    store.countHeights(rows.count)
    store.copyHeights(of: rows, to: destination)
  }

  /// Adds to the store's counters, whether or not requests are counted: an addition costs less than a branch.
  @inlinable
  public func note(_ work: Work, _ amount: Int) {
    RowStore.amounts(behind: header)[work.rawValue] &+= amount
  }

  @inline(never)
  @usableFromInline
  func farHeight(of row: Int) -> Int32 {
    let store = header.pointee.owner.takeUnretainedValue()
    store.countHeights(1)
    return store.height(of: row)
  }
}
