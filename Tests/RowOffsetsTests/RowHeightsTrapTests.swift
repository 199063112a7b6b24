import RowOffsets
import Testing

// Exit tests start a new process, so these tests run only on Linux and macOS.
#if os(Linux) || os(macOS)
  @Suite("Traps of RowHeights")
  struct RowHeightsTrapTests {
    private static let tooHigh = "The total height of the rows exceeds 140737488355328 points"

    // Heights in the test cases are strings, because exit tests encode their arguments as JSON, which has no
    // NaN.
    @Test(
      "An invalid row, range, point or height traps",
      arguments: [
        ("row", "Row 3 is out of range: there are 2 rows"),
        ("row above", "Row -1 is out of range: there are 2 rows"),
        ("row after an edit", "Row 4 is out of range: there are 3 rows"),
        ("row above after an edit", "Row -1 is out of range: there are 3 rows"),
        ("row after an estimate", "Row 3 is out of range: there are 2 rows"),
        ("range", "Rows 1..<3 are out of range: there are 2 rows"),
        ("point", "The point is not a number"),
        (
          "more unmeasured",
          "Adding 10 rows to 9223372036854775802 exceeds the maximum number of rows"
        ),
        ("estimated height", "The estimated height -8.0 is not in 0...33554431 points"),
      ]
        + [
          "unmeasured", "estimate", "inserted", "set", "forgotten", "array", "set in an array",
          "appended to an array", "set in a tree",
        ].map { ($0, tooHigh) }
        + [
          "-1.0", "-0.001", "nan", "inf", "-inf", "33554432.0", "33554431.004", "33554431.5",
          "1e+300",
        ].flatMap { height in
          ["", "array of "].map {
            ($0 + height, "The height \(height) is not in 0...33554431 points")
          }
        })
    func traps(_ name: String, message: String) async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [name] in
        var rows: RowHeights = [1, 2]
        /// 2^40 unmeasured rows, which reach the maximum total height if they are 128 pt tall.
        func most(_ estimate: Double) -> RowHeights {
          RowHeights(unmeasured: 1 << 40, estimatedHeight: estimate)
        }
        switch name {
        case "row": _ = rows.offset(of: 3)
        case "row above": _ = rows.offset(of: -1)
        case "row after an edit", "row above after an edit":
          rows.insert(1, at: 0)
          _ = rows.offset(of: name.contains("above") ? -1 : 4)
        case "row after an estimate":
          rows.forgetHeights(of: 0..<1)
          _ = rows.offset(of: 3)
        case "range": rows.forgetHeights(of: 1..<3)
        case "estimated height": rows.estimatedHeight = -8
        case "point": _ = rows.row(at: .nan)
        case "unmeasured":
          rows = RowHeights(unmeasured: 300_000_000_000, estimatedHeight: 33_554_431)
        case "estimate":
          rows = most(128)
          rows.estimatedHeight = 128.015625
        case "more unmeasured":
          rows = RowHeights(unmeasured: .max - 5, estimatedHeight: 0)
          rows.insertUnmeasured(10, at: 0)
        case "inserted":
          rows = most(128)
          rows.append(0.015625)
        case "set":
          rows = most(128)
          rows[7] = 129
        case "forgotten":
          rows = most(127)
          rows[7] = 0
          rows.estimatedHeight = 128
          rows[9] = 256
          rows.forgetHeights(of: 7..<8)
        case "array": rows = Self.highest(adding: 2)
        case "set in an array":
          rows = Self.highest(adding: 0)
          for row in 0..<3 { rows[rows.count - 1 - row] = 33_554_431 }
        case "appended to an array":
          rows = Self.highest(adding: -1)
          rows.append(contentsOf: [33_554_431, 33_554_431, 33_554_431])
        case "set in a tree":
          rows = Self.highest(adding: 0)
          rows.removeLast(1)
          for row in 0..<2 { rows[rows.count - 1 - row] = 33_554_431 }
        default:
          let height = Double(name.split(separator: " ").last ?? "") ?? 0
          if name.hasPrefix("array of") {
            rows = RowHeights([Double](repeating: 20, count: 41) + [height, 20])
          } else {
            rows[0] = height
          }
        }
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains(message))
    }

    @Test(
      "Invalid RowLayout lengths and display scales trap with their name, value and unit",
      arguments: [
        ("scale", "The display scale -1.0 is not a positive number of pixels per point"),
        (
          "spacing",
          "The spacing of -8.0 points is -24.0 pixels at a display scale of 3.0, which is not in"
        ),
        ("top", "The top inset of -1.0 points is -3.0 pixels"),
        ("bottom", "The bottom inset of nan points is nan pixels"),
        ("height", "The height of 12000000.0 points is 36000000.0 pixels"),
        ("estimate", "The estimated height of -1.0 points is -3.0 pixels"),
        ("sum", "The height plus spacing of 11184811.0 points is 33554433.0 pixels"),
        ("scale of rows", "The height of 8000.0 points is 80000000.0 pixels"),
        ("row", "Row 2 is out of range: there are 2 rows"),
        ("update", "'update' within 'update'"),
      ])
    func layoutTraps(_ name: String, message: String) async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [name] in
        var rows = RowLayout([20, 8000] as [Double], displayScale: 3)
        switch name {
        case "scale": rows.displayScale = -1
        case "spacing": rows.spacing = -8
        case "top": rows.topInset = -1
        case "bottom": rows.bottomInset = .nan
        case "height": rows[0] = 12_000_000
        case "estimate": rows.estimatedHeight = -1
        case "sum":
          rows.spacing = 1
          rows[0] = 11_184_810
        case "scale of rows": rows.displayScale = 10_000
        case "row": _ = rows.contentOffset(showing: 2, visible: 0..<100)
        default:
          _ = rows.update(visible: 0..<100) { rows in
            _ = rows.update(visible: 0..<100) { $0[0] = 3 }
          }
        }
      }
      let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains(message))
    }

    /// Rows with a total height of almost 2^47 pt. The last four rows have height 0.
    private static func highest(adding more: Int) -> RowHeights {
      let heights = [Double](repeating: 33_554_431, count: 1 << 22 + more)
      return RowHeights(heights + [0, 0, 0, 0])
    }
  }
#endif
