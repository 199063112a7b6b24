import Comparing
import ListLayout
import Measuring
import Recording
import Replaying

/// Turns the samples and counts of a group into its rows of `summary.csv`.
struct Summarising {
  let group: Plan.Group
  let cells: [Cell]
  let request: RunRequest

  /// One row for each cell, in the order of the plan.
  var rows: [SummaryRow] {
    var rows = cells.map { cell in
      var row = SummaryRow(cell: cell.key, status: cell.status)
      row.rounds = cell.samples.count
      row.operations = cell.operations
      if let check = cell.check { count(check, into: &row) }
      guard let times = try? Sample(cell.perOperation) else {
        if cell.status == .ok { row.status = .noFigure(reason: "not reached") }
        return row
      }
      time(times, into: &row)
      if let frames = cell.frames { count(frames, into: &row.frames) }
      return row
    }
    if let fastest = fastestCell {
      Judging(
        group: group, cells: cells, confidence: request.confidence,
        margin: Margin(request.margin)
      ).fill(&rows, fastest: fastest)
    }
    return rows
  }

  /// The place of the cell with the least median among those that show the right rows, if any do; the
  /// floor competes with nobody, and the null control with its twin alone.
  private var fastestCell: Int? {
    cells.indices.filter { index in
      let cell = cells[index]
      return !cell.entry.contender.card.isFloor && cell.entry.twinOf == nil
        && cell.status == .ok && !cell.samples.isEmpty
    }
    .min { cells[$0].standing < cells[$1].standing }
  }

  private func time(_ times: Sample, into row: inout SummaryRow) {
    let estimate = times.medianEstimate(confidence: request.confidence)
    row.time.medianNs = estimate.value
    row.time.lowNs = estimate.interval?.low
    row.time.highNs = estimate.interval?.high
    row.time.madNs = times.medianAbsoluteDeviation
    row.time.minNs = times.minimum
    row.time.p90Ns = times.percentile(90)
    row.time.p95Ns = times.percentile(95)
    row.time.maxNs = times.maximum
    row.time.confidence = request.confidence
    row.time.lag1 = times.lag1Autocorrelation
    row.time.outliers = times.outliers().count
  }

  private func count(_ frames: Histogram, into figures: inout FrameFigures) {
    func percentile(_ percent: Double) -> Double? { frames.percentile(percent).map { Double($0) } }
    figures.p50Ns = percentile(50)
    figures.p90Ns = percentile(90)
    figures.p99Ns = percentile(99)
    figures.p999Ns = percentile(99.9)
    figures.maxNs = frames.maximum.map { Double($0) }
    figures.over1ms = Int(frames.count(above: 1_000_000))
    figures.over8ms = Int(frames.count(above: 8_333_333))
    figures.over16ms = Int(frames.count(above: 16_666_667))
  }

  /// Work per step, of the counting run.
  private func count(_ check: CellCheck, into row: inout SummaryRow) {
    let steps = Double(max(1, check.countedSteps))
    func perStep(_ work: Work) -> Double { Double(check.work[work]) / steps }
    row.work.heightsAsked = perStep(.heightsAsked)
    row.work.rowsScanned = perStep(.rowsScanned)
    row.work.viewsCreated = perStep(.viewsCreated)
    row.work.viewsConfigured = perStep(.viewsConfigured)
    row.work.viewsMoved = perStep(.viewsMoved)
    row.work.reloads = perStep(.reloads)
    row.work.layoutPasses = perStep(.layoutPasses)
    if let allocations = check.allocations {
      row.work.allocations = Double(allocations.count) / steps
      row.work.allocatedBytes = Double(allocations.bytes) / steps
    }
    row.work.instructions = check.instructions.map { Double($0) / steps }
    if let bytes = check.ownBytes, group.rows > 0 {
      row.bytesPerRow = Double(bytes) / Double(group.rows)
    }
    if check.isCompared {
      row.deviation.wrongRowFrames = check.wrongSteps
      row.deviation.checkedSteps = check.steps
    }
  }
}

extension Cell {
  /// Nanoseconds per step of each round.
  var perOperation: [Double] {
    samples.map { Double($0.elapsedNs) / Double(max(1, $0.operations)) }
  }

  /// What the best has least of: wrong rows first, time second.
  fileprivate var standing: (Int, Double) {
    ((check?.wrongSteps ?? 0) > 0 ? 1 : 0, (try? Sample(perOperation))?.median ?? .infinity)
  }
}
