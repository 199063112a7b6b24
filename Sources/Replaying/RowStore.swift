import ListLayout

/// Measures rows that are not given as heights: text.
public protocol RowMeasurer: AnyObject {
  /// The number of different rows; ids are `0..<count`.
  var count: Int { get }

  /// The height of a row of content in 1/64 pt, measured anew at every call.
  func height(of id: Int) -> Int32

  /// Goes over to the other width, or back: rotation.
  func flip()
}

/// The rows of one list, as the harness changes them under a strategy's eyes.
///
/// Heights stand in one flat array until the first insert or delete; then in a `ChunkedSequence`,
/// whose edits cost about the same at every place. A store belongs to one strategy.
public final class RowStore {
  /// What `PlainRows` reads: the stretch of rows that was read last, in which a height is one load
  /// away. For flat rows that is all of them; for rows that must be measured it is empty.
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
  /// A height, or `~id` (negative) for a row that the measurer measures.
  private var payload: UnsafeMutablePointer<Int32>
  private var alternate: UnsafeMutablePointer<Int32>?
  private let capacity: Int
  private var sequence: ChunkedSequence?
  private let measurer: (any RowMeasurer)?

  private init(
    payload: UnsafeMutablePointer<Int32>, alternate: UnsafeMutablePointer<Int32>?, count: Int,
    measurer: (any RowMeasurer)?
  ) {
    self.payload = payload
    self.alternate = alternate
    capacity = count
    self.measurer = measurer
    header = .allocate(capacity: 1)
    header.initialize(
      to: Header(
        near: payload, nearStart: 0, nearCount: measurer == nil ? count : 0, count: count,
        owner: Unmanaged.passUnretained(self)))
  }

  /// Rows of given heights, in 1/64 pt, each 0 or more.
  ///
  /// - Parameter alternate: the same rows' heights after a rotation; nil when they stay.
  public convenience init(heights: [Int32], alternate: [Int32]? = nil) {
    self.init(
      payload: Self.copy(heights), alternate: alternate.map(Self.copy), count: heights.count,
      measurer: nil)
  }

  /// Rows that are measured whenever they are asked for; row i is content `i % measurer.count`.
  public convenience init(measurer: any RowMeasurer, count: Int) {
    let different = max(1, measurer.count)
    self.init(
      payload: Self.copy((0..<count).map { ~Int32($0 % different) }), alternate: nil, count: count,
      measurer: measurer)
  }

  deinit {
    payload.deallocate()
    alternate?.deallocate()
    header.deallocate()
  }

  private static func copy(_ heights: [Int32]) -> UnsafeMutablePointer<Int32> {
    let memory = UnsafeMutablePointer<Int32>.allocate(capacity: max(1, heights.count))
    heights.withUnsafeBufferPointer { source in
      guard let base = source.baseAddress else { return }
      memory.initialize(from: base, count: source.count)
    }
    return memory
  }

  /// The number of rows now.
  @inlinable
  public var count: Int { header.pointee.count }

  /// The rows as a strategy sees them. The store must outlive them.
  @inlinable
  public var rows: PlainRows { PlainRows(header: header) }

  // MARK: Reading

  /// The height of a row that is not near; makes its stretch the near one.
  @usableFromInline
  func height(of row: Int) -> Int32 {
    if let measurer {
      let value = sequence?[row] ?? payload[row]
      return value < 0 ? measurer.height(of: Int(~value)) : value
    }
    guard let sequence else { return payload[row] }
    (header.pointee.near, header.pointee.nearStart, header.pointee.nearCount) =
      sequence.stretch(around: row)
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

  // MARK: Changing

  /// Gives a row another height, in 1/64 pt.
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
    if let sequence {
      sequence[row] = height
    } else {
      payload[row] = height
    }
  }

  /// Inserts rows of the given heights; the first gets index `row`.
  public func insert(_ heights: UnsafeBufferPointer<Int32>, at row: Int) {
    makeEditable().insert(heights, at: row)
    header.pointee.count += heights.count
    header.pointee.nearCount = 0
  }

  /// Inserts one row.
  public func insert(_ height: Int32, at row: Int) {
    withUnsafePointer(to: height) { insert(UnsafeBufferPointer(start: $0, count: 1), at: row) }
  }

  /// Deletes rows.
  public func delete(_ rows: Range<Int>) {
    makeEditable().delete(rows)
    header.pointee.count -= rows.count
    header.pointee.nearCount = 0
  }

  /// Goes over to the edited form, which the first insert or delete would do: O(count) once.
  @discardableResult
  public func makeEditable() -> ChunkedSequence {
    if let sequence { return sequence }
    let made = ChunkedSequence(UnsafeBufferPointer(start: payload, count: count))
    sequence = made
    header.pointee.nearCount = 0
    return made
  }

  /// Every row takes its other height (rotation), or goes back to its first. Rows that were
  /// inserted or deleted before keep their heights.
  ///
  /// - Complexity: O(1).
  public func flip() {
    measurer?.flip()
    guard sequence == nil, let other = alternate else { return }
    alternate = payload
    payload = other
    header.pointee.near = other
  }

  /// All heights as they are now, in 1/64 pt.
  public func heights() -> [Int32] {
    [Int32](unsafeUninitializedCapacity: count) { buffer, filled in
      if let base = buffer.baseAddress { copyHeights(of: 0..<count, to: base) }
      filled = count
    }
  }
}
