/// A run's matrix as a table of a page: cells are shaded by the share of a frame that they take.
struct HeatTable {
  let matrix: RunMatrix
  /// Whether the table is folded away behind its title.
  let isFolded: Bool

  var html: String {
    let title = HTML.escaped(matrix.title)
    let sizes = matrix.sizes
    let heads = matrix.scenarios + (sizes.isEmpty ? [] : [RunMatrix.sizeTitle])
    let columns = heads.map { #"<th scope="col">\#(HTML.escaped($0))</th>"# }.joined()
    let blocks = matrix.blocks.map { block in
      let heading = HTML.escaped(block.heading)
      let rows = block.rows.map { row in
        let size = sizes.isEmpty ? "" : "<td>\(sizes[row.name] ?? "")</td>"
        let cells = matrix.scenarios.map { cell(block.cell(row.results[$0], $0)) }.joined()
        let name = HTML.escaped(row.name)
        let result = row.results.values.first
        let title = HTML.escaped(result?.title ?? "")
        // Charts have names in full.
        let full = HTML.escaped(result?.name ?? row.name)
        return #"<tr data-s="\#(full)"><th scope="row" title="\#(title)">\#(name)</th>"#
          + cells + size + "</tr>"
      }
      return """
        <tbody>
        <tr class="family"><th scope="rowgroup" colspan="\(heads.count + 1)">\(heading)</th></tr>
        \(rows.joined(separator: "\n"))
        </tbody>
        """
    }
    let table = """
      <div class="wide" tabindex="0" role="region" aria-label="\(title)">
      <table class="heat">
      <thead><tr><th scope="col">\(title)</th>\(columns)</tr></thead>
      \(blocks.joined(separator: "\n"))
      </table>
      </div>
      """
    return isFolded ? "<details><summary>\(title)</summary>\n\(table)\n</details>" : table
  }

  private func cell(_ cell: RunMatrix.Cell) -> String {
    switch cell {
    case .empty: return "<td></td>"
    case .unable: return "<td>.</td>"
    case .cut: return #"<td class="h4">cut</td>"#
    case .wrong: return #"<td class="h4">wrong</td>"#
    case .failed: return #"<td class="h4">failed</td>"#
    case .time(let time, let deviates, let leads):
      let words = Quantity.time(nanoseconds: time)
      if deviates { return #"<td class="off">\#(words)*</td>"# }
      let share = time / Advice.frameNs
      let level = share >= 1 ? 4 : share >= 0.1 ? 3 : share >= 0.01 ? 2 : 1
      return leads
        ? #"<td class="h\#(level)"><b>\#(words)&lt;</b></td>"#
        : #"<td class="h\#(level)">\#(words)</td>"#
    }
  }
}
