import ListLayout

/// A strategy running on one list, with its type erased. Each indirect call runs thousands of steps, so
/// its cost is negligible. Unlike the methods of a generic class, closures are specialised together with
/// the code that creates them.
public final class Trial {
  public let store: RowStore
  private let runSteps: (Range<Int>, Checksum) -> Checksum
  private let applyGesture: (Gesture) -> Void
  private let changeHeight: (Int) -> Void
  private let layOut: () -> Void
  private let visitRows: ((VisibleRow) -> Void) -> Void
  private let visitBoundViews: ((RowView) -> Void) -> Void
  private let offsetOfRow: (Int) -> LayoutUnit
  private let rowAtOffset: (LayoutUnit) -> Int
  private let originOfRow: (Int) -> Int
  private let digest: () -> Int
  private let converts: () -> Bool
  private let content: () -> (offset: LayoutUnit, height: LayoutUnit)

  /// Stores the list. The header is a closure that destroys the list when the storage is freed.
  ///
  /// The closure is specialised where the strategy's type is known. If a generic class stored the list in a
  /// property, it would destroy the list through value witnesses. Value witnesses skip the `deinit` of an
  /// index whose layout depends on a type parameter (Swift 6.3.1, -O):
  ///
  ///     struct Index<Rows>: ~Copyable { let rows: Rows; deinit { print("freed") } }
  ///     final class ListStorage<S: ~Copyable> { let list: S; init(_ list: consuming S) { self.list = list } }
  ///     @inline(never) @_semantics("optimize.sil.specialize.generic.never")
  ///     func storage<S: ~Copyable>(_ list: consuming S) -> AnyObject { ListStorage(list) }
  ///     _ = storage(Index(rows: [1]))    // prints nothing
  ///
  /// In unoptimised builds, Swift also skips the `deinit` of an index whose stored properties are all
  /// trivial. `PlainRows` is therefore not trivial in debug builds.
  @usableFromInline
  final class ListStorage<S: LayoutStrategy & ~Copyable>: ManagedBuffer<() -> Void, S> {
    @inlinable
    static func make(_ list: consuming S) -> ListStorage {
      let storage = unsafeDowncast(create(minimumCapacity: 1) { _ in {} }, to: ListStorage.self)
      let place = storage.list
      place.initialize(to: list)
      storage.header = { place.deinitialize(count: 1) }
      return storage
    }

    @inlinable var list: UnsafeMutablePointer<S> { withUnsafeMutablePointerToElements { $0 } }

    @inlinable deinit { header() }
  }

  @inlinable
  public convenience init<S: LayoutStrategy & ~Copyable>(
    _: S.Type, source: S.Rows, store: RowStore, options: LayoutOptions, script: Script
  ) {
    let storage = ListStorage.make(S(rows: source, options: options))
    let estimates = S.descriptor.contentSpace == .estimated
    storage.list.pointee.layout()
    self.init(
      store: store,
      run: {
        Replay.run(
          &storage.list.pointee, $0, of: script, on: store, rows: source, options: options,
          offsetsAreEstimates: estimates, from: $1)
      },
      apply: { Replay.apply($0, to: &storage.list.pointee, on: store) },
      heightChanged: { storage.list.pointee.heightChanged(of: $0) },
      layOut: { storage.list.pointee.layout() },
      visitRows: { storage.list.pointee.visitVisible($0) },
      visitViews: { storage.list.pointee.visitViews($0) },
      offset: { storage.list.pointee.offset(of: $0) },
      row: { storage.list.pointee.row(at: $0) },
      origin: { storage.list.pointee.origin(of: $0) },
      digest: { Replay.digest(storage.list.pointee) },
      converts: { storage.list.pointee.isConverting },
      content: { (storage.list.pointee.contentOffset, storage.list.pointee.contentHeight) })
  }

  @usableFromInline
  init(
    store: RowStore, run: @escaping (Range<Int>, Checksum) -> Checksum,
    apply: @escaping (Gesture) -> Void, heightChanged: @escaping (Int) -> Void,
    layOut: @escaping () -> Void, visitRows: @escaping ((VisibleRow) -> Void) -> Void,
    visitViews: @escaping ((RowView) -> Void) -> Void, offset: @escaping (Int) -> LayoutUnit,
    row: @escaping (LayoutUnit) -> Int, origin: @escaping (Int) -> Int,
    digest: @escaping () -> Int, converts: @escaping () -> Bool,
    content: @escaping () -> (offset: LayoutUnit, height: LayoutUnit)
  ) {
    (self.store, runSteps, applyGesture, self.layOut) = (store, run, apply, layOut)
    (changeHeight, self.visitRows, visitBoundViews) = (heightChanged, visitRows, visitViews)
    (offsetOfRow, rowAtOffset, originOfRow) = (offset, row, origin)
    (self.digest, self.converts, self.content) = (digest, converts, content)
  }

  @inlinable
  public convenience init<S: LayoutStrategy & ~Copyable>(
    _: S.Type, store: RowStore, options: LayoutOptions, script: Script = .none
  ) where S.Rows == PlainRows {
    self.init(S.self, source: store.rows, store: store, options: options, script: script)
  }

  /// Copies a trial, but uses `run` to run its steps.
  public convenience init(
    _ base: Trial, run: @escaping (Range<Int>, Checksum) -> Checksum
  ) {
    self.init(
      store: base.store, run: run, apply: base.applyGesture, heightChanged: base.changeHeight,
      layOut: base.layOut, visitRows: base.visitRows, visitViews: base.visitBoundViews,
      offset: base.offsetOfRow, row: base.rowAtOffset, origin: base.originOfRow,
      digest: base.digest, converts: base.converts, content: base.content)
  }

  public func run(_ steps: Range<Int>, from checksum: Checksum) -> Checksum {
    runSteps(steps, checksum)
  }

  /// Applies a gesture to the rows and to the list, and lays out one frame.
  public func apply(_ gesture: Gesture) { applyGesture(gesture) }
  public func layout() { layOut() }
  public func visitViews(_ body: (RowView) -> Void) { visitBoundViews(body) }

  public var screen: [VisibleRow] {
    var rows: [VisibleRow] = []
    visitRows { rows.append($0) }
    return rows
  }

  public var screenDigest: Int { digest() }

  // See `LayoutStrategy`.
  public func heightChanged(of row: Int) { changeHeight(row) }
  public var isConverting: Bool { converts() }
  public var contentOffset: LayoutUnit { content().offset }
  public var contentHeight: LayoutUnit { content().height }
  public func offset(of row: Int) -> LayoutUnit { offsetOfRow(row) }
  public func row(at offset: LayoutUnit) -> Int { rowAtOffset(offset) }
  public func origin(of row: Int) -> Int { originOfRow(row) }
}
