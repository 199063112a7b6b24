import ListLayout
import Replaying

/// The reference, linear or circular, answering in the content space of somebody else's window.
///
/// A window chooses its own first row, so its right answers are P(row) - P(origin of the row): the
/// origin is asked of the window, the rest is the reference's own.
struct WindowedReference: LayoutStrategy, ~Copyable {
  typealias Rows = ReferenceRows

  static var card: StrategyCard { Reference<PlainRows>.card }

  private var base: Reference<PlainRows>
  private let rows: ReferenceRows
  /// The first row of the window; nil without a window, or while it shows nothing.
  private var first: Int?
  /// The last row of the window; of a circular one, nothing: points in it need no clamping.
  private var last = Int.max

  init(rows: ReferenceRows, options: LayoutOptions) {
    self.rows = rows
    base = Reference(
      rows: rows.plain, options: options, topology: rows.topology, formation: rows.formation)
    guard rows.pointsAreWindowed, let window = rows.window, let shown = window.screen.first else {
      return
    }
    let first = min(max(0, window.origin(of: shown.row)), rows.count)
    self.first = first
    guard rows.topology == .linear else { return }
    let end = base.offset(of: first) + window.contentHeight
    last = max(first, base.row(at: end - LayoutUnit(rawValue: Int64(1))))
  }

  mutating func offset(of row: Int) -> LayoutUnit {
    guard let window = rows.window else {
      // Asked in any case: from the first question on, content points are measured from row 0.
      let offset = base.offset(of: row)
      return rows.offsetsAreEstimates ? .zero : offset
    }
    let origin = min(max(0, window.origin(of: row)), rows.count)
    let offset = base.offset(of: row) - base.offset(of: origin)
    // A circular window that begins before the seam meets the row in the next revolution.
    return offset < .zero && rows.topology == .circular ? offset + base.contentHeight : offset
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    guard let first else { return base.row(at: offset) }
    let row = base.row(at: base.offset(of: first) + offset)
    return rows.topology == .circular ? row : min(max(row, first), last)
  }

  var contentOffset: LayoutUnit { base.contentOffset }
  var contentHeight: LayoutUnit { base.contentHeight }
  var viewport: LayoutUnit { base.viewport }

  mutating func heightChanged(of row: Int) { base.heightChanged(of: row) }
  mutating func heightsChanged() { base.heightsChanged() }
  mutating func inserted(_ rows: Range<Int>) { base.inserted(rows) }
  mutating func deleted(_ rows: Range<Int>) { base.deleted(rows) }
  mutating func scroll(by distance: LayoutUnit) { base.scroll(by: distance) }
  mutating func settle() { base.settle() }
  mutating func jump(to row: Int) { base.jump(to: row) }
  mutating func resizeViewport(to height: LayoutUnit) { base.resizeViewport(to: height) }
  mutating func layout() { base.layout() }
  func visitViews(_ body: (RowView) -> Void) { base.visitViews(body) }
}

extension Reference where Rows == PlainRows {
  /// The reference on a store's rows, as a trial.
  ///
  /// - Parameters:
  ///   - store: rows of the reference's own: gestures and steps change them.
  ///   - options: those of the strategy that is checked.
  ///   - topology: as on the card of the strategy that is checked.
  ///   - formation: likewise.
  ///   - script: the steps that `Trial.run` runs.
  public static func trial(
    on store: RowStore, options: LayoutOptions, topology: StrategyCard.Topology,
    formation: EllipticFormation? = nil, script: Script = .none
  ) -> any Trial {
    windowedTrial(
      on: store, options: options, topology: topology, formation: formation, script: script,
      window: nil)
  }

  static func windowedTrial(
    on store: RowStore, options: LayoutOptions, topology: StrategyCard.Topology,
    formation: EllipticFormation? = nil, script: Script,
    window: (any Trial)?, offsetsAreEstimates: Bool = false
  ) -> any Trial {
    let rows = ReferenceRows(
      plain: store.rows, topology: topology, formation: formation, window: window,
      pointsAreWindowed: [.hitTest, .hitTestChain, .mixed].contains(script.loop),
      offsetsAreEstimates: offsetsAreEstimates)
    return TrialBox(
      WindowedReference.self, source: rows, store: store, options: options, script: script)
  }
}

/// The rows under a `WindowedReference`, with what `LayoutOptions` does not tell it.
struct ReferenceRows: RowSource {
  let plain: PlainRows
  let topology: StrategyCard.Topology
  let formation: EllipticFormation?
  /// The list whose window the answers are measured from; nil to measure from row 0.
  let window: (any Trial)?
  /// Whether content points are meant in the window's content space. Points that were made from
  /// the reference's own `contentOffset` are not.
  let pointsAreWindowed: Bool
  /// Whether offsets are not compared: the timed loops drop those of a list that estimates them.
  let offsetsAreEstimates: Bool

  var count: Int { plain.count }

  func height(of row: Int) -> LayoutUnit { plain.height(of: row) }

  func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    plain.copyHeights(of: rows, to: destination)
  }
}
