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
        ("unmeasured", "The rows are more than 140737488355328 points high together"),
        ("estimate", "The rows are more than 140737488355328 points high together"),
        ("more unmeasured", "9223372036854775802 rows and 10 more are too many"),
        ("inserted", "The rows are more than 140737488355328 points high together"),
        ("set", "The rows are more than 140737488355328 points high together"),
        ("forgotten", "The rows are more than 140737488355328 points high together"),
        ("array", "The rows are more than 140737488355328 points high together"),
        ("set in an array", "The rows are more than 140737488355328 points high together"),
        ("appended to an array", "The rows are more than 140737488355328 points high together"),
        ("set in a tree", "The rows are more than 140737488355328 points high together"),
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
        case "unmeasured":
          rows = RowHeights(unmeasured: 300_000_000_000, estimatedHeight: 33_554_431)
        case "estimate":
          rows = RowHeights(unmeasured: 1 << 40, estimatedHeight: 128)
          rows.estimatedHeight = 128.015625
        case "more unmeasured":
          rows = RowHeights(unmeasured: .max - 5, estimatedHeight: 0)
          rows.insertUnmeasured(10, at: 0)
        case "inserted":
          rows = RowHeights(unmeasured: 1 << 40, estimatedHeight: 128)
          rows.append(0.015625)
        case "set":
          rows = RowHeights(unmeasured: 1 << 40, estimatedHeight: 128)
          rows[7] = 129
        case "forgotten":
          rows = RowHeights(unmeasured: 1 << 40, estimatedHeight: 127)
          rows[7] = 0
          rows.estimatedHeight = 128
          rows[9] = 256
          rows.forgetHeights(of: 7..<8)
        case "array": rows = Self.highest(adding: 2)
        case "set in an array":
          rows = Self.highest(adding: 0)
          for row in 0..<3 { rows[rows.count - 1 - row] = 33_554_431 }
        case "appended to an array", "set in a tree":
          rows = Self.highest(adding: 0)
          rows.removeLast(1)
          if what == "set in a tree" {
            rows[rows.count - 1] = 33_554_431
            rows[rows.count - 2] = 33_554_431
          } else {
            rows.append(contentsOf: [33_554_431, 33_554_431, 33_554_431])
          }
        default: rows[0] = Double(what) ?? 0
        }
      }
      let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(said.contains(message))
    }

    /// Rows that are nearly 2^47 points high together: the last four have no height.
    private static func highest(adding more: Int) -> RowHeights {
      let heights = [Double](repeating: 33_554_431, count: 1 << 22 + more)
      return RowHeights(heights + [0, 0, 0, 0])
    }
  }
#endif
