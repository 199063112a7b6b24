import RowOffsets
import Testing

@Suite("RowHeights")
struct RowHeightsTests {
  /// Lists in every form of storage, each with at least 500 rows of 8 pt.
  private static var forms: [RowHeights] {
    var edited = RowHeights(repeating: 8, count: 500)
    edited.insert(8, at: 1)
    var fine = edited
    fine.insert(contentsOf: [7.984375, 8.015625], at: 0)
    var high = edited
    high.insert(1_000_000, at: 501)
    var appended = edited
    for _ in 0..<300 { appended.append(8) }
    var estimated = RowHeights(unmeasured: 500, estimatedHeight: 8)
    estimated[300] = 8
    let sums = RowHeights(repeating: 8, count: 500)
    let longSums = RowHeights(Array(sums) + [100_000])
    return [sums, longSums, edited, fine, high, appended, estimated]
  }

  @Test("Several threads can read shared copies and change their own copies concurrently")
  func threads() async {
    for rows in Self.forms {
      let isRight = await withTaskGroup(of: Bool.self) { group in
        for thread in 0..<4 {
          group.addTask {
            var own = rows
            if thread == 3 { own.insert(8, at: 499) }
            var isRight = true
            for row in 2..<499 {
              let top = Double(row) * 8
              isRight =
                isRight && own.row(at: top) == row && own.offset(of: row) == top && own[row] == 8
                && own.extent(of: row) == top..<top + 8 && own.nearestRow(to: top) == row
                && own.rows(in: top..<top + 16) == row..<row + 2
                && (own.isMeasured(row) || own.measuredCount <= 2)
            }
            isRight = isRight && own.contentHeight == own.reduce(0, +)
            own[7] = 9
            return isRight && own.offset(of: 9) == 73 && own != rows
          }
        }
        return await group.allSatisfy { $0 }
      }
      #expect(isRight, "\(rows)")
    }
  }

  @Test("An iterator is not affected by later changes to the rows")
  func iterator() {
    for var rows in Self.forms {
      for row in rows.indices { rows[row] = Double(row % 17) }
      let heights = rows.indices.map { rows[$0] }
      var iterator = rows.makeIterator()
      rows[3] = 99
      var read: [Double] = []
      while let height = iterator.next() { read.append(height) }
      #expect(read == heights && iterator.next() == nil, "\(rows)")
    }
  }

  @Test("Heights are rounded to 1/64 pt with ties upwards, and offsets are sums of rounded heights")
  func rounding() {
    let heights: [Double] = [1 / 3, 0.5 / 64, 0.49 / 64, 1.5 / 64, 2.5 / 64, -0.0, 33_554_431]
    let kept: [Double] = [21 / 64, 1 / 64, 0, 2 / 64, 3 / 64, 0, 33_554_431]
    var rows = RowHeights(heights)
    #expect(Array(rows) == kept && rows.contentHeight == 33_554_431.421875)
    for row in rows.indices { rows[row] = heights[row] }
    #expect(Array(rows) == kept)
  }

  @Test("Very small and very large y coordinates are also rounded down to multiples of 1/64 pt")
  func points() {
    var rows = RowHeights(repeating: 33_554_431, count: 40)
    rows.insert(contentsOf: [1 / 64, 1 / 64], at: 0)
    let tops = (0...rows.count).map { rows.offset(of: $0) }
    for (row, top) in tops.enumerated().dropLast() {
      let points = [top, top.nextUp, top + 1 / 128, tops[row + 1].nextDown]
      #expect(points.allSatisfy { rows.row(at: $0) == row }, "row \(row)")
    }
    for point in [0, -0.0, 0x1p-1074, 1 / 65] as [Double] { #expect(rows.row(at: point) == 0) }
    let end = tops[rows.count]
    for point in [-0x1p-1074, -1 / 64, -0x1p60, end, 0x1p48, 0x1p56, 0x1p62, .infinity] as [Double]
    {
      #expect(rows.row(at: point) == nil, "\(point)")
    }
    #expect(rows.row(at: -.infinity) == nil && rows.nearestRow(to: .infinity) == 41)
    #expect(rows.rows(in: -Double.infinity..<Double.infinity) == 0..<42)
  }

  @Test("The mean height is that of the measured rows, which may fill a block")
  func estimates() {
    var rows = RowHeights(repeating: 10, count: 256)
    rows.insertUnmeasured(200, at: 256)
    #expect(rows.contentHeight == 2560 + 200 * 44 && rows.row(at: 2560) == 256)
    #expect(rows.meanMeasuredHeight == 10)
    rows.forgetHeights(of: rows.indices)
    #expect(rows.meanMeasuredHeight == nil)
  }
}
