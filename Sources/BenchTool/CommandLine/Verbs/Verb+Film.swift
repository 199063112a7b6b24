extension Verb {
  /// Play strategies side by side.
  package static let film = Verb(
    "film", "Write a page that plays strategies side by side, frame by frame",
    discussion: """
      Makes the same gestures with each strategy and with the reference, and writes a page that \
      plays what they put on screen: rows, views, jumps, stops and blanks. The page needs no \
      network and no other file.
      """,
    options: [
      Options.filmedStrategies, Options.modes.defaulting(to: "both"),
      Options.scenario, Options.motion, Options.filmedGestures,
      Options.oneHeights.defaulting(to: "fixed:44"),
      Options.rowCount.defaulting(to: "10k"), Options.viewport, Options.width,
      Options.filmedStart, Options.filmLength, Options.seed, Options.page,
    ],
    conflicts: [
      Conflict(
        Options.filmedGestures, excludes: [Options.scenario, Options.motion, Options.filmLength],
        because: "the file alone says what happens")
    ],
    examples: [
      Example("film", "What a post calls jerky beside its answer, under recorded flings."),
      Example(
        "film -s fixed-list,fenwick --gestures gestures.csv -H file:rows.txt",
        "Your own gestures on your own rows."),
    ],
    exitStatuses: [
      .fine("the page is written"), .usage, .badInput, .missingInput, .internalError,
      .cannotCreate, .inputOutput,
    ])
}
