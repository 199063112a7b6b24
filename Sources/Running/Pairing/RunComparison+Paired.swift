import Comparing

extension RunComparison {
  /// What a paired run found, with the sentences that say how.
  public init(
    _ outcome: PairedOutcome, base: ComparedRun, head: ComparedRun, request: PairedRequest
  ) {
    self.init(base: base, head: head, thresholds: request.thresholds)
    times = outcome.times
    counters = outcome.counters
    uncounted = outcome.uncounted
    cells = outcome.strays
    // A strategy or scenario that this tree adds is no fault of it.
    cells.allowsNew = true
    method = [
      "Pairs of fresh processes of BASE and HEAD took turns on one core, cell by cell, in the order "
        + "ABBA; each pair is one observation (exact sign test).",
      "Cells were judged at \(Looks.count) looks, which share the \(percent(1 - request.thresholds.confidence)) "
        + "of error allowed among them and among the cells; every difference was measured again by "
        + "other processes.",
      "\(outcome.pairs.measuring) pairs measured, \(outcome.pairs.confirming) confirmed.",
    ]
    if !outcome.isPinned {
      notes.append(
        "The processes could not be kept on one core here: expect wider intervals.")
    }
    if let handicap = request.handicap {
      notes.append("HEAD ran \(handicap.strategy) \(percent(handicap.share)) slower, on purpose.")
    }
    notes += outcome.unconfirmed.map {
      "\($0.heading): a difference was not found again by other processes."
    }
  }
}

/// `5 %`, to a tenth of a percent.
private func percent(_ share: Double) -> String {
  let tenths = Int((share * 1000).rounded())
  return tenths.isMultiple(of: 10) ? "\(tenths / 10) %" : "\(tenths / 10).\(tenths % 10) %"
}
