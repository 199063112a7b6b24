import ListLayout
import Measuring
import Replaying
import Text

/// A trial that is made slower by a known share: what a run should find, when it can find that much.
///
/// After each stretch of steps it keeps the processor busy for so much of the time that they took.
/// The times of other trials are not touched, nor are the answers.
private final class SlowedTrial: Trial {
  private let base: any Trial
  private let share: Double

  init(_ base: any Trial, by share: Double) {
    self.base = base
    self.share = share
  }

  func run(_ steps: Range<Int>, from checksum: Checksum) -> Checksum {
    let start = MonotonicClock.now()
    let result = base.run(steps, from: checksum)
    let end = MonotonicClock.now()
    let until = end + UInt64(Double(end - start) * share)
    while MonotonicClock.now() < until {}
    return result
  }

  func apply(_ gesture: Gesture) { base.apply(gesture) }
  func layout() { base.layout() }
  var screen: [VisibleRow] { base.screen }
  var screenDigest: Int { base.screenDigest }
  var isConverting: Bool { base.isConverting }
  func visitViews(_ body: (RowView) -> Void) { base.visitViews(body) }
  var store: RowStore { base.store }
  var contentOffset: LayoutUnit { base.contentOffset }
  var contentHeight: LayoutUnit { base.contentHeight }
  func offset(of row: Int) -> LayoutUnit { base.offset(of: row) }
  func row(at offset: LayoutUnit) -> Int { base.row(at: offset) }
  func origin(of row: Int) -> Int { base.origin(of: row) }
}

extension StrategyEntry {
  /// The strategy with its timed steps made slower by `share` (0.02 is 2 %), named `ID+2%`.
  package func slowed(by share: Double) -> StrategyEntry {
    wrapped(
      id: card.id + Self.slowedSuffix(by: share), title: "made \(Percent.text(share)) slower"
    ) {
      SlowedTrial($0, by: share)
    }
  }

  /// What the id of a strategy ends with that was made slower: `+2%`.
  package static func slowedSuffix(by share: Double) -> String {
    "+" + Percent.text(share).filter { $0 != " " }
  }
}
