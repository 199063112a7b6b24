import RowOffsets

#if canImport(UIKit)
  import UIKit
#else
  import BenchAppleStubs
  import Foundation
#endif

/// A collection view layout of full-width rows that uses an estimated height for unmeasured cells.
///
/// Rows on screen keep their positions when rows are inserted, deleted or measured, and when the width
/// changes. The class was compiled and tested with stubs on Linux, but not run on a device.
@MainActor
final class RowsCollectionLayout: UICollectionViewLayout {
  /// The rows, one for each item of section 0.
  private(set) var rows = RowLayout()
  /// The distance by which the content offset has to move after a batch update.
  private var shift = 0.0
  /// The first row on screen that was measured before the last scroll. It keeps its position while the cells
  /// that were scrolled into view size themselves one after another.
  private var anchor: Int?

  /// Changes the rows. Call this method in a batch update that also changes the data source:
  ///
  ///     collectionView.performBatchUpdates {
  ///       messages.insert(message, at: 0)
  ///       layout.update { $0.insertUnmeasured(1, at: 0) }
  ///       collectionView.insertItems(at: [IndexPath(item: 0, section: 0)])
  ///     }
  func update(_ changes: (inout RowLayout) -> Void) {
    shift += rows.update(visible: visible(in: collectionView?.bounds ?? .zero), changes)
    anchor = nil
    invalidateLayout()
  }

  override func targetContentOffset(
    forProposedContentOffset proposedContentOffset: CGPoint
  ) -> CGPoint {
    defer { shift = 0 }
    return CGPoint(x: proposedContentOffset.x, y: proposedContentOffset.y + shift)
  }

  private func visible(in bounds: CGRect) -> Range<Double> {
    // If an earlier update has not moved the content offset yet, add that update's shift.
    Double(bounds.minY) + shift..<Double(bounds.maxY) + shift
  }

  // MARK: Cells

  override var collectionViewContentSize: CGSize {
    CGSize(width: collectionView?.bounds.width ?? 0, height: rows.contentHeight)
  }

  override func layoutAttributesForElements(
    in rect: CGRect
  ) -> [UICollectionViewLayoutAttributes]? {
    rows.rows(in: Double(rect.minY)..<Double(rect.maxY)).map(attributes)
  }

  override func layoutAttributesForItem(
    at indexPath: IndexPath
  ) -> UICollectionViewLayoutAttributes? {
    rows.indices.contains(indexPath.item) ? attributes(of: indexPath.item) : nil
  }

  private func attributes(of row: Int) -> UICollectionViewLayoutAttributes {
    let attributes = UICollectionViewLayoutAttributes(
      forCellWith: IndexPath(item: row, section: 0))
    attributes.frame = CGRect(
      x: 0, y: rows.offset(of: row), width: collectionViewContentSize.width, height: rows[row])
    return attributes
  }

  // MARK: Scrolling and change of width

  override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    anchor = rows.rows(in: visible(in: newBounds)).first { rows.isMeasured($0) }
    return newBounds.width != collectionView?.bounds.width
  }

  override func invalidationContext(
    forBoundsChange newBounds: CGRect
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = super.invalidationContext(forBoundsChange: newBounds)
    adjust(context, newBounds) { $0.forgetHeights(of: $0.indices) }
    anchor = nil
    return context
  }

  // MARK: Self-sizing cells

  override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool {
    let row = originalAttributes.indexPath.item
    let difference = Double(preferredAttributes.size.height) - rows[row]
    return !rows.isMeasured(row) || abs(difference) >= 0.5 / rows.displayScale
  }

  override func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = super.invalidationContext(
      forPreferredLayoutAttributes: preferredAttributes,
      withOriginalAttributes: originalAttributes)
    adjust(context, collectionView?.bounds ?? .zero, from: anchor) {
      $0[originalAttributes.indexPath.item] = Double(preferredAttributes.size.height)
    }
    return context
  }

  /// Changes the rows, and sets the distance by which the collection view's content offset has to move.
  ///
  /// - Parameter first: the first row that may keep its position.
  private func adjust(
    _ context: UICollectionViewLayoutInvalidationContext, _ bounds: CGRect, from first: Int? = nil,
    _ changes: (inout RowLayout) -> Void
  ) {
    let (height, all) = (rows.contentHeight, visible(in: bounds))
    let top = first.map { rows.offset(of: $0) } ?? all.lowerBound
    let visible = max(all.lowerBound, min(top, all.upperBound))..<all.upperBound
    let distance = rows.update(visible: visible, changes)
    // The adjustment must not make the content offset negative.
    context.contentOffsetAdjustment.y = max(distance, min(0, -all.lowerBound))
    context.contentSizeAdjustment.height = rows.contentHeight - height
  }
}
