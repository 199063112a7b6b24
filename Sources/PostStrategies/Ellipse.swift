import BenchReplaying
import ListLayout

/// The `ellipse` strategy, which applies the elliptic formation to `TripleCopy`, the endless list from the
/// same author's second post. To find the formation's cost, subtract the time of `triple-copy` from that of
/// `ellipse`.
typealias EllipseList<Rows: RowSource> = Ellipse<TripleCopy<Rows>>

/// A wrapper that arranges the rows of any strategy on an ellipse by computing each row's x from its y.
///
/// Origin: the post "UITableView Tricks" (circle cell formation) and its repository, UITableViewTricks. A
/// view's x depends only on its position on screen, so the formation works with any strategy and keeps no
/// state between frames. The published code is in `PublishedFormation`.
///
///     a frame    the cost of the base, plus O(v) square roots     v = views bound to rows
///     the rest   the cost of the base
struct Ellipse<Base: LayoutStrategy & ~Copyable>: LayoutStrategy, ~Copyable {
  typealias Rows = Base.Rows
  static var descriptor: StrategyDescriptor {
    var descriptor = Base.descriptor
    descriptor.id = "ellipse"
    descriptor.title = "\(Base.descriptor.id) with its rows on an ellipse"
    descriptor.origin = "UITableView Tricks (circle cell formation)"
    descriptor.group = .posts
    descriptor.modes = StrategyMode.allCases
    descriptor.publishedDefect = """
      Rows are next to the ellipse instead of on it, and the more their heights differ, the farther \
      away they are. The row at the top edge of the screen keeps its horizontal position from the \
      previous frame.
      """
    descriptor.parameters += [EllipticFormation.ratioParameter, EllipticFormation.sideParameter]
    return descriptor
  }

  private let rows: Rows
  private let isPublished: Bool
  private let formation: EllipticFormation
  private var base: Base

  init(rows: Rows, options: LayoutOptions) {
    self.rows = rows
    isPublished = options.mode == .published
    formation = EllipticFormation(options.parameters)
    base = Base(rows: rows, options: options)
  }

  // MARK: Calls of the base

  mutating func offset(of row: Int) -> LayoutUnit { base.offset(of: row) }
  mutating func row(at offset: LayoutUnit) -> Int { base.row(at: offset) }
  func origin(of row: Int) -> Int { base.origin(of: row) }
  var contentOffset: LayoutUnit { base.contentOffset }
  var contentHeight: LayoutUnit { base.contentHeight }
  var viewport: LayoutUnit { base.viewport }

  mutating func heightChanged(of row: Int) { base.heightChanged(of: row) }
  mutating func heightsChanged() { base.heightsChanged() }
  mutating func inserted(_ rows: Range<Int>) { base.inserted(rows) }
  mutating func deleted(_ rows: Range<Int>) { base.deleted(rows) }
  mutating func moved() { base.moved() }

  mutating func scroll(by distance: LayoutUnit) { base.scroll(by: distance) }
  mutating func settle() { base.settle() }
  mutating func jump(to row: Int) { base.jump(to: row) }
  mutating func resizeViewport(to height: LayoutUnit) { base.resizeViewport(to: height) }

  var isConverting: Bool { base.isConverting }
  func visitViews(_ body: (RowView) -> Void) { base.visitViews(body) }

  // MARK: The frame

  mutating func layout() {
    base.layout()
    if isPublished { return formAsPublished() }
    let top = base.contentOffset
    let viewport = base.viewport
    var moved = 0
    base.visitViews { view in
      let x = formation.x(ofRowAt: view.y - top, height: view.height, viewport: viewport)
      if view.x != x { moved += 1 }
      view.x = x
    }
    rows.note(.viewsMoved, moved)
  }

  private func formAsPublished() {
    guard rows.count > 0 else { return }
    let top = base.contentOffset
    let bottom = top + base.viewport
    var formation = PublishedFormation(
      formation, contentOffset: top, viewport: base.viewport, rowHeight: rows.height(of: 0))
    var moved = 0
    base.visitViews { view in
      guard view.y < bottom, view.maxY > top else { return }
      guard let x = formation.nextX() else { return }
      if view.x != x { moved += 1 }
      view.x = x
    }
    rows.note(.viewsMoved, moved)
  }
}
