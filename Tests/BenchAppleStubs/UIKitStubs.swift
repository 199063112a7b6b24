// Stubs for the parts of UIKit that the examples use, so that the examples compile and run on machines
// without UIKit. The stubs follow Apple's public documentation. They store values but don't draw anything. An
// example that passes its tests with these stubs may still fail on a device.
#if !canImport(UIKit)
  public import Foundation

  @MainActor
  open class UIView {
    open var frame: CGRect
    open var bounds: CGRect
    open var isHidden = false
    public private(set) var subviews: [UIView] = []

    public init(frame: CGRect) {
      self.frame = frame
      bounds = CGRect(origin: .zero, size: frame.size)
    }
    public required init?(coder: NSCoder) { nil }

    open func addSubview(_ view: UIView) { subviews.append(view) }
    open func setNeedsLayout() {}
    open func layoutSubviews() {}
  }

  open class UIScrollView: UIView {
    open var contentSize = CGSize.zero
    open var contentOffset: CGPoint {
      get { bounds.origin }
      set { bounds.origin = newValue }
    }
  }

  @MainActor
  open class UICollectionView: UIScrollView {}

  @MainActor
  open class UICollectionViewLayoutAttributes {
    open var frame = CGRect.zero
    open var size: CGSize { frame.size }
    open var indexPath: IndexPath
    public init(forCellWith indexPath: IndexPath) { self.indexPath = indexPath }
  }

  @MainActor
  open class UICollectionViewLayoutInvalidationContext {
    open var contentOffsetAdjustment = CGPoint.zero
    open var contentSizeAdjustment = CGSize.zero
    public init() {}
  }

  @MainActor
  open class UICollectionViewLayout {
    open var collectionView: UICollectionView?
    public init() {}
    public required init?(coder: NSCoder) { nil }

    open var collectionViewContentSize: CGSize { .zero }
    open func layoutAttributesForElements(in rect: CGRect) -> [UICollectionViewLayoutAttributes]? {
      nil
    }
    open func layoutAttributesForItem(
      at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? { nil }
    open func shouldInvalidateLayout(forBoundsChange newBounds: CGRect) -> Bool { false }
    open func shouldInvalidateLayout(
      forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
      withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> Bool { false }
    open func invalidationContext(
      forBoundsChange newBounds: CGRect
    ) -> UICollectionViewLayoutInvalidationContext { UICollectionViewLayoutInvalidationContext() }
    open func targetContentOffset(
      forProposedContentOffset proposedContentOffset: CGPoint
    ) -> CGPoint { proposedContentOffset }
    open func invalidateLayout() {}
    open func invalidationContext(
      forPreferredLayoutAttributes preferredAttributes: UICollectionViewLayoutAttributes,
      withOriginalAttributes originalAttributes: UICollectionViewLayoutAttributes
    ) -> UICollectionViewLayoutInvalidationContext { UICollectionViewLayoutInvalidationContext() }
  }

  extension IndexPath {
    public init(item: Int, section: Int) { self.init(indexes: [section, item]) }
    public var section: Int { self[0] }
    public var item: Int { self[1] }
  }
#endif
