import BenchMeasuring
import ListLayout

/// The timed loops and the clock around them. No other harness code contributes to the reported times.
///
/// A reported time includes calling the strategy, changing the app's rows and reading the script. The empty
/// strategy's time covers only changing the rows and reading the script. The loops add the strategy's
/// answers to a checksum. The screen is compared with the reference only after a range of steps
/// (`screenDigest`), because visiting the rows of every frame would cost more than the fastest layouts.
public enum Replay {
  /// Runs a script's steps on a list and adds the answers to a checksum, excluding offsets that are only
  /// estimates. The caller passes `offsetsAreEstimates` because creating the descriptor here would cost time
  /// and memory.
  @inlinable
  public static func run<S: LayoutStrategy & ~Copyable>(
    _ list: inout S, _ steps: Range<Int>, of script: borrowing Script, on store: RowStore,
    rows source: S.Rows, options: LayoutOptions, offsetsAreEstimates: Bool, from checksum: Checksum
  ) -> Checksum {
    var sum = checksum
    script.withEntries { script in
      switch script.loop {
      case .offset, .offsetChain, .hitTest, .hitTestChain: ask(&list, steps, script, &sum)
      case .mixed, .change: change(&list, steps, script, store, &sum)
      case .recalc, .expand, .rotate:
        recalculate(&list, steps, script, store, offsetsAreEstimates, &sum)
      case .frames, .jump: move(&list, steps, script)
      case .prepend, .append, .follow, .edit: edit(&list, steps, script, store)
      case .open: open(S.self, steps, script, source, options, &sum)
      }
    }
    return sum
  }

  /// A digest of the screen. Computing the digest counts towards the reported time only in `open`, where each
  /// list exists for a single step.
  @inlinable
  static func digest<S: LayoutStrategy & ~Copyable>(_ list: borrowing S) -> Int {
    var digest = 0
    list.visitVisible { row in
      digest =
        (digest &+ row.row) &* 0x1_0000_01b3 &+ Int(row.y.rawValue) &- Int(row.height.rawValue)
    }
    return digest
  }

  @inlinable
  static func ask<S: LayoutStrategy & ~Copyable>(
    _ list: inout S, _ steps: Range<Int>, _ script: ScriptEntries,
    _ sum: inout Checksum
  ) {
    let (rows, distances) = (script.rows, script.distances)
    switch script.loop {
    case .offset:
      for step in steps {
        sum.add(Int(list.offset(of: Int(rows[step])).rawValue))
      }
    case .offsetChain:
      // Offsets are below 2^62, so `last >> 62` is always 0, but it makes each query depend on the previous
      // answer.
      var last = 0
      for step in steps {
        last = Int(list.offset(of: Int(rows[step]) &+ last &>> 62).rawValue)
        sum.add(last)
      }
    case .hitTest:
      for step in steps {
        sum.add(list.row(at: LayoutUnit(rawValue: distances[step])))
      }
    default:
      var last = 0
      for step in steps {
        let distance = distances[step] &+ Int64(last &>> 62)
        last = list.row(at: LayoutUnit(rawValue: distance))
        sum.add(last)
      }
    }
  }

  @inlinable
  static func change<S: LayoutStrategy & ~Copyable>(
    _ list: inout S, _ steps: Range<Int>, _ script: ScriptEntries, _ store: RowStore,
    _ sum: inout Checksum
  ) {
    guard script.loop == .mixed else {
      for step in steps {
        let row = Int(script.rows[step])
        store.setHeight(of: row, to: script.heights[step])
        list.heightChanged(of: row)
      }
      return
    }
    for step in steps {
      let row = Int(script.rows[step])
      store.setHeight(of: row, to: script.heights[step])
      list.heightChanged(of: row)
      let offset = list.offset(of: Int(script.targets[step]))
      let found = list.row(at: LayoutUnit(rawValue: script.distances[step]))
      sum.add(Int(offset.rawValue) &+ found)
    }
  }

  @inlinable
  static func recalculate<S: LayoutStrategy & ~Copyable>(
    _ list: inout S, _ steps: Range<Int>, _ script: ScriptEntries, _ store: RowStore,
    _ estimates: Bool, _ sum: inout Checksum
  ) {
    for step in steps {
      if script.loop == .rotate {
        store.flip(by: Int(script.rows[step]))
        list.heightsChanged()
        list.resizeViewport(to: LayoutUnit(rawValue: script.distances[step]))
        list.layout()
        continue
      }
      for index in step &* script.width..<(step &+ 1) &* script.width {
        store.setHeight(of: Int(script.rows[index]), to: script.heights[index])
        list.heightChanged(of: Int(script.rows[index]))
      }
      var answer = 0
      if script.loop == .recalc {
        answer = Int(list.offset(of: Int(script.targets[step])).rawValue)
        // Offsets are below 2^62, so this shift zeroes any estimate.
        if estimates { answer &>>= 62 }
      }
      list.layout()
      if script.loop == .recalc {
        answer &+= list.row(
          at: list.contentOffset + LayoutUnit(rawValue: script.distances[step]))
        sum.add(answer)
      }
    }
  }

  @inlinable
  static func move<S: LayoutStrategy & ~Copyable>(
    _ list: inout S, _ steps: Range<Int>, _ script: ScriptEntries
  ) {
    for step in steps {
      let row = Int(script.rows[step])
      if row >= 0 { list.jump(to: row) }
      if script.loop == .frames {
        let distance = LayoutUnit(rawValue: script.distances[step])
        if distance != .zero { list.scroll(by: distance) }
        if script.targets[step] != 0 { list.settle() }
      }
      list.layout()
    }
  }

  @inlinable
  static func edit<S: LayoutStrategy & ~Copyable>(
    _ list: inout S, _ steps: Range<Int>, _ script: ScriptEntries, _ store: RowStore
  ) {
    for step in steps {
      let new = UnsafeBufferPointer(
        start: script.heights + step &* script.width, count: script.width)
      if script.loop == .edit {
        let row = Int(script.rows[step])
        if new[0] < 0 {
          remove(row..<row &+ 1, from: &list, store)
        } else {
          add(new, at: row, to: &list, store)
        }
      } else {
        let atEnd = script.loop != .prepend
        add(new, at: atEnd ? store.count : 0, to: &list, store)
        if script.loop == .follow { list.jump(to: store.count &- 1) }
        let surplus = Int(script.targets[step])
        if surplus > 0 {
          list.layout()
          let first = atEnd ? store.count &- surplus : 0
          remove(first..<first &+ surplus, from: &list, store)
        }
      }
      list.layout()
    }
  }

  @inlinable
  static func add<S: LayoutStrategy & ~Copyable>(
    _ heights: UnsafeBufferPointer<Int32>, at row: Int, to list: inout S, _ store: RowStore
  ) {
    store.insert(heights, at: row)
    list.inserted(row..<row &+ heights.count)
  }

  @inlinable
  static func remove<S: LayoutStrategy & ~Copyable>(
    _ rows: Range<Int>, from list: inout S, _ store: RowStore
  ) {
    store.delete(rows)
    list.deleted(rows)
  }

  @inlinable
  static func open<S: LayoutStrategy & ~Copyable>(
    _: S.Type, _ steps: Range<Int>, _ script: ScriptEntries, _ source: S.Rows,
    _ options: LayoutOptions, _ sum: inout Checksum
  ) {
    for step in steps {
      var options = options
      options.start = Int(script.rows[step])
      var list = S(rows: source, options: options)
      list.layout()
      // Adding the start row keeps the optimiser from removing the empty strategy's loop.
      sum.add(digest(list) &+ options.start)
    }
  }
}

// MARK: The clock

extension Replay {
  /// Times ranges of steps. Does not allocate memory while the clock runs.
  ///
  /// - Parameters:
  ///   - before: the checksum before each range.
  ///   - after: receives the checksum after each range.
  /// - Returns: two times in nanoseconds: the first excludes the script's setup steps, and the second
  ///   includes them.
  package static func time(
    _ trial: Trial, _ ranges: [Range<Int>], of script: Script, from before: [Checksum],
    into after: inout [Checksum]
  ) -> (nanoseconds: UInt64, spent: UInt64) {
    var untimed: UInt64 = 0
    // Read this property before starting the clock, because its first access measures the cost of reading
    // the clock.
    let clockReading = Self.clockReading
    let start = MonotonicClock.now()
    for index in ranges.indices {
      if let setup = script.setup(before: ranges[index].lowerBound) {
        let pause = MonotonicClock.now()
        _ = trial.run(setup, from: before[index])
        untimed += MonotonicClock.now() - pause + clockReading
      }
      after[index] = trial.run(ranges[index], from: before[index])
    }
    let spent = MonotonicClock.now() - start
    return (spent > untimed ? spent - untimed : 0, spent)
  }

  /// The cost of reading the clock once, in nanoseconds. Every measured interval is too long by this amount,
  /// because it includes reading the clock once.
  private static let clockReading = UInt64(ClockFacts.measured()?.readCostNs ?? 0)
}

extension Replay {
  @inlinable
  static func apply<S: LayoutStrategy & ~Copyable>(
    _ gesture: Gesture, to list: inout S, on store: RowStore
  ) {
    switch gesture {
    case .scroll(let distance): list.scroll(by: distance)
    case .settle: list.settle()
    case .jump(let row): list.jump(to: row)
    case .follow: follow(&list, store)
    case .resize, .insert, .delete, .viewport, .move, .width, .batch:
      change(&list, gesture.changes, store)
      if gesture.isJump { follow(&list, store) }
    }
    list.layout()
  }

  /// Applies changes in order. As in an app, adjacent inserts or deletes are combined into one call to the
  /// list.
  @inlinable
  static func change<S: LayoutStrategy & ~Copyable>(
    _ list: inout S, _ changes: [Gesture], _ store: RowStore
  ) {
    var next = 0
    while next < changes.count {
      switch changes[next] {
      case .insert(let row, _):
        var heights: [Int32] = []
        while next < changes.count,
          case .insert(row + heights.count, let height) = changes[next]
        {
          heights.append(Int32(truncatingIfNeeded: height.rawValue))
          next += 1
        }
        heights.withUnsafeBufferPointer { store.insert($0, at: row) }
        list.inserted(row..<row + heights.count)
        continue
      case .delete(let row):
        var count = 0
        while next < changes.count, changes[next] == .delete(row: row) {
          count += 1
          next += 1
        }
        remove(row..<row + count, from: &list, store)
        continue
      case .resize(let row, let height):
        store.setHeight(of: row, to: Int32(truncatingIfNeeded: height.rawValue))
        list.heightChanged(of: row)
      case .move(let from, let to):
        let height = store.height(of: from)
        list.move(
          from: from, to: to, removing: { store.delete(from..<from + 1) },
          inserting: { store.insert(height, at: to) })
      case .width(let percent):
        store.widen(to: percent)
        list.heightsChanged()
      case .viewport(let height): list.resizeViewport(to: height)
      case .scroll, .settle, .jump, .follow, .batch: break
      }
      next += 1
    }
  }

  /// Jumps to the last row and, if it is taller than the viewport, scrolls to its bottom.
  @inlinable
  static func follow<S: LayoutStrategy & ~Copyable>(_ list: inout S, _ store: RowStore) {
    guard store.count > 0 else { return }
    list.jump(to: store.count - 1)
    let height = LayoutUnit(rawValue: store.height(of: store.count - 1))
    guard height > list.viewport else { return }
    list.layout()
    list.scroll(by: height - list.viewport)
  }
}

/// A rolling checksum of answers. Adding an answer costs two cycles. The sum depends on the order of the
/// answers, which prevents vectorisation.
///
/// Each range of steps starts from the checksum of all earlier steps. A single run over the script therefore
/// yields the expected checksum of every range.
@frozen
public struct Checksum: Hashable, Sendable {
  /// 0 before the first answer.
  public var value: UInt64

  @inlinable public init(_ value: UInt64 = 0) { self.value = value }

  @inlinable
  public mutating func add(_ answer: Int) {
    value = (value &<< 5 | value &>> 59) &+ UInt64(truncatingIfNeeded: answer)
  }
}
