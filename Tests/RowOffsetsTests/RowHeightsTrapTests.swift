import RowOffsets
import Testing

// Elsewhere a test cannot end its own process.
#if os(Linux) || os(macOS)
  @Suite("What traps in RowHeights")
  struct RowHeightsTrapTests {
    private static func said(_ result: ExitTest.Result?) -> String {
      String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    }

    @Test("A row that is not there")
    func row() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let rows: RowHeights = [1, 2]
        _ = rows.offset(of: 3)
      }
      #expect(Self.said(result).contains("Row 3 is out of range: there are 2 rows"))
    }

    @Test("A range that reaches beyond the rows")
    func range() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        var rows: RowHeights = [1, 2]
        rows.forgetHeights(of: 1..<3)
      }
      #expect(Self.said(result).contains("Rows 1..<3 are out of range: there are 2 rows"))
    }

    // By their bits: what is handed to the other process must be writable as JSON.
    @Test(
      "A height that is none",
      arguments: [-1, Double.nan, .infinity, 33_554_432].map(\.bitPattern))
    func height(_ bits: UInt64) async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) { [bits] in
        var rows: RowHeights = [1, 2]
        rows[0] = Double(bitPattern: bits)
      }
      #expect(Self.said(result).contains("is not in 0...33554431 points"))
    }

    @Test("A point that is not a number")
    func point() async {
      let result = await #expect(
        processExitsWith: .failure, observing: [\.standardErrorContent]
      ) {
        let rows: RowHeights = [1, 2]
        _ = rows.row(at: .nan)
      }
      #expect(Self.said(result).contains("The point is not a number"))
    }
  }
#endif
