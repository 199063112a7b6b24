import Conformance
import ListLayout
import Measuring
import Replaying

/// Random lists and gestures, degenerate ones included.
struct WindowedGestures {
  private var random: SplitMix64
  private let rows: Int
  /// The height that most rows of this list stay below, in points.
  private let common: Int

  /// - Parameter rows: the list begins with fewer rows than this.
  init(seed: UInt64, rows: Int) {
    random = SplitMix64(seed: seed)
    self.rows = rows
    common = [4, 60, 60, 300][random.below(4)]
  }

  /// A strategy and the reference on lists of their own with the same random rows.
  mutating func pair<S: LayoutStrategy<PlainRows> & ~Copyable>(
    _: S.Type, _ parameters: ParameterValues = ParameterValues()
  ) -> Pair {
    let count = random.below(5) == 0 ? random.below(4) : random.below(rows)
    let heights = (0..<count).map { _ in Int32(height().rawValue) }
    var options = LayoutOptions(viewport: viewport(), start: count > 0 ? random.below(count) : 0)
    options.parameters = parameters
    return Pair(
      reference: TrialBox(
        Reference<PlainRows>.self, store: RowStore(heights: heights), options: options),
      list: TrialBox(S.self, store: RowStore(heights: heights), options: options),
      options: options)
  }

  /// One in five rows has no height; one in sixty is higher than 30 screens.
  private mutating func height() -> LayoutUnit {
    switch random.below(60) {
    case 0: LayoutUnit(points: 20_000 + random.below(20_000))
    case 1...12: .zero
    default: LayoutUnit(rawValue: Int64(random.below(common * 64)))
    }
  }

  private mutating func viewport() -> LayoutUnit {
    LayoutUnit(rawValue: Int64(1 + random.below(600 * 64)))
  }

  /// A gesture that the list in `store` can have.
  mutating func next(on store: RowStore) -> Gesture {
    let count = store.count
    switch random.below(12) {
    case 0...3: return .scroll(distance(below: 400))
    case 4: return .scroll(distance(below: 60_000))
    case 5 where count > 0: return .jump(row: random.below(count))
    case 6: return .insert(row: random.below(count + 1), height: height())
    case 7 where count > 0: return .delete(row: random.below(count))
    case 8: return .viewport(viewport())
    case 9, 10: return count > 0 ? .resize(row: random.below(count), height: height()) : .settle
    default: return .settle
    }
  }

  private mutating func distance(below points: Int) -> LayoutUnit {
    LayoutUnit(rawValue: Int64(random.below(2 * points * 64) - points * 64))
  }

  /// A motion that does not leave the content.
  mutating func distance(inside list: any Trial, viewport: LayoutUnit) -> LayoutUnit {
    let room = max(.zero, list.contentHeight - viewport)
    return LayoutUnit(rawValue: Int64(random.below(Int(room.rawValue) + 1))) - list.contentOffset
  }

  /// Whether a strategy shows what the reference does when several changes, of up to 300 rows
  /// each, come before a frame.
  mutating func changesAgree<S: LayoutStrategy<PlainRows> & ~Copyable>(
    _: S.Type, _ parameters: ParameterValues = ParameterValues(), frames: Int
  ) -> Bool {
    let count = random.below(rows)
    let store = RowStore(heights: (0..<count).map { _ in Int32(height().rawValue) })
    var options = LayoutOptions(viewport: viewport(), start: count > 0 ? random.below(count) : 0)
    options.parameters = parameters
    var reference = Reference(rows: store.rows, options: options)
    var list = S(rows: store.rows, options: options)
    for _ in 0..<frames {
      for _ in 0..<random.below(5) { change(store, &reference, &list) }
      reference.layout()
      list.layout()
      var expected: [VisibleRow] = []
      var shown: [VisibleRow] = []
      reference.visitVisible { expected.append($0) }
      list.visitVisible { shown.append($0) }
      if shown != expected { return false }
    }
    return true
  }

  private mutating func change<S: LayoutStrategy<PlainRows> & ~Copyable>(
    _ store: RowStore, _ reference: inout Reference<PlainRows>, _ list: inout S
  ) {
    let row = random.below(store.count + 1)
    let some = random.below(random.below(3) == 0 ? 300 : 5)
    switch random.below(5) {
    case 0:
      let new = (0..<some).map { _ in Int32(height().rawValue) }
      new.withUnsafeBufferPointer { store.insert($0, at: row) }
      reference.inserted(row..<row + some)
      list.inserted(row..<row + some)
    case 1:
      let old = row..<min(store.count, row + some)
      store.delete(old)
      reference.deleted(old)
      list.deleted(old)
    case 2:
      let height = viewport()
      reference.resizeViewport(to: height)
      list.resizeViewport(to: height)
    case 3:
      for row in 0..<store.count { store.setHeight(of: row, to: Int32(height().rawValue)) }
      reference.heightsChanged()
      list.heightsChanged()
    default:
      guard row < store.count else { return }
      store.setHeight(of: row, to: Int32(height().rawValue))
      reference.heightChanged(of: row)
      list.heightChanged(of: row)
    }
  }

  /// A list and what it must show.
  final class Pair {
    let reference: TrialBox
    let list: TrialBox
    let options: LayoutOptions
    private(set) var viewport: LayoutUnit
    var store: RowStore { list.store }
    var agrees: Bool { reference.screen == list.screen }

    init(reference: TrialBox, list: TrialBox, options: LayoutOptions) {
      self.reference = reference
      self.list = list
      self.options = options
      viewport = options.viewport
    }

    func apply(_ gesture: Gesture) {
      if case .viewport(let height) = gesture { viewport = height }
      reference.apply(gesture)
      list.apply(gesture)
    }
  }
}
