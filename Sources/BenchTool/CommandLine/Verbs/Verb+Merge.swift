extension Verb {
  /// Put the parts of a run together.
  package static let merge = Verb(
    "merge", "Put runs of all parts of a plan together to one run",
    discussion: """
      Takes the folders of runs that were made with --shard 1/N to N/N and otherwise the same \
      options, by the same program, and writes the folder that one run of the whole plan would have \
      written. The machines may differ; then the merged run says that its times cannot be compared \
      across scenarios and lists. Counters, and ratios within a scenario and a list, always can.
      """,
    options: [Options.shards, Options.mergedOutput, Options.json],
    examples: [
      Example("merge part-1 part-2 part-3 --output whole", "After a matrix of three CI machines.")
    ],
    exitStatuses: [
      .fine("the merged run is written"),
      .incomparable("the runs are not parts of one: options, program or rows differ"),
      .differentCells("a part is missing, unfinished or there twice"),
      .usage, .badInput, .missingInput, .internalError, .cannotCreate, .inputOutput,
    ])
}
