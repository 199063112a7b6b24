/// Runs that ought to be all parts of one plan.
struct ShardSet {
  let folders: [RunFolder]
  let records: [RunRecord]

  /// The runs with their parts, in the order of the parts; only those that are a part.
  var ordered: [(folder: RunFolder, record: RunRecord, shard: Shard)] {
    zip(folders, records).compactMap { folder, record in
      record.plan.shard.map { (folder, record, $0) }
    }
    .sorted { $0.shard.index < $1.shard.index }
  }

  /// Refuses runs of different plans or programs, then a set that is not whole.
  func check() throws(RunFault) {
    let differences = differences
    guard differences.isEmpty else {
      throw RunFault(
        .incomparable,
        "these runs are not parts of one: \(differences.joined(separator: "; ")) (in the order "
          + folders.map(\.path).joined(separator: " | ") + ")")
    }
    let gaps = gaps
    guard gaps.isEmpty else {
      throw RunFault(.differentCells, "cannot merge: \(gaps.joined(separator: "; "))")
    }
  }

  /// What is not the same in all runs and ought to be, each with its values side by side.
  private var differences: [String] {
    let facts = records.map { record in
      [("plan.shard.count", record.plan.shard.map { String($0.count) } ?? "none")]
        + record.requestFacts + record.buildFacts
    }
    let workloads = Set(records.flatMap(\.workloadHashes.keys)).sorted()
    return FactDifference.among(facts).map(\.text) + workloads.compactMap(difference(in:))
  }

  /// The hashes of a workload, where two runs had different rows under one name; a run that did not
  /// need it has none.
  private func difference(in workload: String) -> String? {
    let hashes = records.map { $0.workloadHashes[workload] }
    guard Set(hashes.compactMap { $0 }).count > 1 else { return nil }
    let values = hashes.map { $0 ?? "none" }
    return FactDifference(name: "workload_hashes.\(workload)", values: values).text
  }

  /// What keeps the runs from being the whole: parts that are no parts, unfinished, double, missing.
  private var gaps: [String] {
    var gaps: [String] = []
    for (folder, record) in zip(folders, records) {
      if record.plan.shard == nil { gaps.append("\(folder.path) was not made with --shard") }
      if record.status != .complete {
        gaps.append(
          "\(folder.path) is \(record.status.rawValue): go on with bench run --resume \(folder.path)"
        )
      }
    }
    let parts = Dictionary(grouping: ordered, by: \.shard.index)
    for (index, runs) in parts.sorted(by: { $0.key < $1.key }) where runs.count > 1 {
      let paths = runs.map(\.folder.path).joined(separator: ", ")
      gaps.append("part \(index) is there \(runs.count) times: \(paths)")
    }
    // A count from a file may be any number: what is missing is found without counting to it.
    let count = ordered.first?.shard.count ?? 0
    let missing = (1...max(1, count)).lazy.filter { parts[$0] == nil }.prefix(5).map { "\($0)" }
    let number = count - parts.count
    if count > 0, number > 0 {
      let more = number > missing.count ? ", … (\(number) parts)" : ""
      gaps.append("of \(count) parts there is no \(missing.joined(separator: ", "))\(more)")
    }
    return gaps
  }
}
