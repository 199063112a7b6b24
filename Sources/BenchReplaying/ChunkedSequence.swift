/// A sequence of `Int32` values with cheap inserts and deletes, stored in chunks of up to 1,024 with a
/// Fenwick tree over the chunk lengths. It holds the app's rows while a list is being edited, so an edit
/// must cost little compared with the strategy's own work. Reading a value close to the previous one costs
/// a single comparison.
///
///     chunks  [ · · · · _ _ ] [ · · _ _ _ _ ] [ · · · · · _ ]      capacity 1,024 each
///     counts      4               2               5                Fenwick tree: 4, 6, 5
///
///     read, write      O(1) in the last chunk, else O(log c)       c = count / 512 chunks
///     insert, delete   O(log c) + one move inside a chunk; O(c) for a split, after about 512 inserts
final class ChunkedSequence {
  private static let capacity = 1024
  private var chunks: [UnsafeMutablePointer<Int32>] = []
  private var counts: [Int] = []
  private var tree: [Int] = []
  // The most recently accessed chunk, and the index of its first value.
  private var near = 0
  private var nearStart = 0

  init(_ values: UnsafeBufferPointer<Int32>) {
    appendChunks(of: values, at: 0)
    if chunks.isEmpty { addChunk(at: 0, values) }
    rebuildTree()
  }

  deinit {
    for chunk in chunks { chunk.deallocate() }
  }

  subscript(index: Int) -> Int32 {
    get {
      seek(index)
      return chunks[near][index - nearStart]
    }
    set {
      seek(index)
      chunks[near][index - nearStart] = newValue
    }
  }

  func copy(_ range: Range<Int>, to destination: UnsafeMutablePointer<Int32>) {
    var index = range.lowerBound
    while index < range.upperBound {
      seek(index)
      let end = min(range.upperBound, nearStart + counts[near])
      (destination + (index - range.lowerBound)).update(
        from: chunks[near] + (index - nearStart), count: end - index)
      index = end
    }
  }

  func chunk(
    around index: Int
  ) -> (values: UnsafeMutablePointer<Int32>, start: Int, count: Int) {
    seek(index)
    return (chunks[near], nearStart, counts[near])
  }

  private func seek(_ index: Int) {
    let inside = index - nearStart
    if inside >= 0, inside < counts[near] { return }
    (near, nearStart) = locate(index)
  }

  /// Returns the chunk that contains `index`, or the last chunk for the end index.
  private func locate(_ index: Int) -> (chunk: Int, start: Int) {
    var (chunk, start) = (0, 0)
    var step = 1 << (Int.bitWidth - 1 - chunks.count.leadingZeroBitCount)
    while step > 0 {
      let next = chunk + step
      if next < chunks.count, start + tree[next] <= index {
        chunk = next
        start += tree[next]
      }
      step >>= 1
    }
    return (chunk, start)
  }

  func insert(_ values: UnsafeBufferPointer<Int32>, at index: Int) {
    guard let source = values.baseAddress, values.count > 0 else { return }
    var (chunk, start) = locate(index)
    // Reuse emptied chunks. Without this, repeated inserts and deletes at the same index would keep adding
    // chunks.
    while counts[chunk] + values.count > Self.capacity, index == start, chunk > 0 {
      chunk -= 1
      start -= counts[chunk]
    }
    let place = index - start
    guard counts[chunk] + values.count <= Self.capacity else {
      split(chunk, at: place, inserting: values)
      return
    }
    let base = chunks[chunk]
    (base + place + values.count).update(from: base + place, count: counts[chunk] - place)
    (base + place).update(from: source, count: values.count)
    change(count: chunk, by: values.count)
  }

  /// Deletes a range of values. Emptied chunks are kept for later inserts.
  func delete(_ range: Range<Int>) {
    var left = range.count
    while left > 0 {
      var (chunk, start) = locate(range.lowerBound)
      while range.lowerBound - start >= counts[chunk] {
        start += counts[chunk]
        chunk += 1
      }
      let place = range.lowerBound - start
      let gone = min(left, counts[chunk] - place)
      let base = chunks[chunk]
      (base + place).update(from: base + place + gone, count: counts[chunk] - place - gone)
      change(count: chunk, by: -gone)
      left -= gone
    }
  }

  private func split(_ chunk: Int, at place: Int, inserting values: UnsafeBufferPointer<Int32>) {
    let tail = UnsafeBufferPointer(start: chunks[chunk] + place, count: counts[chunk] - place)
    counts[chunk] = place
    let added = appendChunks(of: values, at: chunk + 1)
    if tail.count > 0 { addChunk(at: chunk + 1 + added, tail) }
    rebuildTree()
  }

  @discardableResult
  private func appendChunks(of values: UnsafeBufferPointer<Int32>, at position: Int) -> Int {
    let starts = stride(from: 0, to: values.count, by: Self.capacity / 2)
    for (added, start) in starts.enumerated() {
      let chunk = values[start..<min(values.count, start + Self.capacity / 2)]
      addChunk(at: position + added, UnsafeBufferPointer(rebasing: chunk))
    }
    return (values.count + Self.capacity / 2 - 1) / (Self.capacity / 2)
  }

  private func addChunk(at position: Int, _ values: UnsafeBufferPointer<Int32>) {
    let chunk = UnsafeMutablePointer<Int32>.allocate(capacity: Self.capacity)
    chunk.initialize(repeating: 0, count: Self.capacity)
    if let source = values.baseAddress { chunk.update(from: source, count: values.count) }
    chunks.insert(chunk, at: position)
    counts.insert(values.count, at: position)
  }

  private func change(count chunk: Int, by amount: Int) {
    counts[chunk] += amount
    var node = chunk + 1
    while node < tree.count {
      tree[node] += amount
      node += node & -node
    }
    (near, nearStart) = (0, 0)
  }

  private func rebuildTree() {
    tree = [0] + counts
    for node in 1..<tree.count {
      let parent = node + (node & -node)
      if parent < tree.count { tree[parent] += tree[node] }
    }
    (near, nearStart) = (0, 0)
  }
}
