import ListLayout

/// The rows of a `RowStore`, for timed runs: a height costs a few loads and a predicted branch.
@frozen
public struct PlainRows: RowSource {
  @usableFromInline let header: UnsafeMutablePointer<RowStore.Header>

  @inlinable
  init(header: UnsafeMutablePointer<RowStore.Header>) { self.header = header }

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
    header.pointee.owner.takeUnretainedValue().copyHeights(of: rows, to: destination)
  }

  @inline(never)
  @usableFromInline
  func farHeight(of row: Int) -> Int32 {
    header.pointee.owner.takeUnretainedValue().height(of: row)
  }
}

/// Adds up the work of one strategy.
public final class WorkLedger {
  /// The work so far.
  @exclusivity(unchecked) public var counters = WorkCounters()

  /// An empty ledger.
  public init() {}
}

/// The same rows for counting runs: every height asked for and every note taken is added up.
public struct CountedRows: RowSource {
  let plain: PlainRows
  let ledger: WorkLedger

  /// Counts what is asked of `plain` in `ledger`.
  public init(_ plain: PlainRows, ledger: WorkLedger) {
    self.plain = plain
    self.ledger = ledger
  }

  public var count: Int { plain.count }

  public func height(of row: Int) -> LayoutUnit {
    ledger.counters[.heightsAsked] += 1
    return plain.height(of: row)
  }

  public func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    ledger.counters[.heightsAsked] += rows.count
    plain.copyHeights(of: rows, to: destination)
  }

  public func note(_ work: Work, _ amount: Int) { ledger.counters[work] += amount }
}
