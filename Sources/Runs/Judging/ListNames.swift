import Basics

/// The lists of two runs that have equal rows under different names.
struct ListNames {
  private struct List: Hashable {
    let heights: String
    let rows: Int

    var text: String { "\(heights) (\(rows) \(rows == 1 ? "row" : "rows"))" }
    var workload: String { "\(heights) \(rows)" }
  }

  /// The name in HEAD for each list that BASE has under another name.
  private(set) var names: [String: String] = [:]
  private(set) var notes: [String] = []
  /// Messages about lists with different rows.
  private(set) var differences: [String] = []

  init(base: RunInput, head: RunInput) {
    func lists(_ run: RunInput) -> [List] {
      run.rows.map { List(heights: $0.cell.group.heights, rows: $0.cell.group.rows) }.unique
    }
    let (before, now) = (lists(base), lists(head))
    var rest = now.filter { !before.contains($0) }
    for list in before where !now.contains(list) {
      guard let hash = base.record?.workloadHashes[list.workload],
        !now.contains(where: { $0.heights == list.heights }),
        let index = rest.firstIndex(where: {
          $0.rows == list.rows && head.record?.workloadHashes[$0.workload] == hash
            && names[list.heights, default: $0.heights] == $0.heights
        })
      else {
        if let other = rest.first(where: { $0.heights == list.heights }) ?? rest.first {
          differences.append("the rows differ: \(list.text) in BASE, \(other.text) in HEAD")
        }
        continue
      }
      let same = rest.remove(at: index)
      names[list.heights] = same.heights
      notes.append("\(list.text) in BASE and \(same.heights) in HEAD hold the same rows.")
    }
  }
}

extension RunInput {
  /// The run with other names of lists.
  func renamed(_ names: [String: String]) -> RunInput {
    guard !names.isEmpty else { return self }
    func renamed(_ cell: CellKey) -> CellKey {
      var cell = cell
      cell.group.heights = names[cell.group.heights] ?? cell.group.heights
      return cell
    }
    var run = self
    for place in run.rows.indices { run.rows[place].cell = renamed(run.rows[place].cell) }
    run.repetitions = repetitions.map { all in
      Dictionary(all.map { (renamed($0.key), $0.value) }) { first, _ in first }
    }
    return run
  }
}

extension FactDifference {
  /// The heights and the number of rows of the list whose hashes differ; nil for other facts.
  var workload: String? {
    let prefix = "workload_hashes."
    return name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : nil
  }
}
