import RowOffsets

#if canImport(UIKit)
  import UIKit
#else
  import AppleStubs
  import Foundation
#endif

/// A collection view's layout of full-width rows: an estimate until a cell was measured.
///
/// Type-checked against stand-ins on Linux; not run on a device.
@MainActor
final class RowsCollectionLayout: UICollectionViewLayout {
  /// One for each item of section 0; insert and delete here when the data source does.
  var rows = RowHeights()

  override var collectionViewContentSize: CGSize {
    CGSize(width: collectionView?.bounds.width ?? 0, height: rows.totalHeight)
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

  override func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool {
    guard newBounds.width != collectionView?.bounds.width else { return false }
    // Another width, other heights: all are estimates again.
    rows.forgetHeights(of: rows.indices)
    return true
  }

  override func shouldInvalidateLayout(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> Bool {
    let row = originalAttributes.indexPath.item
    return !rows.isMeasured(row) || rows[row] != height(preferredBy: preferredAttributes)
  }

  /// The height that a cell wants, rounded up to a 1/64 pt as `rows` keeps it: when it comes again, it
  /// is the one that is stored.
  private func height(preferredBy attributes: UICollectionViewLayoutAttributes) -> Double {
    (Double(attributes.size.height) * 64).rounded(.up) / 64
  }

  override func invalidationContext(
    forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
    withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
  ) -> UICollectionViewLayoutInvalidationContext {
    let context = super.invalidationContext(
      forPreferredLayoutAttributes: preferredAttributes,
      withOriginalAttributes: originalAttributes)
    let row = originalAttributes.indexPath.item
    let isAbove = rows.offset(of: row) < Double(collectionView?.contentOffset.y ?? 0)
    let before = rows[row]
    rows[row] = height(preferredBy: preferredAttributes)
    context.contentSizeAdjustment.height = rows[row] - before
    // What is read stays where it is.
    if isAbove { context.contentOffsetAdjustment.y = rows[row] - before }
    return context
  }
}
