import Measuring
import Testing

@testable import Indexes

@Suite struct BlockNodeTests {
  /// Node memory: aligned as in the tree.
  private func withNode<Lane: BitwiseCopyable>(
    _ lanes: [Lane], _ body: (UnsafeMutablePointer<Lane>) -> Void
  ) {
    let memory = BlockMemory(byteCount: lanes.count * MemoryLayout<Lane>.stride)
    let node = memory.base.bindMemory(to: Lane.self, capacity: lanes.count)
    for (lane, value) in lanes.enumerated() { node[lane] = value }
    body(node)
  }

  @Test("The entries up to a value are counted, equal ones too, up to the greatest numbers")
  func count() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      let entries = (0..<16).map { _ in Int32(random.below(1 << (1 + random.below(31)))) }.sorted()
      for value in entries + entries.map({ $0 - 1 }) + [0, .max] {
        let expected = entries.count { $0 <= value }
        withNode(entries) { #expect(BlockNode.count(upTo: value, $0, 16) == expected) }
        if value < Int32(Int16.max), value >= -1 {
          let low = entries.map { Int16(clamping: $0) }
          withNode(low) { #expect(BlockNode.count(upTo: Int16(value), $0, 16) == expected) }
        }
        let high = entries.map { Int64($0) << 24 }
        withNode(high) { #expect(BlockNode.count(upTo: Int64(value) << 24, $0, 16) == expected) }
      }
    }
  }

  @Test("Exactly the lanes from one on, or after one, are changed")
  func add() {
    let memory = BlockMemory(byteCount: BlockMasks<TunedBlocks>.byteCount)
    BlockMasks<TunedBlocks>.write(to: memory.base)
    let masks = BlockMasks<TunedBlocks>(at: memory.base)
    for lane in 0..<16 {
      withNode([Int32](repeating: 7, count: 16)) { node in
        BlockNode.add(-9, node, 16, masks.from(lane))
        #expect((0..<16).map { node[$0] } == (0..<16).map { $0 >= lane ? -2 : 7 })
        BlockNode.add(9, node, 16, masks.after(lane))
        #expect((0..<16).map { node[$0] } == (0..<16).map { $0 == lane ? -2 : 7 })
      }
      withNode([Int16](repeating: 7, count: 16)) { node in
        BlockNode.add(-9, node, 16, masks.fromShort(lane))
        #expect((0..<16).map { node[$0] } == (0..<16).map { $0 >= lane ? -2 : 7 })
      }
      withNode([Int64](repeating: 7, count: 16)) { node in
        BlockNode.add(-1 << 40, node, 16, masks.afterWide(lane))
        #expect((0..<16).map { node[$0] } == (0..<16).map { $0 > lane ? 7 - 1 << 40 : 7 })
      }
    }
  }
}
