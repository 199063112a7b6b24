import Conformance
import ListLayout
import Replaying

/// The right answers of one group, worked out once by the reference and kept for all its visits.
final class Answers {
  private enum Key: Hashable {
    case whole(StrategyCard.Topology)
    /// The whole list's, without offsets.
    case estimated
    case window(String, StrategyMode)
  }

  private var tables: [Key: ExpectedChecksums] = [:]

  /// Gives back the references that have not come to the end of the script, and their rows; they begin
  /// anew when they are asked again.
  func dropUnfinished() { tables = tables.filter(\.value.isFinished) }

  /// Steps between two checksums that can be told apart: the long scripts of short questions are
  /// checked in stretches, so that their answers need little memory. It divides the number of steps.
  static func stride(of script: Script) -> Int {
    switch script.loop {
    case .offset, .offsetChain, .hitTest, .hitTestChain: max(1, script.count >> 12)
    default: 1
    }
  }

  /// Whether the timed answers of an entry can be checked too: what a window answers about offsets
  /// depends on where it has been, so among changes only its first run is.
  static func hold(for entry: Plan.Entry, timing script: Script) -> Bool {
    entry.mustBeExact
      && !(entry.contender.card.contentSpace == .window && script.loop == .recalc)
  }

  /// The checksums that an entry's steps must have; nil for the floor, which answers nothing.
  func expected(for entry: Plan.Entry, on ground: Ground) throws -> ExpectedChecksums? {
    let card = entry.contender.card
    guard !card.isFloor else { return nil }
    // A window's offsets are its own; what is on screen is everybody's.
    let asksOffsets = [.offset, .offsetChain, .recalc].contains(ground.script.loop)
    let isWindow = card.contentSpace == .window && asksOffsets
    let isEstimated = card.contentSpace == .estimated && asksOffsets
    let key =
      isWindow
      ? Key.window(card.id, entry.mode) : isEstimated ? .estimated : .whole(card.topology)
    if let known = tables[key] { return known }
    let window = isWindow ? ground.trial(of: entry, on: try ground.store()) : nil
    let table = ExpectedChecksums(
      script: ground.script, store: try ground.store(), options: ground.options,
      topology: card.topology, window: window, offsetsAreEstimates: isEstimated,
      stride: Self.stride(of: ground.script))
    tables[key] = table
    return table
  }
}
