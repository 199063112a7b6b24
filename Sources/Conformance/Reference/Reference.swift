import ListLayout

/// What every strategy must show: the screen contract as the simplest code that obeys it.
///
/// The whole state is the anchor (the first visible row and its y on screen) and the true heights,
/// which it reads from the source whenever it needs one. A frame costs the rows crossed and shown.
/// Offsets are not part of that state: they are summed up only when somebody asks.
///
/// Linear: stops exactly at both ends. Circular: row indices are taken modulo the count, motion
/// never stops, and content shorter than the viewport repeats.
public struct Reference<Rows: RowSource>: LayoutStrategy, ~Copyable {
  public static var card: StrategyCard {
    StrategyCard(
      id: "reference", title: "the screen contract itself", origin: "this package",
      modes: [.corrected],
      complexity: Complexity(
        open: .constant, offset: .linear, hitTest: .linear, change: .constant, edit: .constant,
        frame: .constant, rotate: .constant))
  }

  private let rows: Rows
  private let isCircular: Bool
  private let formation: EllipticFormation?
  public private(set) var viewport: LayoutUnit
  /// The first visible row; -1 while no row has a height: there is no anchor then.
  private var anchor: Int
  /// The y of the anchor's top on screen; at most 0 after `layout()`.
  private var anchorY = LayoutUnit.zero
  private var screen: [RowView] = []
  /// Offsets, once somebody has asked for one; dropped by inserts and deletes.
  private var sums: BlockSums?
  public private(set) var contentOffset = LayoutUnit.zero

  /// A linear list.
  public init(rows: Rows, options: LayoutOptions) {
    self.init(rows: rows, options: options, topology: .linear)
  }

  /// A linear or a circular list, its rows at x = 0 or in a formation.
  public init(
    rows: Rows, options: LayoutOptions, topology: StrategyCard.Topology,
    formation: EllipticFormation? = nil
  ) {
    self.rows = rows
    self.formation = formation
    isCircular = topology == .circular
    viewport = options.viewport
    anchor = options.start
  }

  // MARK: Where rows are

  public mutating func offset(of row: Int) -> LayoutUnit {
    ensureSums()
    return sums?.offset(of: row) ?? .zero
  }

  /// The row at a point; a circular list takes the point modulo its height.
  public mutating func row(at offset: LayoutUnit) -> Int {
    ensureSums()
    guard let sums else { return 0 }
    guard isCircular, sums.total > .zero else { return sums.row(at: offset) }
    let rest = offset.rawValue % sums.total.rawValue
    return sums.row(at: LayoutUnit(rawValue: rest < 0 ? rest + sums.total.rawValue : rest))
  }

  public var contentHeight: LayoutUnit { sums?.total ?? revolution }

  private mutating func ensureSums() {
    guard sums == nil else { return }
    sums = BlockSums(rows)
    contentOffset = topOffset
    reposition()
  }

  /// The content point at the viewport's top. Before anybody asks for an offset, the content space
  /// starts at the anchor.
  private var topOffset: LayoutUnit {
    guard let sums else { return -anchorY }
    return sums.offset(of: max(0, anchor)) - anchorY
  }

  // MARK: Changes

  public mutating func heightChanged(of row: Int) {
    sums?.change(row, to: rows.height(of: row))
  }

  public mutating func heightsChanged() { sums = nil }

  public mutating func inserted(_ new: Range<Int>) {
    sums = nil
    if new.lowerBound <= anchor { anchor += new.count }
  }

  public mutating func deleted(_ old: Range<Int>) {
    sums = nil
    anchor -= old.clamped(to: 0..<max(0, anchor)).count
  }

  // MARK: Motion

  public mutating func scroll(by distance: LayoutUnit) { anchorY = anchorY - distance }

  public mutating func settle() {}

  public mutating func jump(to row: Int) {
    anchor = row
    anchorY = .zero
  }

  public mutating func resizeViewport(to height: LayoutUnit) { viewport = height }

  // MARK: The frame

  public mutating func layout() {
    rows.note(.layoutPasses, 1)
    let count = rows.count
    anchor = max(0, anchor)
    if isCircular {
      findCircularAnchor(count)
    } else {
      findAnchor(count)
      liftToBottom(count)
      findAnchor(count)
      if anchor == 0, anchorY > .zero {
        anchorY = .zero
        findAnchor(count)
      }
      if anchor == count { (anchor, anchorY) = (-1, .zero) }
    }
    contentOffset = topOffset
    showRows(count)
  }

  /// Makes the first visible row the anchor.
  private mutating func findAnchor(_ count: Int) {
    while anchor > 0, anchorY > .zero {
      anchor -= 1
      anchorY = anchorY - rows.height(of: anchor)
    }
    while anchor < count, anchorY + rows.height(of: anchor) <= .zero, anchorY <= .zero {
      anchorY = anchorY + rows.height(of: anchor)
      anchor += 1
    }
  }

  /// Moves content that ends above the viewport's bottom down, until it ends there or starts at
  /// the viewport's top.
  private mutating func liftToBottom(_ count: Int) {
    var bottom = anchorY
    var row = anchor
    while row < count, bottom < viewport {
      bottom = bottom + rows.height(of: row)
      row += 1
    }
    if bottom < viewport { anchorY = anchorY + (viewport - bottom) }
  }

  private mutating func findCircularAnchor(_ count: Int) {
    guard count > 0 else { return (anchor, anchorY) = (-1, .zero) }
    anchor = (anchor % count + count) % count
    if walkRound(count, atMost: count) { return }
    let revolution = revolution
    guard revolution > .zero else { return (anchor, anchorY) = (-1, .zero) }
    // Whole revolutions change nothing on screen.
    anchorY = LayoutUnit(rawValue: anchorY.rawValue % revolution.rawValue)
    _ = walkRound(count, atMost: 2 * count)
  }

  /// Walks from the anchor to the first visible row; false if that is more than `limit` rows away.
  private mutating func walkRound(_ count: Int, atMost limit: Int) -> Bool {
    for _ in 0...limit {
      if anchorY > .zero {
        anchor = anchor == 0 ? count - 1 : anchor - 1
        anchorY = anchorY - rows.height(of: anchor)
      } else if anchorY + rows.height(of: anchor) <= .zero {
        anchorY = anchorY + rows.height(of: anchor)
        anchor = anchor + 1 == count ? 0 : anchor + 1
      } else {
        return true
      }
    }
    return false
  }

  /// The height of all rows together.
  private var revolution: LayoutUnit {
    var sum = LayoutUnit.zero
    for row in 0..<rows.count { sum = sum + rows.height(of: row) }
    return sum
  }

  private mutating func showRows(_ count: Int) {
    screen.removeAll(keepingCapacity: true)
    guard anchor >= 0 else { return }
    var row = anchor
    var y = anchorY
    while y < viewport, row < count {
      let height = rows.height(of: row)
      if height > .zero {
        let view = RowView(row: row, y: contentOffset + y, height: height)
        if let formation {
          view.x = formation.x(ofRowAt: y, height: height, viewport: viewport)
        }
        screen.append(view)
      }
      y = y + height
      row += 1
      if isCircular, row == count { row = 0 }
    }
  }

  /// The same screen in a content space that starts elsewhere.
  private func reposition() {
    var y = contentOffset + anchorY
    for view in screen {
      view.y = y
      y = y + view.height
    }
  }

  public func visitViews(_ body: (RowView) -> Void) {
    for view in screen { body(view) }
  }
}

/// Offsets by adding up: what the clever indexes are checked against, plain on purpose.
///
/// Until a height changes, every offset stands in an array. After that, answers are added up from
/// the totals of parts of 65,536 rows, of blocks of 256 rows inside one part, and the heights inside one
/// block, so that a change is three additions.
struct BlockSums {
  private static let blockSize = 256
  private static let partBlocks = 256
  private var heights: [Int32]
  private var blocks: [Int64]
  private var parts: [Int64]
  /// P(i) for i in 0...count; empty once a height has changed.
  private var offsets: [Int64]
  private(set) var total: LayoutUnit

  /// Reads every height once.
  init(_ rows: some RowSource) {
    heights = [Int32](repeating: 0, count: rows.count)
    heights.withUnsafeMutableBufferPointer { buffer in
      if let base = buffer.baseAddress { rows.copyHeights(of: 0..<buffer.count, to: base) }
    }
    blocks = [Int64](repeating: 0, count: heights.count / Self.blockSize + 1)
    parts = [Int64](repeating: 0, count: blocks.count / Self.partBlocks + 1)
    offsets = [Int64](repeating: 0, count: heights.count + 1)
    var sum: Int64 = 0
    for (row, height) in heights.enumerated() {
      blocks[row / Self.blockSize] += Int64(height)
      parts[row / Self.blockSize / Self.partBlocks] += Int64(height)
      sum += Int64(height)
      offsets[row + 1] = sum
    }
    total = LayoutUnit(rawValue: sum)
  }

  /// P(row), for `row` in `0...count`.
  func offset(of row: Int) -> LayoutUnit {
    guard offsets.isEmpty else { return LayoutUnit(rawValue: offsets[row]) }
    let block = row / Self.blockSize
    let part = block / Self.partBlocks
    var sum: Int64 = 0
    for index in 0..<part { sum += parts[index] }
    for index in part * Self.partBlocks..<block { sum += blocks[index] }
    for index in block * Self.blockSize..<row { sum += Int64(heights[index]) }
    return LayoutUnit(rawValue: sum)
  }

  /// The row that owns a point; the first row above the content, the last below it.
  func row(at offset: LayoutUnit) -> Int {
    guard offset >= .zero, !heights.isEmpty else { return 0 }
    guard offset < total else { return heights.count - 1 }
    return offsets.isEmpty ? rowByBlocks(at: offset.rawValue) : rowByOffsets(at: offset.rawValue)
  }

  /// The last row that starts at or above the point: it has a height, as the next starts below.
  private func rowByOffsets(at point: Int64) -> Int {
    var low = 0
    var high = heights.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if offsets[middle] <= point { low = middle } else { high = middle - 1 }
    }
    return low
  }

  private func rowByBlocks(at point: Int64) -> Int {
    var rest = point
    var part = 0
    while rest >= parts[part] {
      rest -= parts[part]
      part += 1
    }
    var block = part * Self.partBlocks
    while rest >= blocks[block] {
      rest -= blocks[block]
      block += 1
    }
    var row = block * Self.blockSize
    while rest >= Int64(heights[row]) {
      rest -= Int64(heights[row])
      row += 1
    }
    return row
  }

  /// Gives a row another height.
  mutating func change(_ row: Int, to height: LayoutUnit) {
    let difference = height.rawValue - Int64(heights[row])
    guard difference != 0 else { return }
    heights[row] += Int32(difference)
    blocks[row / Self.blockSize] += difference
    parts[row / Self.blockSize / Self.partBlocks] += difference
    total = total + LayoutUnit(rawValue: difference)
    offsets = []
  }
}
