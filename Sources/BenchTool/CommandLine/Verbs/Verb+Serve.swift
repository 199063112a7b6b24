extension Verb {
  /// Answer a parent that compares two revisions.
  package static let serve = Verb(
    "serve", "Measure what another process asks for, a line at a time",
    discussion: """
      'compare --against' starts two of these. It reads a command a line (hello, pin CORE, prepare \
      CELL, calibrate NANOSECONDS, run STEPS, counters, drop, quit; CELL is JSON) and answers each \
      with a line of JSON; a command that cannot be done is answered with its "error". Ends with \
      'quit' or its input.
      """,
    options: [],
    examples: [
      Example("serve", "Try it: type hello.")
    ],
    exitStatuses: [.fine("the input ended"), .usage, .internalError])
}
