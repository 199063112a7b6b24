import RowOffsets
import Testing

@Suite("RowLayout: edges and scroll targets")
struct RowLayoutScrollTests {
  private typealias Case = (
    top: Double, edges: RowLayout.Edges, expected: Double, changes: (inout RowLayout) -> Void
  )

  @Test("With sticky edges, the list follows its end or shows rows inserted at its top")
  func edges() {
    // The list has 100 rows of 10 pt and the viewport is 100 pt tall, so the maximum content offset is 900.
    let append: (inout RowLayout) -> Void = { $0.append(contentsOf: [20, 30]) }
    let prepend: (inout RowLayout) -> Void = { $0.insert(25, at: 0) }
    let cases: [Case] = [
      (900, [], 900, append), (900, .bottom, 950, append), (900, .top, 900, append),
      (899, .bottom, 950, append), (898.5, .bottom, 898.5, append),
      // The bottom of a growing last row stays in view.
      (900, .bottom, 980, { $0[99] = 90 }), (500, .bottom, 500, { $0[99] = 90 }),
      // The end stays in view if the last rows are deleted or a row above the screen is measured.
      (900, .bottom, 800, { $0.removeLast(10) }), (900, .bottom, 935, { $0[3] = 45 }),
      // If the viewport starts 20 pt beyond the end, it stays 20 pt beyond it.
      (920, .bottom, 970, append), (0, .bottom, 25, prepend), (1, .top, 0, prepend),
      (2, .top, 27, prepend), (-20, .top, -20, prepend),
      (900, [.top, .bottom], 950, append), (0, [.top, .bottom], 0, prepend),
    ]
    for (number, (top, edges, expected, changes)) in cases.enumerated() {
      var rows = RowLayout(repeatElement(10.0, count: 100))
      let distance = rows.update(visible: top..<top + 100, stickingTo: edges, changes)
      #expect(top + distance == expected, "case \(number)")
    }
    // A list shorter than the viewport shows both of its edges.
    for (edges, expected) in [(.top, 0), (.bottom, 60), ([.top, .bottom], 60)]
      as [(RowLayout.Edges, Double)]
    {
      var rows = RowLayout([10.0])
      let distance = rows.update(visible: 0..<100, stickingTo: edges) { $0.append(150) }
      #expect(distance == expected, "\(edges)")
    }
    var rows = RowLayout(repeatElement(10.0, count: 100))
    #expect(rows.update(visible: 860..<960, stickingTo: .bottom, within: 40, append) == 90)
  }

  @Test("The content offset that shows a row is clamped to the scrollable range")
  func targets() {
    // The 10 pt rows start below an inset of 5 pt. The maximum content offset is 105.
    let rows = RowLayout(repeatElement(10.0, count: 20), topInset: 5)
    typealias Target = (Int, RowLayout.Alignment, Double, Double)
    let targets: [Target] = [
      (0, .top, 50, 5), (7, .top, 50, 75), (19, .top, 50, 105), (12, .top, 105, 105),
      (0, .bottom, 50, 0), (9, .bottom, 50, 5), (19, .bottom, 0, 105), (15, .bottom, 0, 65),
      (0, .center, 50, 0), (9, .center, 0, 50), (10, .center, 0, 60), (19, .center, 0, 105),
      // These rows are above, inside or below the viewport, or partly visible.
      (2, .nearest, 50, 25), (6, .nearest, 50, 50), (14, .nearest, 50, 55),
      (18, .nearest, 50, 95), (5, .nearest, 58, 55), (0, .nearest, 0, 0), (19, .nearest, 500, 105),
      (0, .nearest, -30, 0),
    ]
    for (row, alignment, top, expected) in targets {
      let offset = rows.contentOffset(showing: row, at: alignment, visible: top..<top + 100)
      #expect(offset == expected, "row \(row), \(alignment), from \(top)")
    }
    // A row taller than the viewport fills it.
    let tall = RowLayout([50, 300, 50] as [Double])
    for (top, expected) in [(0.0, 50.0), (50, 50), (120, 120), (250, 250), (300, 250)] {
      #expect(tall.contentOffset(showing: 1, visible: top..<top + 100) == expected)
    }
    #expect(tall.contentOffset(showing: 2, at: .top, visible: 0..<1000) == 0)
    // The content offset that centres a row is rounded to whole pixels.
    let thirds = RowLayout(repeatElement(44 + 1.0 / 3, count: 100), displayScale: 3)
    let middle = thirds.contentOffset(showing: 50, at: .center, visible: 0..<100)
    #expect(middle * 3 == (middle * 3).rounded())
  }
}
