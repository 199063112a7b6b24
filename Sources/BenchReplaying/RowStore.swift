import ListLayout

public protocol RowMeasurer: AnyObject {
  /// The number of distinct rows, whose IDs are `0..<count`.
  var count: Int { get }
  func height(of id: Int) -> Int32
  /// Switches between the widths before and after a rotation.
  func flip()
}

/// Holds a list's rows and counts the work that the list does. Call `reset` before reusing the store for
/// another list.
///
/// Heights are initially stored in a flat array with free space at both ends. The first insert or delete
/// away from the ends moves the heights into a `ChunkedSequence`, where edits cost about the same at
/// every index.
public final class RowStore {
  /// The memory that `PlainRows` reads, followed by the work counters. `near` points to the heights that
  /// can be read without a call: the whole flat array, or the chunk that was read last. If rows are
  /// measured or requests are counted, `nearCount` is 0.
  @usableFromInline
  @frozen
  struct Header {
    @usableFromInline var near: UnsafeMutablePointer<Int32>
    @usableFromInline var nearStart: Int
    @usableFromInline var nearCount: Int
    @usableFromInline var count: Int
    @usableFromInline var owner: Unmanaged<RowStore>
  }

  @usableFromInline let header: UnsafeMutablePointer<Header>
  /// The flat array's memory, including the free elements at both ends.
  private var memory: UnsafeMutablePointer<Int32>
  // A store belongs to one thread, and exclusivity checks cost more than reading a height.
  /// The first row in the flat array. Each element is a height, or `~id` for a row that must be measured.
  @exclusivity(unchecked) private var payload: UnsafeMutablePointer<Int32>
  private var alternate: UnsafeMutablePointer<Int32>?
  private var isFlipped = false
  /// The number of rows by which the last rotation shifted the heights in the flat array.
  private var shift = 0
  private let room: Int
  private let originalCount: Int
  @exclusivity(unchecked) private var sequence: ChunkedSequence?
  private let measurer: (any RowMeasurer)?

  private init(
    memory: UnsafeMutablePointer<Int32>, alternate: UnsafeMutablePointer<Int32>?, count: Int,
    room: Int, measurer: (any RowMeasurer)?
  ) {
    (self.memory, self.alternate) = (memory, alternate)
    (payload, self.room, originalCount) = (memory + room, room, count)
    self.measurer = measurer
    let places = UnsafeMutableRawPointer.allocate(
      byteCount: MemoryLayout<Header>.stride + Work.kinds * MemoryLayout<Int>.stride, alignment: 64)
    (places + MemoryLayout<Header>.stride).initializeMemory(
      as: Int.self, repeating: 0, count: Work.kinds)
    header = places.bindMemory(to: Header.self, capacity: 1)
    header.initialize(
      to: Header(
        near: memory + room, nearStart: 0, nearCount: measurer == nil ? count : 0, count: count,
        owner: Unmanaged.passUnretained(self)))
  }

  /// Creates a store of rows with the given heights in 1/64 pt.
  ///
  /// - Parameters:
  ///   - alternate: the heights after a rotation, or nil if a rotation does not change them.
  ///   - room: the number of rows that can be inserted at each end while the heights stay in the flat
  ///     array.
  ///   - slack: the largest shift that can be passed to `flip(by:)`.
  public convenience init(
    heights: [Int32], alternate: [Int32]? = nil, room: Int = 0, slack: Int = 0
  ) {
    self.init(
      memory: Self.copy(heights, room: room, slack: slack),
      alternate: alternate.map { Self.copy($0, room: room, slack: slack) },
      count: heights.count, room: room, measurer: nil)
  }

  /// Creates a store whose rows are measured on every request. Row i has the ID `i % measurer.count`.
  public convenience init(
    measurer: any RowMeasurer, count: Int, room: Int = 0, slack: Int = 0
  ) {
    self.init(
      memory: Self.copy(Self.ids(of: measurer, count), room: room, slack: slack), alternate: nil,
      count: count, room: room, measurer: measurer)
  }

  private static func ids(of measurer: any RowMeasurer, _ count: Int) -> [Int32] {
    let different = max(1, measurer.count)
    return (0..<count).map { ~Int32($0 % different) }
  }

  deinit {
    memory.deallocate()
    alternate?.deallocate()
    header.deallocate()
  }

  /// Copies heights, leaving `room` free elements at each end and repeating the first `slack` rows after
  /// the last one.
  private static func copy(
    _ heights: [Int32], room: Int, slack: Int
  ) -> UnsafeMutablePointer<Int32> {
    let count = heights.count
    let extra = count > 0 ? slack : 0
    let places = max(1, count + extra + 2 * room)
    let memory = UnsafeMutablePointer<Int32>.allocate(capacity: places)
    memory.initialize(repeating: 0, count: places)
    let payload = memory + room
    payload.update(from: heights, count: count)
    for place in 0..<extra { payload[count + place] = payload[place] }
    return memory
  }

  /// Restores the initial heights at their original addresses. `heights` must be the array that the store
  /// was created with; it is ignored if rows are measured.
  public func reset(heights: [Int32]) {
    if isFlipped { flip() }
    sequence = nil
    payload = memory + room
    shift = 0
    let original = measurer.map { Self.ids(of: $0, originalCount) } ?? heights
    payload.update(from: original, count: original.count)
    header.pointee.count = originalCount
    showFlat()
  }

  private func showFlat() {
    header.pointee.near = payload
    header.pointee.nearStart = 0
    header.pointee.nearCount = measurer == nil && !isCounting ? header.pointee.count : 0
  }

  @inlinable public var count: Int { header.pointee.count }

  /// A row source that reads from this store. The store must outlive it.
  @inlinable public var rows: PlainRows { PlainRows(self) }

  @exclusivity(unchecked) public var isCounting = false {
    didSet { if sequence == nil { showFlat() } else { header.pointee.nearCount = 0 } }
  }

  public var counters: WorkCounters {
    get {
      var counters = WorkCounters()
      counters.amounts = UnsafeRawPointer(header + 1).loadUnaligned(as: SIMD8<Int64>.self)
      return counters
    }
    set {
      UnsafeMutableRawPointer(header + 1).storeBytes(of: newValue.amounts, as: SIMD8<Int64>.self)
    }
  }

  @inlinable
  static func amounts(behind header: UnsafeMutablePointer<Header>) -> UnsafeMutablePointer<Int> {
    UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: Int.self)
  }

  @usableFromInline
  func countHeights(_ rows: Int) {
    if isCounting { Self.amounts(behind: header)[Work.heightsAsked.rawValue] += rows }
  }

  /// Returns a height that `PlainRows` cannot read directly. If the height is in a chunk, the whole chunk
  /// becomes directly readable.
  @usableFromInline
  func height(of row: Int) -> Int32 {
    if let measurer {
      let value = sequence?[row] ?? payload[row]
      return value < 0 ? measurer.height(of: Int(~value)) : value
    }
    guard let sequence else { return payload[row] }
    if isCounting { return sequence[row] }
    (header.pointee.near, header.pointee.nearStart, header.pointee.nearCount) =
      sequence.chunk(around: row)
    return header.pointee.near[row - header.pointee.nearStart]
  }

  @usableFromInline
  func copyHeights(of rows: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    if let sequence {
      sequence.copy(rows, to: destination)
    } else {
      destination.update(from: payload + rows.lowerBound, count: rows.count)
    }
    guard let measurer else { return }
    for index in 0..<rows.count where destination[index] < 0 {
      destination[index] = measurer.height(of: Int(~destination[index]))
    }
  }

  @inlinable
  public func setHeight(of row: Int, to height: Int32) {
    let inside = row &- header.pointee.nearStart
    if UInt(bitPattern: inside) < UInt(bitPattern: header.pointee.nearCount) {
      header.pointee.near[inside] = height
    } else {
      setPayload(of: row, to: height)
    }
  }

  @usableFromInline
  func setPayload(of row: Int, to height: Int32) {
    if let sequence { sequence[row] = height } else { payload[row] = height }
  }

  @usableFromInline
  func widen(to percent: Int) {
    for row in 0..<count {
      setHeight(of: row, to: Gesture.height(height(of: row), atWidth: percent))
    }
  }

  public func insert(_ heights: UnsafeBufferPointer<Int32>, at row: Int) {
    if insertAtEnd(heights, at: row) { return }
    editable().insert(heights, at: row)
    header.pointee.count += heights.count
    header.pointee.nearCount = 0
  }

  public func insert(_ height: Int32, at row: Int) {
    withUnsafePointer(to: height) { insert(UnsafeBufferPointer(start: $0, count: 1), at: row) }
  }

  public func delete(_ rows: Range<Int>) {
    if deleteAtEnd(rows) { return }
    editable().delete(rows)
    header.pointee.count -= rows.count
    header.pointee.nearCount = 0
  }

  /// Inserts rows at an end of the flat array, or returns false if that is not possible.
  private func insertAtEnd(_ heights: UnsafeBufferPointer<Int32>, at row: Int) -> Bool {
    guard sequence == nil, room > 0, let source = heights.baseAddress else { return false }
    let before = payload - memory
    if row == 0, before >= heights.count {
      payload -= heights.count
      payload.update(from: source, count: heights.count)
    } else if row == count, before + count + heights.count <= originalCount + 2 * room {
      (payload + count).update(from: source, count: heights.count)
    } else {
      return false
    }
    header.pointee.count += heights.count
    showFlat()
    return true
  }

  /// Deletes rows at an end of the flat array, or returns false if that is not possible.
  private func deleteAtEnd(_ rows: Range<Int>) -> Bool {
    guard sequence == nil, room > 0 else { return false }
    if rows.lowerBound == 0 {
      payload += rows.count
    } else if rows.upperBound != count {
      return false
    }
    header.pointee.count -= rows.count
    showFlat()
    return true
  }

  /// Moves the heights into a `ChunkedSequence`, as the first edit away from the ends would. O(count).
  public func makeEditable() { _ = editable() }

  private func editable() -> ChunkedSequence {
    if let sequence { return sequence }
    let made = ChunkedSequence(UnsafeBufferPointer(start: payload, count: count))
    sequence = made
    header.pointee.nearCount = 0
    return made
  }

  /// Switches between the heights before and after a rotation. So that no two rotations are the same, row
  /// i gets the height of row i + `shift`, modulo the number of rows. `shift` must not exceed the slack.
  /// Heights that are stored in a `ChunkedSequence` stay the same.
  public func flip(by shift: Int = 0) {
    measurer?.flip()
    isFlipped.toggle()
    guard sequence == nil else { return }
    let place = payload - memory + shift - self.shift
    self.shift = shift
    if let other = alternate { (memory, alternate) = (other, memory) }
    payload = memory + place
    showFlat()
  }

  public func heights() -> [Int32] { rows.heights(of: 0..<count) }
}

public struct WorkCounters: Hashable, Sendable {
  @usableFromInline var amounts = SIMD8<Int64>.zero

  @inlinable public init() {}

  @inlinable
  public subscript(work: Work) -> Int {
    get { Int(amounts[work.rawValue]) }
    set { amounts[work.rawValue] = Int64(newValue) }
  }

  @inlinable
  public static func + (left: WorkCounters, right: WorkCounters) -> WorkCounters {
    var sum = WorkCounters()
    sum.amounts = left.amounts &+ right.amounts
    return sum
  }

  @inlinable
  public static func - (later: WorkCounters, earlier: WorkCounters) -> WorkCounters {
    var difference = WorkCounters()
    difference.amounts = later.amounts &- earlier.amounts
    return difference
  }
}
