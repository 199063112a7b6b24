import ListLayout

/// The rows in a `RowStore`. Reading a height costs a few memory loads and a predictable branch. If
/// the store counts requests, `nearCount` is 0, which sends every read through `farHeight(of:)`.
@frozen
public struct PlainRows: RowSource {
  @usableFromInline let header: UnsafeMutablePointer<RowStore.Header>
  #if DEBUG
    // Makes `PlainRows` and every index that stores it non-trivial; see `Trial.ListStorage`.
    @usableFromInline let store: RowStore
  #endif

  @inlinable
  init(_ store: RowStore) {
    header = store.header
    #if DEBUG
      self.store = store
    #endif
  }

  @inlinable public var count: Int { header.pointee.count }

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

  @inlinable
  public func note(_ work: Work, _ amount: Int) {
    // Counting unconditionally costs less than a branch.
    RowStore.amounts(behind: header)[work.rawValue] &+= amount
  }

  @inline(never)
  @usableFromInline
  func farHeight(of row: Int) -> Int32 {
    header.pointee.owner._withUnsafeGuaranteedRef { store in
      store.countHeights(1)
      return store.height(of: row)
    }
  }
}
