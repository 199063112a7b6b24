import Conformance
import ListLayout
import Measuring
import Replaying
import Strategies
import Testing

@Test func smoke() {
  var random = SplitMix64(seed: 7)
  for round in 0..<3000 {
    let fixed = round % 3 == 0
    let n = random.below(6) == 0 ? random.below(4) : random.below(60)
    let heights = (0..<n).map { _ -> Int32 in
      fixed ? 44 * 64 : (random.below(5) == 0 ? 0 : Int32(random.below(random.below(4) == 0 ? 400 : 60) * 64 + random.below(64)))
    }
    let viewport = LayoutUnit(rawValue: Int64(1 + random.below(300 * 64)))
    let options = LayoutOptions(viewport: viewport, start: n > 0 ? random.below(n) : 0)
    let reference = TrialBox(
      Reference<PlainRows>.self, store: RowStore(heights: heights), options: options)
    let list = Roster.all[fixed ? 1 : 2].trial(
      on: RowStore(heights: heights), options: options, script: .none)
    var log: [Gesture] = []
    #expect(reference.screen == list.screen, "\(heights) \(options)")
    for _ in 0..<40 {
      let count = list.store.count
      let g: Gesture
      let h = fixed ? LayoutUnit(points: 44) : LayoutUnit(rawValue: Int64(random.below(5) == 0 ? 0 : random.below(80 * 64)))
      switch random.below(fixed ? 6 : 7) {
      case 0, 1: g = .scroll(LayoutUnit(rawValue: Int64(random.below(600 * 64) - 300 * 64)))
      case 2 where count > 0: g = .jump(row: random.below(count))
      case 3: g = .insert(row: random.below(count + 1), height: h)
      case 4 where count > 0: g = .delete(row: random.below(count))
      case 5: g = .viewport(LayoutUnit(rawValue: Int64(1 + random.below(300 * 64))))
      case 6 where count > 0: g = .resize(row: random.below(count), height: h)
      default: g = .settle
      }
      log.append(g)
      reference.apply(g)
      list.apply(g)
      #expect(reference.screen == list.screen, "\(heights) \(options) \(log)")
      if reference.screen != list.screen { return }
    }
  }
}
