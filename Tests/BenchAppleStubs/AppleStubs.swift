// Stubs for the parts of UIKit, AppKit and SwiftUI that the examples use, so that the examples compile and run
// on machines without these frameworks. The stubs follow Apple's public documentation. They store values but
// don't draw anything. An example that passes its tests with these stubs may still fail on a device.
public import Foundation

#if !canImport(UIKit)
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
  }

  @MainActor
  open class UICollectionViewLayout {
    open var collectionView: UICollectionView?
    public init() {}

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
    public var item: Int { self[1] }
  }
#endif

#if !canImport(AppKit)
  @MainActor
  open class NSView {
    open var frame: NSRect
    public var bounds: NSRect { NSRect(origin: .zero, size: frame.size) }

    public init(frame frameRect: NSRect) { frame = frameRect }

    open var isFlipped: Bool { false }
    open var needsDisplay = false
    /// The visible part of the view. `scroll` moves it, and tests can set it directly.
    open var visibleRect = NSRect.zero
    open func scroll(_ point: NSPoint) { visibleRect.origin = point }
    open func draw(_ dirtyRect: NSRect) {}
    open func setFrameSize(_ newSize: NSSize) { frame.size = newSize }
  }
#endif

#if !canImport(SwiftUI)
  public struct ProposedViewSize {
    public var width: CGFloat?
    public var height: CGFloat?
    public init(width: CGFloat?, height: CGFloat?) { (self.width, self.height) = (width, height) }
  }

  public enum UnitPoint { case topLeading }

  /// A layout subview that records where it was placed.
  public final class LayoutSubview {
    public private(set) var frame = CGRect.zero
    public init() {}

    public func place(at position: CGPoint, anchor: UnitPoint, proposal: ProposedViewSize) {
      frame = CGRect(
        x: position.x, y: position.y, width: proposal.width ?? 0, height: proposal.height ?? 0)
    }
  }

  public protocol Layout {
    associatedtype Cache = Void
    typealias Subviews = [LayoutSubview]
    func sizeThatFits(
      proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) -> CGSize
    func placeSubviews(
      in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
  }
#endif
