import ListLayout
import Replaying

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
