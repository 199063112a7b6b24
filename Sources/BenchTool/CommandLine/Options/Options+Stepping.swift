/// The options of verbs that do one thing to one list.
extension Options {
  /// One question.
  package static let scenario = Option(
    "scenario", letter: "c", .name(.scenarios, placeholder: "ID"), default: "scroll",
    "Which question to ask", discussion: "'list scenarios' says what each one is for.")

  /// One kind of rows.
  package static let oneHeights = Option(
    "heights", letter: "H", .name(.heights, placeholder: "KIND"), default: "chat",
    "Which row heights the list has", discussion: "'list heights' has them all.")

  /// The length of one list.
  package static let rowCount = Option(
    "rows", letter: "r", .count(placeholder: "N", completion: .words(["1k", "100k", "1M"])),
    default: "100k", "How many rows the list has",
    discussion: "k stands for thousand, M for million.")

  /// How much is done.
  package static let steps = Option(
    "steps", .count(placeholder: "N"), default: "1k", "How many steps to do",
    discussion: "They go round and round the scenario's script.")

  /// How much memory there is.
  package static let memoryLimit = Option(
    "memory-limit", .count(placeholder: "MIB"),
    "End with status 70 when the process has more memory than so many MiB")

  /// Whether a run can be ended by a strategy.
  package static let isolate = Option(
    "isolate", .duration, "Try each cell in a process first, so long at most",
    discussion: """
      For strategies that may trap, never end or take memory without end: 1,000 steps, in a process \
      of their own, within half of the memory. A cell that fails gets no figure and a line that says \
      why, and the run goes on; it takes some tenths of a second a cell, beyond the budget. What \
      goes wrong only later, in the checked or timed steps of the run itself, still ends it.
      """)

  /// Memory, in a run.
  package static let footprint = Option(
    flag: "footprint", "Measure each strategy's memory too, after the run",
    discussion: """
      In a process for each, on the longest lists, as 'footprint' does. That takes time beyond the \
      budget.
      """)
}
