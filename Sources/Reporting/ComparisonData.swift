import Measuring
import Runs

extension ComparisonReport {
  static let columns = [
    "schema", "scenario", "heights", "rows", "strategy", "mode", "metric", "base", "head", "ratio",
    "ratio_low", "ratio_high", "observations", "p", "verdict", "note", "threshold_relative",
    "threshold_absolute_ns", "threshold_confidence", "tolerance",
  ]

  /// A line for each time, counter, faster growth and stray cell, with the thresholds in force.
  package var csv: [UInt8] {
    let more = CounterComparison.Change.more.rawValue
    var csv = CSVWriter()
    csv.add(Self.columns)
    func write(
      _ cell: CellKey, _ metric: String, _ base: Double? = nil, _ head: Double? = nil,
      ratio: Double? = nil, evidence: CellComparison? = nil, verdict: String, note: String? = nil,
      tolerance: Double? = nil
    ) {
      let (group, estimate) = (cell.group, evidence?.ratio)
      let thresholds = evidence == nil ? nil : comparison.thresholds.of(cell)
      csv.add([
        "1", group.scenario, group.heights, metric == "growth" ? "" : group.rows.csvText,
        cell.strategy, cell.mode, metric, base.csvText, head.csvText,
        (estimate?.value ?? ratio).csvText, (estimate?.interval?.low).csvText,
        (estimate?.interval?.high).csvText, (estimate?.count).csvText,
        (evidence?.adjustedP).csvText, verdict, note ?? "", (thresholds?.relative).csvText,
        (thresholds?.absoluteNs).csvText, (thresholds?.confidence).csvText, tolerance.csvText,
      ])
    }
    for cell in comparison.times {
      write(
        cell.cell, "time_ns", cell.baseNs, cell.headNs, evidence: cell, verdict: cell.verdict.name)
    }
    for counter in comparison.counters {
      write(
        counter.cell, counter.counter.name, counter.base, counter.head, ratio: counter.ratio,
        verdict: counter.change.rawValue, tolerance: counter.tolerance)
    }
    for growth in comparison.grown {
      let group = CellGroup(scenario: growth.scenario, heights: growth.heights, rows: 0)
      let cell = CellKey(group: group, strategy: growth.strategy, mode: growth.mode)
      let note = "\(growth.base.notation) to \(growth.head.notation)"
      write(cell, "growth", verdict: more, note: note)
    }
    for deviation in comparison.deviations {
      write(
        deviation.cell, "steps_wrong", deviation.base.wrongSteps.map(Double.init),
        deviation.head.wrongSteps.map(Double.init), verdict: more)
    }
    for (cells, verdict) in [
      (comparison.cells.onlyInBase, "missing"), (comparison.cells.onlyInHead, "new"),
      (comparison.cells.withoutFigure, "no figure"),
    ] {
      for stray in cells { write(stray.cell, "cell", verdict: verdict, note: stray.reason) }
    }
    return csv.bytes
  }

  package func json() throws -> String {
    func side(_ run: ComparedRun) -> JSONObject { ["name": run.name, "revision": run.revision] }
    func place(_ cell: CellKey) -> JSONObject {
      [
        "scenario": cell.group.scenario, "heights": cell.group.heights, "rows": cell.group.rows,
        "strategy": cell.strategy, "mode": cell.mode,
      ]
    }
    func strays(_ cells: [StrayCell]) -> [JSONObject] {
      cells.map { ["cell": place($0.cell), "reason": $0.reason] }
    }
    let times = comparison.times.map { cell -> JSONObject in
      [
        "cell": place(cell.cell), "base_ns": cell.baseNs, "head_ns": cell.headNs,
        "ratio": cell.ratio.value, "low": cell.ratio.interval?.low,
        "high": cell.ratio.interval?.high, "confidence": cell.ratio.confidence,
        "observations": cell.ratio.count, "p": cell.adjustedP, "margin": cell.margin.relative,
        "verdict": cell.verdict,
      ]
    }
    let counters = (comparison.risen + comparison.fallen).map { counter -> JSONObject in
      [
        "cell": place(counter.cell), "counter": counter.counter, "base": counter.base,
        "head": counter.head, "tolerance": counter.tolerance, "change": counter.change,
      ]
    }
    let growth = comparison.grown.map { growth -> JSONObject in
      [
        "scenario": growth.scenario, "heights": growth.heights, "strategy": growth.strategy,
        "mode": growth.mode, "base": growth.base.notation, "head": growth.head.notation,
      ]
    }
    let deviations = comparison.deviations.map { deviation -> JSONObject in
      [
        "cell": place(deviation.cell), "base": deviation.base.wrongSteps,
        "head": deviation.head.wrongSteps,
      ]
    }
    let document: JSONObject = [
      "schema": RunRecord.schemaVersion, "base": side(comparison.base),
      "head": side(comparison.head),
      "gate": gateName, "thresholds": comparison.thresholds, "method": comparison.method,
      "notes": comparison.notes, "conclusion": conclusion, "exit_code": exitCode.rawValue,
      "times": times, "counters": counters, "counters_compared": comparison.counters.count,
      "counters_not_guarded": comparison.uncounted, "growth": growth, "steps_wrong": deviations,
      "only_in_base": strays(comparison.cells.onlyInBase),
      "only_in_head": strays(comparison.cells.onlyInHead),
      "without_figure": strays(comparison.cells.withoutFigure),
      "allows_new": comparison.cells.allowsNew,
    ]
    return try document.json()
  }
}
