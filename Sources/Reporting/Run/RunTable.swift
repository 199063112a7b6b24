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
    self.folder = folder
    advice = RunView(report, rows: rows, heights: heights, heightNs: heightNs).advice
      .filter { heights == nil || $0.section.heights == heights }
    self.heightNs = heightNs
    var shown = report
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
      JSON.object([
        ("heights", .text(section.heights)), ("rows", .whole(section.rows)),
        ("start_with", JSON(advice.start)),
        (
          "statements",
          .list(
            advice.statements.map {
              .object([("label", .text($0.label)), ("text", .text($0.text))])
            })
        ),
      ])
    }
    let cells = report.groups.flatMap { group in
      group.results.map { cell($0, unit: group.scenario.unit) }
    }
    return JSON.object([
      ("schema", .whole(RunRecord.schemaVersion)), ("folder", .text(folder)),
      ("status", .text(report.record.status.rawValue)),
      ("warnings", .list(report.record.warnings.map { .text($0.text) })),
      ("advice", .list(advice)), ("cells", .list(cells)),
    ]).document
  }

  private func cell(_ result: StrategyResult, unit: String) -> JSON {
    let (row, time, counters) = (result.row, result.row.time, result.row.counters)
    let key = row.cell.group
    return .object([
      ("scenario", .text(key.scenario)), ("unit", .text(unit)), ("heights", .text(key.heights)),
      ("rows", .whole(key.rows)), ("strategy", .text(row.cell.strategy)),
      ("mode", .text(row.cell.mode)), ("role", .text(row.cell.role.name)),
      ("family", .text(result.family.rawValue)), ("caches", .text(key.caches.rawValue)),
      ("status", .text(row.status.text)), ("rounds", .whole(row.rounds)),
      ("operations", .whole(row.operations)),
      ("median_ns", JSON(result.median)), ("low_ns", JSON(result.interval?.low)),
      ("high_ns", JSON(result.interval?.high)), ("floor_ns", JSON(time.floorNs)),
      ("ratio_to_fastest", JSON(row.ratio.toFastest)), ("ratio_low", JSON(row.ratio.low)),
      ("ratio_high", JSON(row.ratio.high)), ("verdict", JSON(row.verdict.verdict?.name)),
      ("heights_asked", JSON(counters[.heightsAsked])),
      ("heights_ns", JSON(heightNs.flatMap { ns in counters[.heightsAsked].map { $0 * ns } })),
      ("rows_scanned", JSON(counters[.rowsScanned])), ("allocations", JSON(counters[.allocations])),
      ("bytes_per_row", JSON(counters[.bytesPerRow])),
      ("frame_p99_ns", JSON(row.frames.p99Ns)),
      ("steps_checked", JSON(row.deviation.checkedSteps)),
      ("steps_wrong", JSON(row.deviation.wrongSteps)), ("deviates", .flag(result.deviates)),
      ("doubts", JSON(row.doubts.text)),
    ])
  }
}
