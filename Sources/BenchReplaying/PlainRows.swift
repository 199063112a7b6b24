import ListLayout

/// The rows in a `RowStore`. Reading a height costs a few load instructions and a predicted branch.
///
/// If the store counts requests, its `nearCount` is 0, so that every height is read and counted in
/// `farHeight(of:)`.
@frozen
public struct PlainRows: RowSource {
  @usableFromInline let header: UnsafeMutablePointer<RowStore.Header>
  #if DEBUG
    /// A reference to the store; because of this reference, `PlainRows` and every index that stores a
    /// `PlainRows` are non-trivial types (see `Trial.ListStorage`).
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

  /// Adds `amount` to the store's counter for `work`, even if the store does not count requests, because an
  /// addition costs less than a branch.
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
