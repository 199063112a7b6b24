import Conformance
import ListLayout
import Measuring
import Replaying

/// Random lists and what happens to them, degenerate ones in every mixture.
struct CircularScripts {
  var random: SplitMix64
  /// Whether anything but motion happens.
  let changes: Bool
  private(set) var count = 0
  private(set) var viewport: Int64 = 0
  private(set) var heights: [Int32] = []

  init(seed: UInt64, changes: Bool) {
    random = SplitMix64(seed: seed)
    self.changes = changes
  }

  mutating func nextOptions() -> LayoutOptions {
    viewport = Int64(1 + random.below(300 * 64))
    count = random.below(3) == 0 ? random.below(4) : random.below(60)
    let kind = random.below(6)
    heights = []
    for _ in 0..<count { heights.append(height(kind)) }
    if kind == 4, count > 0 { heights[random.below(count)] = Int32(30 * viewport) }
    return LayoutOptions(
      viewport: LayoutUnit(rawValue: viewport), start: random.below(max(1, count)))
  }

  /// Pages: every row as high as the viewport.
  mutating func nextPages() -> LayoutOptions {
    let options = nextOptions()
    heights = [Int32](repeating: Int32(viewport), count: count)
    return options
  }

  private mutating func height(_ kind: Int) -> Int32 {
    switch kind {
    case 0: return 44 * 64
    case 1: return 0
    // A revolution below the viewport's height, most often.
    case 2: return Int32(64 + random.below(64))
    default: return random.below(4) == 0 ? 0 : Int32(64 + random.below(80 * 64))
    }
  }

  /// One motion, or a few changes.
  mutating func nextFrame() -> [Gesture] {
    guard changes, random.below(2) == 0 else { return motion() }
    return (0...random.below(3)).map { _ in change() }
  }

  private mutating func motion() -> [Gesture] {
    switch random.below(8) {
    case 0: return [.settle]
    case 1 where count > 0: return [.jump(row: random.below(count))]
    case 2 where count > 0: return [.jump(row: random.below(count)), .scroll(distance(viewport))]
    case 3: return [.scroll(distance(viewport * 100))]
    case 4: return [.scroll(distance(1 << 56))]
    default: return [.scroll(distance(viewport * 2))]
    }
  }

  private mutating func distance(_ size: Int64) -> LayoutUnit {
    LayoutUnit(rawValue: Int64(random.below(Int(2 * size))) - size)
  }

  private mutating func change() -> Gesture {
    let height = LayoutUnit(rawValue: height(random.below(6)))
    switch random.below(5) {
    case 0:
      count += 1
      return .insert(row: random.below(count), height: height)
    case 1 where count > 0:
      count -= 1
      return .delete(row: random.below(count + 1))
    case 2:
      viewport = Int64(1 + random.below(300 * 64))
      return .viewport(LayoutUnit(rawValue: viewport))
    default:
      guard count > 0 else { return .settle }
      return .resize(row: random.below(count), height: height)
    }
  }
}

/// The first frame in which a list differs from the circular reference, with all that led to it;
/// nil when there is none in 20,000.
///
/// - Parameter copies: how often the content space has the rows. Of a list of copies, what comes
///   after content with a height below half the viewport's is left out.
func firstDifference<S: LayoutStrategy<PlainRows> & ~Copyable>(
  _: S.Type, seed: UInt64, pages: Bool = false, offsets: Bool = true, copies: Int = 1
) -> String? {
  var scripts = CircularScripts(seed: seed, changes: !pages)
  for _ in 0..<400 {
    let options = pages ? scripts.nextPages() : scripts.nextOptions()
    let heights = scripts.heights
    let store = RowStore(heights: heights)
    let list = Driven(store, S(rows: store.rows, options: options))
    let trueStore = RowStore(heights: heights)
    let reference = Driven(
      trueStore,
      Reference(
        rows: trueStore.rows, options: options, topology: .circular, formation: S.card.formation))
    var frames: [[Gesture]] = []
    for _ in 0..<50 {
      let total = reference.list.contentHeight
      if copies > 1, total > .zero, total * 2 < reference.list.viewport { break }
      let asked = LayoutUnit(rawValue: Int64(scripts.random.below(20_000)) - 500)
      let isSame =
        list.screen == reference.screen
        && (!offsets || sameAnswers(list, reference, below: asked, copies: copies))
      guard isSame else {
        return "\(heights) \(options) \(frames): \(list.screen) for \(reference.screen)"
      }
      frames.append(scripts.nextFrame())
      list.apply(frames[frames.count - 1])
      reference.apply(frames[frames.count - 1])
      let screen = list.screen
      list.apply()
      guard list.screen == screen else { return "\(heights) \(options) \(frames): not at rest" }
    }
  }
  return nil
}

/// Whether two lists agree about offsets: of some rows, of the viewport, and of a point below it,
/// which may lie in the next revolution.
private func sameAnswers<S: LayoutStrategy & ~Copyable, T: LayoutStrategy & ~Copyable>(
  _ list: Driven<S>, _ reference: Driven<T>, below distance: LayoutUnit, copies: Int
) -> Bool {
  let count = list.store.count
  for row in [0, count / 2, count] {
    // The first question is the reference's occasion to work its offsets out.
    guard reference.list.offset(of: row) == list.list.offset(of: row) else { return false }
  }
  let total = reference.list.contentHeight
  guard list.list.contentHeight == total * copies else { return false }
  let ahead = (list.list.contentOffset - reference.list.contentOffset).rawValue
  guard copies == 1 || total == .zero ? ahead == 0 : ahead % total.rawValue == 0 else {
    return false
  }
  guard total > .zero else { return true }
  let point = reference.list.contentOffset + distance
  let rest = point.rawValue % total.rawValue
  let wrapped = LayoutUnit(rawValue: rest < 0 ? rest + total.rawValue : rest)
  return list.list.row(at: point) == reference.list.row(at: wrapped)
}
