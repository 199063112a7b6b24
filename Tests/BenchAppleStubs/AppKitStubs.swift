// Stubs for the parts of AppKit that the examples use. See UIKitStubs.swift.
#if !canImport(AppKit)
  public import Foundation

  @MainActor
  open class NSView {
    open var frame: NSRect
    public var bounds: NSRect { NSRect(origin: .zero, size: frame.size) }

    public init(frame frameRect: NSRect) { frame = frameRect }
    public required init?(coder: NSCoder) { nil }

    open var isFlipped: Bool { false }
    open var needsDisplay = false
    /// The visible part of the view. `scroll` moves it, and tests can set it directly.
    open var visibleRect = NSRect.zero
    open func scroll(_ point: NSPoint) { visibleRect.origin = point }
    open func draw(_ dirtyRect: NSRect) {}
    open func setFrameSize(_ newSize: NSSize) { frame.size = newSize }
  }
#endif
