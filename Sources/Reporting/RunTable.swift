import Runs

/// A run's cells and what to take away from them, as JSON for scripts.
///
/// Names are those of `summary.csv`: times in nanoseconds per operation, counters per operation. What
/// is not known is null.
package struct RunTable {
  private let report: RunReport
  private let advice: [(section: RankingSection, advice: Advice)]
  private let folder: String
  private let heightNs: Double?

  /// The cells that are asked for; what is nil is not asked for, so that all are in it.
  ///
  /// - Parameters:
  ///   - heightNs: what a height costs; nil where that is not asked.
  ///   - folder: where the run's files are.
  package init(
    _ report: RunReport, rows: Int? = nil, heights: String? = nil, scenario: String? = nil,
    strategy: String? = nil, heightNs: Double? = nil, folder: String
  ) {
    (self.folder, self.heightNs) = (folder, heightNs)
    advice = RunView(report, rows: rows, heights: heights, heightNs: heightNs).advice
      .filter { heights == nil || $0.section.heights == heights }
    var shown = report
    shown.groups.removeAll { group in
      rows ?? group.rows != group.rows || heights ?? group.heights != group.heights
        || scenario ?? group.key.scenario != group.key.scenario
    }
    for group in shown.groups.indices where strategy != nil {
      shown.groups[group].results.removeAll { $0.id != strategy }
    }
    self.report = shown
  }

  /// Whether no cell is asked for.
  package var isEmpty: Bool { report.groups.allSatisfy(\.results.isEmpty) }

  /// One document, ending in a line break.
  package func json() throws -> String {
    let advice = advice.map { section, advice -> JSONObject in
      [
        "heights": section.heights, "rows": section.rows, "start_with": advice.start,
        "statements": advice.statements,
      ]
    }
    let document: JSONObject = [
      "schema": RunRecord.schemaVersion, "folder": folder, "status": report.record.status,
      "warnings": report.record.warnings.map(\.text), "advice": advice,
      "cells": report.groups.flatMap { group in
        group.results.map { cell($0, unit: group.scenario?.unit ?? "operation") }
      },
    ]
    return try document.json()
  }

  private func cell(_ result: StrategyResult, unit: String) -> JSONObject {
    let (row, counters, key) = (result.row, result.row.counters, result.row.cell.group)
    return [
      "scenario": key.scenario, "unit": unit, "heights": key.heights, "rows": key.rows,
      "strategy": row.cell.strategy, "mode": row.cell.mode, "role": row.cell.role.name,
      "family": result.family.rawValue, "caches": key.caches, "status": row.status.text,
      "rounds": row.rounds, "operations": row.operations, "median_ns": result.median,
      "low_ns": result.interval?.low, "high_ns": result.interval?.high,
      "floor_ns": row.time.floorNs, "ratio_to_fastest": row.ratio.toFastest,
      "ratio_low": row.ratio.low, "ratio_high": row.ratio.high, "verdict": row.verdict.verdict,
      "heights_asked": counters[.heightsAsked],
      "heights_ns": heightNs.flatMap { ns in counters[.heightsAsked].map { $0 * ns } },
      "rows_scanned": counters[.rowsScanned], "allocations": counters[.allocations],
      "bytes_per_row": counters[.bytesPerRow], "frame_p99_ns": row.frames.p99Ns,
      "steps_checked": row.deviation.checkedSteps, "steps_wrong": row.deviation.wrongSteps,
      "deviates": result.deviates, "doubts": row.doubts.text,
    ]
  }
}
