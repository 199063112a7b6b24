import BenchReplaying
import ListLayout

/// The phase of a gesture or operation that a frame belongs to.
package enum FramePhase: String, CaseIterable, Sendable {
  /// The content follows the finger or decelerates after the finger lifts.
  case scroll
  /// A gesture has ended, so the content does not move.
  case settle
  /// A single operation, such as an insertion.
  case operation
}

package struct FrameWork: Hashable, Sendable {
  package var phase: FramePhase
  /// The work counters, excluding layout passes.
  package var work: WorkCounters
  /// Whether the content failed to move as requested; see `ContentMotion`.
  package var isRough = false

  package init(phase: FramePhase, work: WorkCounters = WorkCounters()) {
    (self.phase, self.work) = (phase, work)
  }
}

/// Counts a list's frames by kind.
package struct FrameTally: Sendable {
  package private(set) var kinds: [FrameWork] = []
  package private(set) var counts: [Int] = []
  package private(set) var frames: [Int32] = []
  private var indices: [FrameWork: Int] = [:]
  private let motion: ContentMotion
  /// The true offset of each row, followed by the total height.
  private let offsets: [LayoutUnit]
  private var position: LayoutUnit?

  package init(
    _ list: Trial, offsets: [LayoutUnit], viewport: LayoutUnit,
    topology: StrategyDescriptor.Topology
  ) {
    self.offsets = offsets
    motion = ContentMotion(
      contentHeight: offsets.last ?? .zero, viewport: viewport, topology: topology)
    position = position(of: list)
  }

  /// Counts the frame that a step lays out, unless the step's `phase(of:)` is nil.
  package mutating func add(
    _ step: Int, of script: Script, _ work: WorkCounters, after list: Trial
  ) {
    guard let phase = script.phase(of: step) else { return }
    var frame = FrameWork(phase: phase, work: work)
    frame.work[.layoutPasses] = 0
    if phase != .operation {
      let asked = LayoutUnit(rawValue: script.distances[step])
      let now = position(of: list)
      frame.isRough = motion.error(from: position, to: now, asked: asked) != .zero
      position = now
    }
    let index = indices[frame] ?? kinds.count
    if index == kinds.count {
      indices[frame] = index
      kinds.append(frame)
      counts.append(0)
    }
    counts[index] += 1
    frames.append(Int32(index))
  }

  private func position(of list: Trial) -> LayoutUnit? {
    guard let first = list.screen.first, offsets.indices.contains(first.row) else { return nil }
    return offsets[first.row] - first.y
  }

  package static func offsets(of heights: [Int32]) -> [LayoutUnit] {
    var end = LayoutUnit.zero
    return [end]
      + heights.map { height in
        end += LayoutUnit(rawValue: height)
        return end
      }
  }
}

extension Script {
  /// The phase of a step's frame, or nil if the frame is not counted. Steps that also delete rows are not
  /// counted, because they lay out a second frame.
  package func phase(of step: Int) -> FramePhase? {
    switch loop {
    case .frames: setupSteps == 0 ? nil : targets[step] != 0 ? .settle : .scroll
    case .prepend, .append, .follow: targets[step] == 0 ? .operation : nil
    case .open, .jump, .rotate, .expand, .edit: .operation
    case .offset, .offsetChain, .hitTest, .hitTestChain, .mixed, .change, .recalc: nil
    }
  }
}
