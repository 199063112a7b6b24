extension RunTable {
  /// What the harness itself takes, for each kind of operation.
  var floor: [String] {
    let rankings = report.heights.flatMap { report.largest($0).map(Ranking.init) }
    let floors = rankings.compactMap { ranking in
      ranking.floor?.median.map { (unit: ranking.group.scenario.unit, ns: $0) }
    }
    guard let name = rankings.lazy.compactMap(\.floor).first?.name else { return [] }
    let kinds = floors.map(\.unit).unique.map { unit in
      let times = floors.filter { $0.unit == unit }.map(\.ns)
      let ends = [times.min() ?? 0, times.max() ?? 0].map(Quantity.time(nanoseconds:))
      return unit + " " + ends.unique.joined(separator: " to ")
    }
    var words = "Floor (\(name), part of every time): \(kinds.joined(separator: ", "))."
    let large = rankings.compactMap(\.largeFloor)
    if !large.isEmpty {
      words +=
        " More than a tenth of the fastest time (time = floor + the strategy's own) in "
        + large.joined(separator: ", ") + "."
    }
    return Flow(width: width, hanging: 2).lines(of: words)
  }

  /// Figures that the program itself finds hard to believe.
  var doubts: [String] {
    let results = report.heights.flatMap { report.largest($0) }.flatMap(\.results)
    let doubted = results.compactMap { result in
      result.row.doubts.map { "\(result.name) in \(result.row.cell.group.scenario): \($0)" }
    }
    guard !doubted.isEmpty else { return [] }
    let most = 8
    let more = doubted.count > most ? ["… \(doubted.count - most) more in summary.csv"] : []
    return [style("Hard to believe", .heading)]
      + (doubted.prefix(most) + more).flatMap {
        Flow(width: width - 2, hanging: 2).lines(of: $0).map { "  " + $0 }
      }
  }

  /// What the run finds between equal strategies.
  var control: [String] {
    ControlSummary(report)
      .map {
        Flow(width: width, hanging: 2).lines(
          of: $0.differing.isEmpty ? $0.text : style($0.text, .warning))
      } ?? []
  }

  /// What strategies promise and do not keep.
  var contradictions: [String] {
    ContradictedClaims(report).lines.flatMap {
      Flow(width: width, hanging: 14).lines(style("contradicted:", .warning), of: $0)
    }
  }

  /// Where strategies showed something else than they should have.
  var deviations: [String] {
    let results = report.heights.flatMap { report.largest($0) }.flatMap(\.results)
      .filter(\.deviates)
    guard !results.isEmpty else { return [] }
    let lines = results.map(\.name).unique.flatMap { name in
      let own = results.filter { $0.name == name }
      let lists = own.map(\.row.cell.group.heights).unique.map { heights in
        let steps = own.filter { $0.row.cell.group.heights == heights }.map(\.wrongSteps)
        return "\(heights.printable): \(steps.joined(separator: ", "))"
      }
      return Flow(width: width, hanging: 4).lines("  \(name)*", of: lists.joined(separator: "; "))
    }
    return [style("Steps with wrong rows on screen", .heading)] + lines
  }

  /// What the user should know before believing the figures.
  var warnings: [String] {
    report.record.warnings.flatMap { warning in
      Flow(width: width, hanging: 9)
        .lines(style("warning:", .warning), of: warning.text.printable)
    }
  }

  /// Where the run's files are.
  var files: [String] {
    guard let folder else { return [] }
    let names = "README.md (all tables), summary.csv, samples.csv, run.json"
    return Flow(width: width, hanging: 2).lines(of: "\(folder.printable): \(names)")
  }
}

extension StrategyResult {
  /// `jump 12 of 400`
  fileprivate var wrongSteps: String {
    let wrong = Quantity.count(row.deviation.wrongSteps ?? 0)
    let all = checked.map { " of " + Quantity.count($0) } ?? ""
    return "\(row.cell.group.scenario) \(wrong)\(all)"
  }
}

extension Ranking {
  /// `scroll 41 ns = 6 ns + 35 ns`, where more than a tenth of the fastest time is the harness's own.
  fileprivate var largeFloor: String? {
    guard let floor = floor?.median, let fastest = fastest?.median, floor > fastest / 10 else {
      return nil
    }
    let parts = [fastest, floor, max(0, fastest - floor)].map(Quantity.time(nanoseconds:))
    return "\(group.scenario.id) \(parts[0]) = \(parts[1]) + \(parts[2])"
  }
}
