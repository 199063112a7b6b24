import BenchBasics
import BenchMeasuring
import BenchWorkloads

/// How a strategy compares with the fastest one in its group. Reports, plots and exports read this value
/// and never compare times themselves.
package enum Standing: String, NamedValue {
  case fastest
  /// At most `Ranking.tiedRatio` times slower than the fastest strategy. Ties are reported only if the run
  /// is precise enough to detect them.
  case tied
  case undecided
  case slower
  case unranked
}

/// Why a strategy is unranked. If several reasons apply, the first one counts.
package enum UnrankedReason: String, NamedValue {
  case wrongRows = "shows wrong rows"
  case implausible = "implausible time"
  case superseded = "published code with a corrected form"
  case window = "knows only the offsets in a window"
  case timedOut = "timed out"
}

/// The largest relative difference between two times that noise alone can explain.
package struct RunResolution: Equatable, Sendable {
  /// Runs with larger differences than this are too noisy to report ties.
  package static let limit = 0.1

  package let difference: Double?
  package let controls: Int

  /// The 90th percentile of the differences between A/A controls and their strategies, or the maximum if
  /// there are fewer than ten controls.
  package init(_ results: some Sequence<CellResult>) {
    let differences = results.compactMap(\.control.value).map { max($0, 1 / $0) - 1 }
    controls = differences.count
    difference = Sample(differences).map {
      $0.count < 10 ? $0.maximum : $0.percentile(90)
    }
  }

  package var assumed: Double { difference ?? Self.limit }
}

/// Ranks the strategies in a group by time. Each round times every strategy, so it provides one pair of times
/// for any two strategies. The ratio between two strategies is the median over all pairs, and the sign test
/// provides its interval. This median varies less than the ratio of two independent estimates
/// (`results/studies/estimators`).
package enum Ranking {
  package static let tiedRatio = 1.1
  /// Times below this multiple of harness overhead reveal little about the strategy.
  static let minOverheads = 2.0
  /// The shortest plausible time per scanned row, in nanoseconds. A core that loads 64 bytes per cycle needs
  /// longer than this for each height.
  static let minNsARow = 0.01
}

extension [CellResult] {
  package mutating func rank(
    by times: [CellKey: Repetitions], isWindow: (_ strategy: String) -> Bool
  ) {
    let groups = Dictionary(grouping: indices, by: { self[$0].cell.group })
    for places in groups.values {
      let overhead = places.first { self[$0].cell.role == .floor }.flatMap { self[$0].time.timeNs }
      for place in places {
        (self[place].standing, self[place].standingReason) = (nil, nil)
        (self[place].ratio, self[place].control) = (TimeRatio(), TimeRatio())
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
    let corrected = places.map { self[$0] }.correctedStrategies
    let question = Scenario.named(self[places[0]].cell.group.scenario)?.question ?? .screen
    let hasWholeLists = timed.contains { !isWindow(self[$0].cell.strategy) }
    for place in timed {
      let cell = self[place].cell
      let reason: UnrankedReason? =
        if self[place].showsWrongRows {
          .wrongRows
        } else if self[place].doubts != nil {
          .implausible
        } else if cell.mode == .published, corrected.contains(cell.strategy) {
          .superseded
        } else if question != .screen, hasWholeLists, isWindow(cell.strategy) {
          .window
        } else if self[place].status.isTimedOut {
          .timedOut
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
    // The strategy with the lowest estimate isn't always the fastest: another strategy may have beaten it in
    // most rounds.
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

extension Sequence<CellResult> {
  /// The strategies whose corrected code supports these cells.
  package var correctedStrategies: Set<String> {
    Set(filter { $0.cell.mode == .corrected && !$0.status.isUnsupported }.map(\.cell.strategy))
  }
}

extension Standing {
  init(_ ratio: TimeRatio, resolution: Double) {
    guard let value = ratio.value, let low = ratio.low else {
      self = .undecided
      return
    }
    self =
      if low > 1, value > 1 + resolution {
        .slower
      } else if value <= Ranking.tiedRatio, resolution <= RunResolution.limit {
        .tied
      } else {
        .undecided
      }
  }
}

extension CellResult {
  package var isAtHarnessLimit: Bool {
    guard let timeNs = time.timeNs, let floorNs = time.floorNs else { return false }
    return timeNs < Ranking.minOverheads * floorNs
  }

  fileprivate var impossibleTime: String? {
    guard let timeNs = time.timeNs, let scanned = counters[.rowsScanned], scanned >= 1,
      timeNs / scanned < Ranking.minNsARow
    else { return nil }
    return "less than \(Ranking.minNsARow) ns for each scanned row"
  }
}

extension TimeRatio {
  fileprivate init(_ times: [CellKey: Repetitions], of cell: CellKey, to base: CellKey) {
    guard let own = times[cell], let other = times[base] else {
      self.init()
      return
    }
    let pairs = own.paired(with: other)
    self = PairedRatio(of: pairs.own, to: pairs.other).map { TimeRatio($0.estimate) } ?? .init()
  }
}
