import Basics
import Runs

extension RunView {
  /// The results of one scenario, fastest first, or of one strategy, on the first list. The text has intervals
  /// and counters and ends in a line break. Nil if there are no results.
  package func detail(
    scenario: String? = nil, strategy: String? = nil, width: Int, style: Style
  ) -> String? {
    RunDetail(self, scenario, strategy)?.text(width: max(40, width), style: style)
  }

  /// The results of one scenario or one strategy on the requested lists. Nil selects all scenarios or all
  /// strategies.
  package func cells(scenario: String? = nil, strategy: String? = nil) -> [StrategyResult] {
    report.groups.filter { group in
      rows ?? group.rows == group.rows && heights ?? group.heights == group.heights
        && scenario ?? group.key.scenario == group.key.scenario
    }.flatMap { [$0.overhead].compactMap { $0 } + $0.results }
      .filter { strategy ?? $0.id == $0.id }
  }

  /// Results and recommendations as JSON for scripts. Keys follow the column names of `summary.csv`. Times are
  /// in nanoseconds per operation, and counters are per operation. Unknown values are null.
  package func json(of cells: [StrategyResult], folder: String) throws -> String {
    let advice = zip(measured, recommendations)
      .filter { list, _ in heights ?? list.heights == list.heights }
      .map { list, rows -> JSONObject in
        [
          "heights": list.heights, "rows": list.rows, "start_with": rows.first?.strategy,
          "recommendations": rows.map(\.json),
        ]
      }
    let document: JSONObject = [
      "schema": RunRecord.schemaVersion, "folder": folder, "status": report.record.status,
      "warnings": warnings, "advice": advice, "cells": cells.map { $0.json(heightNs: heightNs) },
    ]
    return try document.json()
  }
}

private struct RunDetail {
  private let title: String
  private let table: Table
  private let notes: [String]

  init?(_ view: RunView, _ scenario: String?, _ strategy: String?) {
    guard let list = view.lists.first else { return nil }
    title = "\(scenario ?? strategy ?? ""), \(list.title)"
    // A scenario has separate groups for warm and cold caches.
    let groups = list.measured.filter { scenario ?? $0.key.scenario == $0.key.scenario }
    let lines = groups.flatMap { group in
      group.ranking.filter { strategy ?? $0.id == $0.id }.map { (group: group, result: $0) }
    }
    guard !lines.isEmpty else { return nil }
    let results = lines.map(\.result)

    func counter(_ counter: Counter) -> (StrategyResult) -> String {
      { $0.row.counters[counter].map(Quantity.amount) ?? "-" }
    }
    let heights = view.heightNs.map { "heights at \(Quantity.time(nanoseconds: $0))" }
    let all: [(title: String, text: (StrategyResult) -> String)] = [
      ("time", \.timeWithInterval), ("slowdown", { $0.slowdown ?? "-" }),
      (
        heights ?? "",
        { result in
          result.heightsNs(at: view.heightNs).map { Quantity.time(nanoseconds: $0, digits: 2) }
            ?? "-"
        }
      ), ("heights asked", counter(.work(.heightsAsked))), ("undisturbed", \.undisturbed),
      ("rows scanned", counter(.work(.rowsScanned))), ("allocations", counter(.allocations)),
    ]
    let columns = all.filter { column in
      results.contains { !["0", "-"].contains(column.text($0)) }
    }
    table = Table(
      [scenario == nil ? "scenario" : "strategy"] + columns.map(\.title),
      rows: lines.map { group, result in
        let caches = group.key.caches == .warm ? "" : ", \(group.key.caches.rawValue)"
        let label = scenario == nil ? group.id : result.name + caches
        return [.init(label + (result.deviates ? "*" : ""))]
          + columns.map { .init($0.text(result)) }
      })

    let net = lines.filter(\.group.isNet).map(\.group.id).unique
    let isFaster = lines.contains { group, result in
      result.isSuperseded && result.timeNs ?? 0 < group.fastest?.timeNs ?? 0
    }
    notes =
      [
        net.isEmpty
          ? nil : "Slowdowns in \(net.joined(separator: ", ")) are net of harness overhead.",
        results.contains(where: \.deviates)
          ? "*: shows wrong rows, never called the fastest." : nil,
        isFaster ? "Published code with a corrected form is never called the fastest." : nil,
        results.contains { !$0.isRanked }
          ? "Windows know only the rows nearby, not positions in the list, so they are not ranked."
          : nil,
      ].compactMap { $0 } + (scenario == nil ? [] : groups.absences.map { "No result: \($0)." })
      + (view.heightNs == nil ? [] : ["Heights: counted heights times their cost."])
  }

  func text(width: Int, style: Style) -> String {
    let (table, hidden) = table.fitted(to: width, minColumns: 3)
    let notes =
      notes + (hidden.isEmpty ? [] : ["Not shown: \(hidden.joined(separator: ", "))."])
    return
      ([style(title, .heading)] + table.lines(width: width, style: style)
      + notes.flatMap { Flow(width: width).lines(of: $0) }.map { style($0, .aside) })
      .joined(separator: "\n") + "\n"
  }
}

extension StrategyResult {
  /// The time with its interval, with three digits if the interval is narrow: `412 ns [409, 415]`.
  fileprivate var timeWithInterval: String {
    let isNarrow = interval.map { $0.high < $0.low * 1.02 } ?? false
    return timeNs.map {
      Quantity.time(nanoseconds: $0, interval: interval, digits: isNarrow ? 3 : 2)
    } ?? "-"
  }

  /// The number of undisturbed repetitions: `23 of 24`.
  fileprivate var undisturbed: String {
    "\(Quantity.count(row.rounds - (row.time.disturbed ?? 0))) of \(Quantity.count(row.rounds))"
  }

  /// The cost of all heights that the strategy asks for in an operation, in nanoseconds. Nil if their number or
  /// the cost of one height is unknown.
  fileprivate func heightsNs(at heightNs: Double?) -> Double? {
    heightNs.flatMap { ns in row.counters[.heightsAsked].map { $0 * ns } }
  }

  fileprivate func json(heightNs: Double?) -> JSONObject {
    let (counters, key) = (row.counters, row.cell.group)
    return [
      "scenario": key.scenario, "unit": key.known?.unit ?? "operation", "heights": key.heights,
      "rows": key.rows, "strategy": row.cell.strategy, "mode": row.cell.mode,
      "role": row.cell.role.rawValue, "family": family.rawValue, "caches": key.caches,
      "status": row.status.text, "rounds": row.rounds, "operations": row.operations,
      "time_ns": timeNs, "low_ns": interval?.low, "high_ns": interval?.high,
      "floor_ns": row.time.floorNs, "is_fastest": row.isFastest,
      "ratio_to_fastest": row.ratio.value, "ratio_low": row.ratio.low,
      "ratio_high": row.ratio.high, "ratio_is_net": row.isRatioNet, "verdict": verdict,
      "heights_asked": counters[.heightsAsked], "heights_ns": heightsNs(at: heightNs),
      "rows_scanned": counters[.rowsScanned], "allocations": counters[.allocations],
      "bytes_per_row": counters[.bytesPerRow], "frame_p99_ns": row.frames.p99Ns,
      "steps_checked": row.deviation.checkedSteps, "steps_wrong": row.deviation.wrongSteps,
      "deviates": deviates, "doubts": row.doubts,
    ]
  }
}

extension Recommendation {
  fileprivate var json: JSONObject {
    [
      "strategy": strategy, "slowest_scenario": slowest.scenario,
      "slowest_ns": slowest.nanoseconds, "expensive_scenario": expensive?.scenario,
      "expensive_ns": expensive?.nanoseconds, "prefer_when": when,
    ]
  }
}
