import ListLayout

/// One strategy on one list, with its type erased: one indirect call for thousands of steps.
public protocol Trial: AnyObject {
  /// Runs steps of the trial's script.
  ///
  /// - Returns: the checksum of the steps; see `Replay`.
  func run(_ steps: Range<Int>) -> UInt64

  /// Changes the rows as the gesture says, tells the strategy and lays out one frame.
  func apply(_ gesture: Gesture)

  /// Lays out a frame without a change.
  func layout()

  /// What is on screen.
  var screen: [VisibleRow] { get }

  /// Visits the views bound to rows.
  func visitViews(_ body: (RowView) -> Void)

  /// The rows under the list.
  var store: RowStore { get }

  /// See `LayoutStrategy`.
  var contentOffset: LayoutUnit { get }
  /// See `LayoutStrategy`.
  var contentHeight: LayoutUnit { get }
  /// See `LayoutStrategy`.
  func offset(of row: Int) -> LayoutUnit
  /// See `LayoutStrategy`.
  func row(at offset: LayoutUnit) -> Int
  /// See `LayoutStrategy`.
  func origin(of row: Int) -> Int
}

/// The one implementation of `Trial`, specialised for each strategy of a roster.
public final class TrialBox<S: LayoutStrategy & ~Copyable>: Trial {
  @usableFromInline var list: S
  @usableFromInline let script: Script
  @usableFromInline let source: S.Rows
  @usableFromInline let options: LayoutOptions
  public let store: RowStore

  /// Builds the list and lays out its first screen.
  @inlinable
  public init(
    _: S.Type, source: S.Rows, store: RowStore, options: LayoutOptions, script: Script
  ) {
    self.store = store
    self.source = source
    self.options = options
    self.script = script
    list = S(rows: source, options: options)
    list.layout()
  }

  /// A list driven by gestures alone.
  @inlinable
  public convenience init(_: S.Type, store: RowStore, options: LayoutOptions)
  where S.Rows == PlainRows {
    self.init(S.self, source: store.rows, store: store, options: options, script: .none)
  }

  @inlinable
  public func run(_ steps: Range<Int>) -> UInt64 {
    Replay.run(&list, steps, of: script, on: store, rows: source, options: options)
  }

  @inlinable
  public func apply(_ gesture: Gesture) {
    switch gesture {
    case .scroll(let distance): list.scroll(by: distance)
    case .settle: list.settle()
    case .jump(let row): list.jump(to: row)
    case .resize(let row, let height):
      store.setHeight(of: row, to: Int32(height.rawValue))
      list.heightChanged(of: row)
    case .insert(let row, let height):
      store.insert(Int32(height.rawValue), at: row)
      list.inserted(row..<row + 1)
    case .delete(let row):
      store.delete(row..<row + 1)
      list.deleted(row..<row + 1)
    case .viewport(let height): list.resizeViewport(to: height)
    }
    list.layout()
  }

  @inlinable
  public func layout() { list.layout() }

  @inlinable
  public var screen: [VisibleRow] {
    var rows: [VisibleRow] = []
    list.visitVisible { rows.append($0) }
    return rows
  }

  @inlinable
  public func visitViews(_ body: (RowView) -> Void) { list.visitViews(body) }

  @inlinable
  public var contentOffset: LayoutUnit { list.contentOffset }

  @inlinable
  public var contentHeight: LayoutUnit { list.contentHeight }

  @inlinable
  public func offset(of row: Int) -> LayoutUnit { list.offset(of: row) }

  @inlinable
  public func row(at offset: LayoutUnit) -> Int { list.row(at: offset) }

  @inlinable
  public func origin(of row: Int) -> Int { list.origin(of: row) }
}
