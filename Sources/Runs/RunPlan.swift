/// What a run set out to measure.
package struct RunPlan: Codable, Equatable, Sendable {
  /// The number of cells.
  package var cells = 0
  /// Repetitions that each group was to get, about; 0 before all cells are checked.
  package var repetitions = 0
  /// How long a timed segment was to be, in nanoseconds; 0 before all cells are checked.
  package var segmentNs = 0
  /// The states of the caches: `warm`, `cold`.
  package var caches: [CacheState] = []
  /// The time all cells together were expected to take, in seconds.
  package var expectedSeconds = 0.0
  /// Ratios nearer to 1 than this count as equal: 0.01 is 1 %.
  package var margin = 0.0
  /// The confidence of the intervals, in 0..<1.
  package var confidence = 0.0
  /// The viewport's height, in points.
  package var viewport = 0.0
  /// The width that text was typeset in, in points.
  package var width = 0.0
  /// The heights, as the command line names them.
  package var heights: [String] = []
  /// The numbers of rows.
  package var rows: [Int] = []
  /// The scenarios' ids.
  package var scenarios: [String] = []
  /// The strategies' ids.
  package var strategies: [String] = []
  /// The strategies whose null control is the same code in a second list, and not compiled a second time;
  /// nil for none.
  package var sameCodeControls: [String]?
  /// By how much a slower copy of each was slower: 0.02 is 2 %; nil where there were none.
  package var handicap: Double?
  /// `half` or `twice` where scripts had so many different steps; nil for as many as usual.
  package var scriptLength: String?
  /// The modes: `corrected`, `published`; `usual` alone where published code ran of the posts'
  /// techniques only, beside corrected code of all.
  package var modes: [String] = []
  /// Which part of a plan this is; nil when it is the whole one.
  package var shard: Shard?

  /// The time to spend, in seconds.
  package var budgetSeconds = 0.0
  /// The motions, as on the command line.
  package var motion: [String] = []
  /// Whether a file's rows were taken as they are, and `rows` only for generated ones.
  package var usesOwnCounts = false
  /// Whether heights after the first were there only for strategies that those before do not suit.
  package var usesFurtherHeightsOnlyForOthers = false

  /// A plan of nothing.
  package init() {}

  enum CodingKeys: String, CodingKey {
    case cells, repetitions
    case segmentNs = "segment_ns"
    case caches
    case expectedSeconds = "expected_seconds"
    case margin, confidence, viewport, width, heights, rows, scenarios, strategies, modes, shard
    case budgetSeconds = "budget_seconds"
    case motion, handicap
    case scriptLength = "script_length"
    case sameCodeControls = "same_code_controls"
    case usesOwnCounts = "own_counts"
    case usesFurtherHeightsOnlyForOthers = "further_heights_only_for_others"
  }
}

/// One of several parts of a plan, each measured on its own and merged later.
package struct Shard: Codable, Equatable, Sendable {
  /// Which part, from 1.
  package var index: Int
  /// Of how many.
  package var count: Int

  /// Part `index` of `count`.
  package init(index: Int, count: Int) {
    self.index = index
    self.count = count
  }
}

extension RunPlan {
  /// The first value that no plan can have, as a message says it; nil when all are possible.
  ///
  /// A plan comes from a file, and what is planned is computed with its values: the greatest are those of
  /// the command line.
  var impossibility: String? {
    func fault<Value: Numeric & Comparable>(
      _ key: String, _ value: Value, atMost most: Value? = nil
    ) -> String? {
      if value < 0 { return "\(key): found \(value), expected 0 or more" }
      guard let most, value > most else { return nil }
      return "\(key): found \(value), expected at most \(most)"
    }
    if !(0..<1).contains(confidence) {
      return "confidence: found \(confidence), expected 0 or more and less than 1"
    }
    if let shard, !(shard.index >= 1 && shard.index <= shard.count) {
      return "shard: found \(shard.index) of \(shard.count), expected 1 to \(shard.count)"
    }
    // Row indices fit `Int32`.
    var faults = rows.map { fault("rows", $0, atMost: Int(Int32.max)) }
    faults += [("cells", cells), ("repetitions", repetitions), ("segment_ns", segmentNs)]
      .map { fault($0.0, $0.1) }
    faults += [
      ("expected_seconds", expectedSeconds), ("margin", margin), ("viewport", viewport),
      ("width", width),
    ].map { fault($0.0, $0.1) }
    faults += [
      fault("budget_seconds", budgetSeconds, atMost: 3_600_000),
      handicap.flatMap { fault("handicap", $0, atMost: 10) },
    ]
    return faults.lazy.compactMap { $0 }.first
  }
}
