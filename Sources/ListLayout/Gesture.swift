/// One thing that happens to a list between two frames.
public enum Gesture: Hashable, Sendable {
  /// The content moves; positive towards later rows.
  case scroll(LayoutUnit)
  /// The finger is up and the content is at rest.
  case settle
  /// A row's top goes to the viewport's top.
  case jump(row: Int)
  /// A row gets another height.
  case resize(row: Int, height: LayoutUnit)
  /// A new row before `row`; `row` = count appends.
  case insert(row: Int, height: LayoutUnit)
  /// A row goes away.
  case delete(row: Int)
  /// The viewport gets another height.
  case viewport(LayoutUnit)
}
