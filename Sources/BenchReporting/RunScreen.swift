import BenchBasics
import BenchRuns

extension RunReport {
  /// A summary of the run that fits on one screen and is at least 40 columns wide.
  package func screen(folder: String, files: [String], width: Int, style: Style) -> String {
    func indented(_ text: String) -> [String] {
      Flow(width: width - 2, hanging: 2).lines(of: text).map { "  " + $0 }
    }
    func section(_ heading: String, _ lines: [String], paint: Style.Paint = .heading) -> [String] {
      lines.isEmpty ? [] : [style(heading, paint)] + lines
    }
    let rest = warnings.count - 3
    let warnings = (warnings.prefix(3) + (rest > 0 ? ["\(rest) more in README.md"] : [])).flatMap {
      Flow(width: width, hanging: 4).lines("  " + style("warning:", .warning), of: $0.printable)
    }
    let chosen = Set(recommendations.flatMap { $0.rows.map(\.strategy) })
    let matrices = [
      RunMatrix(measured, width: width), RunMatrix(measured, showsPublished: false, width: width),
      RunMatrix(measured, showsPublished: false, only: chosen, width: width),
    ].compactMap(\.self)
    guard !matrices.isEmpty else {
      let reasons = absences.flatMap { Flow(width: width, hanging: 2).lines(of: $0 + ".") }
      return ([style("Nothing was measured.", .warning)] + reasons + warnings)
        .joined(separator: "\n") + "\n"
    }
    var table = recommended
    // On narrow terminals, drop the column that shows the time as a fraction of a frame, because the previous
    // column shows the same time.
    if width < 100 { table.remove(column: 2) }
    let flow = Flow(width: width, hanging: 2)
    let others = otherLengths.map { rows in
      "Lists of \(Quantity.rows(rows)) rows: \(program) show "
        + ShellCommand.text(of: [folder, "--rows", String(rows)])
    }
    let names = "\(folder.printable): \(files.joined(separator: ", "))"
    let place =
      flow.lines(style("Files", .heading), of: names) + others.flatMap { flow.lines(of: $0) }
    let reliability = section("Reliability", self.reliability.flatMap(indented) + warnings)
    func lines(_ table: Table, _ legend: [String]) -> [String] {
      table.narrowed(to: width).lines(width: width, style: style)
        + legend.flatMap { Flow(width: width).lines(of: $0).map { style($0, .aside) } }
    }
    let smooth = smoothness(isScreen: true).map { lines($0.table, [$0.same, $0.legend]) }
    // The smoothness table already marks strategies that are slow or show wrong rows.
    let findings = smooth == nil ? self.findings : [measured.first?.noResult].compactMap(\.self)
    let recommendation = section(
      heading,
      table.lines(width: width - 2, style: style).map { "  " + $0 } + findings.flatMap(indented),
      paint: record.status == .complete ? .heading : .warning)
    let end = [recommendation, isUnreliable ? [] : reliability, place]
    // If the summary would be too long, first leave out published code, then everything that isn't
    // recommended, and finally the whole matrix.
    let times = matrices.map { lines($0.table, [$0.legend]) } + (smooth == nil ? [] : [[]])
    let texts = times.lazy.map {
      ([isUnreliable ? reliability : [], smooth ?? [], $0] + end).paragraphs
    }
    return texts.first { $0.count(where: \.isNewline) <= 45 } ?? texts[texts.count - 1]
  }

  private var otherLengths: [Int] {
    Set(groups.filter { !$0.byTime.isEmpty }.map(\.rows)).subtracting(measured.map(\.rows)).sorted()
  }

  private var absences: [String] { lists.flatMap(\.groups.absences) }

  package var readme: String {
    if record.simulation != nil { return countsReadme }
    // GitHub shows lines of 110 characters without scrolling.
    let width = 110
    let matrix = RunMatrix(measured, width: width).map { matrix in
      ["## Times of the longest lists", ""]
        + matrix.table.lines(width: width, style: .plain).map { "    " + $0 }
        + ["", Markdown.escaped(matrix.legend)]
    }
    let smooth = smoothness().map { smooth in
      ["## Smoothness", ""] + smooth.table.markdown + ["", Markdown.escaped(smooth.legend)]
    }
    let recommended = recommended
    let recommendation =
      recommended.rows.isEmpty
      ? []
      : [
        ["## " + heading, ""] + recommended.markdown,
        ([Recommendation.rule] + findings).map { "- " + Markdown.prose($0) },
      ]
    let start: [[String]] = [
      ["    " + command], ["# " + Markdown.escaped(title)],
      Markdown.table(["", ""], words: 2, facts.map { [$0.name, Markdown.escaped($0.text)] }),
      smooth ?? [], matrix ?? Markdown.section("Nothing was measured", absences),
    ]
    let end = [
      Markdown.section("Reliability", reliability), Markdown.section("Warnings", warnings), [files],
    ]
    return (start + recommendation + end).paragraphs
  }

  private var files: String {
    """
    ## Files

    - [index.html](index.html): all lists and lengths, with charts of times by number of rows; \
    `\(program) report DIR` regenerates it.
    - [summary.csv](summary.csv): a row per cell with intervals, counters and wrong operations; \
    [samples.csv](samples.csv): every sample; [frames.csv](frames.csv): the work of single frames; \
    [run.json](run.json): plan, machine and command.
    - `\(program) show DIR --rows N` prints another length; `--scenario ID` or `--strategy ID` prints one \
    in detail; `--json` is for scripts.
    """
  }
}

extension RunReport {
  /// Returns the first list's results for a scenario, fastest first, or for a strategy. Returns nil if
  /// there are no results.
  package func detail(
    scenario: String? = nil, strategy: String? = nil, width: Int, style: Style
  ) -> String? {
    guard let list = lists.first else { return nil }
    let groups = list.measured.filter { scenario ?? $0.key.scenario == $0.key.scenario }
    let lines = groups.flatMap { group in
      group.byTime.filter { strategy ?? $0.id == $0.id }.map { (group: group, result: $0) }
    }
    guard !lines.isEmpty else { return nil }
    let results = lines.map(\.result)

    func counter(_ counter: Counter) -> (StrategyResult) -> String? {
      { $0.row.counters[counter].map(Quantity.amount) }
    }
    let cost = heightNs.map { "heights at \(Quantity.time(nanoseconds: $0)) each" } ?? ""
    let all: [(title: String, text: (StrategyResult) -> String?)] = [
      ("time", \.timeWithInterval), ("slowdown", \.slowdown),
      (cost, { $0.heightsNs(at: heightNs).map { Quantity.time(nanoseconds: $0, digits: 2) } }),
      ("heights asked", counter(.work(.heightsAsked))),
      ("rows scanned", counter(.work(.rowsScanned))), ("allocations", counter(.allocations)),
    ]
    let columns = all.filter { column in results.contains { column.text($0) ?? "0" != "0" } }
    let rows = lines.map { group, result -> [Table.Cell] in
      let label = scenario == nil ? group.scenario : result.name
      return [.init(label + (result.deviates ? "*" : ""))]
        + columns.map { .init($0.text(result) ?? "-") }
    }
    let (table, hidden) = Table(
      [scenario == nil ? "scenario" : "strategy"] + columns.map(\.title), rows: rows
    ).fitted(to: width, minColumns: 3)

    let unranked = results.filter { $0.row.standing == .unranked }.compactMap { result in
      result.row.standingReason.map { (name: result.name, detail: $0.rawValue) }
    }
    let notes =
      (results.contains(where: \.deviates) ? ["*: the strategy shows wrong rows."] : [])
      + namesByDetails(unranked).map {
        "Not ranked: \($0.names) (\($0.details.joined(separator: ", ")))."
      } + (scenario == nil ? [] : groups.absences.map { "No result: \($0)." })
      + (heightNs == nil
        ? [] : ["Heights: the number of requested heights, multiplied by the cost of one height."])
      + (hidden.isEmpty ? [] : ["Not shown: \(hidden.joined(separator: ", "))."])
    let flow = Flow(width: width)
    return
      ([style("\(scenario ?? strategy ?? ""), \(list.title)", .heading)]
      + table.lines(width: width, style: style)
      + notes.flatMap { flow.lines(of: $0) }.map { style($0, .aside) })
      .joined(separator: "\n") + "\n"
  }

  package func cells(scenario: String? = nil, strategy: String? = nil) -> [StrategyResult] {
    groups.filter { group in
      rows ?? group.rows == group.rows && heights ?? group.heights == group.heights
        && scenario ?? group.key.scenario == group.key.scenario
    }.flatMap(\.all).filter { strategy ?? $0.id == $0.id }
  }

  package func json(of cells: [StrategyResult], folder: String) throws -> String {
    let chosen = recommendations.filter { list, _ in heights ?? list.heights == list.heights }
    let advice = chosen.map { list, rows -> JSONObject in
      [
        "heights": list.heights, "rows": list.rows, "start_with": rows.first?.strategy,
        "recommendations": rows.map(\.json),
      ]
    }
    let document: JSONObject = [
      "schema": RunRecord.schemaVersion, "folder": folder, "status": record.status,
      "warnings": warnings, "advice": advice, "cells": cells.map { $0.json(heightNs: heightNs) },
    ]
    return try document.json()
  }
}

extension StrategyResult {
  fileprivate var timeWithInterval: String? {
    let isNarrow = interval.map { $0.high < $0.low * 1.02 } ?? false
    return timeNs.map {
      Quantity.time(nanoseconds: $0, interval: interval, digits: isNarrow ? 3 : 2)
    }
  }

  fileprivate func json(heightNs: Double?) -> JSONObject {
    let (counters, key) = (row.counters, row.cell.group)
    var smoothness: JSONObject = ["rating": row.smoothness.rating?.rawValue]
    for (name, text) in row.smoothness.texts {
      let value: any Encodable = Double(text) ?? (text.isEmpty ? String?.none : text)
      smoothness = smoothness.with([name: value])
    }
    return [
      "scenario": key.scenario, "unit": key.known?.unit ?? "operation", "heights": key.heights,
      "rows": key.rows, "strategy": row.cell.strategy, "mode": row.cell.mode,
      "role": row.cell.role.rawValue, "family": family.rawValue, "status": row.status.text,
      "rounds": row.rounds, "operations": row.operations, "time_ns": timeNs,
      "low_ns": interval?.low, "high_ns": interval?.high, "floor_ns": row.time.floorNs,
      "standing": row.standing, "standing_reason": row.standingReason,
      "ratio_to_fastest": row.ratio.value, "ratio_low": row.ratio.low, "ratio_high": row.ratio.high,
      "heights_asked": counters[.heightsAsked], "heights_ns": heightsNs(at: heightNs),
      "rows_scanned": counters[.rowsScanned], "allocations": counters[.allocations],
      "bytes_per_row": counters[.bytesPerRow], "steps_checked": row.deviation.checkedSteps,
      "steps_wrong": row.deviation.wrongSteps, "deviates": deviates, "doubts": row.doubts,
      "smoothness": smoothness,
    ]
  }
}

extension Recommendation {
  fileprivate var json: JSONObject {
    [
      "strategy": strategy, "slowest_scenario": slowest.scenario,
      "slowest_ns": slowest.nanoseconds, "expensive_scenario": expensive?.scenario,
      "expensive_ns": expensive?.nanoseconds, "needs": needs.map(\.lists), "prefer_when": when,
    ]
  }
}
