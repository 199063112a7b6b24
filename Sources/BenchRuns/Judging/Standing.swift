import BenchBasics
import BenchMeasuring
import BenchWorkloads

/// How a strategy compares with the fastest strategy of its group. `CellResult.standing` stores it, and all
/// reports, plots and exports read it from there: nothing else compares the times of two strategies.
package enum Standing: String, NamedValue {
  case fastest
  /// The interval of the ratio to the fastest contains 1, and the ratio is at most `Ranking.tiedRatio`.
  case tied
  /// Neither a tie nor a difference was shown.
  case undecided
  /// Slower than the fastest, by more than the resolution of the run.
  case slower
  /// Not compared with the others, for the reason in `CellResult.standingReason`.
  case unranked
}

/// The largest difference of two times that a run may show although both belong to the same code.
package struct RunResolution: Equatable, Sendable {
  /// The relative difference, such as 0.05 for 5 %; nil without an A/A control.
  package let difference: Double?
  /// The number of A/A controls.
  package let controls: Int

  /// The 90th percentile of the differences between the A/A controls and the cells that they repeat. Fewer than
  /// ten controls have no 90th percentile, so their maximum is used.
  package init(_ results: some Sequence<CellResult>) {
    let differences = results.compactMap(\.control.value).map { max($0, 1 / $0) - 1 }
    controls = differences.count
    difference = (try? Sample(differences)).map {
      $0.count < 10 ? $0.maximum : $0.percentile(90)
    }
  }

  /// The resolution that decides standings. A run without a control gets a typical one.
  package var assumed: Double { difference ?? 0.1 }
}

/// Ranks the strategies of a run, group by group.
///
/// All strategies of a group are measured in rounds, and the two times of a round form a pair. The ratio of two
/// strategies is the median of the ratios of their pairs, with the interval of the sign test (`PairedRatio`). The
/// machine is in about the same state for both times of a pair, so this ratio varies less than the quotient of
/// two independently estimated times (`results/studies/estimators`).
package enum Ranking {
  /// The largest ratio to the fastest that can be a tie.
  package static let tiedRatio = 1.1
  /// The largest resolution at which a run shows ties.
  static let maxTiedResolution = 0.1
  /// The smallest time, in harness overheads, that measures the strategy rather than the harness.
  static let minOverheads = 2.0
  /// The reason why a window is not ranked where offsets are asked.
  package static let windowReason = "knows only the offsets in a window"
  /// The smallest possible time per scanned row, in nanoseconds. A load from memory takes longer.
  static let minNsARow = 0.1
}

extension [CellResult] {
  /// Sets the harness overhead, doubts, ratios and standings of all cells of a run.
  ///
  /// - Parameter isWindow: whether a strategy knows only the positions of rows in a window.
  package mutating func rank(
    by times: [CellKey: Repetitions], isWindow: (_ strategy: String) -> Bool
  ) {
    let groups = Dictionary(grouping: indices, by: { self[$0].cell.group })
    for places in groups.values {
      let overhead = places.first { self[$0].cell.role == .floor }.flatMap { self[$0].time.timeNs }
      for place in places {
        self[place].clearStanding()
        self[place].time.floorNs = overhead
        self[place].doubts = self[place].impossibleTime
      }
      guard let control = places.first(where: { self[$0].cell.role == .control }),
        self[control].status.hasFigure,
        let base = places.first(where: { self[$0].cell == self[control].cell.repeated })
      else { continue }
      self[control].control = TimeRatio(times, of: self[control].cell, to: self[base].cell)
    }
    let resolution = RunResolution(self).assumed
    for places in groups.values { rank(places, by: times, resolution, isWindow) }
  }

  private mutating func rank(
    _ places: [Int], by times: [CellKey: Repetitions], _ resolution: Double,
    _ isWindow: (String) -> Bool
  ) {
    let timed = places.filter { self[$0].cell.role == .strategy && self[$0].time.timeNs != nil }
    let corrected = Set(
      places.filter { self[$0].cell.mode == "corrected" && !self[$0].status.isUnsupported }
        .map { self[$0].cell.strategy })
    let question = Scenario.named(self[places[0]].cell.group.scenario)?.question ?? .screen
    let hasWholeLists = timed.contains { !isWindow(self[$0].cell.strategy) }
    for place in timed {
      let cell = self[place].cell
      let reason: String? =
        if self[place].showsWrongRows {
          "shows wrong rows"
        } else if cell.mode == "published", corrected.contains(cell.strategy) {
          "published code with a corrected form"
        } else if question != .screen, hasWholeLists, isWindow(cell.strategy) {
          Ranking.windowReason
        } else if self[place].status.isTimedOut {
          "timed out"
        } else if self[place].doubts != nil {
          "implausible time"
        } else {
          nil
        }
      self[place].standingReason = reason
      if reason != nil { self[place].standing = .unranked }
    }
    let ranked = timed.filter { self[$0].standingReason == nil }
    guard var fastest = ranked.min(by: { time($0) < time($1) }) else { return }
    func ratios(to fastest: Int) -> [Int: TimeRatio] {
      Dictionary(
        uniqueKeysWithValues: timed.map {
          ($0, TimeRatio(times, of: self[$0].cell, to: self[fastest].cell))
        })
    }
    var found = ratios(to: fastest)
    // A strategy may have the smallest time by chance and still lose most of its rounds to another.
    let isLimited = self[fastest].isAtHarnessLimit
    let faster = ranked.filter { found[$0]?.high.map { $0 < 1 } ?? false }
    if !isLimited,
      let first = faster.min(by: { found[$0]?.value ?? 1 < found[$1]?.value ?? 1 })
    {
      fastest = first
      found = ratios(to: fastest)
    }
    for place in timed { self[place].ratio = found[place] ?? TimeRatio() }
    for place in ranked {
      self[place].standing =
        if place == fastest {
          .fastest
        } else if isLimited, self[place].isAtHarnessLimit {
          .tied
        } else {
          Standing(self[place].ratio, resolution: resolution)
        }
    }
  }

  private func time(_ place: Int) -> Double { self[place].time.timeNs ?? .infinity }
}

extension Standing {
  /// The standing of a strategy with the given ratio to the fastest.
  init(_ ratio: TimeRatio, resolution: Double) {
    guard let value = ratio.value, let low = ratio.low else {
      self = .undecided
      return
    }
    self =
      if low > 1, value > 1 + resolution {
        .slower
      } else if value <= Ranking.tiedRatio, resolution <= Ranking.maxTiedResolution {
        .tied
      } else {
        .undecided
      }
  }
}

extension CellResult {
  /// Whether the time is below twice the harness overhead, so that it says little about the strategy.
  package var isAtHarnessLimit: Bool {
    guard let timeNs = time.timeNs, let floorNs = time.floorNs else { return false }
    return timeNs < Ranking.minOverheads * floorNs
  }

  fileprivate mutating func clearStanding() {
    (standing, standingReason) = (nil, nil)
    (ratio, control) = (TimeRatio(), TimeRatio())
  }

  /// The reason why the time cannot be true; nil if it can.
  fileprivate var impossibleTime: String? {
    guard let timeNs = time.timeNs, let scanned = counters[.rowsScanned], scanned >= 1,
      timeNs / scanned < Ranking.minNsARow
    else { return nil }
    return "less than \(Ranking.minNsARow) ns for each scanned row"
  }
}

extension CellKey {
  /// The key of the cell that an A/A control repeats.
  package var repeated: CellKey {
    var key = self
    key.role = .strategy
    return key
  }
}

extension TimeRatio {
  /// The ratio of two cells' times in their common rounds; empty without common rounds.
  fileprivate init(_ times: [CellKey: Repetitions], of cell: CellKey, to base: CellKey) {
    guard let own = times[cell], let other = times[base] else {
      self.init()
      return
    }
    let pairs = own.paired(with: other)
    self =
      (try? PairedRatio(of: pairs.own, to: pairs.other)).map { TimeRatio($0.estimate) } ?? .init()
  }
}
