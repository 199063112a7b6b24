import ListLayout

/// One strategy on one list, with its type erased: one indirect call for thousands of steps.
///
/// Closures and not a generic class: the methods of a generic class are reached through metadata
/// that is made at run time and stay unspecialised, whereas a closure made in specialised code is
/// specialised with it.
public final class Trial {
  public let store: RowStore
  private let runSteps: (Range<Int>, Checksum) -> Checksum
  private let applyGesture: (Gesture) -> Void
  private let layOut: () -> Void
  private let visitRows: ((VisibleRow) -> Void) -> Void
  private let visitBoundViews: ((RowView) -> Void) -> Void
  private let offsetOfRow: (Int) -> LayoutUnit
  private let rowAtOffset: (LayoutUnit) -> Int
  private let originOfRow: (Int) -> Int
  private let digest: () -> Int
  private let converts: () -> Bool
  private let content: () -> (offset: LayoutUnit, height: LayoutUnit)

  /// Where a trial's list lives.
  @usableFromInline
  final class Home<S: LayoutStrategy & ~Copyable> {
    @exclusivity(unchecked) @usableFromInline var list: S

    @inlinable
    init(_ list: consuming S) { self.list = list }
  }

  /// Builds the list and lays out its first screen.
  @inlinable
  public convenience init<S: LayoutStrategy & ~Copyable>(
    _: S.Type, source: S.Rows, store: RowStore, options: LayoutOptions, script: Script
  ) {
    let home = Home(S(rows: source, options: options))
    let estimates = S.card.contentSpace == .estimated
    home.list.layout()
    self.init(
      store: store,
      run: {
        Replay.run(
          &home.list, $0, of: script, on: store, rows: source, options: options,
          offsetsAreEstimates: estimates, from: $1)
      },
      apply: { Replay.apply($0, to: &home.list, on: store) },
      layOut: { home.list.layout() },
      visitRows: { home.list.visitVisible($0) },
      visitViews: { home.list.visitViews($0) },
      offset: { home.list.offset(of: $0) },
      row: { home.list.row(at: $0) },
      origin: { home.list.origin(of: $0) },
      digest: { Replay.digest(home.list) },
      converts: { home.list.isConverting },
      content: { (home.list.contentOffset, home.list.contentHeight) })
  }

  @usableFromInline
  init(
    store: RowStore, run: @escaping (Range<Int>, Checksum) -> Checksum,
    apply: @escaping (Gesture) -> Void,
    layOut: @escaping () -> Void, visitRows: @escaping ((VisibleRow) -> Void) -> Void,
    visitViews: @escaping ((RowView) -> Void) -> Void, offset: @escaping (Int) -> LayoutUnit,
    row: @escaping (LayoutUnit) -> Int, origin: @escaping (Int) -> Int,
    digest: @escaping () -> Int, converts: @escaping () -> Bool,
    content: @escaping () -> (offset: LayoutUnit, height: LayoutUnit)
  ) {
    (self.store, runSteps, applyGesture, self.layOut) = (store, run, apply, layOut)
    (self.visitRows, visitBoundViews) = (visitRows, visitViews)
    (offsetOfRow, rowAtOffset, originOfRow) = (offset, row, origin)
    (self.digest, self.converts, self.content) = (digest, converts, content)
  }

  /// A list on a store's own rows; driven by gestures alone, unless there is a script.
  @inlinable
  public convenience init<S: LayoutStrategy & ~Copyable>(
    _: S.Type, store: RowStore, options: LayoutOptions, script: Script = .none
  ) where S.Rows == PlainRows {
    self.init(S.self, source: store.rows, store: store, options: options, script: script)
  }

  /// The same list, whose steps are run by `run`.
  public convenience init(
    _ base: Trial, run: @escaping (Range<Int>, Checksum) -> Checksum
  ) {
    self.init(
      store: base.store, run: run, apply: base.applyGesture, layOut: base.layOut,
      visitRows: base.visitRows, visitViews: base.visitBoundViews, offset: base.offsetOfRow,
      row: base.rowAtOffset, origin: base.originOfRow, digest: base.digest,
      converts: base.converts, content: base.content)
  }

  /// Runs steps of the trial's script; from the checksum of the steps before to that of all up to the last.
  public func run(_ steps: Range<Int>, from checksum: Checksum) -> Checksum {
    runSteps(steps, checksum)
  }

  /// Changes the rows as the gesture says, tells the strategy and lays out one frame.
  public func apply(_ gesture: Gesture) { applyGesture(gesture) }
  public func layout() { layOut() }

  public var screen: [VisibleRow] {
    var rows: [VisibleRow] = []
    visitRows { rows.append($0) }
    return rows
  }

  /// A number for what is on screen: equal for equal screens, and hardly ever for others.
  public var screenDigest: Int { digest() }
  public func visitViews(_ body: (RowView) -> Void) { visitBoundViews(body) }

  // See `LayoutStrategy`.
  public var isConverting: Bool { converts() }
  public var contentOffset: LayoutUnit { content().offset }
  public var contentHeight: LayoutUnit { content().height }
  public func offset(of row: Int) -> LayoutUnit { offsetOfRow(row) }
  public func row(at offset: LayoutUnit) -> Int { rowAtOffset(offset) }
  public func origin(of row: Int) -> Int { originOfRow(row) }
}
