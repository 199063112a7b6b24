import Basics
import Runs

extension RunView {
  /// A part of the run's first list in full, ending in a line break: a question over all strategies, from fast
  /// to slow, or a strategy over all questions. Nil when there are no such figures.
  package func detail(
    scenario: String? = nil, strategy: String? = nil, width: Int, style: Style
  ) -> String? {
    RunDetail(self, scenario, strategy).text(width: max(40, width), style: style)
  }
}

private struct RunDetail {
  typealias Line = (label: String, ranking: Ranking, result: StrategyResult)
  typealias Column = (title: String, text: (Line) -> String)

  let title: String
  let lines: [Line]
  let columns: [Column]
  /// What is said of cells without a figure, and of the cost of heights.
  let remarks: [String]

  init(_ view: RunView, _ scenario: String?, _ strategy: String?) {
    let section = view.sections.first
    title = "\(scenario ?? strategy ?? ""), \(section?.title ?? "")"
    // A scenario's groups with cold caches are named so, and belong to it.
    let rankings = section?.rankings.filter {
      scenario ?? $0.group.key.scenario == $0.group.key.scenario
    }
    let own = rankings ?? []
    lines = own.flatMap { ranking in
      ranking.order.filter { strategy ?? $0.id == $0.id }.map { result in
        let cold = ranking.group.key.caches == .warm ? "" : ", cold"
        let mark = result.deviates ? "*" : ""
        return (
          scenario == nil ? ranking.group.id + mark : result.name + mark + cold, ranking, result
        )
      }
    }
    let absences = scenario == nil ? [] : own.filter { !$0.order.isEmpty }.map(\.group).absences
    remarks =
      absences.map { "No figure: \($0)." }
      + (view.heightNs == nil ? [] : ["Heights: how many were asked, counted, times their cost."])
    func counter(_ counter: Counter) -> (Line) -> String {
      { $0.result.row.counters[counter].map(Quantity.amount) ?? "-" }
    }
    func cost(_ line: Line) -> String {
      line.result.heightsNs(at: view.heightNs).map { Quantity.time(nanoseconds: $0, digits: 2) }
        ?? "-"
    }
    func undisturbed(_ line: Line) -> String {
      let (rounds, disturbed) = (line.result.row.rounds, line.result.row.time.disturbed ?? 0)
      return "\(Quantity.count(rounds - disturbed)) of \(Quantity.count(rounds))"
    }
    let heights = view.heightNs.map { "heights at \(Quantity.time(nanoseconds: $0))" }
    let all: [Column] = [
      ("time", { $0.result.figure }), ("of the fastest", { $0.ranking.figure(of: $0.result) }),
      (heights ?? "", cost), ("heights asked", counter(.work(.heightsAsked))),
      ("undisturbed", undisturbed), ("rows looked at", counter(.work(.rowsScanned))),
      ("allocations", counter(.allocations)),
    ]
    // What is nothing for all tells nothing.
    columns = all.filter { [lines] column in
      lines.contains { !["0", "-"].contains(column.text($0)) }
    }
  }

  func text(width: Int, style: Style) -> String? {
    guard !lines.isEmpty else { return nil }
    // The last columns that have no room are left out: what stands after the times is never broken.
    var shown = columns.count
    while shown > 2, !table(columns.prefix(shown)).fits(width) { shown -= 1 }
    let body = table(columns.prefix(shown)).lines(width: width, style: style)
    let notes = notes(hidden: columns.dropFirst(shown).map(\.title))
      .flatMap { Flow(width: width).lines(of: $0) }
    return ([style(title, .heading)] + body + notes.map { style($0, .aside) })
      .joined(separator: "\n") + "\n"
  }

  private func table(_ columns: ArraySlice<Column>) -> TextTable {
    TextTable(
      titles: [""] + columns.map(\.title),
      rows: lines.map { line in [.init(line.label)] + columns.map { .init($0.text(line)) } })
  }

  private func notes(hidden: [String]) -> [String] {
    let isFaster = lines.contains { line in
      line.result.isPublished && line.result.timeNs ?? 0 < line.ranking.fastest?.timeNs ?? 0
    }
    let net = Set(lines.filter(\.ranking.isNet).map(\.ranking.group.id)).sorted()
    return [
      net.isEmpty ? nil : "Ratios in \(net.joined(separator: ", ")) are net of harness overhead.",
      lines.contains(where: \.result.deviates)
        ? "*: shows wrong rows, and is not called the fastest." : nil,
      isFaster ? "Published code beside its corrected form is not called the fastest." : nil,
    ].compactMap { $0 } + remarks
      + (hidden.isEmpty ? [] : ["No room for \(hidden.joined(separator: ", "))."])
  }
}

extension StrategyResult {
  /// The time with its interval: `412 ns [409, 415]`, or `410 ns [380, 460]` where that is wider.
  fileprivate var figure: String {
    let isNarrow = interval.map { $0.high < $0.low * 1.02 } ?? false
    return timeNs.map {
      Quantity.time(nanoseconds: $0, interval: interval, digits: isNarrow ? 3 : 2)
    } ?? "-"
  }

  /// What the heights that it asks for cost; nil where either is unknown.
  fileprivate func heightsNs(at heightNs: Double?) -> Double? {
    heightNs.flatMap { ns in row.counters[.heightsAsked].map { $0 * ns } }
  }
}

extension RunView {
  /// The cells that are asked for; what is nil is not asked for, so that all are in it.
  package func cells(scenario: String? = nil, strategy: String? = nil) -> [StrategyResult] {
    report.groups.filter { group in
      rows ?? group.rows == group.rows && heights ?? group.heights == group.heights
        && scenario ?? group.key.scenario == group.key.scenario
    }.flatMap(\.results).filter { strategy ?? $0.id == $0.id }
  }

  /// Cells of the run and what to take away, as JSON for scripts. Names are those of `summary.csv`: times in
  /// nanoseconds per operation, counters per operation. What is not known is null.
  package func json(of cells: [StrategyResult], folder: String) throws -> String {
    let advice = zip(measured, recommendations)
      .filter { section, _ in heights ?? section.heights == section.heights }
      .map { section, rows -> JSONObject in
        [
          "heights": section.heights, "rows": section.rows, "start_with": rows.first?.strategy,
          "recommendations": rows.map(json),
        ]
      }
    let document: JSONObject = [
      "schema": RunRecord.schemaVersion, "folder": folder, "status": report.record.status,
      "warnings": warnings, "advice": advice, "cells": cells.map(json),
    ]
    return try document.json()
  }

  private func json(of row: Recommendation) -> JSONObject {
    [
      "strategy": row.strategy, "slowest_scenario": row.slowest.scenario,
      "slowest_ns": row.slowest.nanoseconds, "expensive_scenario": row.expensive?.scenario,
      "expensive_ns": row.expensive?.nanoseconds, "prefer_when": row.when,
    ]
  }

  private func json(of result: StrategyResult) -> JSONObject {
    let (row, counters, key) = (result.row, result.row.counters, result.row.cell.group)
    return [
      "scenario": key.scenario, "unit": key.known?.unit ?? "operation", "heights": key.heights,
      "rows": key.rows, "strategy": row.cell.strategy, "mode": row.cell.mode,
      "role": row.cell.role.rawValue, "family": result.family.rawValue, "caches": key.caches,
      "status": row.status.text, "rounds": row.rounds, "operations": row.operations,
      "time_ns": result.timeNs, "low_ns": result.interval?.low,
      "high_ns": result.interval?.high, "floor_ns": row.time.floorNs,
      "is_fastest": row.isFastest, "ratio_to_fastest": row.ratio.value,
      "ratio_low": row.ratio.low, "ratio_high": row.ratio.high,
      "ratio_is_net": row.isRatioNet, "verdict": row.verdict,
      "heights_asked": counters[.heightsAsked],
      "heights_ns": result.heightsNs(at: heightNs), "rows_scanned": counters[.rowsScanned],
      "allocations": counters[.allocations], "bytes_per_row": counters[.bytesPerRow],
      "frame_p99_ns": row.frames.p99Ns, "steps_checked": row.deviation.checkedSteps,
      "steps_wrong": row.deviation.wrongSteps, "deviates": result.deviates,
      "doubts": row.doubts,
    ]
  }
}
