import Comparing
import Recording
import Replaying
import Reporting

/// `bench history`: times over the runs of one machine.
struct HistoryVerb {
  let arguments: Arguments

  func perform() throws -> ExitCode {
    let (runs, leftOut) = try comparableRuns()
    guard let newest = runs.last else {
      throw RunFault(.incomparable, "no run is left: \(leftOut.joined(separator: "; "))")
    }
    let cells = (newest.summary ?? []).filter { $0.status == .ok }.map(\.cell).filter(isShown)
    guard !cells.isEmpty else {
      throw RunFault(.differentCells, "\(newest.name) has no such cell: nothing to show")
    }
    let history = History(
      runs.compactMap(History.Run.init), cells: cells,
      thresholds: Thresholds(arguments[Options.gate]), twinSuffix: Contender.twinSuffix)
    let report = HistoryReport(history, leftOut: leftOut)
    switch arguments[Options.historyFormat] {
    case .csv:
      try Terminal.print(String(decoding: report.csv, as: UTF8.self))
      for line in leftOut { Terminal.note("bench: left out: \(line)\n") }
    default:
      let terminal = Terminal.current
      try Terminal.print(
        report.text(width: terminal.width, style: Style(useColour: terminal.usesColour)))
    }
    return .success
  }

  /// The most runs that can all be compared, by date, and why others cannot; of sets with as many runs
  /// the one that goes on for longest.
  private func comparableRuns() throws(RunFault) -> (runs: [RunInput], leftOut: [String]) {
    var leftOut: [String] = []
    let inputs = try wholeRuns(leftOut: &leftOut)
    let asked = inputs.count + leftOut.count
    let sets = inputs.indices.map { last in
      inputs.indices.filter { Self.obstacles(between: inputs[$0], and: inputs[last]).isEmpty }
    }
    guard let last = inputs.indices.max(by: { (sets[$0].count, $0) < (sets[$1].count, $1) }) else {
      return ([], leftOut)
    }
    for (place, input) in inputs.enumerated() where !sets[last].contains(place) {
      let facts = Self.obstacles(between: input, and: inputs[last]).map(\.text)
      leftOut.append(
        "\(input.name): \(facts.joined(separator: "; ")) (it | \(inputs[last].name))")
    }
    guard sets[last].count > 1 || asked == 1 else {
      throw RunFault(
        .incomparable, "no two of these runs can be compared: \(leftOut.joined(separator: "; "))")
    }
    return (sets[last].map { inputs[$0] }, leftOut)
  }

  /// What forbids comparing the times of two runs; nothing for a run without a record.
  private static func obstacles(between one: RunInput, and other: RunInput) -> [FactDifference] {
    guard let mine = one.record, let theirs = other.record, mine != theirs else { return [] }
    return mine.obstaclesToCounters(with: theirs) + mine.obstaclesToTimes(with: theirs)
  }

  /// The runs that are complete, by date; the others are left out.
  private func wholeRuns(leftOut: inout [String]) throws(RunFault) -> [RunInput] {
    var inputs: [RunInput] = []
    for folder in try RunFolder.all(at: arguments[Options.runs]) {
      do throws(RunFault) {
        inputs.append(try RunInput.open(folder.path, needsSamples: true))
      } catch {
        guard error.exitCode == .differentCells else { throw error }
        leftOut.append(error.message)
      }
    }
    func key(_ input: RunInput) -> (Int64, String) {
      (input.record?.started.seconds ?? 0, input.name)
    }
    return inputs.sorted { key($0) < key($1) }
  }

  private func isShown(_ cell: CellKey) -> Bool {
    cell.role != .control
      && arguments[Options.shownStrategies]?.contains(cell.strategy) != false
      && arguments[Options.shownScenarios]?.contains(cell.group.scenario) != false
      && arguments[Options.shownRows]?.contains(cell.group.rows) != false
  }
}

extension History.Run {
  /// A run from its folder; nil where something of it was not read.
  fileprivate init?(_ input: RunInput) {
    guard let record = input.record, let samples = input.samples else { return nil }
    self.init(
      name: input.name, revision: record.revision, started: record.started, samples: samples)
  }
}
