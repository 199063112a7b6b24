import BenchReplaying
import BenchStrategies
import Conformance
import ListLayout

extension FuzzTarget {
  /// The input selects a strategy, a small list and gestures. All invariants must hold.
  static let strategies = FuzzTarget("strategies") { bytes in
    var feed = ByteFeed(bytes)
    let contender = StrategyRegistry.all[feed.below(StrategyRegistry.all.count)]
    let modes = contender.descriptor.modes
    let mode = modes[feed.below(modes.count)]
    let script = feed.script(for: contender.descriptor, mode: mode)
    if let failure = checkInvariants(of: contender, mode: mode, on: script) {
      fatalError("\(failure)")
    }
  }
}

/// Turns the fuzzer's bytes into choices. When all bytes have been used, every choice selects the first
/// alternative.
struct ByteFeed {
  private var bytes: ArraySlice<UInt8>

  init(_ bytes: [UInt8]) { self.bytes = bytes[...] }

  var isEmpty: Bool { bytes.isEmpty }

  mutating func byte() -> Int { Int(bytes.popFirst() ?? 0) }

  /// A number from 0 to `bound` - 1, where `bound` is at most 256.
  mutating func below(_ bound: Int) -> Int { byte() % bound }

  private mutating func wide() -> Int { byte() << 8 | byte() }

  /// A valid script of at most 40 gestures on a list of at most 48 rows.
  mutating func script(for descriptor: StrategyDescriptor, mode: StrategyMode) -> GestureScript {
    let viewport = LayoutUnit(rawValue: Int64(1 + wide() % (300 * 64)))
    let options = LayoutOptions(
      viewport: viewport, start: below(48), mode: mode, loadLatency: [0, 1, 3, 60][below(4)])
    let heights = (0..<below(49)).map { _ in height(descriptor) }
    var gestures: [Gesture] = []
    while !isEmpty, gestures.count < 40 { gestures.append(gesture(descriptor, viewport)) }
    return GestureScript(
      heights: heights, options: options, topology: descriptor.topology, gestures: gestures
    ).repaired(for: descriptor.requirement)
  }

  /// A height of 0, a few units, a few points, hundreds of points, or nearly the maximum. Heights in circular
  /// lists are not tiny, because such rows would repeat thousands of times on one screen.
  private mutating func height(_ descriptor: StrategyDescriptor) -> Int32 {
    let choice = below(16)
    let least: Int32 = descriptor.topology == .circular ? 4 * 64 : 0
    return switch choice {
    case 0: 0
    case 1: least + Int32(byte())
    case 2: least + Int32(wide() % (400 * 64))
    case 3 where descriptor.topology == .linear: Int32.max - Int32(wide())
    default: least + 64 * Int32(byte() % 64)
    }
  }

  private mutating func gesture(_ descriptor: StrategyDescriptor, _ viewport: LayoutUnit) -> Gesture
  {
    let choice = below(16)
    switch choice {
    case 0: return .settle
    case 1: return .jump(row: byte())
    case 2: return .scroll(LayoutUnit(rawValue: rush(descriptor, viewport)))
    case 3..<6
    where descriptor.abilities.contains(.resize) && descriptor.requirement == .anyHeights:
      return .resize(row: byte(), height: LayoutUnit(rawValue: Int64(height(descriptor))))
    case 6..<9 where descriptor.abilities.contains(.edit):
      return .insert(row: byte(), height: LayoutUnit(rawValue: Int64(height(descriptor))))
    case 9..<12 where descriptor.abilities.contains(.edit): return .delete(row: byte())
    case 12 where descriptor.abilities.contains(.viewport) && descriptor.requirement != .pages:
      return .viewport(LayoutUnit(rawValue: Int64(1 + wide() % (300 * 64))))
    default: return .scroll(LayoutUnit(rawValue: Int64(wide()) - 1 << 15))
    }
  }

  /// A scroll distance that exceeds the height of most lists. In a circular list, it is at most 200
  /// viewports.
  private mutating func rush(_ descriptor: StrategyDescriptor, _ viewport: LayoutUnit) -> Int64 {
    let sign: Int64 = below(2) == 0 ? 1 : -1
    let number = Int64(wide())
    return sign
      * (descriptor.topology == .circular ? number % 200 * viewport.rawValue : number << 40)
  }
}
