import Basics
import Runs

/// A part of a run in full: one question over all strategies, or one strategy over all questions.
package struct RunDetail {
  package enum Subject: Sendable {
    /// All strategies that answer a question, from fast to slow.
    case scenario(String)
    /// All questions that a strategy answers.
    case strategy(String)
  }

  private typealias Line = (label: String, ranking: Ranking, result: StrategyResult)
  private typealias Column = (title: String, text: (Line) -> String)

  private let title: String
  private let lines: [Line]
  private let columns: [Column]
  /// What is said of cells without a figure, and of the cost of heights.
  private let remarks: [String]
  private let width: Int
  private let style: Style

  /// - Parameters:
  ///   - rows: the length to show; the longest unless told, and where the list has no such.
  ///   - heights: the list to show; the run's first unless told.
  ///   - heightNs: what a height costs, for a column of it; nil for none.
  package init(
    _ report: RunReport, _ subject: Subject, rows: Int? = nil, heights: String? = nil,
    heightNs: Double? = nil, width: Int, style: Style
  ) {
    (self.width, self.style) = (max(40, width), style)
    let section = RunView(report, rows: rows, heights: heights).sections.first
    let rankings = section?.rankings ?? []
    let id: String
    var remarks: [String] = []
    switch subject {
    case .scenario(let scenario):
      id = scenario
      // Its groups with cold caches are named so, and belong to it.
      let own = rankings.filter { $0.group.key.scenario == id }
      lines = own.flatMap { ranking in
        let state = ranking.group.id == id ? "" : ", cold"
        return ranking.order.map { ($0.markedName + state, ranking, $0) }
      }
      remarks = own.filter { !$0.order.isEmpty }.map(\.group).absences.map { "No figure: \($0)." }
    case .strategy(let strategy):
      id = strategy
      lines = rankings.flatMap { ranking in
        ranking.order.filter { $0.id == id }
          .map { (ranking.group.id + ($0.deviates ? "*" : ""), ranking, $0) }
      }
    }
    if heightNs != nil {
      remarks.append("Heights: how many were asked, counted, times their cost.")
    }
    self.remarks = remarks
    title = "\(id), \(section?.title ?? "")"
    func counter(_ counter: Counter) -> (Line) -> String {
      { $0.result.row.counters[counter].map(Quantity.amount) ?? "-" }
    }
    func count(_ row: SummaryRow) -> String {
      let rounds = row.rounds - (row.time.disturbed ?? 0)
      return "\(Quantity.count(rounds)) of \(Quantity.count(row.rounds))"
    }
    func cost(_ row: SummaryRow) -> String {
      guard let heightNs, let asked = row.counters[.heightsAsked] else { return "-" }
      return Quantity.time(nanoseconds: asked * heightNs)
    }
    let all: [Column] = [
      ("time", { $0.result.figure }), ("of the fastest", { $0.ranking.figure(of: $0.result) }),
      (
        heightNs.map { "heights at \(Quantity.time(nanoseconds: $0))" } ?? "",
        { cost($0.result.row) }
      ),
      ("heights asked", counter(.work(.heightsAsked))), ("undisturbed", { count($0.result.row) }),
      ("rows looked at", counter(.work(.rowsScanned))), ("allocations", counter(.allocations)),
    ]
    // What is nothing for all tells nothing.
    columns = all.filter { [lines] column in
      lines.contains { !["0", "-"].contains(column.text($0)) }
    }
  }

  /// The text, ending in a line break; nil when the run has no such figures.
  package var text: String? {
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
      columns: [.words("")] + columns.map { .numbers($0.title) },
      rows: lines.map { line in [.init(line.label)] + columns.map { .init($0.text(line)) } })
  }

  private func notes(hidden: [String]) -> [String] {
    var notes: [String] = []
    if lines.contains(where: \.result.deviates) {
      notes.append("*: shows wrong rows, and is not called the fastest.")
    }
    let isFaster = lines.contains { line in
      line.result.isPublished && line.result.median ?? 0 < line.ranking.fastest?.median ?? 0
    }
    if isFaster {
      notes.append("Published code beside its corrected form is not called the fastest.")
    }
    return notes + remarks
      + (hidden.isEmpty ? [] : ["No room for \(hidden.joined(separator: ", "))."])
  }
}

extension StrategyResult {
  /// The median with its interval: `412 ns [405, 420]`.
  fileprivate var figure: String {
    median.map { Quantity.time(nanoseconds: $0, interval: interval, digits: digits) } ?? "-"
  }
}

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

  package var isEmpty: Bool { report.groups.allSatisfy(\.results.isEmpty) }

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
