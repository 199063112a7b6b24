// The examples of the guide, run over stand-ins for Apple's frameworks: that their arithmetic is right,
// not that it was seen on a device.
#if os(Linux)
  import AppleStubs
  import Foundation
  import RowOffsets
  import Testing

  @Suite("The guide's examples, over stand-ins")
  @MainActor
  struct ExampleTests {
    let rows = RowHeights((0..<100).map { Double(10 + $0 % 3) })

    @Test("A scroll view shows the rows in sight, and uses views again")
    func scrollView() {
      let list = RowListView(frame: CGRect(x: 0, y: 0, width: 320, height: 50))
      var made = 0
      list.makeView = {
        made += 1
        return UIView(frame: .zero)
      }
      list.rows = rows
      for top in [0.0, 300, 500] {
        list.contentOffset.y = top
        list.layoutSubviews()
        let shown = list.subviews.filter { !$0.isHidden }.map { Double($0.frame.minY) }.sorted()
        #expect(shown == rows.rows(in: top..<top + 50).map(rows.offset))
      }
      #expect(made <= 6 && Double(list.contentSize.height) == rows.totalHeight)
      list.setHeight(40, of: 0)
      #expect(Double(list.contentOffset.y) == 530)
    }

    @Test("A collection view's layout measures cells and holds still what is read")
    func collectionLayout() {
      let layout = RowsCollectionLayout()
      layout.collectionView = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 50))
      layout.rows = RowHeights(unmeasured: 100, estimatedHeight: 10)
      let rect = CGRect(x: 0, y: 95, width: 320, height: 50)
      let found = layout.layoutAttributesForElements(in: rect)
      #expect(found?.map(\.indexPath.item) == Array(9..<15))
      layout.collectionView?.contentOffset.y = 95
      let original = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: 3, section: 0))
      let preferred = UICollectionViewLayoutAttributes(forCellWith: IndexPath(item: 3, section: 0))
      preferred.frame.size.height = 17.3
      #expect(
        layout.shouldInvalidateLayout(
          forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
      let context = layout.invalidationContext(
        forPreferredLayoutAttributes: preferred, withOriginalAttributes: original)
      #expect(layout.rows[3] == 17.3125)
      #expect(Double(context.contentOffsetAdjustment.y) == 7.3125)
      // The same height again changes nothing, though it is no whole number of 1/64 pt.
      #expect(
        !layout.shouldInvalidateLayout(
          forPreferredLayoutAttributes: preferred, withOriginalAttributes: original))
      #expect(!layout.shouldInvalidateLayout(forBoundsChange: rect))
      let turned = CGRect(x: 0, y: 0, width: 50, height: 320)
      #expect(layout.shouldInvalidateLayout(forBoundsChange: turned))
      #expect(layout.rows.measuredCount == 0)
    }

    @Test("A document view draws the rows that it is asked for")
    func documentView() {
      let view = RowsDocumentView(frame: NSRect(x: 0, y: 0, width: 200, height: 0))
      var drawn: [Int] = []
      view.drawRow = { row, _ in drawn.append(row) }
      view.rows = rows
      view.draw(NSRect(x: 0, y: 200, width: 200, height: 30))
      #expect(drawn == Array(rows.rows(in: 200..<230)))
      #expect(Double(view.frame.height) == rows.totalHeight)
    }

    @Test("A layout places the visible rows where they stand in the list")
    func layout() {
      let layout = RowsInList(rows: rows, visible: 50..<54)
      let views = (0..<4).map { _ in LayoutSubview() }
      var cache: Void = ()
      let size = layout.sizeThatFits(
        proposal: ProposedViewSize(width: 320, height: nil), subviews: views, cache: &cache)
      #expect(Double(size.height) == rows.totalHeight)
      layout.placeSubviews(
        in: CGRect(origin: .zero, size: size),
        proposal: ProposedViewSize(width: 320, height: nil), subviews: views, cache: &cache)
      #expect(views.map { Double($0.placement.frame.minY) } == (50..<54).map(rows.offset))
    }
  }
#endif
