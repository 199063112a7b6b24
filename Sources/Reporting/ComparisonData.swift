import Basics
import Measuring
import Runs

extension ComparisonReport {
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
      "thresholds": comparison.thresholds, "rules": rules, "method": comparison.method,
      "notes": comparison.notes, "conclusion": conclusion, "exit_code": exitCode.rawValue,
      "times": times, "counters": counters, "counters_compared": comparison.counters.count,
      "growth": growth, "steps_wrong": deviations,
      "only_in_base": strays(comparison.cells.onlyInBase),
      "only_in_head": strays(comparison.cells.onlyInHead),
      "without_figure": strays(comparison.cells.withoutFigure),
      "not_counted_or_checked": strays(comparison.cells.incomplete),
      "allows_new": comparison.cells.allowsNew,
    ]
    return try document.json()
  }
}
