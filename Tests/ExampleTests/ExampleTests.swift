// These tests run the guide's examples against stubs of Apple's frameworks. They check the examples'
// arithmetic, but not how the examples behave on a device.
#if os(Linux)
  import BenchAppleStubs
  import Foundation
  import BenchMeasuring
  import RowOffsets
  import Testing

  @Suite("The guide's examples, with stubs")
  @MainActor
  struct ExampleTests {
    let heights = (0..<100).map { Double(10 + $0 % 3) }

    private func heightTurned(_ row: Int) -> Double { Double(7 + row % 5) }
    private func heightMeasured(_ row: Int) -> Double { Double(40 + row * 7919 % 101) }

    /// Changes the rows and then calls `turn`, which changes the list's width. Checks that the first visible
    /// row stays in place each time. `top` returns the content offset.
    private func check(
      rows: () -> RowLayout, top: () -> Double, update: ((inout RowLayout) -> Void) -> Void,
      turn: () -> Void
    ) {
      // Row 45 is the first visible row.
      let y = rows().offset(of: 45) - top()
      #expect(y <= 0 && y > -rows()[45])
      update {
        $0[2] = 99
        $0.insert(contentsOf: [30, 40], at: 0)
        $0.move(fromOffsets: IndexSet([0, 5, 6]), toOffset: 70)
      }
      #expect(rows().offset(of: 44) - top() == y)
      turn()
      #expect(rows().offset(of: 44) - top() == y)
    }

    @Test("A scroll view shows the visible rows, reuses views and keeps the first row in place")
    func scrollView() {
      let list = RowListView(frame: CGRect(x: 0, y: 0, width: 320, height: 50))
      var made = 0
      list.makeView = {
        made += 1
        return UIView(frame: .zero)
      }
      list.measure = { row, _ in heightTurned(row) }
      list.update { $0.append(contentsOf: heights) }
      func layOut(height: Double) {
        list.layoutSubviews()
        let top = Double(list.contentOffset.y)
        let shown = list.subviews.filter { !$0.isHidden }.map { Double($0.frame.minY) }.sorted()
        #expect(shown == list.rows.rows(in: top..<top + height).map(list.rows.offset))
      }
      for top in [0.0, 300, 500] {
        list.contentOffset.y = top
        layOut(height: 50)
      }
      #expect(made <= 6 && Double(list.contentSize.height) == list.rows.contentHeight)
      check(
        rows: { list.rows }, top: { Double(list.contentOffset.y) }, update: list.update,
        turn: {
          list.bounds.size = CGSize(width: 500, height: 40)
          layOut(height: 40)
          #expect(list.rows.measuredCount < 10)
        })
    }

    /// Scrolls through unmeasured rows and checks that measured rows on screen don't move when other rows are
    /// measured.
    private func checkScrolling(
      rows: () -> RowLayout, view: UIScrollView, didScroll: () -> Void = {}, measure: () -> Void
    ) {
      var random = SplitMix64(seed: 4)
      view.contentOffset.y = 90_000
      for gesture in 0..<40 {
        let distance = CGFloat(1 + random.below(200)) * (gesture % 3 == 0 ? 1 : -1)
        for frame in 0..<20 {
          view.contentOffset.y += distance
          didScroll()
          let top = Double(view.contentOffset.y)
          let measured = rows().rows(in: top..<top + 500).filter { rows().isMeasured($0) }
          let before = measured.map { rows().offset(of: $0) - top }
          measure()
          let after = measured.map { rows().offset(of: $0) - Double(view.contentOffset.y) }
          #expect(after == before, "gesture \(gesture), frame \(frame)")
        }
      }
      #expect(rows().measuredCount > 100)
    }

    @Test("Measured rows on screen stay put while a scroll view measures other rows")
    func scrollViewMeasures() {
      let list = RowListView(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
      list.measure = { row, _ in heightMeasured(row) }
      list.update { $0 = RowLayout(unmeasured: 2000, estimatedHeight: 90) }
      checkScrolling(rows: { list.rows }, view: list, measure: list.layoutSubviews)
      list.stickyEdges = .bottom
      list.contentOffset.y = CGFloat(list.rows.contentHeight) - 500
      list.layoutSubviews()
      list.update { $0.insertUnmeasured(3, at: $0.count) }
      list.layoutSubviews()
      #expect(Double(list.contentOffset.y) == list.rows.contentHeight - 500)
      #expect(list.rows.isMeasured(2002))
    }

    @Test("Measured rows on screen stay put while cells size themselves in any order")
    func cellsMeasure() {
      let layout = RowsCollectionLayout()
      let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 500))
      layout.collectionView = view
      layout.update { $0 = RowLayout(unmeasured: 2000, estimatedHeight: 90) }
      var random = SplitMix64(seed: 6)
      checkScrolling(
        rows: { layout.rows }, view: view,
        didScroll: { #expect(!layout.shouldInvalidateLayout(forBoundsChange: view.bounds)) }
      ) {
        while true {
          let rect = view.bounds
          let cells = (layout.layoutAttributesForElements(in: rect) ?? []).filter {
            !layout.rows.isMeasured($0.indexPath.item)
          }
          guard !cells.isEmpty else { return }
          let cell = cells[random.below(cells.count)]
          let preferred = UICollectionViewLayoutAttributes(forCellWith: cell.indexPath)
          preferred.frame.size.height = heightMeasured(cell.indexPath.item)
          #expect(
            layout.shouldInvalidateLayout(
              forPreferredLayoutAttributes: preferred, withOriginalAttributes: cell))
          let height = layout.rows.contentHeight
          let context = layout.invalidationContext(
            forPreferredLayoutAttributes: preferred, withOriginalAttributes: cell)
          view.contentOffset.y += context.contentOffsetAdjustment.y
          let change = layout.rows.contentHeight - height
          #expect(Double(context.contentSizeAdjustment.height) == change)
          // If the cell reports the same height again, the layout isn't invalidated.
          #expect(
            !layout.shouldInvalidateLayout(
              forPreferredLayoutAttributes: preferred, withOriginalAttributes: cell))
        }
      }
    }

    @Test("A collection view layout measures cells and keeps the first visible row in place")
    func collectionLayout() {
      let layout = RowsCollectionLayout()
      let view = UICollectionView(frame: CGRect(x: 0, y: 0, width: 320, height: 50))
      layout.collectionView = view
      layout.update { $0 = RowLayout(unmeasured: 100, estimatedHeight: 10, displayScale: 3) }
      let rect = CGRect(x: 0, y: 95, width: 320, height: 50)
      let found = layout.layoutAttributesForElements(in: rect)
      #expect(found?.map(\.indexPath.item) == Array(9..<15))
      view.contentOffset.y = 95
      /// Moves the content offset the way the collection view does after a batch update.
      func settle() {
        view.contentOffset = layout.targetContentOffset(
          forProposedContentOffset: view.contentOffset)
      }
      layout.update { $0 = RowLayout(heights) }
      settle()
      view.contentOffset.y = 500
      check(
        rows: { layout.rows }, top: { Double(view.contentOffset.y) },
        // These three updates belong to the same batch update of the collection view.
        update: {
          layout.update { $0.insert(1000, at: 0) }
          layout.update { $0.remove(at: 0) }
          layout.update($0)
          settle()
        },
        turn: {
          let turned = CGRect(origin: view.contentOffset, size: CGSize(width: 500, height: 40))
          #expect(layout.shouldInvalidateLayout(forBoundsChange: turned))
          let context = layout.invalidationContext(forBoundsChange: turned)
          view.bounds = turned
          view.contentOffset.y += context.contentOffsetAdjustment.y
          #expect(layout.rows.measuredCount == 0)
        })
    }

    @Test("A document view draws the requested rows and keeps the first visible row in place")
    func documentView() {
      let view = RowsDocumentView(frame: NSRect(x: 0, y: 0, width: 200, height: 0))
      var drawn: [Int] = []
      view.drawRow = { row, _ in drawn.append(row) }
      view.measure = { row, _ in heightTurned(row) }
      view.update { $0.append(contentsOf: heights) }
      view.draw(NSRect(x: 0, y: 200, width: 200, height: 30))
      #expect(drawn == Array(view.rows.rows(in: 200..<230)))
      view.visibleRect = NSRect(x: 0, y: 500, width: 200, height: 50)
      check(
        rows: { view.rows }, top: { Double(view.visibleRect.minY) }, update: view.update,
        turn: {
          view.setFrameSize(NSSize(width: 300, height: 0))
          #expect(Array(view.rows) == view.rows.indices.map(heightTurned))
        })
      #expect(Double(view.frame.height) == view.rows.contentHeight && view.frame.width == 300)
    }

    @Test("A SwiftUI layout places the visible rows and keeps the first visible row in place")
    func layout() {
      var list = VisibleRows()
      list.visible = 0..<50
      #expect(list.update { $0.append(contentsOf: heights) } == 0)
      list.visible = 500..<550
      let layout = RowsInList(rows: list.rows, visible: list.indices)
      let views = list.indices.map { _ in LayoutSubview() }
      var cache: Void = ()
      let size = layout.sizeThatFits(
        proposal: ProposedViewSize(width: 320, height: nil), subviews: views, cache: &cache)
      #expect(Double(size.height) == list.rows.contentHeight)
      layout.placeSubviews(
        in: CGRect(origin: .zero, size: size),
        proposal: ProposedViewSize(width: 320, height: nil), subviews: views, cache: &cache)
      #expect(views.map { Double($0.frame.minY) } == list.indices.map(list.rows.offset))
      var position = list.visible.lowerBound
      check(
        rows: { list.rows }, top: { Double(position) },
        update: { position = list.update($0) },
        turn: {
          list.visible = position..<position + 40
          position = list.update { $0.setHeights($0.indices.map(heightTurned), from: 0) }
        })
    }
  }
#endif
