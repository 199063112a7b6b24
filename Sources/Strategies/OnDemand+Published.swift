import ListLayout

/// What the post's code does.
///
/// Kept: the bottom test the wrong way round (it loads when *not* near the end, and never when
/// near); the margin of 100 pt; both ends may be in flight and the first to finish clears the
/// flag; the offset moves before `reloadData`, which walks all loaded rows; rows join one at a
/// time; a cell measures its row again; the cache outlives a change of width; nothing is unloaded;
/// a push keeps the content offset, so what is read moves.
///
/// Added, because the post does not say: a load whose end is already being loaded is that same
/// load (it would bring the same rows); at the list's end a load brings nothing and still reloads;
/// an emptied table asks for nothing (the post's would trap); a jump to rows that are not loaded
/// is the post's first load, around another day, and like all its loads is never cancelled.
extension OnDemand {
  private var margin: LayoutUnit { LayoutUnit(points: 100) }

  /// One frame: what has arrived, the motion, `scrollViewDidScroll`.
  mutating func scrollAsPublished() {
    finishLoads()
    if needsReload { reload() }
    let last = max(.zero, contentHeight - viewport)
    let before = contentOffset
    screen.contentOffset = min(max(.zero, before + motion), last)
    if hasScrolled || contentOffset != before { didScroll() }
    hasScrolled = false
    if latency == 0 { finishLoads() }
  }

  /// `scrollViewDidScroll:`.
  private mutating func didScroll() {
    guard !isLoading, screen.window.count > 0 else { return }
    let lengthFromBottom = contentHeight - (contentOffset + viewport)
    if lengthFromBottom >= margin {
      isLoading = true
      below = below ?? PendingLoad(count: 10, due: frame + latency)
    }
    if contentOffset <= margin {
      isLoading = true
      above = above ?? PendingLoad(count: 5, due: frame + latency)
    }
  }

  /// The completion handlers of `loadDataFromDate`, of those loads that have arrived.
  private mutating func finishLoads() {
    if let jump = target, jump.due <= frame {
      if let row = takeJump() {
        screen.window.rebuild(firstLoad(around: row))
        reload()
        scrollToTop(of: row)
      }
      isLoading = target != nil
    }
    if let load = below, load.due <= frame {
      below = nil
      screen.window.growDown(by: min(load.count, rows.count - screen.window.end))
      reload()
      isLoading = false
    }
    if let load = above, load.due <= frame {
      above = nil
      var height = LayoutUnit.zero
      for _ in 0..<min(load.count, screen.window.first) {
        height = height + screen.window.growUp(by: 1)
      }
      screen.contentOffset = contentOffset + height
      if height != .zero { didScroll() }
      reload()
      isLoading = false
    }
  }

  /// `reloadData`: reads the cached height of every loaded row, gives every cell back.
  mutating func reload() {
    var height = LayoutUnit.zero
    for row in screen.window.range { height = height + screen.window.height(of: row) }
    reloadedHeight = height
    rows.note(.reloads, 1)
    rows.note(.rowsScanned, screen.window.count)
    screen.recycleViews()
    needsReload = false
  }

  mutating func jumpAsPublished(to row: Int) {
    if screen.window.range.contains(row) {
      if needsReload { reload() }
      scrollToTop(of: row)
      hasScrolled = true
    } else {
      askForJump(to: row)
      isLoading = true
    }
  }

  /// `selectRowAtIndexPath:animated:scrollPosition:` with the position top.
  mutating func scrollToTop(of row: Int) {
    let last = max(.zero, contentHeight - viewport)
    let top = screen.window.range.contains(row) ? screen.window.offset(of: row) : .zero
    screen.contentOffset = min(top, last)
  }

  /// Binds views; `setData` measures each row again that gets one.
  mutating func showRowsAsPublished() {
    let before = screen.strip.first..<screen.strip.end
    screen.showRows()
    for row in screen.strip.first..<screen.strip.end where !before.contains(row) {
      _ = rows.height(of: row)
    }
  }
}
