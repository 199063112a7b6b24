// Stubs for the parts of SwiftUI that the examples use. See UIKitStubs.swift.
#if !canImport(SwiftUI)
  public import Foundation

  public struct ProposedViewSize: Sendable {
    public var width: CGFloat?
    public var height: CGFloat?
    public init(width: CGFloat?, height: CGFloat?) {
      self.width = width
      self.height = height
    }
  }

  public struct UnitPoint: Sendable {
    public static let topLeading = UnitPoint()
  }

  /// A layout subview that records where it was placed.
  public struct LayoutSubview {
    public final class Placement {
      public var frame = CGRect.zero
      public init() {}
    }
    public let placement = Placement()
    public init() {}

    public func place(at position: CGPoint, anchor: UnitPoint, proposal: ProposedViewSize) {
      placement.frame = CGRect(
        x: position.x, y: position.y, width: proposal.width ?? 0, height: proposal.height ?? 0)
    }
  }

  public typealias LayoutSubviews = [LayoutSubview]

  public protocol Layout {
    associatedtype Cache = Void
    typealias Subviews = LayoutSubviews
    func sizeThatFits(
      proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache
    ) -> CGSize
    func placeSubviews(
      in bounds: CGRect, proposal: ProposedViewSize, subviews: Subviews, cache: inout Cache)
  }
#endif
