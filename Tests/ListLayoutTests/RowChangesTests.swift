import ListLayout
import Testing

/// Checks `RowChanges` against plain arrays of named rows.
struct RowChangesTests {
  /// A row's name is its original index; new rows have negative names.
  private struct Rows {
    var names: [Int]
    var changes = RowChanges()
    var moved: Set<Int> = []

    init(_ count: Int) { names = Array(0..<count) }

    mutating func insert(_ count: Int, at row: Int) {
      names.insert(contentsOf: repeatElement(-1, count: count), at: row)
      changes.inserted(row..<row + count)
    }

    mutating func delete(_ rows: Range<Int>) {
      names.removeSubrange(rows)
      changes.deleted(rows)
    }

    mutating func move(_ from: Int, to: Int) {
      let name = names.remove(at: from)
      changes.deleted(from..<from + 1)
      names.insert(name, at: to)
      changes.inserted(to..<to + 1)
      changes.moved()
      if name >= 0 { moved.insert(name) }
    }

    mutating func change(moves: Bool) {
      let row = Int.random(in: 0...names.count)
      switch Int.random(in: 0..<(moves ? 5 : 4)) {
      case 0, 1: insert(Int.random(in: 0...3), at: row)
      case 2, 3: delete(row..<min(names.count, row + Int.random(in: 0...4)))
      default:
        guard row < names.count else { return }
        let to = Int.random(in: 0..<names.count)
        move(row, to: to)
        if Bool.random() { move(to, to: row) }
      }
    }

    /// Checks which row is chosen for a screen that shows a single row.
    func check(_ row: Int, keeps: Bool) {
      let remaining = names.filter { $0 >= 0 }
      let isInOrder = remaining == remaining.sorted()
      func isKept(_ name: Int) -> Bool { name >= 0 && (isInOrder || !moved.contains(name)) }
      let height = LayoutUnit(points: keeps ? 20 : 10)
      let shown = VisibleRow(row: row, y: LayoutUnit(points: -15), height: height)
      let chosen = changes.anchor(
        of: [shown], rowCount: names.count, viewport: LayoutUnit(points: 100)
      ) { _ in height }
      if keeps, let place = names.firstIndex(of: row), isKept(row) {
        #expect(chosen?.row == place && chosen?.y == shown.y)
        return
      }
      let below = names.firstIndex { isKept($0) && $0 > row }
      let above = names.lastIndex { isKept($0) && $0 < row }
      #expect(chosen?.row == below ?? above.map { $0 + 1 } ?? 0)
      #expect(chosen?.y == .zero)
    }
  }

  @Test("After random changes, the correct row keeps its position", arguments: [1, 2, 3, 8, 40])
  func randomChanges(number: Int) {
    for round in 0..<300 {
      let count = Int.random(in: 1...30)
      var rows = Rows(count)
      for _ in 0..<number { rows.change(moves: round % 2 == 0) }
      for row in 0..<count {
        for keeps in [true, false] { rows.check(row, keeps: keeps) }
      }
    }
  }

  @Test("Many changes in one frame", .timeLimit(.minutes(1)))
  func manyChanges() {
    let count = 50_000
    var rows = Rows(count)
    for _ in 0..<20_000 { rows.change(moves: false) }
    for row in stride(from: 0, to: count, by: 5_000) { rows.check(row, keeps: true) }
  }
}
