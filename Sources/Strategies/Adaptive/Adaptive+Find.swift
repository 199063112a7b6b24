import ListLayout

extension AdaptiveIndex {
  mutating func offset(of row: Int) -> LayoutUnit {
    _fastPath(form == .blocked) ? blocks.offset(of: row) : otherOffset(of: row)
  }

  @inline(never)
  private mutating func otherOffset(of row: Int) -> LayoutUnit {
    switch form {
    case .blocked, .longBlocked: blocks.offset(of: row)
    case .tree: tree.offset(of: row)
    case .patched: patchedOffset(of: row)
    case .stale: settled { $0.offset(of: row) }
    }
  }

  mutating func row(at offset: LayoutUnit) -> Int {
    switch form {
    case .blocked: blocks.row(at: offset.rawValue, &finger)
    case .longBlocked: blocks.fallback.row(at: offset.rawValue, &finger)
    case .tree: tree.row(at: offset)
    case .patched: patchedRow(at: offset.rawValue)
    case .stale: settled { $0.row(at: offset) }
    }
  }

  mutating func height(of row: Int) -> LayoutUnit {
    let prompt: LayoutUnit? =
      switch form {
      case .blocked: blocks.promptHeight(of: row)
      case .longBlocked: blocks.fallback.promptHeight(of: row)
      default: nil
      }
    return prompt ?? otherHeight(of: row)
  }

  @inline(never)
  private mutating func otherHeight(of row: Int) -> LayoutUnit {
    switch form {
    case .blocked, .longBlocked: blocks.height(of: row)
    case .tree: tree.height(of: row)
    case .patched: patchedHeight(of: row)
    case .stale: settled { $0.height(of: row) }
    }
  }

  /// Asked once in every frame that has something new, so here the tree grows.
  mutating func total() -> LayoutUnit {
    if form == .stale { settle() }
    if form == .patched { copyStretch(Pace.stretch) }
    switch form {
    case .tree: return tree.total()
    case .patched: return LayoutUnit(rawValue: patch.height)
    default: return blocks.total()
    }
  }

  /// The answer of the sums after they are summed up anew.
  @inline(never)
  private mutating func settled<Answer>(_ ask: (inout Self) -> Answer) -> Answer {
    settle()
    return ask(&self)
  }

  // MARK: Patched

  @inline(never)
  private mutating func patchedOffset(of row: Int) -> LayoutUnit {
    let place = patch.place(of: row)
    guard place.index < patch.pieces.count else { return LayoutUnit(rawValue: patch.height) }
    return LayoutUnit(rawValue: place.top + height(before: row - place.row, in: place.index))
  }

  /// The height of the first rows of a piece.
  mutating func height(before rows: Int, in index: Int) -> Int64 {
    guard rows > 0 else { return 0 }
    let old = patch.pieces[index].old
    return blocks.offset(of: old + rows).rawValue - blocks.offset(of: old).rawValue
  }

  @inline(never)
  private mutating func patchedRow(at point: Int64) -> Int {
    copyStretch(Pace.shortStretch)
    guard form == .patched else { return tree.row(at: LayoutUnit(rawValue: point)) }
    guard point >= 0 else { return 0 }
    guard point < patch.height else { return max(0, patch.count - 1) }
    let place = patch.place(at: point)
    let piece = patch.pieces[place.index]
    guard !piece.isNew else { return place.row }
    let top = blocks.offset(of: piece.old).rawValue
    let old = blocks.row(at: LayoutUnit(rawValue: top + point - place.top))
    return place.row + old - piece.old
  }

  @inline(never)
  private mutating func patchedHeight(of row: Int) -> LayoutUnit {
    let place = patch.place(of: row)
    let piece = patch.pieces[place.index]
    guard !piece.isNew else { return LayoutUnit(rawValue: piece.height) }
    return blocks.height(of: piece.old + row - place.row)
  }
}
