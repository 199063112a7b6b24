/// The kinds of work that are counted: exact, the same on every machine.
public enum Work: Int, CaseIterable, Sendable {
  /// Heights that the strategy asked its source for.
  case heightsAsked
  /// Entries walked by loops whose length depends on the list or on the window.
  case rowsScanned
  /// Views made because the reuse pool was empty.
  case viewsCreated
  /// Views bound to a row: made, or taken from the pool.
  case viewsConfigured
  /// Bound views given another place in content space.
  case viewsMoved
  /// Times that the whole content (list or window) was laid out anew.
  case reloads
  /// Runs of the layout code: one a frame, more when it changed its own input.
  case layoutPasses
  /// Frames whose layout did not come to rest and was cut.
  case layoutsCut

  /// The number of kinds.
  public static let kinds = 8
}

/// How much of each kind of work was done.
public struct WorkCounters: Hashable, Sendable {
  @usableFromInline var amounts = SIMD8<Int64>.zero

  /// No work at all.
  @inlinable
  public init() {}

  /// The amount of one kind, in units of that kind.
  @inlinable
  public subscript(work: Work) -> Int {
    get { Int(amounts[work.rawValue]) }
    set { amounts[work.rawValue] = Int64(newValue) }
  }

  /// All kinds together: how much was done, whatever it was.
  @inlinable
  public var total: Int { Int(amounts.wrappedSum()) }

  /// The work of both.
  @inlinable
  public static func + (left: WorkCounters, right: WorkCounters) -> WorkCounters {
    var sum = WorkCounters()
    sum.amounts = left.amounts &+ right.amounts
    return sum
  }

  /// The work done between two readings.
  @inlinable
  public static func - (later: WorkCounters, earlier: WorkCounters) -> WorkCounters {
    var difference = WorkCounters()
    difference.amounts = later.amounts &- earlier.amounts
    return difference
  }
}
