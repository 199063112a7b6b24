import Conformance
import Replaying

/// A mistake that people make in a list, planted to see whether the laws find it.
enum Flaw: String, CaseIterable, Sendable {
  case offByOneAtEnd, gap, skippedRow, wrongTie, wrongTotal, staleBelow, noAnchor
  case doubleCompensation, anchorToPrevious, roundedMotion, friction, restless, lostView, twoViews
  case hoarder, manyPasses, impureQuery, placedByAddress, noRotation, oneOfBatch

  /// The law that must find the flaw even when it is asked alone.
  var law: Law {
    switch self {
    case .offByOneAtEnd, .doubleCompensation: .sameScreen
    case .gap: .tiling
    case .skippedRow: .order
    case .wrongTie: .inverse
    case .wrongTotal: .prefixSums
    case .staleBelow: .locality
    case .noAnchor: .anchoring
    case .anchorToPrevious: .deletion
    case .roundedMotion: .pathIndependence
    case .friction: .reversibility
    case .restless: .idempotence
    case .lostView, .twoViews, .hoarder: .pool
    case .manyPasses: .boundedWork
    case .impureQuery: .pureQueries
    case .placedByAddress: .determinism
    case .noRotation: .relayout
    case .oneOfBatch: .batches
    }
  }

  /// The list with this flaw.
  var contender: StrategyEntry {
    switch self {
    case .offByOneAtEnd: flawed(OffByOneAtEnd.self)
    case .gap: flawed(Gap.self)
    case .skippedRow: flawed(SkippedRow.self)
    case .wrongTie: flawed(WrongTie.self)
    case .wrongTotal: flawed(WrongTotal.self)
    case .staleBelow: flawed(StaleBelow.self)
    case .noAnchor: flawed(NoAnchor.self)
    case .doubleCompensation: flawed(DoubleCompensation.self)
    case .anchorToPrevious: flawed(AnchorToPrevious.self)
    case .roundedMotion: flawed(RoundedMotion.self)
    case .friction: flawed(Friction.self)
    case .restless: flawed(Restless.self)
    case .lostView: flawed(LostView.self)
    case .twoViews: flawed(TwoViews.self)
    case .hoarder: flawed(Hoarder.self)
    case .manyPasses: flawed(ManyPasses.self)
    case .impureQuery: flawed(ImpureQuery.self)
    case .placedByAddress: flawed(PlacedByAddress.self)
    case .noRotation: flawed(NoRotation.self)
    case .oneOfBatch: flawed(OneOfBatch.self)
    }
  }
}

/// The same list without a flaw.
let flawless = flawed(Flawless.self)

private func flawed<F: FlawChoice>(_: F.Type) -> StrategyEntry {
  StrategyEntry(FlawedList<PlainRows, F>.self)
}

/// A flaw as a type, so that each flawed list is a type of its own.
protocol FlawChoice: SendableMetatype {
  static var flaw: Flaw? { get }
}

private enum Flawless: FlawChoice { static var flaw: Flaw? { nil } }
private enum OffByOneAtEnd: FlawChoice { static var flaw: Flaw? { .offByOneAtEnd } }
private enum Gap: FlawChoice { static var flaw: Flaw? { .gap } }
private enum SkippedRow: FlawChoice { static var flaw: Flaw? { .skippedRow } }
private enum WrongTie: FlawChoice { static var flaw: Flaw? { .wrongTie } }
private enum WrongTotal: FlawChoice { static var flaw: Flaw? { .wrongTotal } }
private enum StaleBelow: FlawChoice { static var flaw: Flaw? { .staleBelow } }
private enum NoAnchor: FlawChoice { static var flaw: Flaw? { .noAnchor } }
private enum DoubleCompensation: FlawChoice { static var flaw: Flaw? { .doubleCompensation } }
private enum AnchorToPrevious: FlawChoice { static var flaw: Flaw? { .anchorToPrevious } }
private enum RoundedMotion: FlawChoice { static var flaw: Flaw? { .roundedMotion } }
private enum Friction: FlawChoice { static var flaw: Flaw? { .friction } }
private enum Restless: FlawChoice { static var flaw: Flaw? { .restless } }
private enum LostView: FlawChoice { static var flaw: Flaw? { .lostView } }
private enum TwoViews: FlawChoice { static var flaw: Flaw? { .twoViews } }
private enum Hoarder: FlawChoice { static var flaw: Flaw? { .hoarder } }
private enum ManyPasses: FlawChoice { static var flaw: Flaw? { .manyPasses } }
private enum ImpureQuery: FlawChoice { static var flaw: Flaw? { .impureQuery } }
private enum PlacedByAddress: FlawChoice { static var flaw: Flaw? { .placedByAddress } }
private enum NoRotation: FlawChoice { static var flaw: Flaw? { .noRotation } }
private enum OneOfBatch: FlawChoice { static var flaw: Flaw? { .oneOfBatch } }
