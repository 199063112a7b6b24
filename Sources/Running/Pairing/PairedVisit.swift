import Recording

/// One visit of a pair of processes to one cell: both build the list anew and run the same steps.
struct PairedVisit {
  let request: PairedRequest
  let schedule: PairSchedule
  let hosts: Sides<any CellHost>

  /// Runs the slices of a visit; gives what each took, in nanoseconds.
  ///
  /// - Throws: `RunFault` with code 3 where the two answer differently: then one of them is wrong, or
  ///   the strategy does something else now, and its times say nothing.
  func slices(of cell: PairedSurvey.Found, visit: Int) throws -> Sides<[UInt64]> {
    for side in schedule.builds(cell: cell.number, visit: visit) {
      _ = try hosts[side].prepare(request.cell(cell.number, on: side))
    }
    var times = Sides<[UInt64]>(base: [], head: [])
    var checksums = Sides<[String]>(base: [], head: [])
    for side in schedule.slices(cell: cell.number, visit: visit) {
      let slice: ServeAnswer.Slice = try hosts[side].ask(.run(operations: cell.operations))
      times[side].append(slice.elapsedNanoseconds)
      checksums[side].append(slice.checksum)
    }
    guard checksums.base == checksums.head else {
      throw RunFault(
        .incomparable,
        "\(request.cells[cell.number].key.heading): BASE and HEAD answer differently; "
          + "'bench verify' tells which of them is wrong")
    }
    return times
  }

  /// Puts both on one core; tells whether both are there.
  static func pin(_ hosts: Sides<any CellHost>, to core: Int) throws -> Bool {
    try Side.allCases.allSatisfy { side in
      let pinned: ServeAnswer.Pinned = try hosts[side].ask(.pin(core: core))
      return pinned.core == core
    }
  }
}
