import Recording
import Reporting
import Testing

@Suite("The memory of strategies")
struct FootprintTableTests {
  private static func row(
    _ strategy: String, peak: Int?, own: Int?, heights: String = "chat", reason: String? = nil
  ) -> FootprintRow {
    let group = CellGroup(scenario: "scroll", heights: heights, rows: 1_000_000)
    var row = FootprintRow(
      cell: CellKey(group: group, strategy: strategy, mode: "corrected"),
      status: reason.map { .noFigure(reason: $0) } ?? .ok)
    (row.peakBytes, row.ownBytes) = (peak, own)
    return row
  }

  private let rows = [
    row("floor", peak: 31 << 20, own: nil), row("all-heights", peak: 39 << 20, own: 8 << 20),
    row("fixed-list", peak: nil, own: nil, reason: "needs rows of one height"),
    row("all-heights", peak: 39 << 20, own: 0, heights: "pages"),
  ]

  @Test("a table for each list, what is missing with its reason")
  func text() {
    let expected = """
      chat, 1M rows, scroll
      strategy     mode           peak       own  own per row
      floor        corrected  31.0 MiB
      all-heights  corrected  39.0 MiB  8.00 MiB       8.39 B
      fixed-list   corrected                                   needs rows of one height

      pages, 1M rows, scroll
      strategy     mode           peak  own  own per row
      all-heights  corrected  39.0 MiB  0 B          0 B

      """
    #expect(FootprintTable(rows).text(width: 100, style: Style(useColour: false)) == expected)
    #expect(FootprintTable([]).text(width: 80, style: Style(useColour: false)) == "")
  }

  @Test("JSON has what is known")
  func json() throws {
    let expected = """
      {
        "footprints" : [
          {
            "heights" : "chat",
            "mode" : "corrected",
            "own_bytes" : 8388608,
            "peak_rss_bytes" : 40894464,
            "rows" : 1000000,
            "scenario" : "scroll",
            "strategy" : "all-heights"
          },
          {
            "heights" : "chat",
            "mode" : "corrected",
            "reason" : "needs rows of one height",
            "rows" : 1000000,
            "scenario" : "scroll",
            "strategy" : "fixed-list"
          }
        ]
      }

      """
    #expect(try FootprintTable(Array(rows[1...2])).json() == expected)
  }

  @Test("footprint.csv, byte by byte, and back")
  func csv() throws {
    let text = """
      schema,scenario,heights,rows,strategy,mode,status,peak_rss_bytes,own_bytes
      1,scroll,chat,1000000,floor,corrected,ok,32505856,
      1,scroll,chat,1000000,all-heights,corrected,ok,40894464,8388608
      1,scroll,chat,1000000,fixed-list,corrected,needs rows of one height,,

      """
    let rows = Array(rows.prefix(3))
    #expect(String(decoding: FootprintRow.schema.text(of: rows), as: UTF8.self) == text)
    #expect(try FootprintRow.schema.rows(in: Array(text.utf8), file: "f") == rows)
  }
}
