import BenchReplaying
import ListLayout

/// Shrinks a failing script: removes chunks of gestures, rows and changes, starting with large chunks,
/// and simplifies numbers. A change is kept only if the script still fails.
///
/// Source: Zeller and Hildebrandt, "Simplifying and isolating failure-inducing input", 2002.
package struct Shrinking {
  private let requirement: StrategyDescriptor.Requirement
  private var script: GestureScript
  private var step: Int
  private var runsLeft = 1500
  private let failingStep: (GestureScript) -> Int?

  /// - Parameters:
  ///   - step: the number of gestures after which the script fails.
  ///   - failingStep: returns the number of gestures after which a candidate fails in the same way, or nil if
  ///     the candidate doesn't fail that way.
  package init(
    _ script: GestureScript, step: Int, for requirement: StrategyDescriptor.Requirement,
    failingStep: @escaping (GestureScript) -> Int?
  ) {
    (self.script, self.step, self.requirement) = (script, step, requirement)
    self.failingStep = failingStep
  }

  package func smallest() -> GestureScript {
    var copy = self
    copy.shrink()
    return copy.script
  }

  private mutating func shrink() {
    var weight = Int.max
    while script.weight < weight, runsLeft > 0 {
      weight = script.weight
      let step = step
      accept { $0.gestures = Array($0.gestures.prefix(step)) }
      changeChunks(of: { $0.gestures.count }, by: { $0.gestures.removeSubrange($1) })
      changeChunks(of: { $0.heights.count }, by: { $0.removeRows($1) })
      for index in script.gestures.indices.reversed() {
        changeChunks(
          of: { $0.changesOfBatch(index).count }, by: { $0.removeChanges($1, ofBatch: index) })
      }
      simplify()
    }
  }

  /// Tries a change on one chunk of elements after another, and halves the chunk size after each pass. In a
  /// long array, small chunks are tried only near the end.
  private mutating func changeChunks(
    of count: (GestureScript) -> Int, by change: (inout GestureScript, Range<Int>) -> Void
  ) {
    var size = count(script)
    let small = size / 128
    while size > 0 {
      var end = count(script)
      while end > 0 {
        let start = max(0, end - size)
        let isAccepted = accept { change(&$0, start..<end) }
        if size < small, !isAccepted { break }
        end = min(start, count(script))
      }
      size /= 2
    }
  }

  private mutating func simplify() {
    for index in script.gestures.indices.reversed() where index < script.gestures.count {
      for simpler in script.gestures[index].simpler { accept { $0.gestures[index] = simpler } }
    }
    // In a long list, the heights of most rows have no effect on the failure.
    for height in [LayoutUnit(points: 1), LayoutUnit(points: 10)] {
      let raw = Int32(height.rawValue)
      changeChunks(of: { $0.heights.count }, by: { for row in $1 { $0.heights[row] = raw } })
    }
    let few = script.heights.count <= 100 ? script.heights.indices : 0..<0
    for index in few where index < script.heights.count {
      for simpler in LayoutUnit(rawValue: script.heights[index]).simpler {
        accept { $0.heights[index] = Int32(simpler.rawValue) }
      }
    }
    for simpler in script.options.viewport.simpler where simpler > .zero {
      accept { $0.options.viewport = simpler }
    }
    accept { ($0.options.start, $0.options.loadLatency) = (0, 0) }
  }

  /// Keeps a change if it makes the script simpler and the script still fails in the same way.
  @discardableResult
  private mutating func accept(_ change: (inout GestureScript) -> Void) -> Bool {
    guard runsLeft > 0 else { return false }
    var candidate = script
    change(&candidate)
    candidate = candidate.repaired(for: requirement)
    guard candidate.weight < script.weight else { return false }
    runsLeft -= 1
    guard let found = failingStep(candidate) else { return false }
    (script, step) = (candidate, found)
    return true
  }
}

extension InvariantRun {
  func shrunk(_ failure: InvariantFailure, seed: UInt64?, step: Int) -> InvariantFailure {
    // Checking a single invariant is faster, but some failures occur only when the other invariants
    // are checked as well.
    let alone = InvariantRun(
      contender: contender, mode: mode, invariants: [failure.invariant])
    let run = alone.failure(on: failure.script) == nil ? self : alone
    var smallest = failure
    var script = Shrinking(
      failure.script, step: failure.step, for: contender.descriptor.requirement
    ) { candidate in
      guard let found = run.failure(on: candidate), found.invariant == failure.invariant else {
        return nil
      }
      smallest = found
      return found.step
    }.smallest()
    script.options.mode = mode
    (smallest.script, smallest.seed, smallest.step) = (script, seed, step)
    return smallest
  }
}

extension GestureScript {
  /// The script's complexity: a gesture counts for more than a row, and a row counts for more than
  /// a digit.
  fileprivate var weight: Int {
    var digits = options.viewport.description.utf8.count
    for gesture in gestures { digits += gesture.line.utf8.count }
    for height in heights { digits += LayoutUnit(rawValue: height).description.utf8.count }
    return gestures.count << 20 + heights.count << 10 + digits + options.start
      + options.loadLatency
  }

  /// Removes rows. Gestures that target a removed row are redirected to the next row.
  fileprivate mutating func removeRows(_ rows: Range<Int>) {
    func moved(_ row: Int) -> Int { row - rows.clamped(to: 0..<max(0, row)).count }
    heights.removeSubrange(rows)
    options.start = moved(options.start)
    gestures = gestures.map { $0.mapRows(moved) }
  }

  fileprivate func changesOfBatch(_ index: Int) -> [Gesture] {
    guard gestures.indices.contains(index), case .batch(let changes) = gestures[index] else {
      return []
    }
    return changes
  }

  fileprivate mutating func removeChanges(_ range: Range<Int>, ofBatch index: Int) {
    var changes = changesOfBatch(index)
    changes.removeSubrange(range)
    gestures[index] = .batch(changes)
  }
}

extension LayoutUnit {
  /// Simpler lengths to try: 1, 10 and 100 pt, the length truncated to whole points, and half the
  /// length.
  fileprivate var simpler: [LayoutUnit] {
    let sign: Int64 = rawValue < 0 ? -1 : 1
    return [64 * sign, 640 * sign, 6400 * sign, rawValue / 64 * 64, rawValue / 128 * 64].filter {
      $0 != rawValue && $0.magnitude <= max(rawValue.magnitude, 640)
    }.map { LayoutUnit(rawValue: $0) }
  }
}

extension Gesture {
  fileprivate var simpler: [Gesture] {
    switch self {
    case .scroll(let distance): distance.simpler.map { .scroll($0) }
    case .settle, .follow, .width: []
    case .jump, .delete: [mapRows { _ in 0 }]
    case .resize(let row, let height):
      [mapRows { _ in 0 }] + height.simpler.map { .resize(row: row, height: $0) }
    case .insert(let row, let height):
      [mapRows { _ in 0 }] + height.simpler.map { .insert(row: row, height: $0) }
    case .viewport(let height): height.simpler.filter { $0 > .zero }.map { .viewport($0) }
    case .move(let from, let to): [.move(from: 0, to: to), .move(from: from, to: 0)]
    case .batch(let changes): changes.count == 1 ? changes : []
    }
  }
}
