import ListLayout

/// Measures rows of text.
public protocol RowMeasurer: AnyObject {
  /// The number of different rows; IDs are `0..<count`.
  var count: Int { get }
  /// The height of a row in 1/64 pt, measured at every call.
  func height(of id: Int) -> Int32
  /// Switches between the two widths of a rotation.
  func flip()
}

/// The rows of one list, which the harness changes.
///
/// Heights are in one flat array with free space at both ends; an insert or delete elsewhere moves them into
/// a `ChunkedSequence`, whose edits cost about the same at every index. A store belongs to one list at a
/// time and counts that list's work; `reset` prepares it for the next list.
public final class RowStore {
  /// The memory that `PlainRows` reads: the chunk of rows that was read last, whose heights need one load.
  /// All rows if they are flat; none if rows are measured or heights are counted. The work counters follow
  /// in the same memory.
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
  /// The memory of the flat rows; free before `payload`.
  private var memory: UnsafeMutablePointer<Int32>
  /// The first flat row: a height, or `~id` (negative) for a row to measure.
  private var payload: UnsafeMutablePointer<Int32>
  /// The heights after a rotation, or before it while `isFlipped`.
  private var alternate: UnsafeMutablePointer<Int32>?
  private var isFlipped = false
  /// The number of rows by which the flat rows are shifted.
  private var shift = 0
  /// The initial number of free places at either end.
  private let room: Int
  private let originalCount: Int
  private var sequence: ChunkedSequence?
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

  /// Rows of given heights, in 1/64 pt, each 0 or more.
  ///
  /// - Parameters:
  ///   - alternate: the heights after a rotation; nil for the same.
  ///   - room: the number of rows that can be inserted at each end of the flat array.
  ///   - slack: the max shift of `flip(by:)`.
  public convenience init(
    heights: [Int32], alternate: [Int32]? = nil, room: Int = 0, slack: Int = 0
  ) {
    self.init(
      memory: Self.copy(heights, room: room, slack: slack),
      alternate: alternate.map { Self.copy($0, room: room, slack: slack) },
      count: heights.count, room: room, measurer: nil)
  }

  /// Rows that are measured at every request; row i has the ID `i % measurer.count`.
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

  /// The heights between free places; after the last row come the first `slack` rows again.
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

  /// Restores the initial heights for the next list, without allocating memory, so that addresses stay the
  /// same.
  ///
  /// - Parameter heights: the heights that the store was made from; ignored if rows are measured.
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

  /// Makes all flat rows near, unless they are measured or counted.
  private func showFlat() {
    header.pointee.near = payload
    header.pointee.nearStart = 0
    header.pointee.nearCount = measurer == nil && !isCounting ? header.pointee.count : 0
  }

  @inlinable public var count: Int { header.pointee.count }

  /// The rows as a source; the store must outlive it.
  @inlinable public var rows: PlainRows { PlainRows(self) }

  /// Whether requests for heights are counted, which makes them slower. Other work is counted in any case.
  public var isCounting = false {
    didSet { if sequence == nil { showFlat() } else { header.pointee.nearCount = 0 } }
  }

  /// The work of the list on these rows. Requests for heights are included while `isCounting`.
  public var counters: WorkCounters {
    get {
      var counters = WorkCounters()
      for work in Work.allCases { counters[work] = Self.amounts(behind: header)[work.rawValue] }
      return counters
    }
    set {
      for work in Work.allCases { Self.amounts(behind: header)[work.rawValue] = newValue[work] }
    }
  }

  /// The counters, one for each kind of work, after the header.
  @inlinable
  static func amounts(behind header: UnsafeMutablePointer<Header>) -> UnsafeMutablePointer<Int> {
    UnsafeMutableRawPointer(header + 1).assumingMemoryBound(to: Int.self)
  }

  @usableFromInline
  func countHeights(_ rows: Int) {
    if isCounting { Self.amounts(behind: header)[Work.heightsAsked.rawValue] += rows }
  }

  /// The height of a row that is not near; makes its chunk the near one.
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

  /// Changes all heights for another width: `Gesture.height(_:atWidth:)`.
  public func widen(to percent: Int) {
    for row in 0..<count {
      setHeight(of: row, to: Gesture.height(height(of: row), atWidth: percent))
    }
  }

  /// Inserts rows of the given heights; the first gets index `row`.
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

  /// Inserts into the free places at an end of the flat array; false if there are too few.
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

  /// Deletes at an end of the flat array; false if there are rows on both sides.
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

  /// Converts to the chunked form, as the first insert or delete elsewhere would: O(count) once.
  public func makeEditable() { _ = editable() }

  private func editable() -> ChunkedSequence {
    if let sequence { return sequence }
    let made = ChunkedSequence(UnsafeBufferPointer(start: payload, count: count))
    sequence = made
    header.pointee.nearCount = 0
    return made
  }

  /// Switches between the heights before and after a rotation. Each row gets the height of the row `shift`
  /// places after it, in a circle, so that rotations differ. Has no effect on the chunked form. `shift` is
  /// at most the store's slack.
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

  public func heights() -> [Int32] {
    [Int32](unsafeUninitializedCapacity: count) { buffer, filled in
      if let base = buffer.baseAddress { copyHeights(of: 0..<count, to: base) }
      filled = count
    }
  }
}

/// Counts of each kind of work.
public struct WorkCounters: Hashable, Sendable {
  @usableFromInline var amounts = SIMD8<Int64>.zero

  /// No work.
  @inlinable
  public init() {}

  /// The count of one kind.
  @inlinable
  public subscript(work: Work) -> Int {
    get { Int(amounts[work.rawValue]) }
    set { amounts[work.rawValue] = Int64(newValue) }
  }

  /// The sum over all kinds.
  @inlinable
  public var total: Int { Int(amounts.wrappedSum()) }

  /// The sum.
  @inlinable
  public static func + (left: WorkCounters, right: WorkCounters) -> WorkCounters {
    var sum = WorkCounters()
    sum.amounts = left.amounts &+ right.amounts
    return sum
  }

  /// The work between two readings.
  @inlinable
  public static func - (later: WorkCounters, earlier: WorkCounters) -> WorkCounters {
    var difference = WorkCounters()
    difference.amounts = later.amounts &- earlier.amounts
    return difference
  }
}
