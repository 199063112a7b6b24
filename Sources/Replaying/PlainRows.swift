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
  /// One amount for each kind of work. Memory of its own, so that counting rows need no reference
  /// to this object, which they would keep and give up at every height.
  fileprivate let amounts: UnsafeMutablePointer<Int>

  /// An empty ledger.
  public init() {
    amounts = .allocate(capacity: Work.kinds)
    amounts.initialize(repeating: 0, count: Work.kinds)
  }

  deinit { amounts.deallocate() }

  /// The work so far.
  public var counters: WorkCounters {
    var counters = WorkCounters()
    for work in Work.allCases { counters[work] = amounts[work.rawValue] }
    return counters
  }
}

/// The same rows for counting runs: every height asked for and every note taken is added up.
public struct CountedRows: RowSource {
  private let plain: PlainRows
  /// Keeps `amounts` in being.
  private let ledger: WorkLedger
  private let amounts: UnsafeMutablePointer<Int>

  /// Counts what is asked of `plain` in `ledger`.
  public init(_ plain: PlainRows, ledger: WorkLedger) {
    self.plain = plain
    self.ledger = ledger
    amounts = ledger.amounts
  }

  public var count: Int { plain.count }

  public func height(of row: Int) -> LayoutUnit {
    amounts[Work.heightsAsked.rawValue] += 1
    return plain.height(of: row)
  }

  public func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    amounts[Work.heightsAsked.rawValue] += rows.count
    plain.copyHeights(of: rows, to: destination)
  }

  public func note(_ work: Work, _ amount: Int) { amounts[work.rawValue] += amount }
}
