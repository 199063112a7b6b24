import Conformance
import ListLayout
import Replaying

/// The right answers of one group, worked out once by the reference and kept for all its visits.
final class Answers {
  private enum Key: Hashable {
    case whole(StrategyCard.Topology)
    case window(String, StrategyMode)
  }

  private var tables: [Key: ExpectedChecksums] = [:]

  /// Steps between two checksums that can be told apart: long scripts of short questions are
  /// checked in stretches, so that their answers need little memory.
  ///
  /// It divides the number of steps, so that going round the script keeps in step with it.
  static func stride(of script: Script) -> Int {
    script.count.nonzeroBitCount == 1 ? max(1, script.count >> 12) : 1
  }

  /// The checksums that an entry's steps must have; nil for the floor, which answers nothing.
  func expected(for entry: Plan.Entry, on ground: Ground) throws -> ExpectedChecksums? {
    let card = entry.contender.card
    guard !card.isFloor else { return nil }
    // A window's offsets are its own; what is on screen is everybody's.
    let asksOffsets = [.offset, .offsetChain, .recalc].contains(ground.script.loop)
    let isWindow = card.contentSpace == .window && asksOffsets
    let key = isWindow ? Key.window(card.id, entry.mode) : Key.whole(card.topology)
    if let known = tables[key] { return known }
    let window = isWindow ? ground.trial(of: entry, on: try ground.store()) : nil
    let table = ExpectedChecksums(
      script: ground.script, store: try ground.store(), options: ground.options,
      topology: card.topology, window: window, stride: Self.stride(of: ground.script))
    tables[key] = table
    return table
  }
}
