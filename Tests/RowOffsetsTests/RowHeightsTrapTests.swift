import RowOffsets
import Testing

// Elsewhere a test cannot end its own process.
#if os(Linux) || os(macOS)
  @Suite("What traps in RowHeights")
  struct RowHeightsTrapTests {
    // As words, heights too: what is handed to the other process must be writable as JSON.
    @Test(
      "What is no row, range, point or height",
      arguments: [
        ("row", "Row 3 is out of range: there are 2 rows"),
        ("row above", "Row -1 is out of range: there are 2 rows"),
        ("row after an edit", "Row 4 is out of range: there are 3 rows"),
        ("row above after an edit", "Row -1 is out of range: there are 3 rows"),
        ("row after an estimate", "Row 3 is out of range: there are 2 rows"),
        ("range", "Rows 1..<3 are out of range: there are 2 rows"),
        ("point", "The point is not a number"), ("-1", "is not in 0...33554431 points"),
        ("nan", "is not in 0...33554431 points"), ("inf", "is not in 0...33554431 points"),
        ("33554432", "is not in 0...33554431 points"),
      ])
    func traps(_ what: String, message: String) async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [what] in
        var rows: RowHeights = [1, 2]
        switch what {
        case "row": _ = rows.offset(of: 3)
        case "row above": _ = rows.offset(of: -1)
        case "row after an edit", "row above after an edit":
          rows.insert(1, at: 0)
          _ = rows.offset(of: what.contains("above") ? -1 : 4)
        case "row after an estimate":
          rows.forgetHeights(of: 0..<1)
          _ = rows.offset(of: 3)
        case "range": rows.forgetHeights(of: 1..<3)
        case "point": _ = rows.row(at: .nan)
        default: rows[0] = Double(what) ?? 0
        }
      }
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(said.contains(message))
    }
  }
#endif
