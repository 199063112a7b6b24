import BenchReplaying
import ListLayout

/// Maps rows after a frame's changes to the rows before them. A row's name is its index before the
/// changes; new rows have no name. Only the rows between the first and the last changed row are stored
/// individually. Rows before them keep their indices, and rows after them all shift by the same amount.
///
///     index after     0 1 2 3 4 5 6 7 8 9
///     name            0 1 2|- 5 6 - - 7|8 9       `names` contains the names between the bars
struct RowNames {
  enum Change {
    case insert(Range<Int>)
    case delete(Range<Int>)
    case move(from: Int, to: Int)
  }

  /// The names from `start` to `end`, with nil for new or moved rows.
  private var names: [Int?] = []
  private var start: Int
  private var end: Int
  let oldCount: Int
  private let shift: Int

  /// - Parameter count: the number of rows after the changes.
  init(after changes: [Change], count: Int) {
    shift = changes.reduce(0) { $0 + $1.growth }
    oldCount = count - shift
    (start, end) = (count, count)
    guard !changes.isEmpty else { return }
    // Rows before the first change and after the last one need no individual names.
    var (rows, untouched) = (oldCount, oldCount)
    for change in changes {
      start = min(start, change.extent.lowerBound)
      untouched = min(untouched, rows - change.extent.upperBound)
      rows += change.growth
    }
    end = count - untouched
    var moved: Set<Int> = []
    names = Array(start..<end - shift)
    for change in changes {
      switch change {
      case .insert(let rows):
        names.insert(
          contentsOf: repeatElement(nil, count: rows.count), at: rows.lowerBound - start)
      case .delete(let rows):
        names.removeSubrange(rows.lowerBound - start..<rows.upperBound - start)
      case .move(let from, let to):
        let name = names.remove(at: from - start)
        names.insert(name, at: to - start)
        if let name { moved.insert(name) }
      }
    }
    // If the remaining rows are still in their old order, none of them counts as moved.
    let remaining = names.compactMap(\.self)
    if zip(remaining, remaining.dropFirst()).allSatisfy({ $0 < $1 }) { return }
    for index in names.indices where names[index].map(moved.contains) == true { names[index] = nil }
  }

  /// The current index of a named row, or nil if it was deleted or moved.
  func index(of name: Int) -> Int? { index(ofFirstIn: name..<name + 1) }

  /// The index of the first remaining row whose name is in `range`.
  func index(ofFirstIn range: Range<Int>) -> Int? {
    if range.isEmpty { return nil }
    if range.lowerBound < start { return range.lowerBound }
    if let index = names.firstIndex(where: { $0.map(range.contains) == true }) {
      return start + index
    }
    let after = max(range.lowerBound, end - shift)
    return after < range.upperBound ? after + shift : nil
  }

  /// The index of the last remaining row with a smaller name.
  func index(ofLastBefore name: Int) -> Int? {
    if name > end - shift { return name - 1 + shift }
    if let index = names.lastIndex(where: { $0.map { $0 < name } == true }) { return start + index }
    return min(start, name) > 0 ? min(start, name) - 1 : nil
  }
}

extension RowNames.Change {
  fileprivate var growth: Int {
    switch self {
    case .insert(let rows): rows.count
    case .delete(let rows): -rows.count
    case .move: 0
    }
  }

  /// The affected rows, by their indices before the change.
  fileprivate var extent: Range<Int> {
    switch self {
    case .insert(let rows): rows.lowerBound..<rows.lowerBound
    case .delete(let rows): rows
    case .move(let from, let to): min(from, to)..<max(from, to) + 1
    }
  }
}
