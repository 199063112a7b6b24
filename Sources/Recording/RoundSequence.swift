/// Puts the samples of a journal together to rounds, and refuses what no run writes.
///
/// A journal is not only read but gone on with, so it has to hold what the runner relies on: whole
/// rounds, each of one group, numbered upwards.
struct RoundSequence {
  private var round: [SampleRow] = []
  private var lastRounds: [CellGroup: Int] = [:]

  /// Takes the next sample; gives the round that it completes, nil when samples are still missing.
  mutating func finish(
    with row: SampleRow, file: String, line: Int
  ) throws(RunFault) -> [SampleRow]? {
    if let objection = objection(to: row) {
      throw .badData(file: file, line: line, objection)
    }
    round.append(row)
    guard round.count == row.roundSize else { return nil }
    lastRounds[row.cell.group] = row.round
    defer { round = [] }
    return round
  }

  private func objection(to row: SampleRow) -> String? {
    guard row.roundSize > 0 else { return "column round_size: found \"0\", expected 1 or more" }
    guard let first = round.first, let last = round.last else { return objection(toFirst: row) }
    let belongs =
      row.round == first.round && row.roundSize == first.roundSize
      && row.cell.group == first.cell.group
    guard belongs else {
      return "a new round, expected sample \(round.count + 1) of the \(first.roundSize) of round "
        + "\(first.round)"
    }
    guard row.slot > last.slot || row.slot == last.slot && row.cell == last.cell else {
      return "column slot: found \"\(row.slot)\", expected more than \(last.slot)"
    }
    let isTwice = round.contains { $0.cell == row.cell && $0.segment == row.segment }
    return isTwice
      ? "segment \(row.segment) of \(row.cell.strategy) is in round \(row.round) twice" : nil
  }

  private func objection(toFirst row: SampleRow) -> String? {
    guard let last = lastRounds[row.cell.group], row.round <= last else { return nil }
    return "column round: found \"\(row.round)\", expected more than \(last)"
  }
}
