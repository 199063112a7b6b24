extension Verb {
  /// Show what one strategy does.
  package static let replay = Verb(
    "replay", "Write down what a strategy shows, frame by frame",
    discussion: """
      Makes the gestures of a file on a list whose heights are in another file, and writes the \
      rows that are on screen after each gesture.
      """,
    options: [
      Options.strategy, Options.mode, Options.heightsFile, Options.gesturesFile, Options.viewport,
      Options.width, Options.startRow, Options.latency, Options.frames, Options.check,
    ],
    examples: [
      Example(
        "replay -s fenwick --heights rows.txt --gestures gestures.csv --frames -",
        "Print the frames."),
      Example(
        "replay -s fenwick -H heights.txt -g gestures.csv --viewport 100 --check",
        "See what 'verify' found again."),
    ],
    exitStatuses: [
      .fine("the frames are written, and with --check are right"),
      .broken("with --check: a law is broken"),
      .usage, .badInput, .missingInput, .internalError, .cannotCreate, .inputOutput,
    ])
}
