import Recording

/// A run's cells and what to take away from them, as JSON for scripts.
///
/// Names are those of `summary.csv`: times in nanoseconds per operation, counters per operation. What
/// is not known is null.
package struct RunTable {
  private let report: RunReport
  private let advice: [(section: RankingSection, advice: Advice)]
  private let folder: String

  /// The cells that are asked for; what is nil is not asked for, so that all are in it.
  ///
  /// - Parameters:
  ///   - rowCost: added to the times for each height that was asked for; nil for nothing.
  ///   - folder: where the run's files are.
  package init(
    _ report: RunReport, rows: Int? = nil, heights: String? = nil, scenario: String? = nil,
    strategy: String? = nil, rowCost: RowCost? = nil, folder: String
  ) {
    self.folder = folder
    advice = RunOverview(report, rows: rows, heights: heights, rowCost: rowCost).advice
      .filter { heights == nil || $0.section.heights == heights }
    var shown = rowCost?.added(to: report) ?? report
    shown.groups = shown.groups.filter { group in
      (rows == nil || group.rows == rows) && (heights == nil || group.heights == heights)
        && (scenario == nil || group.results.first?.row.cell.group.scenario == scenario)
    }
    for group in shown.groups.indices where strategy != nil {
      shown.groups[group].results.removeAll { $0.row.cell.strategy != strategy }
    }
    self.report = shown
  }

  /// Whether no cell is asked for.
  package var isEmpty: Bool { report.groups.allSatisfy(\.results.isEmpty) }

  /// One document, ending in a line break; a line for each cell.
  package var json: String {
    let advice = advice.map { section, advice in
      JSONValue.object([
        ("heights", .text(section.heights)), ("rows", .whole(section.rows)),
        ("start_with", advice.start.map(JSONValue.text) ?? .null),
        (
          "statements",
          .list(
            advice.statements.map {
              .object([("label", .text($0.label)), ("text", .text($0.text))])
            })
        ),
      ]).json
    }
    let warnings = JSONValue.list(report.record.warnings.map { .text($0.text) }).json
    let cells = report.groups.flatMap { group in
      group.results.map { Self.cell($0, unit: group.scenario.unit).json }
    }
    return """
      {"schema":\(RunRecord.schemaVersion),"folder":\(JSONValue.text(folder).json),\
      "status":\(JSONValue.text(report.record.status.rawValue).json),"warnings":\(warnings),
      "advice":[
      \(advice.joined(separator: ",\n"))
      ],
      "cells":[
      \(cells.joined(separator: ",\n"))
      ]}

      """
  }

  private static func cell(_ result: StrategyResult, unit: String) -> JSONValue {
    let (row, time, work) = (result.row, result.row.time, result.row.work)
    let key = row.cell.group
    let status =
      switch row.status {
      case .ok: "ok"
      case .cut: "cut"
      case .noFigure(let reason): reason
      }
    let whole = { (number: Int?) in number.map(JSONValue.whole) ?? .null }
    let text = { (text: String?) in text.map(JSONValue.text) ?? .null }
    return .object([
      ("scenario", .text(key.scenario)), ("unit", .text(unit)), ("heights", .text(key.heights)),
      ("rows", .whole(key.rows)), ("strategy", .text(row.cell.strategy)),
      ("mode", .text(row.cell.mode)), ("role", .text(row.cell.role.rawValue)),
      ("family", .text(result.family.rawValue)), ("caches", .text(key.caches.rawValue)),
      ("status", .text(status)), ("rounds", .whole(row.rounds)),
      ("operations", .whole(row.operations)),
      ("median_ns", .optional(time.medianNs)), ("low_ns", .optional(time.lowNs)),
      ("high_ns", .optional(time.highNs)), ("floor_ns", .optional(time.floorNs)),
      ("ratio_to_fastest", .optional(row.ratio.toFastest)), ("ratio_low", .optional(row.ratio.low)),
      ("ratio_high", .optional(row.ratio.high)), ("verdict", text(row.verdict.verdict)),
      ("heights_asked", .optional(work.heightsAsked)),
      ("rows_scanned", .optional(work.rowsScanned)), ("allocations", .optional(work.allocations)),
      ("bytes_per_row", .optional(row.bytesPerRow)),
      ("frame_p99_ns", .optional(row.frames.p99Ns)),
      ("steps_checked", whole(row.deviation.checkedSteps)),
      ("steps_wrong", whole(row.deviation.wrongSteps)), ("deviates", .flag(result.deviates)),
      ("doubts", text(row.doubts)),
    ])
  }
}
