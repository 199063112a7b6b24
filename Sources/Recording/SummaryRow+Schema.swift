extension SummaryRow {
  /// The columns of `summary.csv`.
  public static let schema = CSVSchema<SummaryRow>(
    blank: SummaryRow(cell: .blank, status: .ok),
    promised: [
      Column("schema", always: 3),
      Column("scenario", \.cell.group.scenario),
      Column("heights", \.cell.group.heights),
      Column("rows", \.cell.group.rows),
      Column("strategy", \.cell.strategy),
      Column("mode", \.cell.mode),
      Column("status", \.status),
      Column("rounds", \.rounds),
      Column("operations", \.operations),
      Column("median_ns", \.time.medianNs),
      Column("low_ns", \.time.lowNs),
      Column("high_ns", \.time.highNs),
    ],
    further: [Column("role", \.cell.role), Column("caches", \.cell.group.caches)] + timeColumns
      + workColumns + frameColumns
      + verdictColumns + [
        Column("steps_checked", \.deviation.checkedSteps),
        Column("steps_wrong", \.deviation.wrongSteps),
        Column("coverage", \.coverage),
        Column("doubts", \.doubts),
      ])

  private static var timeColumns: [Column<SummaryRow>] {
    [
      Column("mad_ns", \.time.madNs),
      Column("min_ns", \.time.minNs),
      Column("p90_ns", \.time.p90Ns),
      Column("p95_ns", \.time.p95Ns),
      Column("max_ns", \.time.maxNs),
      Column("confidence", \.time.confidence),
      Column("lag1", \.time.lag1),
      Column("outliers", \.time.outliers),
      Column("disturbed", \.time.disturbed),
      Column("floor_ns", \.time.floorNs),
      Column("net_ns", \.time.netNs),
      Column("first_ns", \.time.firstNs),
      Column("settling_ns", \.time.settlingNs),
      Column("ratio_to_fastest", \.ratio.toFastest),
      Column("ratio_low", \.ratio.low),
      Column("ratio_high", \.ratio.high),
    ]
  }

  private static var verdictColumns: [Column<SummaryRow>] {
    [
      Column("verdict", \.verdict.verdict),
      Column("verdict_p", \.verdict.adjustedP),
      Column("detectable", \.verdict.detectable),
      Column("rounds_needed", \.verdict.roundsNeeded),
      Column("control_ratio", \.control.ratio),
      Column("control_low", \.control.low),
      Column("control_high", \.control.high),
    ]
  }

  private static var workColumns: [Column<SummaryRow>] {
    [
      Column("heights_asked", \.work.heightsAsked),
      Column("rows_scanned", \.work.rowsScanned),
      Column("views_created", \.work.viewsCreated),
      Column("views_configured", \.work.viewsConfigured),
      Column("views_moved", \.work.viewsMoved),
      Column("reloads", \.work.reloads),
      Column("layout_passes", \.work.layoutPasses),
      Column("allocations", \.work.allocations),
      Column("allocated_bytes", \.work.allocatedBytes),
      Column("bytes_per_row", \.bytesPerRow),
      Column("instructions", \.work.instructions),
    ]
  }

  private static var frameColumns: [Column<SummaryRow>] {
    [
      Column("frame_p50_ns", \.frames.p50Ns),
      Column("frame_p90_ns", \.frames.p90Ns),
      Column("frame_p99_ns", \.frames.p99Ns),
      Column("frame_p999_ns", \.frames.p999Ns),
      Column("frame_max_ns", \.frames.maxNs),
      Column("frames_over_1ms", \.frames.over1ms),
      Column("frames_over_8_33ms", \.frames.over8ms),
      Column("frames_over_16_67ms", \.frames.over16ms),
    ]
  }
}
